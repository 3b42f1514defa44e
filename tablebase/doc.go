// Package tablebase has perfect endgame tables: the value and the exact
// distance to the end, in plies, of every position of an ending, for any game
// that package variant can describe (RULES, the endings of each game).
//
// Tables are made by retrograde analysis, kept in files, and probed. They hold
// no castling rights; what a position is worth in which a capture en passant is
// possible follows from its moves. Draws by counting or repetition are not
// theirs; the draw by lack of material is, unless a table is pure.
package tablebase
