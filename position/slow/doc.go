// Package slow plays the games the plain way, to check package position
// against (RULES, all sections on movement, position text and results). Only
// tests import it.
//
// It shares no code and no table with package position: a board is an array
// of FEN letters, a movement is walked square by square, and a move is legal
// when it has been made on a copy and the own king cannot be taken there. It
// is meant to be read next to RULES and seen to be right; nothing in it is
// fast.
package slow
