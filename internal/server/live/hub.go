package live

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"tagmate/internal/server/bots"
	"tagmate/internal/server/store"
)

// Hub has the rooms of the games that somebody is at, or in which something
// goes on by itself. All other games are in the store only.
type Hub struct {
	store store.Store
	bots  bots.Player
	log   *slog.Logger
	meter Meter
	nodes Nodes  // nil for a server that is alone
	name  string // among the nodes

	mu      sync.Mutex
	keepers map[string]keeper // of other nodes, by game
	rooms   map[string]*entry
	closing bool
	running sync.WaitGroup // rooms, and what starts and ends them
}

// entry is a room and who is in it.
type entry struct {
	ready   chan struct{} // closed when room or err is set
	room    *room
	err     error
	visits  int
	emptied *time.Timer // runs while there are no visits
}

const (
	// keepEmpty is how long a room stays when everyone has left: a reload or a
	// lost connection should not read the game anew.
	keepEmpty = 5 * time.Minute
	// loadTime is how long a game may take to be read.
	loadTime = 10 * time.Second
)

// Meter hears what goes on, for measurements. It must not wait.
type Meter interface {
	// Kept is called for each event that the store has kept, with the time
	// that it took.
	Kept(kind string, took time.Duration)
}

type noMeter struct{}

func (noMeter) Kept(string, time.Duration) {}

// Measure sets the meter. It is called before the first Enter, if at all.
func (h *Hub) Measure(m Meter) { h.meter = m }

// wake has the room of a game, if there is one, look into the store.
func (h *Hub) wake(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e := h.rooms[id]; e != nil && !h.closing {
		h.nudge(e)
	}
}

func (h *Hub) wakeAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.rooms {
		if !h.closing {
			h.nudge(e)
		}
	}
}

func (h *Hub) nudge(e *entry) {
	select {
	case <-e.ready:
		e.nudge()
	default:
		// It is being read, perhaps from before the event.
		h.running.Go(func() { <-e.ready; e.nudge() })
	}
}

func (e *entry) nudge() {
	if e.room == nil {
		return
	}
	select {
	case e.room.woken <- struct{}{}:
	default: // it will look anyway
	}
}

// NewHub returns a hub. The caller closes the store after the hub.
func NewHub(st store.Store, p bots.Player, log *slog.Logger) *Hub {
	return &Hub{store: st, bots: p, log: log, meter: noMeter{}, rooms: map[string]*entry{}}
}

// Created is what the one who made a game, or joined it, gets.
type Created struct {
	ID    string
	Token store.Token
	Seats []string
	// Held: the seats were his before he asked.
	Held bool
}

// Create makes a new game. The error is a *Refusal.
func (h *Hub) Create(ctx context.Context, s Setup) (Created, error) {
	g, first, names, err := s.build(time.Now())
	if err != nil {
		return Created{}, err
	}
	c := Created{ID: g.ID, Token: s.Token, Seats: names}
	if c.Token.IsZero() {
		c.Token = store.NewToken()
	} else if r := checkSecret(c.Token); r != nil {
		return Created{}, r
	}
	var seats []store.Seat
	for _, name := range names {
		seats = append(seats, store.Seat{Name: name, Hash: c.Token.Hash()})
	}
	if err := h.store.Create(ctx, g, first, seats); err != nil {
		if ctx.Err() != nil {
			return Created{}, ctx.Err() // who asked has gone
		}
		h.log.Error("game not created", "err", err)
		return Created{}, refuse(Unavailable, "the server could not keep the game")
	}
	h.log.Info("game created", "game", g.ID, "variant", g.Variant, "mode", g.Mode, "timed", g.Timed)
	return c, nil
}

// checkSecret refuses a secret of a client's own that is none.
func checkSecret(t store.Token) *Refusal {
	if t.IsStrong() {
		return nil
	}
	return refuse(BadRequest, "a secret of your own has 22 to 128 characters of base64url, of at least 128 random bits").at("Authorization")
}

const (
	// A table is in the lobby for lobbyTime at most; the newest lobbySize are
	// shown.
	lobbyTime = 2 * time.Hour
	lobbySize = 50
)

// Lobby returns the tables that wait for players, newest first, as a spectator
// sees them.
func (h *Hub) Lobby(ctx context.Context) ([]*View, error) {
	games, err := h.store.Listed(ctx, time.Now().Add(-lobbyTime), lobbySize)
	if err != nil {
		h.log.Error("lobby not read", "err", err)
		return nil, refuse(Unavailable, "the server cannot read the lobby")
	}
	var list []*View
	for _, g := range games {
		v, err := h.Enter(ctx, g.ID)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			continue // logged by who could not read it
		}
		view, err := v.View(ctx, nil)
		v.Leave()
		if err == nil && len(view.Waiting) > 0 && view.Reason == "" {
			list = append(list, view)
		}
	}
	return list, nil
}

