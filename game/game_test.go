package game_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tagmate/game"
	"tagmate/position"
)

func start(t testing.TB, id, fen string) *game.Game {
	t.Helper()
	r, err := position.RulesOf(id)
	if err != nil {
		t.Fatal(err)
	}
	if fen == "" {
		return game.New(r)
	}
	g, err := game.FromFEN(r, fen)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func play(t testing.TB, g *game.Game, moves string) {
	t.Helper()
	for _, m := range strings.Fields(moves) {
		if _, err := g.PlayText(m); err != nil {
			t.Fatalf("%s after %v: %v", m, g.SANs(), err)
		}
	}
}

func TestResults(t *testing.T) {
	cases := []struct {
		name, id, fen, moves string
		outcome, reason      string
	}{
		{"fool's mate", "chess", "", "f3 e5 g4 Qh4#", "0-1", "checkmate"},
		{"stalemate draws in chess", "chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qf7", "1/2-1/2", "stalemate"},
		{"stalemate draws in Team-Mate", "teammate", "k7/8/1K6/4N3/8/8/7P/8 w - - 0 1", "Nc6", "1/2-1/2", "stalemate"},
		{"who stalemates loses in Teutonic", "teutonic", "k7/8/2T5/8/8/8/8/8/7K/7R w - - 0 1", "Rb1", "0-1", "stalemate-wins"},
		{"who stalemates loses, colours turned", "teutonic", "K7/8/2t5/8/8/8/8/8/7k/7r b - - 0 1", "Rb1", "1-0", "stalemate-wins"},
		{"bare kings in Teutonic", "teutonic", "7k/8/8/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kxe2", "1/2-1/2", "material"},
		{"a game may be over as it starts", "teammate", "6k1/8/8/8/8/8/8/K7 w - - 0 1", "", "1/2-1/2", "material"},
		{"material after capture", "teammate", "k7/8/8/8/8/8/1p6/K3N3 w - - 0 1", "Kxb2", "1/2-1/2", "material"},
		{"a lone Brute", "teammate", "k7/8/8/8/8/8/1p6/K3B3 w - - 0 1", "Kxb2", "1/2-1/2", "material"},
		{"75 moves in chess", "chess", "k7/8/8/8/8/8/8/KR6 w - - 149 100", "Rb2", "1/2-1/2", "move-limit"},
		{"96 moves in Team-Mate", "teammate", "k7/8/8/8/8/8/8/KAJ5 w - - 191 100", "Ab2", "1/2-1/2", "move-limit"},
		{"mate on the last ply counts", "chess", "7k/8/6K1/8/8/8/8/R7 w - - 149 100", "Ra8#", "1-0", "checkmate"},
		{"fivefold", "chess", "", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "1/2-1/2", "fivefold"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := start(t, c.id, c.fen)
			play(t, g, c.moves)
			r := g.Result()
			if r.Outcome.String() != c.outcome || r.Reason.String() != c.reason {
				t.Errorf("%s %q after %v (%s), want %s %q", r.Outcome, r.Reason, g.SANs(), g.Position().FEN(), c.outcome, c.reason)
			}
			if r.Over() {
				if err := g.Play(position.NoMove); !errors.Is(err, game.ErrOver) {
					t.Errorf("a move after the end: %v", err)
				}
			}
		})
	}
}

func TestClaims(t *testing.T) {
	g := start(t, "chess", "")
	if err := g.Claim(); !errors.Is(err, game.ErrNoClaim) {
		t.Errorf("claim at the start: %v", err)
	}
	play(t, g, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
	if _, ok := g.CanClaim(); ok {
		t.Error("claim one ply early")
	}
	play(t, g, "Ng8")
	if why, ok := g.CanClaim(); !ok || why != game.Threefold || g.Repetitions() != 3 {
		t.Errorf("third time: %v %v, %d repetitions", why, ok, g.Repetitions())
	}
	if err := g.Claim(); err != nil || g.Result().Reason != game.Threefold {
		t.Errorf("claim: %v, %v", err, g.Result())
	}
	for _, c := range []struct {
		id  string
		ply int
		may bool
	}{{"chess", 99, false}, {"chess", 100, true}, {"teammate", 127, false}, {"teammate", 128, true}} {
		g := start(t, c.id, fmt.Sprintf("k7/pp6/8/8/8/8/6PP/7K w - - %d 80", c.ply))
		if why, ok := g.CanClaim(); ok != c.may || ok && why != game.MoveLimitClaim {
			t.Errorf("%s after %d plies: %v %v", c.id, c.ply, why, ok)
		}
	}
}

func TestFlag(t *testing.T) {
	cases := []struct{ name, id, fen, outcome, reason string }{
		{"chess loses", "chess", "k7/8/8/8/8/8/1q6/4K2R b - - 0 1", "1-0", "flag"},
		{"chess against a bare king", "chess", "k7/8/8/8/8/8/1q6/4K3 b - - 0 1", "1/2-1/2", "flag-material"},
		{"Team-Mate against one piece", "teammate", "k7/p7/8/8/8/8/8/4K2A b - - 0 1", "1/2-1/2", "flag-material"},
		{"Team-Mate against a pair", "teammate", "k7/p7/8/8/8/8/8/4K1AJ b - - 0 1", "1-0", "flag"},
		{"Teutonic against a bare king", "teutonic", "k7/p7/8/8/8/8/8/8/8/4K3 b - - 0 1", "1-0", "flag"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := start(t, c.id, c.fen)
			g.Flag(position.Black)
			if r := g.Result(); r.Outcome.String() != c.outcome || r.Reason.String() != c.reason {
				t.Errorf("%s %s, want %s %s", r.Outcome, r.Reason, c.outcome, c.reason)
			}
		})
	}
}

