package engine_test

import (
	"bufio"
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tagmate/engine"
	"tagmate/game"
	"tagmate/notation"
	"tagmate/position"
)

func rules(t testing.TB, id string) *position.Rules {
	t.Helper()
	r, err := position.RulesOf(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func parse(t testing.TB, id, fen string) *position.Position {
	t.Helper()
	p, err := position.ParseFEN(rules(t, id), fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func think(p *position.Position, l engine.Limits) engine.Info {
	return engine.New(p.Rules(), engine.Options{HashMB: 8}).Think(context.Background(), p, nil, l, nil)
}

// Every win of the true values in up to eight plies, with its distance. They
// ignore automatic draws.
func TestShortMates(t *testing.T) {
	f, err := os.Open("testdata/dtm-samples.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		row := strings.Split(s.Text(), "\t")
		if len(row) < 7 || row[5] == "-" || row[0] == "variant" {
			continue
		}
		plies, err := strconv.Atoi(row[5])
		if err != nil || plies > 8 || plies == 0 {
			continue
		}
		p := parse(t, row[0], row[2])
		want := plies
		if plies%2 == 0 {
			want = -plies
		}
		info := think(p, engine.Limits{Depth: plies + 6, Nodes: 3_000_000, Pure: true})
		got, ok := info.Score.Mate()
		if plies > 6 && got*want > 0 {
			got = want // in more than three moves a win is enough
		}
		if !ok || got != want {
			t.Errorf("%s %s: score %d (%d plies, %v), want %d plies", row[0], row[2], info.Score, got, ok, want)
		}
		n++
	}
	if n < 7 {
		t.Errorf("only %d positions", n)
	}
}

func TestPuzzles(t *testing.T) {
	cases := []struct {
		name, id, fen string
		moves         []string // any of them
	}{
		{"mate in one", "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", []string{"Ra8#"}},
		{"takes a free piece", "teammate", "k7/p7/8/3j4/8/4N3/PP6/K7 w - - 0 1", []string{"Nxd5"}},
		{"promotes", "teutonic", "8/4P3/8/8/k7/8/8/8/8/4K3 w - - 0 1", nil},
		{"does not stalemate where that loses", "teutonic", "k7/8/2T5/8/8/8/8/8/7K/7R w - - 0 1", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.id, c.fen)
			info := think(p, engine.Limits{Depth: 6})
			san := notation.SAN(p, info.PV[0])
			if c.moves != nil && !slices.Contains(c.moves, san) {
				t.Errorf("plays %s, want one of %v", san, c.moves)
			}
			if c.moves == nil {
				var u position.Undo
				p.Make(info.PV[0], &u)
				if p.Status() == position.Stalemate {
					t.Errorf("plays %s, which stalemates", san)
				}
			}
		})
	}
}

// Teutonic: a lost side may save itself by being stalemated, and that wins.
func TestSeeksStalemate(t *testing.T) {
	p := parse(t, "teutonic", "k7/8/2T5/8/8/8/8/8/7K/7R w - - 0 1")
	p2 := parse(t, "teutonic", "k7/8/2T5/8/8/8/8/8/7K/1R6 b - - 0 1")
	if s := p2.Status(); s != position.Stalemate || p2.Outcome(s) != position.BlackWins {
		t.Fatalf("%v", s)
	}
	info := think(p, engine.Limits{Depth: 5})
	if plies, ok := info.Score.Mate(); ok && plies < 0 {
		t.Errorf("White thinks that it loses: %d", info.Score)
	}
}

func TestSeesDraws(t *testing.T) {
	// One ply before the claim a won ending is worth nothing unless the
	// count is broken.
	for _, c := range []struct {
		id, fen string
	}{
		{"chess", "8/8/5k2/8/8/4K3/4Q3/8 w - - 99 80"},
		{"teammate", "8/6k1/8/8/8/2K5/3AJ3/8 w - - 127 80"},
	} {
		info := think(parse(t, c.id, c.fen), engine.Limits{Depth: 4})
		if info.Score != 0 {
			t.Errorf("%s %s: %d, want a draw", c.id, c.fen, info.Score)
		}
	}
	// A lost side repeats if it can: perpetual check.
	g, err := game.FromFEN(rules(t, "chess"), "6k1/6p1/8/7Q/8/8/rq6/7K w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range strings.Fields("Qe8+ Kh7 Qh5+ Kg8") {
		if _, err := g.PlayText(m); err != nil {
			t.Fatal(err)
		}
	}
	e := engine.New(g.Rules(), engine.Options{})
	keys := g.Keys()
	info := e.Think(context.Background(), g.Position(), keys[:len(keys)-1], engine.Limits{Depth: 8}, nil)
	if got := notation.SAN(g.Position(), info.PV[0]); got != "Qe8+" || info.Score != 0 {
		t.Errorf("plays %s with %d, want the perpetual Qe8+", got, info.Score)
	}
}

func TestDeterministic(t *testing.T) {
	for _, id := range []string{"chess", "teammate", "teutonic"} {
		p := rules(t, id).Start()
		a := think(p, engine.Limits{Nodes: 20_000})
		b := think(p, engine.Limits{Nodes: 20_000})
		if a.Nodes != b.Nodes || !slices.Equal(a.PV, b.PV) || a.Score != b.Score {
			t.Errorf("%s: %+v and %+v", id, a, b)
		}
	}
}

func TestStops(t *testing.T) {
	p := rules(t, "teammate").Start()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(30*time.Millisecond, cancel)
	e := engine.New(p.Rules(), engine.Options{HashMB: 1, Threads: 2})
	if info := e.Think(ctx, p, nil, engine.Limits{}, nil); !p.IsLegal(info.PV[0]) {
		t.Error("no legal move")
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if info := e.Think(cancelled, p, nil, engine.Limits{}, nil); !p.IsLegal(info.PV[0]) {
		t.Error("no legal move from a search that is over before it begins")
	}
	if info := e.Think(context.Background(), p, nil, engine.Limits{Clock: &engine.Clock{Left: time.Millisecond}}, nil); !p.IsLegal(info.PV[0]) {
		t.Error("no legal move in time trouble")
	}
}

// Games between levels end by the rules, on every game and level.
func TestSelfPlay(t *testing.T) {
	for _, id := range []string{"chess", "teammate", "teutonic", "teutonic-princess"} {
		for level := engine.MinLevel; level <= engine.MaxLevel; level += 3 {
			g := game.New(rules(t, id))
			e := engine.New(g.Rules(), engine.Options{HashMB: 4})
			for !g.Result().Over() && g.Ply() < 60 {
				keys := g.Keys()
				info := e.Think(context.Background(), g.Position(), keys[:len(keys)-1], engine.Limits{Nodes: 2000, Level: level, Seed: 7}, nil)
				if err := g.Play(info.PV[0]); err != nil {
					t.Fatalf("%s level %d after %v: %v", id, level, g.SANs(), err)
				}
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	p := rules(t, "teammate").Start()
	e := engine.New(p.Rules(), engine.Options{HashMB: 8})
	few := testing.AllocsPerRun(2, func() { e.Think(context.Background(), p, nil, engine.Limits{Nodes: 2_000}, nil) })
	many := testing.AllocsPerRun(2, func() { e.Think(context.Background(), p, nil, engine.Limits{Nodes: 60_000}, nil) })
	if many > few+60 {
		t.Errorf("%v allocations for 2,000 nodes, %v for 60,000", few, many)
	}
}

func BenchmarkThink(b *testing.B) {
	for _, id := range []string{"chess", "teammate", "teutonic"} {
		b.Run(id, func(b *testing.B) {
			p := rules(b, id).Start()
			var nodes uint64
			for b.Loop() {
				nodes += think(p, engine.Limits{Nodes: 200_000}).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e3, "knodes/s")
		})
	}
}
