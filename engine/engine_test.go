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

var games = []string{"chess", "teammate", "teutonic", "teutonic-princess"}

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
	return thinkAloud(p, l, nil)
}

// thinkAloud is think with reports.
func thinkAloud(p *position.Position, l engine.Limits, report func(engine.Info)) engine.Info {
	return engine.New(p.Rules(), engine.Options{HashMB: 8}).Think(context.Background(), p, nil, l, report)
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
		info := think(p, engine.Limits{Depth: plies + 6, Nodes: 1_000_000, Pure: true})
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

// A tree search without any cleverness says what the shortest win is; the
// engine must find it with its exact distance, in positions of every game in
// which one side has run out of luck.
func TestMateDistances(t *testing.T) {
	if testing.Short() {
		t.Skip("searches many random positions")
	}
	for _, id := range games {
		t.Run(id, func(t *testing.T) {
			found := 0
			for seed := uint64(1); found < 12 && seed < 4000; seed++ {
				p := randomGame(rules(t, id), seed, 24+int(seed%60))
				if p.Status() != position.Ongoing {
					continue
				}
				for plies := 1; plies <= 3; plies += 2 {
					if !forced(p, plies) {
						continue
					}
					// Where stalemate wins, the reply may bring it about.
					found++
					info := think(p, engine.Limits{Depth: plies + 4, Nodes: 400_000, Pure: true})
					if got, ok := info.Score.Mate(); !ok || got != plies && (id == "chess" || id == "teammate" || got != plies-1) {
						t.Errorf("%s: %d, want a win in %d plies", p.FEN(), info.Score, plies)
					}
					break
				}
			}
			if found < 8 {
				t.Errorf("only %d positions", found)
			}
		})
	}
}

// forced reports whether the side to move can win within plies.
func forced(p *position.Position, plies int) bool {
	us := p.Turn()
	var u position.Undo
	for _, m := range p.AppendMoves(nil) {
		p.Make(m, &u)
		s := p.Status()
		won := p.Outcome(s) == position.WinFor(us)
		if !won && s != position.Checkmate && s != position.Stalemate && plies > 2 {
			won = true
			var v position.Undo
			for _, reply := range p.AppendMoves(nil) {
				p.Make(reply, &v)
				s := p.Status()
				ok := p.Outcome(s) == position.WinFor(us) || s != position.Checkmate && s != position.Stalemate && forced(p, plies-2)
				p.Unmake(reply, &v)
				if !ok {
					won = false
					break
				}
			}
		}
		p.Unmake(m, &u)
		if won {
			return true
		}
	}
	return false
}

// randomGame returns a position after random moves that prefer captures a
// little.
func randomGame(r *position.Rules, seed uint64, plies int) *position.Position {
	p := r.Start()
	var u position.Undo
	for range plies {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		seed = seed*6364136223846793005 + 1442695040888963407
		m := moves[seed>>33%uint64(len(moves))]
		if takes := p.AppendCaptures(nil); len(takes) > 0 && seed>>60 < 6 {
			m = takes[seed>>33%uint64(len(takes))]
		}
		p.Make(m, &u)
	}
	return p
}

func TestPuzzles(t *testing.T) {
	cases := []struct {
		name, id, fen string
		moves         []string // any of them
	}{
		{"mate in one", "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", []string{"Ra8#"}},
		{"smothered mate", "chess", "r5rk/6pp/7N/8/8/1Q6/6PP/7K w - - 0 1", []string{"Nf7#"}},
		{"underpromotes with a fork", "chess", "8/2P1k3/8/q7/8/8/8/6K1 w - - 0 1", []string{"c8=N+", "c8=Q"}},
		{"takes a free piece", "teammate", "k7/p7/8/3j4/8/4N3/PP6/K7 w - - 0 1", []string{"Nxd5"}},
		{"promotes", "teutonic", "8/4P3/8/8/k7/8/8/8/8/4K3 w - - 0 1", nil},
		{"does not stalemate where that loses", "teutonic", "k7/8/2T5/8/8/8/8/8/7K/7R w - - 0 1", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.id, c.fen)
			info := think(p, engine.Limits{Depth: 8})
			san := notation.SAN(p, info.Best())
			if c.moves != nil && !slices.Contains(c.moves, san) {
				t.Errorf("plays %s, want one of %v", san, c.moves)
			}
			if c.moves == nil {
				var u position.Undo
				p.Make(info.Best(), &u)
				if p.Status() == position.Stalemate {
					t.Errorf("plays %s, which stalemates", san)
				}
			}
		})
	}
}

