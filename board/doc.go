// Package board has the geometry that every game shares: squares, board
// shapes of up to 128 squares, and square sets as 128-bit masks.
//
// It knows no piece and no rule. Squares are numbered densely, rank by rank
// (rank × files + file, a1 = 0), so that a game on 8×8 uses only the low word
// of a set, and so that every straight ray is monotone in square number. Both
// facts carry the speed of package position.
package board
