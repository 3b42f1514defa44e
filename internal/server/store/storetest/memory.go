package storetest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"tagmate/internal/server/store"
)

// Memory is a store.Store that forgets everything when it is dropped, and that
// fails when a test wants it to. Its zero value is ready.
type Memory struct {
	mu    sync.Mutex
	fail  Fault
	games map[string]*memoryGame
	// attempts are what players have practised, newest first.
	attempts map[store.TokenHash][]store.Attempt
}

// Fault is asked before each write, and may take its time. An error that it
// returns is what the write returns; when kept is true the write is done all
// the same, as when a connection breaks between the commit and its answer.
type Fault func(op string) (err error, kept bool)

// Fail sets the fault of all writes from now on; nil for none.
func (m *Memory) Fail(f Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fail = f
}

type memoryGame struct {
	game   store.Game
	events []store.Event
	seats  []store.Seat
	// players have the game in their history.
	players map[store.TokenHash]bool
}

var _ store.Store = (*Memory)(nil)

func (m *Memory) fault(op string, write func() error) error {
	m.mu.Lock()
	fail := m.fail
	m.mu.Unlock()
	if fail != nil {
		if err, kept := fail(op); err != nil {
			if kept {
				m.locked(write)
			}
			return err
		}
	}
	return m.locked(write)
}

func (m *Memory) locked(write func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return write()
}

// Create implements store.Store.
func (m *Memory) Create(ctx context.Context, g store.Game, first store.Event, seats []store.Seat) error {
	return m.fault("create", func() error {
		if m.games[g.ID] != nil || first.Seq != 1 || first.Game != g.ID {
			return store.ErrConflict
		}
		if m.games == nil {
			m.games = map[string]*memoryGame{}
		}
		seats = slices.Clone(seats)
		slices.SortFunc(seats, func(a, b store.Seat) int { return cmp.Compare(a.Name, b.Name) })
		x := &memoryGame{g, []store.Event{kept(first)}, seats, map[store.TokenHash]bool{}}
		for _, s := range seats {
			x.players[s.Hash] = true
		}
		m.games[g.ID] = x
		return nil
	})
}

// Append implements store.Store.
func (m *Memory) Append(ctx context.Context, e store.Event) error {
	return m.fault("append", func() error {
		g := m.games[e.Game]
		if g == nil {
			return store.ErrNotFound
		}
		for _, old := range g.events {
			if e.Command != "" && old.Command == e.Command && old.Seat == e.Seat {
				return store.ErrRepeated
			}
		}
		if e.Seq != int64(len(g.events))+1 {
			return store.ErrConflict
		}
		if e.Player != (store.TokenHash{}) {
			g.players[e.Player] = true
		}
		g.events = append(g.events, kept(e))
		return nil
	})
}

// kept returns the event as a real store would give it back.
func kept(e store.Event) store.Event {
	e.Payload, e.Player = slices.Clone(e.Payload), store.TokenHash{}
	e.At = e.At.UTC().Truncate(1000).Round(0)
	return e
}

// Finish implements store.Store.
func (m *Memory) Finish(ctx context.Context, game string) error {
	return m.set("finish", game, func(g *store.Game) { g.Open = false })
}

// List implements store.Store.
func (m *Memory) List(ctx context.Context, game string, on bool) error {
	return m.set("list", game, func(g *store.Game) { g.Listed = on })
}

// Begin implements store.Store.
func (m *Memory) Begin(ctx context.Context, game string) error {
	return m.set("begin", game, func(g *store.Game) { g.Waiting = false })
}

func (m *Memory) set(op, game string, change func(*store.Game)) error {
	return m.fault(op, func() error {
		g := m.games[game]
		if g == nil {
			return store.ErrNotFound
		}
		change(&g.game)
		return nil
	})
}

// Listed implements store.Store.
func (m *Memory) Listed(ctx context.Context, after time.Time, limit int) ([]store.Game, error) {
	list := m.find(func(g *memoryGame) bool { return g.game.Open && g.game.Listed && g.game.CreatedAt.After(after) }, -1)
	return list[:min(limit, len(list))], nil
}

// Waiting implements store.Store.
func (m *Memory) Waiting(ctx context.Context, before time.Time, limit int) ([]store.Game, error) {
	list := m.find(func(g *memoryGame) bool { return g.game.Open && g.game.Waiting && g.game.CreatedAt.Before(before) }, 1)
	return list[:min(limit, len(list))], nil
}

// History implements store.Store.
func (m *Memory) History(ctx context.Context, player store.TokenHash, before time.Time, limit int) ([]store.Game, error) {
	list := m.find(func(g *memoryGame) bool { return g.players[player] && g.game.CreatedAt.Before(before) }, -1)
	return list[:min(limit, len(list))], nil
}

// find returns the games that match, the oldest first if order is 1 and the
// newest if it is -1.
func (m *Memory) find(match func(*memoryGame) bool, order int) []store.Game {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []store.Game
	for _, g := range m.games {
		if match(g) {
			list = append(list, g.game)
		}
	}
	slices.SortFunc(list, func(a, b store.Game) int {
		return cmp.Or(order*a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// Clone returns a store with the same games, which then go their own ways.
func (m *Memory) Clone() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := &Memory{games: map[string]*memoryGame{}}
	for id, g := range m.games {
		c.games[id] = &memoryGame{g.game, slices.Clone(g.events), slices.Clone(g.seats), maps.Clone(g.players)}
	}
	c.attempts = maps.Clone(m.attempts)
	return c
}

// AddAttempts implements store.Practice.
func (m *Memory) AddAttempts(ctx context.Context, player store.TokenHash, list []store.Attempt) (added int, err error) {
	err = m.fault("practise", func() error {
		all := slices.Clone(m.attempts[player])
		for _, a := range list {
			if slices.ContainsFunc(all, func(b store.Attempt) bool { return a.ID == b.ID }) {
				continue
			}
			a.At = a.At.UTC().Truncate(1000).Round(0)
			all = append(all, a)
			added++
		}
		slices.SortFunc(all, func(a, b store.Attempt) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID)) })
		if m.attempts == nil {
			m.attempts = map[store.TokenHash][]store.Attempt{}
		}
		m.attempts[player] = all[:min(len(all), store.MaxAttempts)]
		return nil
	})
	return added, err
}

// Attempts implements store.Practice.
func (m *Memory) Attempts(ctx context.Context, player store.TokenHash) ([]store.Attempt, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.attempts[player]), nil
}

// Game implements store.Store.
func (m *Memory) Game(ctx context.Context, id string) (store.Game, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.games[id]
	if g == nil {
		return store.Game{}, store.ErrNotFound
	}
	game := g.game
	game.CreatedAt = game.CreatedAt.UTC().Truncate(1000).Round(0)
	return game, nil
}

// Events implements store.Store.
func (m *Memory) Events(ctx context.Context, game string, after int64) ([]store.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.games[game]
	if g == nil || after >= int64(len(g.events)) {
		return nil, nil
	}
	return slices.Clone(g.events[max(after, 0):]), nil
}

// Seats implements store.Store.
func (m *Memory) Seats(ctx context.Context, game string) ([]store.Seat, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.games[game]
	if g == nil {
		return nil, nil
	}
	return slices.Clone(g.seats), nil
}

// TimedGames implements store.Store.
func (m *Memory) TimedGames(ctx context.Context) ([]store.Game, error) {
	return m.find(func(g *memoryGame) bool { return g.game.Open && g.game.Timed }, 1), nil
}

// Close implements store.Store. What was kept stays for the next test step.
func (m *Memory) Close() error { return nil }
