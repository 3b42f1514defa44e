// Package sqlite is a store.Store in one SQLite file, without cgo.
//
// The file is in WAL mode with synchronous=FULL: an event is on the disk, past
// its cache, before Append returns. One goroutine writes. It takes all that
// waits and commits it as one transaction, so that a hundred games that move
// at once cost one flush and not a hundred; a statement that fails (an event
// number that is taken) fails for its caller alone.
//
// Queries are in queries.sql, typed by package queries. The tables come from the numbered files in migrations, which goose applies
// when the store is opened.
package sqlite
