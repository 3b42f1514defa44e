package tablebase_test

import (
	"testing"

	"tagmate/position"
	"tagmate/tablebase"
)

// Pawns on both sides: every entry agrees with its moves, as package position
// makes them, captures en passant among them.
func TestPassing(t *testing.T) {
	for _, c := range []struct {
		game, ending string
		entries      int
	}{{"chess", "KPkp", 60_000}, {"teutonic", "KPkp", 20_000}} {
		if testing.Short() && c.game != "chess" {
			continue
		}
		r := rulesOf(t, c.game)
		lib := tablebase.NewLibrary(r, tablebase.Options{})
		if n, err := lib.Check(t.Context(), ending(t, r, c.ending), c.entries, 5); err != nil || n < c.entries/4 {
			t.Errorf("%s %s: %d positions: %v", c.game, c.ending, n, err)
		}
	}
}

// A position in which a capture en passant is possible is worth another thing
// than the same one without it.
func TestProbeEnPassant(t *testing.T) {
	r := rulesOf(t, "chess")
	lib := tablebase.NewLibrary(r, tablebase.Options{})
	for field, want := range map[string]tablebase.Value{"e3": {Outcome: tablebase.Win, Plies: 19}, "-": {}} {
		p, err := position.ParseFEN(r, "8/8/8/8/k2pP3/8/8/K7 b - "+field+" 0 1")
		if err != nil {
			t.Fatal(err)
		}
		v, err := lib.Probe(t.Context(), p)
		if err != nil || v != want {
			t.Errorf("%s: %v, expected %v (%v)", field, v, want, err)
		}
		moves, err := lib.Moves(t.Context(), p)
		if err != nil || moves[0].Value != v {
			t.Errorf("%s: %v, but the best move is %v (%v)", field, v, moves[0], err)
		}
	}
}
