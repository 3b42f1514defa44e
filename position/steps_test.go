package position_test

import (
	"math/rand/v2"
	"testing"

	"tagmate/board"
	"tagmate/position"
	"tagmate/variant"
)

// Steps must say the same as Reach, on any board.
func TestStepsAgreeWithReach(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, id := range variant.IDs() {
		r, err := position.RulesOf(id)
		if err != nil {
			t.Fatal(err)
		}
		for k := position.Kind(1); k <= r.Kinds(); k++ {
			for _, c := range []position.Color{position.White, position.Black} {
				steps := r.Steps(k, c)
				for range 100 {
					from := board.Square(rnd.IntN(r.Shape().Squares()))
					other := board.Square(rnd.IntN(r.Shape().Squares()))
					if from == other {
						continue
					}
					enemy := position.MakePiece(r.Royal(), c.Other())
					p := position.Pair(r, position.MakePiece(k, c), from, enemy, other)
					var quiet, captures, royal board.Set
					for _, s := range steps {
						if s.From != from || s.Between.Has(other) {
							continue
						}
						if s.Quiet && s.To != other {
							quiet = quiet.With(s.To)
						}
						if s.Capture && s.To == other {
							captures = captures.With(s.To)
						}
						if s.Royal && !s.Capture {
							royal = royal.With(s.To)
						}
					}
					q, x, y := p.Reach(from)
					if q != quiet || x != captures || y != royal {
						t.Fatalf("%s: %s on %s, king on %s: steps %v %v %v, reach %v %v %v", id, r.Piece(k).Title,
							r.Shape().Name(from), r.Shape().Name(other), quiet, captures, royal, q, x, y)
					}
				}
			}
		}
	}
}
