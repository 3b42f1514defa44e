package live

import (
	"context"
	"time"

	"tagmate/internal/server/store"
)

// Nodes are the other servers that share the store.
type Nodes interface {
	// Tell tells them that a game has a new event.
	Tell(game string)
	// Keep tells them which games this one keeps going.
	Keep(Kept)
	// Ask asks them how a game's clock runs. It returns false when none of them
	// knows.
	Ask(ctx context.Context, game string) (Running, bool)
	// Listen has the other nodes' words heard until they are no more.
	Listen(Ears) error
}

// Ears hear what other nodes say. None of the functions should wait long, and
// none is called twice at once, but for Asked.
type Ears struct {
	Told  func(game string)
	Kept  func(Kept)
	Asked func(game string) (Running, bool)
	// Missed is called when something may have been missed.
	Missed func()
}

// Kept are the games that a node keeps going: in which a clock runs or a computer
// player is to act.
type Kept struct {
	Node string
	// Visited are those that somebody is at, Alone the others.
	Visited, Alone []string
}

// Running says how long the clock of a game has run since an event; less than
// nothing when it stands still for so long.
type Running struct {
	Seq int64
	Ran time.Duration
}

const (
	// keepEvery is how often a node says which games it keeps. One that has not
	// said so for keepTime keeps it no longer.
	keepEvery = 10 * time.Second
	keepTime  = 35 * time.Second
	// askTime is how long a node waits for what the others know of a clock.
	askTime = 500 * time.Millisecond
)

// keeper is another node that keeps a game going.
type keeper struct {
	node    string
	visited bool
	heard   time.Time
}

// Join has the hub work together with other nodes. It is called before the
// first Enter, if at all.
func (h *Hub) Join(n Nodes) error {
	h.nodes, h.name, h.keepers = n, store.NewGameID(), map[string]keeper{}
	return n.Listen(Ears{Told: h.wake, Kept: h.hearKept, Asked: h.asked, Missed: h.wakeAll})
}

// hearKept notes who keeps which game. Of two that keep the same one, one that
// somebody is at goes before one that nobody is at, else the smaller name.
func (h *Hub) hearKept(k Kept) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	note := func(games []string, visited bool) {
		for _, id := range games {
			old, ok := h.keepers[id]
			if ok && now.Sub(old.heard) < keepTime && old.node != k.Node && !(visited && !old.visited) &&
				(old.visited && !visited || old.node < k.Node) {
				continue
			}
			h.keepers[id] = keeper{k.Node, visited, now}
		}
	}
	note(k.Visited, true)
	note(k.Alone, false)
}

// keptElsewhere reports whether a game that nobody is at here can be left to
// another node. The caller holds the lock.
func (h *Hub) keptElsewhere(id string) bool {
	k, ok := h.keepers[id]
	return ok && time.Since(k.heard) < keepTime && (k.visited || k.node < h.name)
}

// keep tells the others what is kept here, and takes over the games of nodes that
// are gone, until ctx ends.
func (h *Hub) keep(ctx context.Context) {
	every := time.NewTicker(keepEvery)
	defer every.Stop()
	for {
		select {
		case <-every.C:
			h.nodes.Keep(h.kept())
			for _, id := range h.orphans() {
				h.adopt(ctx, id)
			}
		case <-ctx.Done():
			return
		}
	}
}

func (h *Hub) kept() Kept {
	h.mu.Lock()
	defer h.mu.Unlock()
	k := Kept{Node: h.name}
	for id, e := range h.rooms {
		select {
		case <-e.ready:
		default:
			continue
		}
		switch {
		case e.room == nil || !e.room.busy.Load():
		case e.visits > 0:
			k.Visited = append(k.Visited, id)
		default:
			k.Alone = append(k.Alone, id)
		}
	}
	return k
}

// orphans returns the games that a node has kept and keeps no longer, and that
// are not here.
func (h *Hub) orphans() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var list []string
	for id, k := range h.keepers {
		if time.Since(k.heard) < keepTime {
			continue
		}
		delete(h.keepers, id)
		if h.rooms[id] == nil {
			list = append(list, id)
		}
	}
	return list
}

// adopt has a game go on here, unless it is over.
func (h *Hub) adopt(ctx context.Context, id string) {
	limited, cancel := context.WithTimeout(ctx, loadTime)
	defer cancel()
	g, err := h.store.Game(limited, id)
	if err == nil && g.Open {
		var v *Visit
		if v, err = h.Enter(limited, id); err == nil {
			v.Leave()
		}
	}
	if err != nil && ctx.Err() == nil {
		h.log.Warn("game not taken over", "game", id, "err", err)
	}
}

// asked answers another node that reads a game which may be running here.
func (h *Hub) asked(id string) (Running, bool) {
	h.mu.Lock()
	e := h.rooms[id]
	h.mu.Unlock()
	if e == nil {
		return Running{}, false
	}
	select {
	case <-e.ready:
	default:
		return Running{}, false
	}
	if e.room == nil {
		return Running{}, false
	}
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	reply := make(chan Running, 1)
	err := e.room.post(ctx, func(time.Time) {
		s := e.room.state
		if _, running := s.clock.deadline(); running {
			reply <- Running{s.seq, time.Since(s.clock.since)}
		} else {
			reply <- Running{}
		}
	})
	if err != nil {
		return Running{}, false
	}
	r, err := await(ctx, e.room, reply)
	return r, err == nil && r.Seq > 0
}

// start has a game that was read go on. When it is running at another node its
// clock runs on, else the server was down, and it stands still for Grace.
func (h *Hub) start(ctx context.Context, s *state) {
	after := time.Now().Add(Grace)
	if _, running := s.clock.deadline(); running {
		if h.nodes != nil {
			limited, cancel := context.WithTimeout(ctx, askTime)
			defer cancel()
			if r, ok := h.nodes.Ask(limited, s.id); ok && r.Seq == s.seq {
				after = time.Now().Add(-r.Ran)
			}
		}
		s.still = after
		s.clock.resume(after)
	}
	s.actedAt = after
}