// Enter returns a visit to a game, which must be left. The error is a *Refusal
// or the context's.
func (h *Hub) Enter(ctx context.Context, id string) (*Visit, error) {
	h.mu.Lock()
	if h.closing {
		h.mu.Unlock()
		return nil, refuse(Unavailable, "the server is stopping")
	}
	e := h.rooms[id]
	if e == nil {
		e = &entry{ready: make(chan struct{})}
		h.rooms[id] = e
		h.running.Go(func() { h.load(id, e) })
	}
	e.visits++
	if e.emptied != nil {
		e.emptied.Stop()
	}
	h.mu.Unlock()

	select {
	case <-e.ready:
	case <-ctx.Done():
		h.leave(id, e)
		return nil, ctx.Err()
	}
	if e.err != nil {
		h.leave(id, e)
		return nil, e.err
	}
	return &Visit{hub: h, entry: e, room: e.room}, nil
}

// load reads a game and starts its room.
func (h *Hub) load(id string, e *entry) {
	defer close(e.ready)
	ctx, cancel := context.WithTimeout(context.Background(), loadTime)
	defer cancel()
	e.room, e.err = h.read(ctx, id)
	if e.err != nil {
		// The next one tries anew.
		h.mu.Lock()
		delete(h.rooms, id)
		h.mu.Unlock()
		return
	}
	h.running.Go(e.room.run)
}

// readState reads a game that exists.
func (h *Hub) readState(ctx context.Context, id string) (*state, error) {
	seats, err := h.store.Seats(ctx, id)
	var list []store.Event
	if err == nil {
		list, err = h.store.Events(ctx, id, 0)
	}
	if err != nil {
		h.log.Error("game not read", "game", id, "err", err)
		return nil, refuse(Unavailable, "the server cannot read the game")
	}
	s, err := rebuild(list, seats)
	if err != nil {
		h.log.Error("game not understood", "game", id, "err", err)
		return nil, refuse(Internal, "the server cannot go on with this game")
	}
	return s, nil
}

func (h *Hub) read(ctx context.Context, id string) (*room, error) {
	g, err := h.store.Game(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, refuse(NotFound, "there is no such game")
	}
	if err != nil {
		h.log.Error("game not read", "game", id, "err", err)
		return nil, refuse(Unavailable, "the server cannot read the game")
	}
	s, err := h.readState(ctx, id)
	if err != nil {
		return nil, err
	}
	// A room is not dropped while a clock runs, unless another node has it.
	h.start(ctx, s)
	return newRoom(s, g, h), nil
}

func (h *Hub) leave(id string, e *entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e.visits--
	if e.visits > 0 || h.rooms[id] != e || h.closing {
		return
	}
	if e.emptied == nil {
		e.emptied = time.AfterFunc(keepEmpty, func() { h.drop(id, e) })
	} else {
		e.emptied.Reset(keepEmpty)
	}
}

// drop ends a room that has been empty for a while, if nothing goes on there.
func (h *Hub) drop(id string, e *entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.visits > 0 || h.rooms[id] != e || h.closing {
		return
	}
	select {
	case <-e.ready:
	default:
		e.emptied.Reset(keepEmpty)
		return
	}
	if elsewhere := h.keptElsewhere(id); elsewhere {
		e.room.quiet.Store(true)
	} else if e.room.busy.Load() {
		e.emptied.Reset(keepEmpty)
		return
	}
	delete(h.rooms, id)
	close(e.room.stop)
}

// Close ends all rooms in order, writes down their clocks and waits for them.
// Watches end.
func (h *Hub) Close() {
	h.mu.Lock()
	if !h.closing {
		h.closing = true
		for _, e := range h.rooms {
			if e.emptied != nil {
				e.emptied.Stop()
			}
			h.running.Go(func() {
				<-e.ready
				if e.room != nil {
					close(e.room.stop)
				}
			})
		}
	}
	h.mu.Unlock()
	h.running.Wait()
}

// Rooms returns the number of rooms.
func (h *Hub) Rooms() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.rooms)
}

// Visit is one client's presence in a game. Its methods may be called from
// several goroutines until Leave.
type Visit struct {
	hub   *Hub
	entry *entry
	room  *room
	once  sync.Once
}

// Leave ends the visit. It may be called again.
func (v *Visit) Leave() {
	v.once.Do(func() { v.hub.leave(v.room.id, v.entry) })
}

// Seats returns the seats that a token holds, ordered by name; none for a
// token that was not given out for this game.
func (v *Visit) Seats(t store.Token) []string {
	if t.IsZero() {
		return nil
	}
	return heldIn(*v.room.tokens.Load(), t.Hash())
}

// DoAs is Do for the seats that a token holds when the command is looked at.
func (v *Visit) DoAs(ctx context.Context, t store.Token, c Command) (int64, error) {
	return v.act(ctx, func() []string { return v.room.state.held(t.Hash()) }, c)
}

