// Package variant holds a chess variant as checked data: board, pieces with
// their movement text and value, set-up, promotion, castling, how the game
// ends and when it is drawn (RULES "Variants" and the section of each game).
//
// A game is a TOML file; the built-in ones are in games/ and are read by the
// same code as an inventor's. A file is checked whole when it is read: unknown
// keys, movements that do not parse, a set-up that does not fit the board and
// contradictions are errors that name the key and what was expected.
//
// This package plays nothing: package position compiles a Def into tables.
package variant
