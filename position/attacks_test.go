package position_test

import (
	"testing"

	"tagmate/board"
	"tagmate/position"

	"pgregory.net/rapid"
)

// TestAttacks: Attacks and Captors are the two directions of one relation, and
// what a piece attacks is what it may take.
func TestAttacks(t *testing.T) {
	eachGame(t, func(t *rapid.T, w twin) {
		p, _ := randomPosition(t, w, picker(t))
		if p == nil {
			return
		}
		occ := p.Occupied()
		n := board.Square(p.Rules().Shape().Squares())
		var captors [2][board.MaxSquares]board.Set
		for sq := range n {
			for c := range captors {
				captors[c][sq] = p.Captors(sq, position.Color(c), occ)
			}
		}
		for from := range n {
			piece := p.At(from)
			if piece == position.NoPiece {
				continue
			}
			attacks := p.Attacks(from)
			for to := range n {
				if attacks.Has(to) != captors[piece.Color()][to].Has(from) {
					t.Fatalf("%s: attack from %v on %v: %v", p.FEN(), from, to, attacks.Has(to))
				}
			}
			if _, captures, _ := p.Reach(from); attacks.And(p.Of(piece.Color().Other())) != captures {
				t.Fatalf("%s: %v takes %v, attacks %v", p.FEN(), from, captures, attacks)
			}
		}
	})
}
