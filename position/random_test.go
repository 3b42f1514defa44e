package position_test

import (
	"testing"

	"tagmate/position"
	"tagmate/position/slow"
)

// TestRandomPositions shows that the random positions of the other tests have
// in them what those tests are about.
func TestRandomPositions(t *testing.T) {
	for id, w := range twins(t) {
		t.Run(id, func(t *testing.T) {
			seen := map[string]int{}
			n := 2000
			if testing.Short() {
				t.Skip("a test of the tests")
			}
			for i := range n {
				fen := w.slow.Random(slow.Picker([]byte{byte(i), byte(i >> 8)}))
				p, err := position.ParseFEN(w.fast, fen)
				if err != nil {
					continue
				}
				seen["accepted"]++
				if p.InCheck() {
					seen["check"]++
				}
				if p.Checkers().Many() {
					seen["double check"]++
				}
				if p.Pinned().Any() {
					seen["pin"]++
				}
				if p.Pinned().Many() {
					seen["two pins"]++
				}
				if p.EnPassant().Any() {
					seen["en passant"]++
				}
				if p.EnPassant().Many() {
					seen["en passant on two squares"]++
				}
				if s := p.Status(); s != position.Ongoing {
					seen[s.String()]++
				}
				for _, m := range p.AppendMoves(nil) {
					switch {
					case m.IsCastle():
						seen["castling"]++
					case m.IsPair() && p.Pinned().Has(m.From()):
						seen["pair of a pinned pawn"]++
					case m.IsPair():
						seen["pair"]++
					case m.Promotion() != position.NoKind:
						seen["promotion"]++
					case m.IsEnPassant() && p.InCheck():
						seen["en passant out of check"]++
					}
				}
			}
			t.Log(seen)
			want := []string{"check", "double check", "pin", "promotion", "checkmate", "stalemate"}
			if id != "berolina" {
				want = append(want, "castling", "en passant", "en passant out of check")
			}
			switch id {
			case "teutonic", "teutonic-princess":
				want = append(want, "en passant on two squares")
			case "teammate":
				want = append(want, "pair", "pair of a pinned pawn")
			}
			for _, what := range want {
				if seen[what] == 0 {
					t.Errorf("no position has %s: %v", what, seen)
				}
			}
			if seen["accepted"] < n/4 {
				t.Errorf("%d of %d accepted", seen["accepted"], n)
			}
		})
	}
}