// In Teutonic Knight's Chess the stalemated side wins.
func TestDecisiveStalemate(t *testing.T) {
	t.Run("the end is seen", func(t *testing.T) {
		p := parse(t, "teutonic", "k7/8/2T5/8/8/8/8/8/7K/1R6 b - - 0 1")
		if s := p.Status(); s != position.Stalemate || p.Outcome(s) != position.BlackWins {
			t.Fatalf("%v", s)
		}
	})
	t.Run("never stalemates when it can win", func(t *testing.T) {
		for _, fen := range []string{
			"k7/8/2T5/8/8/8/8/8/7K/7R w - - 0 1",
			"k7/8/8/1R6/8/8/8/8/7R/4K3 w - - 0 1",
			"7k/8/6K1/8/8/8/8/8/8/A7 w - - 0 1",
			"1k6/8/1K6/8/8/8/8/8/8/5R2 w - - 0 1",
		} {
			g, err := game.FromFEN(rules(t, "teutonic"), fen)
			if err != nil {
				t.Fatal(err)
			}
			e := engine.New(g.Rules(), engine.Options{HashMB: 8})
			for !g.Result().Over() && g.Ply() < 80 {
				keys := g.Keys()
				info := e.Think(context.Background(), g.Position(), keys[:len(keys)-1], engine.Limits{Nodes: 20_000}, nil)
				if err := g.Play(info.Best()); err != nil {
					t.Fatal(err)
				}
			}
			if g.Result().Reason != game.Checkmate || g.Result().Outcome != position.WhiteWins {
				t.Errorf("%s: %v %v after %v", fen, g.Result().Outcome, g.Result().Reason, g.SANs())
			}
		}
	})
	t.Run("seeks to be stalemated", func(t *testing.T) {
		// Black's king cannot move. The rook gives itself up on g1, where the
		// king must take it, and Black has no move left: it wins.
		p := parse(t, "teutonic", "k7/8/2T5/8/8/6r1/8/8/1R5P/7K b - - 0 1")
		if !forced(p, 3) {
			t.Fatal("not what the comment says")
		}
		info := think(p, engine.Limits{Depth: 6})
		if got, ok := info.Score.Mate(); !ok || got != 2 || notation.SAN(p, info.Best()) != "Rg1+" {
			t.Errorf("plays %s with %d, not Rg1+ with a win in 2 plies", notation.SAN(p, info.Best()), info.Score)
		}
	})
}

