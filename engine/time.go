package engine

import "time"

// overhead is what a move costs at least beside thinking: the way to the other
// side and the system's timers.
const overhead = 15 * time.Millisecond

// lag learns in a game what moves cost beside thinking: what its clock is short
// of by our own count, and how much later a search ends than it was to. On a
// slow line or a busy machine that is more than the overhead.
type lag struct {
	left  time.Duration // what the clock should show at the next move, by our own count
	worst time.Duration // what was missing then at worst, fading from move to move
}

// maxLag is the most that is taken for lag; more is another game or an
// interface that has set the clock.
const maxLag = 2 * time.Second

// begin compares a clock with what it should show.
func (g *lag) begin(c Clock) {
	g.worst -= g.worst / 8
	if lost := g.left - c.Left; g.left > 0 && lost < maxLag {
		g.worst = max(g.worst, lost)
	}
	g.left = 0
}

// end notes what a clock should show after a search that took so long, and how
// late it was: hard was the most that it was to take.
func (g *lag) end(c Clock, spent, hard time.Duration) {
	g.worst = max(g.worst, min(spent-hard, maxLag))
	if c.MovesToGo != 1 { // else the clock is wound up
		g.left = c.Left - spent + c.Increment
	}
}

// reserve is what is left on the clock for anything but thinking, with some
// moves to play: twice the lag, and that of all moves as far as no increment
// pays for it.
func (g *lag) reserve(increment time.Duration, moves int) time.Duration {
	return overhead + 2*g.worst + time.Duration(moves)*max(g.worst-increment, 0)
}

// budget sets the times of a search.
func (s *search) budget(l Limits, g *lag) {
	if l.MoveTime > 0 {
		s.hard = max(l.MoveTime-overhead, l.MoveTime/2, time.Microsecond)
		s.soft = s.hard
		s.fixed = true
	}
	if c := l.Clock; c != nil {
		// For how many more moves the time has to last: games are longer, but
		// most are decided before.
		moves := 22
		if c.Increment == 0 {
			moves = 36 // nothing comes back in the long ones
		}
		if c.MovesToGo > 0 {
			moves = min(c.MovesToGo, moves)
		}
		// However great the reserve, some of the time is for thinking.
		left := max(c.Left-g.reserve(c.Increment, moves), (c.Left-overhead)/20, time.Millisecond)
		share := left/time.Duration(moves) + c.Increment*3/4
		soft := min(share, left/2)
		hard := min(share*3, left*3/10)
		if c.MovesToGo == 1 {
			soft, hard = left*5/10, left*8/10
		}
		hard = max(hard, time.Millisecond)
		if s.hard == 0 || hard < s.hard {
			s.hard = hard
		}
		if s.soft == 0 || soft < s.soft {
			s.soft = soft
			s.fixed = false
		}
	}
}

// patience is the time after which no new iteration begins: shorter when the
// best move has been the same for a while, longer when the score drops.
func (s *search) patience(steady int, drop Score) time.Duration {
	if s.fixed {
		return s.soft
	}
	percent := 130 - 12*min(steady, 6) + int(min(max(drop, 0), 60))
	return min(s.soft*time.Duration(percent)/100, s.hard)
}
