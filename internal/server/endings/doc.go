// Package endings keeps a site's endgame tables: files in a directory, from
// which positions, statistics and the computer players' questions are answered.
//
// When a table is first asked for, one goroutine at low priority begins to
// build the small ones that the site's pages use, one after the other; a table
// that somebody waits for goes first. Nothing large is built: the operator may
// do so with tagmate tablebase build, and the files are found.
package endings
