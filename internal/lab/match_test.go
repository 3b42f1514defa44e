package lab

import (
	"context"
	"errors"
	"testing"
	"time"

	"tagmate/engine"
	"tagmate/game"
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

func TestOpenings(t *testing.T) {
	r := rules(t, "teutonic")
	a, b := Openings(r, 4, 7), Openings(r, 4, 7)
	if len(a) != 4 {
		t.Fatalf("%d openings", len(a))
	}
	for i := range a {
		if len(a[i]) != randomPlies || len(b[i]) != len(a[i]) {
			t.Fatalf("opening %d has %d and %d plies", i, len(a[i]), len(b[i]))
		}
		for j := range a[i] {
			if a[i][j] != b[i][j] {
				t.Fatal("the same seed gave other openings")
			}
		}
	}
}

func TestMatchOfLevels(t *testing.T) {
	r := rules(t, "teammate")
	var s Score
	m := &Match{
		Rules: r, Games: 4, Seed: 3, Nodes: 1500, MaxPlies: 200, Concurrency: 2,
		New: func(_ context.Context, which int) (Player, error) {
			return NewOwn(r, []int{engine.MaxLevel, 1}[which], 1, nil), nil
		},
		Done: func(p Played) bool {
			if p.Fault != NoFault {
				t.Errorf("game %d: %s", p.Index, p.Ending)
			}
			switch p.Points() {
			case 2:
				s.Wins++
			case 1:
				s.Draws++
			default:
				s.Losses++
			}
			return true
		},
	}
	if err := m.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if s.Games() != 4 || s.Losses > 0 {
		t.Errorf("%+v", s)
	}
}

// broken is a player that fails in one way.
type broken struct{ err error }

func (b broken) Name() string                            { return "broken" }
func (b broken) Begin(context.Context, *game.Game) error { return nil }
func (b broken) Close() error                            { return nil }
func (b broken) Move(context.Context, *game.Game, Clocks) (position.Move, error) {
	if b.err == nil {
		time.Sleep(5 * time.Millisecond) // longer than it has
		return position.NoMove, nil
	}
	return position.NoMove, b.err
}

func TestFaultsAreToldApart(t *testing.T) {
	r := rules(t, "chess")
	for want, err := range map[Fault]error{
		Crash: errors.New("the program ended"), Illegal: illegal{"e2e5"}, Claim: claimed{"1/2-1/2 {bored}"}, TimeLoss: nil,
	} {
		seen := 0
		m := &Match{
			Rules: r, Games: 2, Seed: 1, Base: time.Millisecond, Increment: time.Second,
			New: func(_ context.Context, which int) (Player, error) {
				if which == 1 {
					return broken{err}, nil
				}
				return NewOwn(r, 1, 1, nil), nil
			},
			Margin: time.Millisecond,
			Done: func(p Played) bool {
				if p.ByWhom == 1 && p.Fault == want && p.Points() == 2 {
					seen++
				}
				return true
			},
		}
		if want != TimeLoss {
			m.Base = time.Minute
		}
		if err := m.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if want != TimeLoss && seen != 2 || seen == 0 {
			t.Errorf("%s: seen in %d games", want, seen)
		}
	}
}