func TestSeesDraws(t *testing.T) {
	// One ply before the claim a won ending is worth nothing unless the
	// count is broken.
	for _, c := range []struct {
		id, fen string
	}{
		{"chess", "8/8/5k2/8/8/4K3/4Q3/8 w - - 99 80"},
		{"teammate", "8/6k1/8/8/8/2K5/3AJ3/8 w - - 127 80"},
		{"teutonic", "8/8/6k1/8/8/8/8/2K5/3AR3/8 w - - 99 80"},
	} {
		info := think(parse(t, c.id, c.fen), engine.Limits{Depth: 4})
		if info.Score != 0 {
			t.Errorf("%s %s: %d, want a draw", c.id, c.fen, info.Score)
		}
	}
	// With a pawn to push it is pushed, and mate on the last ply counts.
	for _, c := range []struct {
		id, fen, move string
	}{
		{"chess", "8/8/5k2/8/8/4K3/P3Q3/8 w - - 99 80", "a"},
		{"teammate", "8/6k1/8/8/8/2K5/P2AJ3/8 w - - 127 80", "a"},
		{"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "Ra8#"},
	} {
		p := parse(t, c.id, c.fen)
		info := think(p, engine.Limits{Depth: 4})
		if san := notation.SAN(p, info.Best()); !strings.HasPrefix(san, c.move) || info.Score < 300 {
			t.Errorf("%s %s: plays %s with %d", c.id, c.fen, san, info.Score)
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
	if got := notation.SAN(g.Position(), info.Best()); got != "Qe8+" || info.Score != 0 {
		t.Errorf("plays %s with %d, want the perpetual Qe8+", got, info.Score)
	}
}

func TestDeterministic(t *testing.T) {
	for _, id := range games {
		p := rules(t, id).Start()
		a := think(p, engine.Limits{Nodes: 20_000})
		b := think(p, engine.Limits{Nodes: 20_000})
		if a.Nodes != b.Nodes || !slices.Equal(a.PV, b.PV) || a.Score != b.Score {
			t.Errorf("%s: %+v and %+v", id, a, b)
		}
	}
	// An engine that has been cleared is as good as new.
	p := rules(t, "teammate").Start()
	e := engine.New(p.Rules(), engine.Options{HashMB: 8})
	first := e.Think(context.Background(), p, nil, engine.Limits{Depth: 6}, nil)
	e.Clear()
	second := e.Think(context.Background(), p, nil, engine.Limits{Depth: 6}, nil)
	if first.Nodes != second.Nodes || first.Score != second.Score {
		t.Errorf("%+v, once cleared %+v", first, second)
	}
}

func TestStops(t *testing.T) {
	p := rules(t, "teammate").Start()
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(30*time.Millisecond, cancel)
	e := engine.New(p.Rules(), engine.Options{HashMB: 1, Threads: 2})
	if info := e.Think(ctx, p, nil, engine.Limits{}, nil); !p.IsLegal(info.Best()) {
		t.Error("no legal move")
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if info := e.Think(cancelled, p, nil, engine.Limits{}, nil); !p.IsLegal(info.Best()) {
		t.Error("no legal move from a search that is over before it begins")
	}
	for _, l := range []engine.Limits{
		{Clock: &engine.Clock{Left: time.Millisecond}},
		{Clock: &engine.Clock{Left: 50 * time.Millisecond, MovesToGo: 1}},
		{Clock: &engine.Clock{}},
		{MoveTime: time.Nanosecond},
		{MoveTime: 20 * time.Millisecond},
		{Nodes: 1},
		{Level: 1, MoveTime: time.Nanosecond},
	} {
		if info := e.Think(context.Background(), p, nil, l, nil); !p.IsLegal(info.Best()) {
			t.Errorf("no legal move with %+v", l)
		}
	}
	// The end of a search that is over leaves a lost game: there is no move.
	mate := parse(t, "chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
	if info := think(mate, engine.Limits{Depth: 3}); info.Best() != position.NoMove || info.Ponder() != position.NoMove {
		t.Errorf("a move without any: %+v", info)
	}
}

func TestReports(t *testing.T) {
	p := rules(t, "teutonic").Start()
	e := engine.New(p.Rules(), engine.Options{HashMB: 1})
	depth := 0
	info := e.Think(context.Background(), p, nil, engine.Limits{Depth: 6}, func(i engine.Info) {
		if i.Depth != depth+1 || i.SelDepth < 1 || i.Nodes == 0 || len(i.PV) == 0 {
			t.Errorf("after depth %d: %+v", depth, i)
		}
		depth = i.Depth
		q := p.Clone()
		var u position.Undo
		for _, m := range i.PV {
			if !q.IsLegal(m) {
				t.Fatalf("depth %d: the line is not legal", i.Depth)
			}
			q.Make(m, &u)
		}
	})
	if depth != 6 || info.Depth != 6 || info.Ponder() == position.NoMove {
		t.Errorf("%+v after %d reports", info, depth)
	}
}

// With several lines each has another first move, and they come in order.
func TestMultiPV(t *testing.T) {
	p := parse(t, "teammate", "k7/p7/8/3j4/8/4N3/PP6/K7 w - - 0 1")
	var last []engine.Info
	info := thinkAloud(p, engine.Limits{Depth: 6, MultiPV: 4}, func(i engine.Info) {
		if i.Rank == 1 {
			last = last[:0]
		}
		last = append(last, i)
	})
	if len(last) != 4 || !slices.Equal(last[0].PV, info.PV) {
		t.Fatalf("%d lines: %+v", len(last), last)
	}
	seen := map[position.Move]bool{}
	for i, l := range last {
		if l.Rank != i+1 || l.Depth != 6 || seen[l.Best()] || i > 0 && l.Score > last[i-1].Score+40 {
			t.Errorf("line %d: %+v", i, l)
		}
		seen[l.Best()] = true
	}
	if last[0].Score < last[1].Score+300 {
		t.Errorf("the free piece is worth %d, the next best %d", last[0].Score, last[1].Score)
	}
	// No more lines than moves.
	n := 0
	few := parse(t, "chess", "7k/8/8/8/8/8/6q1/K7 w - - 0 1")
	thinkAloud(few, engine.Limits{Depth: 3, MultiPV: 10}, func(i engine.Info) { n = max(n, i.Rank) })
	if want := few.CountMoves(); n != want {
		t.Errorf("%d lines, want %d", n, want)
	}
}

// A weak level plays the same move in the same position with the same seed,
// and others with other seeds. It takes no longer than its nodes.
func TestLevels(t *testing.T) {
	for _, id := range games {
		p := rules(t, id).Start()
		e := engine.New(p.Rules(), engine.Options{HashMB: 1})
		for level := engine.MinLevel; level < engine.MaxLevel; level++ {
			moves := map[position.Move]bool{}
			seeds := uint64(12)
			if level > 3 {
				seeds = 2
			}
			if level > 4 && testing.Short() {
				continue
			}
			for seed := range seeds {
				l := engine.Limits{Level: level, Seed: seed}
				e.Clear()
				a := e.Think(context.Background(), p, nil, l, nil)
				e.Clear()
				b := e.Think(context.Background(), p, nil, l, nil)
				if a.Best() != b.Best() || !p.IsLegal(a.Best()) {
					t.Errorf("%s level %d seed %d: plays %v and %v", id, level, seed, a.Best(), b.Best())
				}
				if a.Nodes > 250_000 {
					t.Errorf("%s level %d: %d nodes", id, level, a.Nodes)
				}
				moves[a.Best()] = true
			}
			if level <= 3 && len(moves) < 3 {
				t.Errorf("%s level %d: always the same moves", id, level)
			}
		}
	}
}

// Each level beats the one two below it.
func TestLadder(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	e := engine.New(rules(t, "teammate"), engine.Options{HashMB: 1})
	for level := engine.MinLevel + 2; level <= 4; level++ {
		points := 0.0 // of the stronger
		const n = 6
		for i := range n {
			g := game.New(e.Rules())
			for !g.Result().Over() && g.Ply() < 160 {
				l := engine.Limits{Level: level - 2, Seed: uint64(i)}
				if (g.Ply()+i)%2 == 0 {
					l.Level = level
				}
				keys := g.Keys()
				if err := g.Play(e.Think(context.Background(), g.Position(), keys[:len(keys)-1], l, nil).Best()); err != nil {
					t.Fatal(err)
				}
			}
			score := e.Evaluate(g.Position())
			if g.Position().Turn() == position.Black {
				score = -score
			}
			stronger := position.Color(i % 2)
			switch o := g.Result().Outcome; {
			case o == position.WinFor(stronger), o == position.NoOutcome && (score > 200) == (stronger == position.White):
				points++
			case o == position.Drawn:
				points += 0.5
			}
		}
		if points < n*2/3 {
			t.Errorf("level %d has %v of %d against level %d", level, points, n, level-2)
		}
	}
}

// Games between levels end by the rules, on every game and level.
func TestSelfPlay(t *testing.T) {
	plies := 60
	if testing.Short() {
		plies = 12
	}
	for _, id := range games {
		for level := engine.MinLevel; level <= engine.MaxLevel; level += 3 {
			g := game.New(rules(t, id))
			e := engine.New(g.Rules(), engine.Options{HashMB: 4})
			for !g.Result().Over() && g.Ply() < plies {
				keys := g.Keys()
				info := e.Think(context.Background(), g.Position(), keys[:len(keys)-1], engine.Limits{Nodes: 2000, Level: level, Seed: 7}, nil)
				if err := g.Play(info.Best()); err != nil {
					t.Fatalf("%s level %d after %v: %v", id, level, g.SANs(), err)
				}
			}
		}
	}
}

// Whole games at full strength come to an end within the draw limits.
func TestWholeGames(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole games")
	}
	for _, id := range games {
		g := game.New(rules(t, id))
		e := engine.New(g.Rules(), engine.Options{HashMB: 4})
		for !g.Result().Over() && g.Ply() < 1000 {
			keys := g.Keys()
			info := e.Think(context.Background(), g.Position(), keys[:len(keys)-1], engine.Limits{Nodes: 500}, nil)
			if err := g.Play(info.Best()); err != nil {
				t.Fatalf("%s after %v: %v", id, g.SANs(), err)
			}
		}
		if !g.Result().Over() {
			t.Errorf("%s: no end after %d plies", id, g.Ply())
		}
	}
}

// Endings against a bare king that need a plan are won within the draw limits.
func TestConverts(t *testing.T) {
	if testing.Short() {
		t.Skip("plays long endings")
	}
	for _, c := range []struct{ name, id, fen string }{
		{"bishop and knight", "chess", "2k5/8/1B6/7N/8/8/4K3/8 w - - 0 1"},
		{"knight and elephant", "teammate", "8/3K4/5EN1/8/k7/8/8/8 w - - 0 1"},
		{"elephant and brute", "teammate", "2B5/8/8/8/8/6K1/k4E2/8 b - - 0 1"},
		{"two brutes", "teammate", "8/8/8/8/3BB2K/8/7k/8 b - - 0 1"},
		{"unicorn and phoenix", "teammate", "8/6U1/8/6K1/8/8/k7/3F4 w - - 0 1"},
		{"teutonic knight", "teutonic", "8/8/7k/3T4/K7/8/8/8/8/8 w - - 0 1"},
		{"crown princess", "teutonic-princess", "K2C4/8/8/8/8/8/8/3k4/8/8 w - - 0 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := game.FromFEN(rules(t, c.id), c.fen)
			if err != nil {
				t.Fatal(err)
			}
			e := engine.New(g.Rules(), engine.Options{HashMB: 16})
			for !g.Result().Over() {
				if reason, ok := g.CanClaim(); ok {
					t.Fatalf("not won, but %v", reason)
				}
				keys := g.Keys()
				info := e.Think(context.Background(), g.Position(), keys[:len(keys)-1], engine.Limits{Nodes: 30_000}, nil)
				if err := g.Play(info.Best()); err != nil {
					t.Fatal(err)
				}
			}
			if o := g.Result().Outcome; o != position.WhiteWins {
				t.Errorf("%v %v", o, g.Result().Reason)
			}
		})
	}
}

func TestNoAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("counts what the race detector allocates, too")
	}
	for _, id := range games {
		p := rules(t, id).Start()
		e := engine.New(p.Rules(), engine.Options{HashMB: 8})
		few := testing.AllocsPerRun(2, func() { e.Think(context.Background(), p, nil, engine.Limits{Nodes: 2_000}, nil) })
		many := testing.AllocsPerRun(2, func() { e.Think(context.Background(), p, nil, engine.Limits{Nodes: 60_000}, nil) })
		if many > few+30 { // a line for each iteration
			t.Errorf("%s: %v allocations for 2,000 nodes, %v for 60,000", id, few, many)
		}
	}
}

func TestEvaluateAllocatesNothing(t *testing.T) {
	p := randomGame(rules(t, "teammate"), 5, 30)
	e := engine.New(p.Rules(), engine.Options{HashMB: 1})
	if n := testing.AllocsPerRun(100, func() { e.Evaluate(p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkThink(b *testing.B) {
	for _, id := range games {
		b.Run(id, func(b *testing.B) {
			p := rules(b, id).Start()
			e := engine.New(p.Rules(), engine.Options{HashMB: 16})
			b.ReportAllocs()
			var nodes uint64
			for b.Loop() {
				e.Clear()
				nodes += e.Think(context.Background(), p, nil, engine.Limits{Nodes: 300_000}, nil).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e3, "knodes/s")
		})
	}
}

func BenchmarkEvaluate(b *testing.B) {
	for _, id := range games {
		b.Run(id, func(b *testing.B) {
			p := randomGame(rules(b, id), 5, 20)
			e := engine.New(p.Rules(), engine.Options{HashMB: 1})
			b.ReportAllocs()
			for b.Loop() {
				e.Evaluate(p)
			}
		})
	}
}