func TestOffersAndEnds(t *testing.T) {
	g := start(t, "chess", "")
	g.Offer(position.White)
	play(t, g, "e4")
	if !g.Offered(position.White) {
		t.Error("an offer stands until the other side moves")
	}
	play(t, g, "e5")
	if g.Offered(position.White) {
		t.Error("a move declines an offer")
	}
	g.Offer(position.Black)
	g.Offer(position.White)
	if g.Result().Reason != game.Agreement {
		t.Errorf("two offers: %v", g.Result())
	}
	g.Resign(position.White)
	if g.Result().Reason != game.Agreement {
		t.Error("a game that is over was resigned")
	}
	g = start(t, "chess", "")
	g.Resign(position.White)
	if r := g.Result(); r.Outcome != position.BlackWins || r.Reason != game.Resignation {
		t.Errorf("resignation: %v", r)
	}
	g = start(t, "chess", "")
	g.Abort()
	if r := g.Result(); r.Outcome != position.NoOutcome || !r.Over() {
		t.Errorf("abort: %v", r)
	}
}

func TestTakeBack(t *testing.T) {
	g := start(t, "chess", "")
	if g.TakeBack() {
		t.Error("nothing to take back")
	}
	before := g.Position().FEN()
	play(t, g, "f3 e5 g4 Qh4#")
	for g.TakeBack() {
		if g.Result().Over() {
			t.Error("still over after taking back")
		}
	}
	if got := g.Position().FEN(); got != before || len(g.Keys()) != 1 || len(g.SANs()) != 0 {
		t.Errorf("back at %s", got)
	}
}

// What was drawn without a claim goes on when it is asked to, and nothing else.
func TestPlayOn(t *testing.T) {
	g := start(t, "chess", "8/8/8/4N3/4k3/8/6K1/8 b - - 0 1")
	for _, m := range []string{"e4e5", "g2g3", "e5e4"} {
		g.PlayOn()
		if _, err := g.PlayText(m); err != nil {
			t.Fatal(err)
		}
		if r := g.Result(); r.Reason != game.Material {
			t.Errorf("after %s: %v", m, r)
		}
	}
	if !g.PlayOn() || g.Result().Over() {
		t.Errorf("a dead draw does not go on: %v", g.Result())
	}
	g.Resign(position.White)
	if g.PlayOn() || g.Result().Reason != game.Resignation {
		t.Errorf("a resigned game goes on: %v", g.Result())
	}
	if g := start(t, "chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"); g.PlayOn() || g.Result().Reason != game.StalemateDraw {
		t.Errorf("a stalemate goes on: %v", g.Result())
	}
}

func TestReasonCodes(t *testing.T) {
	for r := game.NoReason + 1; r.String() != ""; r++ {
		if got, ok := game.ReasonOf(r.String()); !ok || got != r {
			t.Errorf("%d is %q, which reads as %d", r, r, got)
		}
	}
	if _, ok := game.ReasonOf(""); ok {
		t.Error("no reason has an empty code")
	}
}

func ExampleGame() {
	rules, _ := position.RulesOf("teutonic")
	g := game.New(rules)
	for _, m := range []string{"e5", "Tc8", "e5e6"} {
		if _, err := g.PlayText(m); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(g.SANs(), g.Position().FEN())
	// Output:
	// [e5 Tc8 e6] r1dakdtr/pppppppp/2t5/8/4P3/8/8/8/PPPP1PPP/RTDAKDTR b KQkq - 0 2
}

func TestRecord(t *testing.T) {
	g := start(t, "teammate", "8/j3P1K1/8/8/8/8/8/k7 w - - 0 1")
	play(t, g, "e7e8b")
	want := `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[Variant "teammate"]
[SetUp "1"]
[FEN "8/j3P1K1/8/8/8/8/8/k7 w - - 0 1"]

1. e8=B *
`
	if got := g.Record().String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if s := start(t, "chess", "").Record().String(); strings.Contains(s, "Variant") {
		t.Errorf("a record of chess names a variant:\n%s", s)
	}
}
