package live_test

import (
	"testing"
	"testing/synctest"
	"time"

	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store/storetest"
)

const ms = time.Millisecond

// laggard plays a move after some thought over a slow connection, and returns
// what was given back.
func (x *table) laggard(action live.Action, move string, thought, lag time.Duration) time.Duration {
	x.t.Helper()
	before := x.view()
	side := before.Turn
	time.Sleep(thought + lag)
	x.ids++
	c := live.Command{ID: x.seats[0] + move + string(rune('a'+x.ids)), Action: action, Move: move, Ply: -1, Lag: lag}
	if _, err := x.send(c); err != nil {
		x.t.Fatalf("%s: %v", move, err)
	}
	return x.view().Clock.Left[side] - (before.Clock.Left[side] - thought - lag)
}

func TestLagIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		h := newHub(t, st, botstest.Script{})
		ann := create(t, h, live.Setup{Variant: "chess", Mode: live.Link, Color: "white", Clock: clocked(time.Minute, 0)})
		bob := ann.sit("", "Bob")
		if got := ann.laggard(live.ActMove, "e2e4", time.Second, 300*ms); got != 1300*ms {
			t.Errorf("the first move is free, and cost %v", 1300*ms-got)
		}
		for i, tc := range []struct {
			x            *table
			move         string
			thought, lag time.Duration
			want         time.Duration
		}{
			{bob, "e7e5", time.Second, 200 * ms, 200 * ms},
			{ann, "g1f3", time.Second, 0, 0},
			{bob, "b8c6", time.Second, 700 * ms, 500 * ms}, // the cap
			{ann, "f1b5", 0, 120 * ms, 120 * ms},
			// Bob's pool: 1.5 − 0.2 + 0.2 (full) − 0.5 + 0.25 = 1.25 s.
			{bob, "a7a6", time.Second, 500 * ms, 500 * ms},
			{ann, "b5a4", time.Second, -5 * ms, 0},
			{bob, "g8f6", time.Second, 500 * ms, 500 * ms},
			{ann, "e1g1", time.Second, 0, 0},
			{bob, "f8e7", time.Second, 500 * ms, 500 * ms},
			{ann, "f1e1", time.Second, 0, 0},
			// 1.25 − 3 × 0.5 + 3 × 0.25 = 0.5, then 0.25 for ever.
			{bob, "b7b5", time.Second, 500 * ms, 500 * ms},
			{ann, "a4b3", time.Second, 0, 0},
			{bob, "d7d6", time.Second, 500 * ms, 250 * ms},
			{ann, "c2c3", time.Second, 0, 0},
			{bob, "e8g8", time.Second, 500 * ms, 250 * ms},
			{ann, "h2h3", time.Second, 0, 0},
			{bob, "c6a5", time.Second, 400 * ms, 250 * ms},
		} {
			if got := tc.x.laggard(live.ActMove, tc.move, tc.thought, tc.lag); got != tc.want {
				t.Errorf("%d %s: %v were given back, want %v", i, tc.move, got, tc.want)
			}
		}
		// What is left in the pool is part of the game.
		h.Close()
		h = newHub(t, st, botstest.Script{})
		ann, bob = enter(t, h, ann.made), enter(t, h, bob.made)
		ann.ids, bob.ids = 20, 20
		time.Sleep(live.Grace)
		ann.laggard(live.ActMove, "b3c2", time.Second, 0)
		if got := bob.laggard(live.ActMove, "c7c5", time.Second, 500*ms); got != 250*ms {
			t.Errorf("after a restart %v were given back", got)
		}
		// No clock gains: a slow connection cannot give more than the move took.
		ann.ids++
		if _, err := ann.send(live.Command{ID: "quick", Action: live.ActMove, Move: "d2d4", Ply: -1, Lag: 400 * ms}); err != nil {
			t.Fatal(err)
		}
		if v := ann.view(); v.Clock.Left["white"] > time.Minute {
			t.Errorf("white has %v", v.Clock.Left["white"])
		}
	})
}

// TestLagDoesNotSave: a flag falls at its moment, whatever is on its way.
func TestLagDoesNotSave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := create(t, newHub(t, &storetest.Memory{}, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: clocked(10*time.Second, 0)})
		x.play("e2e4")
		time.Sleep(10*time.Second + 100*ms)
		if _, err := x.send(live.Command{ID: "late", Action: live.ActMove, Move: "e7e5", Ply: -1, Lag: 400 * ms}); code(err) != live.GameOver {
			t.Errorf("a late move: %v", err)
		}
	})
}

// TestLagOfPartners: each has a pool of his own, and passing does not fill it.
func TestLagOfPartners(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := seatFour(t, newHub(t, &storetest.Memory{}, botstest.Script{}), live.Setup{})
		want := []time.Duration{500 * ms, 500 * ms, 500 * ms, 0, 0}
		for i := range want {
			if got := p["wk"].laggard(live.ActPass, "", time.Second, 600*ms); got != want[i] {
				t.Errorf("pass %d: %v were given back, want %v", i, got, want[i])
			}
			p["wq"].laggard(live.ActPass, "", time.Second, 0)
		}
		if got := p["wk"].laggard(live.ActAttempt, "d2d4", time.Second, 600*ms); got != 0 {
			t.Errorf("a foul: %v were given back", got)
		}
		if got := p["wq"].laggard(live.ActPass, "", time.Second, 600*ms); got != 500*ms {
			t.Errorf("the partner: %v were given back", got)
		}
		if got := p["wk"].laggard(live.ActAttempt, "e2e4", time.Second, 600*ms); got != 0 {
			t.Errorf("a move: %v were given back", got)
		}
		p["bk"].laggard(live.ActAttempt, "e7e5", time.Second, 0)
		if got := p["wk"].laggard(live.ActAttempt, "g1f3", time.Second, 600*ms); got != 250*ms {
			t.Errorf("the move after: %v were given back", got)
		}
	})
}
