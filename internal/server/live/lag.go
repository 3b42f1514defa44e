package live

import (
	"maps"
	"time"
)

// The network's time is not the player's: what a move spent on its way, by the
// round trip that the server has measured on the socket that it came by, is
// given back to the mover's clock. A client could delay its answers to look
// slow, so that there are bounds: a cap for each action, and a pool for each
// seat that empties with what is given and fills with each move. The scheme is
// that of scalachess's LagTracker (there 3 s, a pool of 5 s, 1 s a move), with
// less to gain for a liar.
const (
	mostLag = 500 * time.Millisecond  // given back for one action
	lagPool = 1500 * time.Millisecond // of a seat: at first, and at most
	lagGain = 250 * time.Millisecond  // with each move that is played
)

// lags has what seats have in their pools; who is not there has a full one. It
// is replaced and never changed.
type lags map[string]time.Duration

func (l lags) left(seat string) time.Duration {
	if d, ok := l[seat]; ok {
		return d
	}
	return lagPool
}

// after returns the pools after an action of a seat for which given was given
// back. Only a move fills a pool: partners could pass to and fro for ever.
func (l lags) after(seat string, given time.Duration, move bool) lags {
	left := l.left(seat) - given
	if move {
		left = min(left+lagGain, lagPool)
	}
	next := maps.Clone(l)
	if next == nil {
		next = lags{}
	}
	next[seat] = left
	return next
}

// allowance is what the clock of the side to move gets back for an action of a
// seat over a connection with a round trip of lag: no more than the action has
// cost it, so that no clock ever gains.
func (s *state) allowance(seat string, lag time.Duration, now time.Time) time.Duration {
	if s.clock == nil || s.clock.running == "" {
		return 0
	}
	used := now.Sub(s.clock.since)
	return max(min(lag, mostLag, s.pools.left(seat), used), 0).Truncate(time.Millisecond)
}

// spent is what is left on the clocks when a seat acts, for a move with the
// increment, and what was given back for the network.
func (s *state) spent(seat string, c Command, move bool, now time.Time) timed {
	side := s.turn()
	back := s.allowance(seat, c.Lag, now)
	t := timed{Clock: s.clock.stopped(now), Lag: back.Milliseconds()}
	if move {
		t.Clock = s.clock.pressed(side, now)
	}
	if back > 0 {
		t.Clock[side] += t.Lag
	}
	return t
}

// charge takes what was given back for an action out of the seat's pool.
func (s *state) charge(seat string, t timed, move bool) {
	if s.clock != nil {
		s.pools = s.pools.after(seat, time.Duration(t.Lag)*time.Millisecond, move)
	}
}
