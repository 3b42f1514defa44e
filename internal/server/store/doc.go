// Package store keeps games as append-only lists of events.
//
// A game is everything that happened in it, in order: (game, seq, kind,
// payload, server time, seat, command id). What a board, a clock or a result
// looks like is computed from that list by package live; a store neither reads
// nor understands a payload. An event is durable when Append returns, so that
// whoever calls it may show the event to people.
//
// Two facts make several writers safe: (game, seq) is unique, so that of two
// nodes only one can append the next event of a game, and (game, seat, command
// id) is unique, so that a command that is sent twice happens once.
//
// Beside the games it keeps what players have practised in the trainer: attempts,
// which are independent of each other and only added (see Practice).
//
// Package sqlite implements Store in one file; package storetest has the suite
// that every implementation passes.
package store