// Join takes a free seat, the first one if seat is "", for a secret of the
// player's own, or for a new one if t is zero. One who holds a seat already
// keeps it, unless he names another one at a table that has not begun: then he
// changes. The error is a *Refusal or the context's.
func (v *Visit) Join(ctx context.Context, t store.Token, seat, name string) (Created, error) {
	if t.IsZero() {
		t = store.NewToken()
	} else if r := checkSecret(t); r != nil && len(v.Seats(t)) == 0 {
		return Created{}, r
	}
	c := Command{Action: ActJoin, Seat: seat, Name: name, hash: t.Hash()}
	_, err := v.act(ctx, func() []string { return nil }, c)
	held := v.Seats(t)
	if r, ok := errors.AsType[*Refusal](err); ok && r == alreadySeated && len(held) > 0 {
		return Created{v.room.id, t, held, true}, nil
	}
	if err != nil {
		return Created{}, err
	}
	return Created{v.room.id, t, held, false}, nil
}

// Do carries out a command of the holder of seats and returns the number of
// its event, which is then durable. The error is a *Refusal or the context's;
// after the latter the command may still be carried out.
func (v *Visit) Do(ctx context.Context, seats []string, c Command) (int64, error) {
	return v.act(ctx, func() []string { return seats }, c)
}

// act carries out a command for seats that are looked up by the room.
func (v *Visit) act(ctx context.Context, seats func() []string, c Command) (int64, error) {
	type result struct {
		seq int64
		err error
	}
	reply := make(chan result, 1)
	err := v.room.post(ctx, func(at time.Time) {
		seq, err := v.room.do(seats(), c, at)
		reply <- result{seq, err}
	})
	if err != nil {
		return 0, err
	}
	r, err := await(ctx, v.room, reply)
	if err != nil {
		return 0, err
	}
	return r.seq, r.err
}

// View returns the game as the holder of seats may see it.
func (v *Visit) View(ctx context.Context, seats []string) (*View, error) {
	reply := make(chan *View, 1)
	if err := v.room.post(ctx, func(time.Time) { reply <- v.room.state.view(seats, time.Now()) }); err != nil {
		return nil, err
	}
	return await(ctx, v.room, reply)
}

// Watch is a stream of views of a game.
type Watch struct {
	seats []string
	token store.Token // instead of seats
	views chan *View
}

// Views gives the view now and after each event. One who is slow misses some
// and gets the last. The channel is closed when the room ends.
func (w *Watch) Views() <-chan *View { return w.views }

// put replaces what was not taken yet. Only the room calls it.
func (w *Watch) put(v *View) {
	select {
	case <-w.views:
	default:
	}
	w.views <- v
}

// Watch starts to watch the game as the holder of seats. The caller ends it
// with Unwatch.
func (v *Visit) Watch(ctx context.Context, seats []string) (*Watch, error) {
	return v.watch(ctx, &Watch{seats: slices.Clone(seats), views: make(chan *View, 1)})
}

// WatchAs starts to watch the game as the holder of a token, whatever seats it
// holds in the course of the game. The caller ends it with Unwatch.
func (v *Visit) WatchAs(ctx context.Context, t store.Token) (*Watch, error) {
	return v.watch(ctx, &Watch{token: t, views: make(chan *View, 1)})
}

func (v *Visit) watch(ctx context.Context, w *Watch) (*Watch, error) {
	r := v.room
	reply := make(chan struct{}, 1)
	err := r.post(ctx, func(time.Time) {
		r.watchers[w] = struct{}{}
		w.put(r.state.view(r.seatsOf(w), time.Now()))
		reply <- struct{}{}
	})
	if err != nil {
		return nil, err
	}
	if _, err := await(ctx, r, reply); err != nil {
		v.Unwatch(w)
		return nil, err
	}
	return w, nil
}

// Unwatch ends a watch.
func (v *Visit) Unwatch(w *Watch) {
	r := v.room
	e := envelope{time.Now(), func(time.Time) { delete(r.watchers, w) }}
	select {
	case r.inbox <- e:
	case <-r.done:
	}
}

// Refresh sends the watch the present view again.
func (v *Visit) Refresh(ctx context.Context, w *Watch) error {
	r := v.room
	return r.post(ctx, func(time.Time) {
		if _, ok := r.watchers[w]; ok {
			w.put(r.state.view(r.seatsOf(w), time.Now()))
		}
	})
}

// post gives the room something to do. It waits while the room has much to do,
// which holds back the one who asks and nobody else.
func (r *room) post(ctx context.Context, work func(at time.Time)) error {
	e := envelope{time.Now(), work}
	select {
	case r.inbox <- e:
		return nil
	case <-r.done:
		return refuse(Unavailable, "the server is stopping")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// await waits for what was posted.
func await[T any](ctx context.Context, r *room, reply <-chan T) (T, error) {
	var none T
	select {
	case x := <-reply:
		return x, nil
	case <-ctx.Done():
		return none, ctx.Err()
	case <-r.done:
		select {
		case x := <-reply:
			return x, nil
		default:
			return none, refuse(Unavailable, "the server is stopping")
		}
	}
}
