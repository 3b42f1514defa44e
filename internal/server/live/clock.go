package live

import "time"

// clock is a chess clock with an increment after each move. It runs on the
// monotonic part of the times that it is given, and holds whole milliseconds
// whenever it stands still, so that it is kept exactly.
type clock struct {
	initial, increment time.Duration
	left               map[string]time.Duration
	running            string    // the side whose time runs, or ""
	since              time.Time // from when on it runs; may be in the future
}

func newClock(c control) *clock {
	k := &clock{
		initial:   time.Duration(c.Initial) * time.Millisecond,
		increment: time.Duration(c.Increment) * time.Millisecond,
	}
	k.left = map[string]time.Duration{white: k.initial, black: k.initial}
	return k
}

// at returns what side has left at a time, at least 0.
func (k *clock) at(side string, now time.Time) time.Duration {
	d := k.left[side]
	if side == k.running {
		d -= max(now.Sub(k.since), 0)
	}
	return max(d, 0)
}

// stopped returns what both sides have left at a time, in the form to keep.
func (k *clock) stopped(now time.Time) left {
	if k == nil {
		return nil
	}
	l := left{}
	for side := range k.left {
		l[side] = k.at(side, now).Milliseconds()
	}
	return l
}

// pressed is stopped after a move by side, who gets his increment if his time
// was running.
func (k *clock) pressed(side string, now time.Time) left {
	l := k.stopped(now)
	if k != nil && k.running == side {
		l[side] += k.increment.Milliseconds()
	}
	return l
}

// set puts the clock to what was kept. It then stands still until run.
func (k *clock) set(l left) {
	if k == nil || l == nil {
		return
	}
	for side, ms := range l {
		if _, ok := k.left[side]; ok {
			k.left[side] = time.Duration(ms) * time.Millisecond
		}
	}
	k.running = ""
}

// run lets a side's time run from a moment on; "" stops the clock. It does
// nothing when that side's time is running already.
func (k *clock) run(side string, since time.Time) {
	if k == nil || k.running == side {
		return
	}
	k.running, k.since = side, since
}

// resume has the running side's time, if any, run from a moment on.
func (k *clock) resume(since time.Time) {
	if k != nil {
		k.since = since
	}
}

// deadline is when the running side's flag falls.
func (k *clock) deadline() (time.Time, bool) {
	if k == nil || k.running == "" {
		return time.Time{}, false
	}
	return k.since.Add(k.left[k.running]), true
}

// fallen reports whether the running side's time is up at a moment.
func (k *clock) fallen(now time.Time) bool {
	d, ok := k.deadline()
	return ok && !now.Before(d)
}
