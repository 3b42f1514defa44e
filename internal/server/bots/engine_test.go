package bots_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"tagmate/game"
	"tagmate/internal/server/bots"
	"tagmate/position"
	"tagmate/variant"
)

func start(t *testing.T, id string) bots.Request {
	t.Helper()
	r, err := position.RulesOf(id)
	if err != nil {
		t.Fatal(err)
	}
	return bots.Request{Variant: id, Start: r.Start().FEN(), Level: 1, Seed: 1}
}

func TestEngineChoosesLegalMoves(t *testing.T) {
	e := &bots.Engine{}
	var wg sync.WaitGroup
	for _, id := range variant.IDs() {
		for _, level := range []int{1, 4, 6} {
			wg.Go(func() {
				r := start(t, id)
				r.Level = level
				rules, _ := position.RulesOf(id)
				g := game.New(rules)
				for range 2 {
					uci, err := e.Choose(t.Context(), r)
					if err != nil {
						t.Errorf("%s level %d: %v", id, level, err)
						return
					}
					if _, err := g.PlayText(uci); err != nil {
						t.Errorf("%s level %d: %v", id, level, err)
						return
					}
					r.Moves = append(r.Moves, uci)
				}
			})
		}
	}
	wg.Wait()
}

// TestEngineClaims: a draw is claimed by who does not stand better.
func TestEngineClaims(t *testing.T) {
	for _, tc := range []struct {
		name, fen string
		team      bool
		claims    bool
	}{
		{"a queen up", "7k/8/8/8/8/8/8/KQ6 w - - 0 1", false, false},
		{"a queen down", "7k/8/8/8/8/8/q7/K7 w - - 0 1", false, true},
		{"level", "4k3/4p3/4P3/8/8/8/8/4K3 w - - 0 1", false, true},
		{"a queen down, in a team", "7k/8/8/8/5q2/8/8/K7 w - - 0 1", true, true},
		{"fifty moves", "7k/8/8/8/8/8/8/KQ6 w - - 100 90", false, true}, // the other would claim
	} {
		r := bots.Request{Variant: "chess", Start: tc.fen, Level: 3, Claim: true}
		if tc.team {
			r.Variant, r.Team = "tag", &bots.Team{Text: tc.fen + " kk -"}
		}
		got, err := (&bots.Engine{MaxNodes: 20_000}).Choose(t.Context(), r)
		if err != nil || (got == bots.Claim) != tc.claims {
			t.Errorf("%s: %s, %v", tc.name, got, err)
		}
		r.Claim = false
		if got, err := (&bots.Engine{MaxNodes: 20_000}).Choose(t.Context(), r); err != nil || got == bots.Claim {
			t.Errorf("%s, with nothing to claim: %s, %v", tc.name, got, err)
		}
	}
}

func TestEngineKeepsToItsClock(t *testing.T) {
	r := start(t, "teammate")
	r.Level, r.Left = bots.MaxLevel, 500*time.Millisecond
	began := time.Now()
	if _, err := (&bots.Engine{}).Choose(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(began); d > r.Left {
		t.Errorf("took %v of %v", d, r.Left)
	}
}

func TestEngineStopsWithItsContext(t *testing.T) {
	r := start(t, "teutonic")
	r.Level = bots.MaxLevel
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	began := time.Now()
	(&bots.Engine{}).Choose(ctx, r)
	if d := time.Since(began); d > time.Second {
		t.Errorf("went on for %v", d)
	}
}

func TestEngineAndDraws(t *testing.T) {
	e := &bots.Engine{}
	for _, tc := range []struct {
		name, fen, color string
		want             bool
	}{
		{"a queen down", "k7/8/8/8/8/8/8/KQ6 w - - 0 1", "black", true},
		{"a queen down, to move", "k7/8/8/8/8/8/8/KQ6 b - - 0 1", "black", true},
		{"a queen up", "k7/8/8/8/8/8/8/KQ6 w - - 0 1", "white", false},
		{"at the start", "", "white", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := start(t, "chess")
			if tc.fen != "" {
				r.Start = tc.fen
			}
			if got, err := e.AcceptsDraw(t.Context(), r, tc.color); got != tc.want || err != nil {
				t.Errorf("accepts: %v, %v", got, err)
			}
		})
	}
}

func TestEngineRefusesWhatItCannotPlay(t *testing.T) {
	mated := start(t, "chess")
	mated.Moves = []string{"f2f3", "e7e5", "g2g4", "d8h4"}
	illegal := start(t, "chess")
	illegal.Moves = []string{"e2e5"}
	unknown := bots.Request{Variant: "checkers"}
	for _, r := range []bots.Request{mated, illegal, unknown} {
		if uci, err := (&bots.Engine{}).Choose(t.Context(), r); err == nil {
			t.Errorf("%+v: played %s", r, uci)
		}
	}
}
