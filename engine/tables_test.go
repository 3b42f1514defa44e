package engine_test

import (
	"testing"
	"time"

	"tagmate/engine"
	"tagmate/game"
	"tagmate/position"
	"tagmate/tablebase"
)

// prober builds endings of a game into a directory and opens it.
func prober(t *testing.T, r *position.Rules, endings ...string) *tablebase.Prober {
	t.Helper()
	dir := t.TempDir()
	lib := tablebase.NewLibrary(r, tablebase.Options{Threads: 2})
	for _, name := range endings {
		e, err := tablebase.ParseEnding(r, name)
		if err != nil {
			t.Fatal(err)
		}
		table, err := lib.Table(t.Context(), e)
		if err == nil {
			err = table.WriteFile(dir, 2)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	p := tablebase.NewProber(r, dir)
	t.Cleanup(func() { p.Close() })
	return p
}

func rulesOf(t *testing.T, id string) *position.Rules {
	t.Helper()
	r, err := position.RulesOf(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// With tables the engine mates in the fewest moves, whatever the time, and the
// table's defence cannot prolong it.
func TestTablesMatePerfectly(t *testing.T) {
	r := rulesOf(t, "teammate")
	tables := prober(t, r, "KUMk", "KCBk", "KAMk", "KBBk", "KUk", "KMk", "KCk", "KAk", "KBk")
	e := engine.New(r, engine.Options{Tables: tables, HashMB: 1})
	for _, fen := range []string{
		"8/8/4k3/8/8/8/8/KU4M1 w - - 0 1",
		"7M/8/8/8/1k6/8/5U2/2K5 b - - 0 1",
		"7C/k7/B7/8/8/8/8/7K w - - 0 1",
		"8/8/8/3k4/8/2B5/8/C6K w - - 0 1",
		"8/8/8/8/3k4/8/8/K5AM w - - 0 1",
		"8/8/3k4/8/8/8/M7/K6A b - - 3 1",
		"8/8/8/8/3k4/8/6B1/K5B1 w - - 0 1",
		"4k3/8/8/8/8/8/4B3/3KB3 b - - 5 1",
	} {
		g, err := game.FromFEN(r, fen)
		if err != nil {
			t.Fatal(err)
		}
		outcome, left, ok := tables.Look(g.Position().Clone(), false)
		if !ok || outcome == 0 {
			t.Fatalf("%s: outcome %d, %v", fen, outcome, ok)
		}
		for ; left > 0; left-- {
			keys := g.Keys()
			info := e.Think(t.Context(), g.Position(), keys[:len(keys)-1], engine.Limits{MoveTime: time.Minute}, nil)
			if n, ok := info.Score.Mate(); !ok || max(n, -n) != left {
				t.Fatalf("%s: %v: the score says %d plies, expected %d", fen, g.SANs(), n, left)
			}
			if err := g.Play(info.Best()); err != nil {
				t.Fatal(err)
			}
		}
		if status := g.Position().Status(); status != position.Checkmate {
			t.Errorf("%s: %v after %v", fen, status, g.SANs())
		}
	}
}

// A pawn move begins the count of moves anew: where the shortest way would come
// too late for it, another one is found.
func TestTablesAndTheCount(t *testing.T) {
	r := rulesOf(t, "chess")
	tables := prober(t, r, "KPk", "KQk", "KRk", "KBk", "KNk")
	e := engine.New(r, engine.Options{Tables: tables, HashMB: 1})
	p, err := position.ParseFEN(r, "8/8/2k5/8/4K3/8/4P3/8 w - - 97 120")
	if err != nil {
		t.Fatal(err)
	}
	if outcome, plies, ok := tables.Look(p, false); !ok || outcome != 1 || plies < 10 {
		t.Fatalf("outcome %d in %d plies, %v", outcome, plies, ok)
	}
	info := e.Think(t.Context(), p, nil, engine.Limits{Depth: 8}, nil)
	var u position.Undo
	for i, m := range info.PV {
		if r.IsPawn(p.At(m.From()).Kind()) {
			break
		}
		p.Make(m, &u)
		if p.Halfmove() >= 100 || i == len(info.PV)-1 {
			t.Fatalf("%v lets the count run out", info.PV)
		}
	}
	if n, ok := info.Score.Mate(); !ok || n <= 0 {
		t.Errorf("score %d", info.Score)
	}
}

// In a drawn position the engine keeps the draw, and says so; in a won one it
// steers clear of positions that have been on the board twice.
func TestTablesDrawsAndRepetition(t *testing.T) {
	r := rulesOf(t, "chess")
	tables := prober(t, r, "KPk", "KQk", "KRk", "KBk", "KNk")
	e := engine.New(r, engine.Options{Tables: tables, HashMB: 1})
	think := func(fen string, history []uint64) (engine.Info, *position.Position) {
		t.Helper()
		p, err := position.ParseFEN(r, fen)
		if err != nil {
			t.Fatal(err)
		}
		return e.Think(t.Context(), p.Clone(), history, engine.Limits{Depth: 6}, nil), p
	}
	// The king has to stay in front of the pawn.
	info, p := think("8/4k3/8/4P3/4K3/8/8/8 b - - 0 1", nil)
	if outcome, _, _ := tables.Look(p.Clone(), false); outcome != 0 || info.Score != 0 {
		t.Errorf("outcome %d, score %d", outcome, info.Score)
	}
	var u position.Undo
	p.Make(info.Best(), &u)
	if outcome, _, ok := tables.Look(p, false); !ok || outcome != 0 {
		t.Errorf("%v gives the draw away", info.Best())
	}
	const won = "8/8/8/8/2k5/8/8/K6Q w - - 9 9"
	first, p := think(won, nil)
	p.Make(first.Best(), &u)
	again := p.Key()
	second, _ := think(won, []uint64{again, 1, again, 2, 3})
	if second.Best() == first.Best() {
		t.Errorf("%v a third time", second.Best())
	}
	if n, ok := second.Score.Mate(); !ok || n <= 0 {
		t.Errorf("score %d", second.Score)
	}
}

// Weak levels do not use tables: a beginner does not mate perfectly.
func TestTablesAreForFullStrength(t *testing.T) {
	r := rulesOf(t, "chess")
	tables := prober(t, r, "KQk")
	e := engine.New(r, engine.Options{Tables: tables, HashMB: 1})
	p, err := position.ParseFEN(r, "8/8/8/8/2k5/8/8/K6Q w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	info := e.Think(t.Context(), p, nil, engine.Limits{Level: 2, Depth: 1}, nil)
	if n, ok := info.Score.Mate(); ok {
		t.Errorf("a beginner sees the end in %d plies", n)
	}
}
