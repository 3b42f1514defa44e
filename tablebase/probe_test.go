package tablebase_test

import (
	"errors"
	"testing"

	"tagmate/position"
	"tagmate/tablebase"
)

// A pawn beside another man becomes a pair of five men in all; the values must
// take it into account, and a library that may not build so much must say so.
func TestPairOfFive(t *testing.T) {
	r := rulesOf(t, "teammate")
	p, err := position.ParseFEN(r, "8/1P2k3/8/8/8/8/8/K1N5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	small := tablebase.NewLibrary(r, tablebase.Options{})
	if _, err := small.Probe(t.Context(), p); !errors.Is(err, tablebase.ErrNoTable) {
		t.Errorf("%v", err)
	}
	if testing.Short() {
		t.Skip("building five men takes some ten seconds")
	}
	lib := tablebase.NewLibrary(r, tablebase.Options{BuildMen: 5})
	v, err := lib.Probe(t.Context(), p)
	if err != nil || v != (tablebase.Value{Outcome: tablebase.Win, Plies: 31}) {
		t.Errorf("%v, %v", v, err)
	}
	if n, err := lib.Check(t.Context(), ending(t, r, "KNPk"), 3000, 3); err != nil || n < 1000 {
		t.Errorf("%d positions: %v", n, err)
	}
	// Without the tables of five men, only the pair itself is unknown.
	dir := t.TempDir()
	tb, err := lib.Table(t.Context(), ending(t, r, "KNPk"))
	if err != nil {
		t.Fatal(err)
	}
	if err := tb.WriteFile(dir, 2); err != nil {
		t.Fatal(err)
	}
	files := tablebase.NewLibrary(r, tablebase.Options{Dir: dir})
	defer files.Close()
	moves, err := files.Moves(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	unknown := 0
	for _, m := range moves {
		if m.Value.Outcome == tablebase.Unknown {
			unknown++
		}
	}
	if v, err := files.Probe(t.Context(), p); err != nil || v.Plies != 31 || unknown != 1 {
		t.Errorf("%v, %v, %d moves unknown", v, err, unknown)
	}
}

func BenchmarkProbe(b *testing.B) {
	r := rulesOf(b, "teammate")
	mem := tablebase.NewLibrary(r, tablebase.Options{})
	dir := b.TempDir()
	for _, name := range []string{"KAJk", "KAk", "KJk"} {
		t, err := mem.Table(b.Context(), ending(b, r, name))
		if err != nil {
			b.Fatal(err)
		}
		if err := t.WriteFile(dir, 2); err != nil {
			b.Fatal(err)
		}
	}
	files := tablebase.NewLibrary(r, tablebase.Options{Dir: dir})
	for _, c := range []struct {
		name string
		lib  *tablebase.Library
		fen  string
	}{
		{"memory", mem, "8/8/8/4J3/2k5/8/8/K6A w - - 0 1"},
		{"file", files, "8/8/8/4J3/2k5/8/8/K6A w - - 0 1"},
		{"file, by its moves", files, "8/8/8/4J3/2k5/8/8/K6A b - - 0 1"},
	} {
		p, err := position.ParseFEN(r, c.fen)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.lib.Probe(b.Context(), p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
