// Package xboard speaks the XBoard protocol, version 2 (Tim Mann and H. G.
// Muller, "Chess Engine Communication Protocol"), over packages engine and
// game.
//
// Games that XBoard does not know are described to it by setup and piece
// lines, from the same movement text that the rules are read from. Two things
// it cannot be told. On boards of exactly ten ranks it counts ranks from 0; this
// package translates. And a second piece that appears on the square that a
// pawn came from (the pair of Brutes) has no move text: the option "Pair of
// Brutes" has the game played without it (off, the default), or sends the
// position anew after such a move (resync), which sets the picture right and
// cuts XBoard's game record.
package xboard
