// Package queries has the queries of package postgres as typed functions. All but this
// file is written by `make generate` from queries.sql and the migrations.
package queries
