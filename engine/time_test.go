package engine

import (
	"testing"
	"time"
)

const ms = time.Millisecond

// A game on a clock that loses time at every move, as on a busy machine: no
// flag falls, although every search uses all that it may. Time is counted, not
// measured.
func TestClockLasts(t *testing.T) {
	for _, c := range []struct {
		name  string
		clock Clock
		lag   func(move int) time.Duration
		late  bool // the lag is within the search, not beside it
	}{
		{"bullet", Clock{Left: time.Second, Increment: 50 * ms}, func(int) time.Duration { return 2 * ms }, false},
		{"bullet, slow line", Clock{Left: time.Second, Increment: 50 * ms}, func(int) time.Duration { return 45 * ms }, false},
		{"bullet, busy machine", Clock{Left: time.Second, Increment: 50 * ms}, func(n int) time.Duration {
			if n%9 == 5 {
				return 150 * ms
			}
			return 5 * ms
		}, false},
		{"bullet, searches that end late", Clock{Left: time.Second, Increment: 50 * ms}, func(n int) time.Duration {
			if n%9 == 5 {
				return 150 * ms
			}
			return 5 * ms
		}, true},
		{"no increment", Clock{Left: 10 * time.Second}, func(int) time.Duration { return 10 * ms }, false},
		{"moves to go", Clock{Left: 2 * time.Second, MovesToGo: 40}, func(int) time.Duration { return 20 * ms }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var g lag
			now := c.clock
			for move := range 100 {
				if c.clock.MovesToGo > 0 {
					if now.MovesToGo = c.clock.MovesToGo - move%c.clock.MovesToGo; move > 0 && now.MovesToGo == c.clock.MovesToGo {
						now.Left += c.clock.Left
					}
				}
				g.begin(now)
				s := &search{}
				s.budget(Limits{Clock: &now}, &g)
				spent := s.hard // the worst that a search may do
				if move%4 != 0 {
					spent = min(s.patience(1, 0)*12/10, s.hard)
				}
				if c.late {
					spent += c.lag(move)
				}
				g.end(now, spent, s.hard)
				now.Left -= spent
				if !c.late {
					now.Left -= c.lag(move)
				}
				if now.Left <= 0 {
					t.Fatalf("the flag falls at move %d", move+1)
				}
				now.Left += c.clock.Increment
			}
		})
	}
}

// What a clock is short of counts as lag, unless it has been set anew.
func TestLag(t *testing.T) {
	var g lag
	c := Clock{Left: time.Second, Increment: 50 * ms}
	for _, step := range []struct {
		name        string
		left        time.Duration // as the interface says
		spent, want time.Duration // thinking; reserve before it
	}{
		{"first move", 1000 * ms, 100 * ms, overhead},
		{"nothing lost", 950 * ms, 100 * ms, overhead},
		{"80 ms lost", 820 * ms, 20 * ms, overhead + 160*ms + 300*ms},
		{"nothing lost, fading", 850 * ms, 20 * ms, overhead + 140*ms + 200*ms},
		{"a new game", 10000 * ms, 500 * ms, overhead + 2*(61250*time.Microsecond) + 10*(11250*time.Microsecond)},
		{"set back", 1000 * ms, 0, overhead + 2*(53593750*time.Nanosecond) + 10*(3593750*time.Nanosecond)},
	} {
		c.Left = step.left
		g.begin(c)
		if got := g.reserve(c.Increment, 10); got != step.want {
			t.Errorf("%s: reserve %v, want %v", step.name, got, step.want)
		}
		g.end(c, step.spent, step.spent)
	}
}

// The times of a search stay within the clock, whatever it shows.
func TestBudget(t *testing.T) {
	for left := ms; left < time.Hour; left = left*3/2 + ms {
		for _, increment := range []time.Duration{0, 10 * ms, time.Second} {
			for togo := range 4 {
				for _, worst := range []time.Duration{0, 300 * ms} {
					s := &search{}
					s.budget(Limits{Clock: &Clock{Left: left, Increment: increment, MovesToGo: togo}}, &lag{worst: worst})
					if s.hard <= 0 || s.hard > max(left-overhead, ms) || s.soft > s.hard && s.patience(0, 60) > s.hard {
						t.Errorf("left %v, increment %v, %d to go, lag %v: soft %v, hard %v", left, increment, togo, worst, s.soft, s.hard)
					}
				}
			}
		}
	}
}
