// Package clients has the tests in which programs of others use our engine: Debian's XBoard,
// under Xvfb, and Polyglot. They need these programs and are built with the tag
// clients only: `make test-clients` runs the short ones, `make clients` all.
package clients
