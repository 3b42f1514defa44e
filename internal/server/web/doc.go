// Package web carries the built client inside the binary and serves it.
//
// The client build writes into dist, which is not kept in the repository; a
// binary built without it says so on every page. Next to a file x the build
// may leave x.br and x.gz, which are sent to those who accept them. Files
// under assets have their content's hash in their name and never change, so
// that browsers may keep them for ever; all others are asked for again each
// time and answered with "not modified" when they are the same.
package web
