// Package notation turns moves into text and back: UCI move text, SAN for any
// variant, and PGN. It decides no rule; what is legal it asks of package
// position.
package notation
