// Package postgres is a store.Store in a PostgreSQL database, which several
// nodes may share.
//
// A commit is on the server's disk before Append returns (synchronous_commit is
// asked for on every connection). That two nodes cannot both append the next
// event of a game is the primary key's doing, not that of a lock.
//
// Queries are in queries.sql, typed by package queries. The tables come from the numbered files in migrations, which goose applies
// when the store is opened; a lock in the database has several nodes that start
// at once do so one after the other.
package postgres
