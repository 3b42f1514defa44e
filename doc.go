// Package tagmate is the root of the module and holds no code. The libraries
// are, from the ground up: board, betza, variant, position, notation, game,
// tag, tablebase and engine; the program is in cmd/tagmate.
package tagmate
