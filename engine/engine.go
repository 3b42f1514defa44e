package engine

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tagmate/position"
)

// MaxHashMB bounds the hash table, in MiB: a table that the machine has no memory
// for cannot be refused any more once it has been asked for.
const MaxHashMB = 4096

// Options are the resources of an engine.
type Options struct {
	HashMB  int    // size of the hash table in MiB, 16 if 0; MaxHashMB at most
	Threads int    // threads to search with, 1 if 0
	Tables  Tables // of endgames, for full strength; nil for none
}

// Limits bound one search. With none set it goes on until its context ends.
type Limits struct {
	Depth    int             // plies; 0 for no limit
	Nodes    uint64          // positions; 0 for no limit
	Mate     int             // stop when a win within that many plies is found; 0 for no limit
	MoveTime time.Duration   // for this move; 0 for no limit
	Clock    *Clock          // nil without a clock
	Level    int             // MinLevel to MaxLevel; 0 is MaxLevel
	Seed     uint64          // of the whims of weak levels
	MultiPV  int             // best lines to report at full strength; 0 is 1
	Moves    []position.Move // look at these first moves only; nil for all
	Pure     bool            // ignore every automatic draw: only mate and stalemate end a line
}

// Clock is the time that the side to move has left.
type Clock struct {
	Left, Increment time.Duration
	MovesToGo       int // until more time is added; 0 for the rest of the game
}

// Info is how far a search has come.
type Info struct {
	Rank            int // of the line: 1 for the best, more with Limits.MultiPV
	Depth, SelDepth int
	Score           Score
	Nodes           uint64
	Time            time.Duration
	PV              []position.Move // best line, from the root
}

// Best returns the move to play, NoMove if there is none.
func (i Info) Best() position.Move { return i.pv(0) }

// Ponder returns the reply that is expected, NoMove if none is known.
func (i Info) Ponder() position.Move { return i.pv(1) }

func (i Info) pv(n int) position.Move {
	if n < len(i.PV) {
		return i.PV[n]
	}
	return position.NoMove
}

// Engine searches in one game. Think may not be called twice at once.
type Engine struct {
	rules   *position.Rules
	know    *knowledge
	table   *table
	workers []*worker
	lag     lag
	tables  Tables
}

// New returns an engine for a game.
func New(r *position.Rules, o Options) *Engine {
	if o.HashMB <= 0 {
		o.HashMB = 16
	}
	o.HashMB = min(o.HashMB, MaxHashMB)
	e := &Engine{rules: r, know: knowledgeOf(r), table: newTable(o.HashMB), tables: o.Tables}
	for range max(o.Threads, 1) {
		e.workers = append(e.workers, newWorker(e))
	}
	return e
}

// Rules returns the rules of the engine's game.
func (e *Engine) Rules() *position.Rules { return e.rules }

// Clear forgets everything learned in earlier searches.
func (e *Engine) Clear() {
	e.table.clear()
	e.lag = lag{}
	for _, w := range e.workers {
		w.forget()
	}
}

// Evaluate returns the static worth of a position for the side to move,
// without search.
func (e *Engine) Evaluate(p *position.Position) Score {
	var pawns pawnInfo
	return e.know.evaluate(p, &pawns)
}

// HashFull returns how many of a thousand places of the hash table the last
// search has filled.
func (e *Engine) HashFull() int { return e.table.full() }

// search is one call of Think, shared by its threads.
type search struct {
	engine   *Engine
	ctx      context.Context
	start    time.Time
	soft     time.Duration // no new iteration after about this; 0 for none
	hard     time.Duration // stop; 0 for none
	fixed    bool          // soft is not to be stretched
	maxDepth int
	maxNodes uint64
	pure     bool
	only     []position.Move // first moves to look at; nil for all
	stopped  atomic.Bool
	nodes    atomic.Uint64   // of threads that have reported
	tableMen int             // positions of up to so many men are looked up
	barred   []position.Move // root moves that give away what the tables promise
	drawn    bool            // the tables know that the root is a draw
}

// Think searches a position for the side to move and returns the last Info;
// its PV is empty only when there is no legal move. History has the keys of
// the earlier positions of the game, oldest first, the root excluded; it may
// be nil. Report, if not nil, is called after each iteration, once for each
// line, from the calling goroutine. When ctx ends, the best move so far is returned.
func (e *Engine) Think(ctx context.Context, root *position.Position, history []uint64, l Limits, report func(Info)) Info {
	s := &search{engine: e, ctx: ctx, start: time.Now(), maxDepth: MaxPly - 20, maxNodes: l.Nodes, pure: l.Pure}
	if l.Depth > 0 {
		s.maxDepth = min(l.Depth, s.maxDepth)
	}
	if l.Clock != nil {
		e.lag.begin(*l.Clock)
		defer func() { e.lag.end(*l.Clock, time.Since(s.start), s.hard) }()
	}
	s.budget(l, &e.lag)
	e.table.next()
	legal := root.AppendMoves(nil)
	if l.Moves != nil {
		legal = slices.DeleteFunc(legal, func(m position.Move) bool { return !slices.Contains(l.Moves, m) })
		s.only = legal
	}
	if len(legal) == 0 {
		return Info{}
	}
	w := e.workers[0]
	w.begin(s, root, history)
	if l.Level >= MinLevel && l.Level < MaxLevel {
		return s.weak(w, l, legal, report)
	}
	if info, ok := s.byTable(w, max(l.MultiPV, 1), report); ok {
		return info
	}
	if s.drawn {
		report = s.level(report)
	}
	if len(legal) == 1 && s.hard > 0 {
		s.maxDepth = min(s.maxDepth, 4) // nothing to decide: just a score and a reply
	}

	var helpers sync.WaitGroup
	for i, h := range e.workers[1:] {
		h.begin(s, root, history)
		helpers.Add(1)
		go func() {
			defer helpers.Done()
			h.iterate(i%2, 0, nil)
		}()
	}
	w.lines = min(max(l.MultiPV, 1), len(legal)-len(s.barred))
	info := w.iterate(0, l.Mate, report)
	s.stopped.Store(true)
	helpers.Wait()
	if len(info.PV) == 0 {
		// Stopped before the first move was searched.
		info.PV, info.Score = w.glance(s.unbarred(legal))
	}
	if s.drawn {
		info.Score = 0
	}
	info.Nodes = s.nodes.Load()
	info.Time = time.Since(s.start)
	return info
}

// glance returns the move that looks best without a search.
func (w *worker) glance(legal []position.Move) ([]position.Move, Score) {
	best, score := legal[0], -infinite
	for _, m := range legal {
		w.make(m, 0)
		var s Score
		switch {
		case !w.pos.HasMove():
			s = -w.final(w.pos.InCheck(), 1)
		case w.isDraw():
		default:
			s = -w.evaluate()
		}
		w.unmake(m, 0)
		if !w.wins(m, 0) {
			s -= 200
		}
		if s > score {
			best, score = m, s
		}
	}
	return []position.Move{best}, score
}

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
