package tablebase_test

import (
	"errors"
	"testing"

	"tagmate/position"
	"tagmate/tablebase"
)

func TestPick(t *testing.T) {
	r := rulesOf(t, "teammate")
	lib := tablebase.NewLibrary(r, tablebase.Options{})
	e := ending(t, r, "KUMk")
	seen := map[string]bool{}
	for seed := range uint64(20) {
		p, v, err := lib.Pick(t.Context(), e, position.White, tablebase.Win, 21, 40, seed)
		if err != nil {
			t.Fatal(err)
		}
		if again, _, _ := lib.Pick(t.Context(), e, position.White, tablebase.Win, 21, 40, seed); again.FEN() != p.FEN() {
			t.Errorf("seed %d gives %s and %s", seed, p.FEN(), again.FEN())
		}
		if have, err := lib.Probe(t.Context(), p); err != nil || have != v || v.Outcome != tablebase.Win || v.Plies < 21 || v.Plies > 40 || p.Turn() != position.White {
			t.Errorf("%s: %v, %v", p.FEN(), v, err)
		}
		seen[p.FEN()] = true
	}
	if len(seen) < 15 {
		t.Errorf("20 seeds gave %d positions", len(seen))
	}
	// The longest win is one of a few placings, and is found all the same.
	stats, err := lib.Stats(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	n := stats[0].White.Longest
	if _, v, err := lib.Pick(t.Context(), e, position.White, tablebase.Win, n, n, 1); err != nil || v.Plies != n {
		t.Errorf("%v, %v", v, err)
	}
	if _, _, err := lib.Pick(t.Context(), e, position.White, tablebase.Win, n+2, n+9, 1); !errors.Is(err, tablebase.ErrNoPosition) {
		t.Errorf("%v", err)
	}
}

// The mates by square agree with a count of all placings, on some squares.
func TestMatedOn(t *testing.T) {
	for _, c := range []struct{ game, name string }{{"chess", "KRk"}, {"teammate", "KPk"}} {
		r := rulesOf(t, c.game)
		e := ending(t, r, c.name)
		stats, err := tablebase.NewLibrary(r, tablebase.Options{}).Stats(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		squares := []int{0, 2, 7, 9, 27, 31, 56, 57, 61, 63}
		want := make([]int64, 64)
		var p *position.Position
		man := position.MakePiece(e.White[1], position.White)
		for a := range 64 {
			for _, b := range squares {
				for m := range 64 {
					if a == b || a == m || b == m {
						continue
					}
					var at [64]byte
					at[a], at[b], at[m] = 'K', 'k', r.Letter(man)
					if p, err = position.ParseFEN(r, placing(at)+" b - - 0 1"); err == nil && p.Status() == position.Checkmate {
						want[b]++
					}
				}
			}
		}
		on := stats[0].Black.MatedOn
		for _, sq := range squares {
			if on[sq] != want[sq] {
				t.Errorf("%s: %d mates on square %d, expected %d", c.name, on[sq], sq, want[sq])
			}
		}
		all := int64(0)
		for _, n := range on {
			all += n
		}
		if all != stats[0].Black.Checkmates {
			t.Errorf("%s: %d mates, by squares %d", c.name, stats[0].Black.Checkmates, all)
		}
	}
}

// placing writes letters by square as the first field of a FEN.
func placing(at [64]byte) string {
	var out []byte
	for rank := 7; rank >= 0; rank-- {
		run := byte(0)
		for file := range 9 {
			if file < 8 && at[8*rank+file] == 0 {
				run++
				continue
			}
			if run > 0 {
				out = append(out, '0'+run)
			}
			run = 0
			if file < 8 {
				out = append(out, at[8*rank+file])
			}
		}
		if rank > 0 {
			out = append(out, '/')
		}
	}
	return string(out)
}
