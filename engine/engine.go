package engine

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"tagmate/position"
)

// Options are the resources of an engine.
type Options struct {
	HashMB  int // size of the hash table in MiB, 16 if 0
	Threads int // threads to search with, 1 if 0
}

// Limits bound one search. With none set it goes on until its context ends.
type Limits struct {
	Depth    int           // plies; 0 for no limit
	Nodes    uint64        // positions; 0 for no limit
	Mate     int           // stop when a win within that many plies is found; 0 for no limit
	MoveTime time.Duration // for this move; 0 for no limit
	Clock    *Clock        // nil without a clock
	Level    int           // MinLevel to MaxLevel; 0 is MaxLevel
	Seed     uint64        // of the whims of weak levels
	Pure     bool          // ignore every automatic draw: only mate and stalemate end a line
}

// Clock is the time that the side to move has left.
type Clock struct {
	Left, Increment time.Duration
	MovesToGo       int // until more time is added; 0 for the rest of the game
}

// Info is how far a search has come.
type Info struct {
	Depth, SelDepth int
	Score           Score
	Nodes           uint64
	Time            time.Duration
	PV              []position.Move // best line, from the root
}

// Engine searches in one game. Think may not be called twice at once.
type Engine struct {
	rules   *position.Rules
	know    *knowledge
	table   *table
	threads int
}

// New returns an engine for a game.
func New(r *position.Rules, o Options) *Engine {
	if o.HashMB <= 0 {
		o.HashMB = 16
	}
	return &Engine{rules: r, know: learn(r), table: newTable(o.HashMB), threads: max(o.Threads, 1)}
}

// Clear forgets everything learned in earlier searches.
func (e *Engine) Clear() { e.table.clear() }

// Evaluate returns the static worth of a position for the side to move,
// without search.
func (e *Engine) Evaluate(p *position.Position) Score { return e.know.evaluate(p) }

// search is one call of Think, shared by its threads.
type search struct {
	engine   *Engine
	ctx      context.Context
	start    time.Time
	soft     time.Duration // no new iteration after this; 0 for none
	hard     time.Duration // stop; 0 for none
	maxDepth int
	maxNodes uint64
	pure     bool
	stopped  atomic.Bool
	nodes    atomic.Uint64 // of threads that have reported
}

// Think searches a position for the side to move and returns the last Info;
// its PV is empty only when there is no legal move. History has the keys of
// the earlier positions of the game, oldest first, the root excluded; it may
// be nil. Report, if not nil, is called after each iteration from the calling
// goroutine. When ctx ends, the best move so far is returned.
func (e *Engine) Think(ctx context.Context, root *position.Position, history []uint64, l Limits, report func(Info)) Info {
	s := &search{engine: e, ctx: ctx, start: time.Now(), maxDepth: MaxPly - 20, maxNodes: l.Nodes, pure: l.Pure}
	if l.Depth > 0 {
		s.maxDepth = min(l.Depth, s.maxDepth)
	}
	s.budget(l)
	e.table.age = (e.table.age + 1) & 63
	legal := root.AppendMoves(nil)
	if len(legal) == 0 {
		return Info{}
	}
	if l.Level >= MinLevel && l.Level < MaxLevel {
		return s.weak(root, history, l, legal, report)
	}
	if len(legal) == 1 && s.hard > 0 {
		s.maxDepth = min(s.maxDepth, 4) // nothing to decide: just a score and a reply
	}

	var helpers sync.WaitGroup
	for i := 1; i < e.threads; i++ {
		helpers.Add(1)
		go func() {
			defer helpers.Done()
			w := newWorker(s, root, history)
			w.iterate(i%2, 0, nil)
		}()
	}
	w := newWorker(s, root, history)
	info := w.iterate(0, l.Mate, report)
	s.stopped.Store(true)
	helpers.Wait()
	if len(info.PV) == 0 {
		info.PV = legal[:1] // stopped before the first move was searched
	}
	info.Nodes = s.nodes.Load()
	info.Time = time.Since(s.start)
	return info
}

// budget sets the times of a search.
func (s *search) budget(l Limits) {
	if l.MoveTime > 0 {
		s.hard = max(l.MoveTime-overhead, l.MoveTime/2)
		s.soft = s.hard
	}
	if c := l.Clock; c != nil {
		left := max(c.Left-overhead, time.Millisecond)
		moves := 28 // how many more a game lasts, for sharing out the time
		if c.MovesToGo > 0 {
			moves = min(c.MovesToGo, moves)
		}
		share := left/time.Duration(moves) + c.Increment*3/4
		soft := min(share*6/10, left/2)
		hard := min(share*3, left*4/10)
		if c.MovesToGo == 1 {
			soft, hard = left*5/10, left*8/10
		}
		hard = max(hard, time.Millisecond)
		if s.hard == 0 || hard < s.hard {
			s.hard = hard
		}
		if s.soft == 0 || soft < s.soft {
			s.soft = soft
		}
	}
}

// overhead is what a move costs beside thinking: the way to the other side and
// the system's timers.
const overhead = 15 * time.Millisecond

// over reports whether the search must end.
func (s *search) over() bool {
	if s.stopped.Load() {
		return true
	}
	if s.ctx.Err() != nil || s.hard > 0 && time.Since(s.start) >= s.hard || s.maxNodes > 0 && s.nodes.Load() >= s.maxNodes {
		s.stopped.Store(true)
		return true
	}
	return false
}
