// Package position is one position of one game: its text (FEN), its legal
// moves, making and unmaking them, checks, the hash key, and what the
// position itself says about the result (RULES "Position text", and the
// movement and material rules of every game).
//
// It has no history and no clock: repetition, claims and results of a game
// are in package game. No code here knows a game by its name: a variant.Def
// is compiled into tables once (Rules), and one generator reads them.
//
// A movement becomes, for each colour and square, a set of leaps and a list
// of rays. A ray is a set of squares that a slider or rider passes in
// order; since squares are numbered densely, that order is the order of the
// numbers, and the first blocker is the lowest or highest bit of the ray and
// the occupied squares. A bent slider is a ray behind a guard, a square that
// must be empty. The reverse is compiled too: for every square, whence each
// piece may attack it and which squares could block that. Checks, pins and the
// squares that answer a check come from there, so that only legal moves are
// generated and the moves of a leaf can be counted without making one.
package position
