package live

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tagmate/internal/server/bots"
	"tagmate/internal/server/store"
)

// room owns one game. All fields below the line belong to its goroutine.
type room struct {
	id    string
	store store.Store
	bots  bots.Player
	log   *slog.Logger
	meter Meter
	nodes Nodes
	// tokens has who holds which seat, for readers outside the goroutine.
	tokens atomic.Pointer[map[string]store.TokenHash]

	inbox chan envelope
	woken chan struct{} // another node has an event of this game
	stop  chan struct{} // closed by the hub: come to an orderly end
	done  chan struct{} // closed by the room when it has ended
	busy  atomic.Bool   // something goes on though nobody may be watching
	quiet atomic.Bool   // the room ends, the game goes on at another node

	ctx    context.Context // of the room's computer players
	cancel context.CancelFunc
	jobs   sync.WaitGroup

	// ------

	state *state
	// unsure: the store failed while it appended, so that the state may be
	// behind what is kept.
	unsure   bool
	finished bool // the store knows that the game is over
	listed   bool // the store has it in the lobby
	waiting  bool // the store has it among those that have not begun
	watchers map[*Watch]struct{}
	refused  refusals
	thinking job // about a move
	asked    job // about a draw offer
	answers  chan answer
}

// envelope is work for a room's goroutine, with the time when it arrived.
type envelope struct {
	at   time.Time
	work func(at time.Time)
}

const (
	// inboxSize is how much may wait for one game before those who ask wait.
	inboxSize = 64
	// Grace is how long clocks stand still after a server's start: as long as
	// a client waits at most between two attempts to connect.
	Grace = 10 * time.Second
	// storeTime is how long a room waits for the store before it tells the
	// player that his move was not kept.
	storeTime = 5 * time.Second
)

func newRoom(s *state, g store.Game, h *Hub) *room {
	r := &room{
		id: s.id, store: h.store, bots: h.bots, log: h.log.With("game", s.id), meter: h.meter, nodes: h.nodes,
		inbox: make(chan envelope, inboxSize),
		woken: make(chan struct{}, 1),
		stop:  make(chan struct{}), done: make(chan struct{}),
		state: s, finished: !g.Open, listed: g.Listed, waiting: g.Waiting, watchers: map[*Watch]struct{}{},
		answers: make(chan answer),
	}
	r.publish()
	r.ctx, r.cancel = context.WithCancel(context.Background())
	return r
}

// run is the room's goroutine.
func (r *room) run() {
	defer close(r.done)
	r.tend(time.Now())
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		timer.Reset(r.nextAlarm(time.Now()))
		select {
		case e := <-r.inbox:
			e.work(e.at)
		case a := <-r.answers:
			r.heed(a)
		case <-r.woken:
			r.catchUp() // it logs its failure; the next command tries again
		case <-timer.C:
			r.alarm()
		case <-r.stop:
			r.end()
			return
		}
	}
}

// nextAlarm is how long it is until a clock does something by itself.
func (r *room) nextAlarm(now time.Time) time.Duration {
	deadline, ok := r.state.clock.deadline()
	if !ok {
		return 24 * time.Hour
	}
	if since := r.state.clock.since; now.Before(since) {
		deadline = since
	}
	return deadline.Sub(now)
}

// alarm is a clock that starts after the grace time, or that has fallen.
func (r *room) alarm() {
	// What arrived before this moment goes first, so that a busy machine does
	// not cost anyone the game.
	for range len(r.inbox) {
		e := <-r.inbox
		e.work(e.at)
	}
	now := time.Now()
	if r.unsure && r.catchUp() != nil {
		// Nothing can be kept; look again soon.
		r.state.clock.resume(now.Add(time.Second))
		return
	}
	if r.state.clock.fallen(now) {
		r.fall(now)
		return
	}
	r.show(now, false)
}

// fall writes down that a flag has fallen.
func (r *room) fall(now time.Time) {
	side := r.state.clock.running
	err := r.keep(event(kindFlag, "", now, flagged{side, timed{Clock: r.state.clock.stopped(now)}}))
	if err != nil && !errors.Is(err, store.ErrConflict) {
		r.log.Error("flag not kept", "err", err)
		// It stays fallen; the alarm tries again.
		deadline, _ := r.state.clock.deadline()
		r.state.clock.resume(r.state.clock.since.Add(now.Add(time.Second).Sub(deadline)))
	}
}

// do carries out a command and returns the number of its event.
func (r *room) do(seats []string, c Command, now time.Time) (int64, error) {
	if r.unsure {
		if err := r.catchUp(); err != nil {
			return 0, err
		}
	}
	// More than one try is for another node that appends to the same game.
	for range 3 {
		if seq, ok := r.state.answered(seats, c.ID); ok {
			return seq, nil
		}
		if old, ok := r.refused.find(seats, c.ID); ok {
			return 0, old
		}
		if r.state.clock.fallen(now) {
			r.fall(now)
		}
		e, refusal := r.state.decide(seats, c, now)
		if refusal != nil {
			// Another node may know better; a refusal is rare enough to ask.
			if seq := r.state.seq; r.catchUp() == nil && r.state.seq != seq {
				continue
			}
			r.refused.add(seats, c.ID, refusal)
			return 0, refusal
		}
		e.Command = c.ID
		err := r.keep(e)
		if err == nil {
			return r.state.seq, nil
		}
		if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrRepeated) {
			r.log.Error("event not kept", "kind", e.Kind, "seat", e.Seat, "err", err)
			return 0, refuse(Unavailable, "the server could not keep this; it will be tried again when you send it again")
		}
	}
	return 0, refuse(Unavailable, "the game is being played elsewhere, too")
}

// keep appends an event, applies it and shows it. When the store has another
// event in its place that one is applied instead.
func (r *room) keep(e store.Event) error {
	e.Game, e.Seq = r.id, r.state.seq+1
	ctx, cancel := context.WithTimeout(context.Background(), storeTime)
	defer cancel()
	start := time.Now()
	if err := r.store.Append(ctx, e); err != nil {
		r.unsure = true
		if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrRepeated) {
			if err := r.catchUp(); err != nil {
				return err
			}
		}
		return err
	}
	r.meter.Kept(e.Kind, time.Since(start))
	if r.nodes != nil {
		r.nodes.Tell(r.id)
	}
	return r.applied(e)
}

// applied applies events that are kept and shows what they have made.
func (r *room) applied(list ...store.Event) error {
	for _, e := range list {
		if err := r.state.apply(e); err != nil {
			// The store has an event that this server does not understand.
			r.unsure = true
			return err
		}
		r.log.Info("event", "kind", e.Kind, "seq", e.Seq, "seat", e.Seat, "ply", r.state.game.Ply())
	}
	r.publish()
	now := time.Now()
	r.tend(now)
	private := !slices.ContainsFunc(list, func(e store.Event) bool { return e.Kind != kindChat && e.Kind != kindSay })
	r.show(now, private)
	return nil
}

// catchUp reads what the store has and the room has not.
func (r *room) catchUp() error {
	ctx, cancel := context.WithTimeout(context.Background(), storeTime)
	defer cancel()
	list, err := r.store.Events(ctx, r.id, r.state.seq)
	if err != nil {
		r.log.Error("game not read", "err", err)
		return refuse(Unavailable, "the server cannot read the game")
	}
	r.unsure = false
	if len(list) == 0 {
		return nil
	}
	now := time.Now()
	for i := range list {
		// The time since such an event is not known on our own clock.
		list[i].At = now
	}
	if err := r.applied(list...); err != nil {
		r.log.Error("game not understood", "err", err)
		return refuse(Internal, "the server cannot go on with this game")
	}
	return nil
}

// tend does what the state asks of the server: computer players, the end.
func (r *room) tend(now time.Time) {
	s := r.state
	seat, toMove := s.computerToMove()
	if !toMove {
		r.thinking.drop()
	} else if r.thinking.about != s.posSeq {
		q := s.question(seat, now)
		r.start(&r.thinking, s.posSeq, seat, func(ctx context.Context) (Command, error) {
			uci, err := r.bots.Choose(ctx, q)
			switch uci {
			case bots.Pass:
				return Command{Action: ActPass, Ply: len(q.Moves)}, err
			case bots.Claim:
				return Command{Action: ActClaim}, err
			}
			return Command{Action: ActMove, Move: uci, Ply: len(q.Moves)}, err
		})
	}
	seat, asked := s.computerAsked()
	if !asked {
		r.asked.drop()
	} else if r.asked.about != s.offerSeq {
		q, side := s.question(seat, now), s.sideOf(seat)
		r.start(&r.asked, s.offerSeq, seat, func(ctx context.Context) (Command, error) {
			yes, err := r.bots.AcceptsDraw(ctx, q, side)
			if yes {
				return Command{Action: ActDraw}, err
			}
			return Command{Action: ActDecline}, err
		})
	}
	_, running := s.clock.deadline()
	r.busy.Store(running || toMove || asked)
	if s.over() && !r.finished {
		r.finish()
	}
	if s.agreed() && !r.unsure {
		r.rematch(now)
		return
	}
	r.file()
}

// file has the store know how far the game is where it lists games.
func (r *room) file() {
	s := r.state
	ctx, cancel := context.WithTimeout(context.Background(), storeTime)
	defer cancel()
	if r.waiting && !s.waits() {
		if err := r.store.Begin(ctx, r.id); err != nil {
			r.log.Warn("game not marked as begun", "err", err)
		} else {
			r.waiting = false
		}
	}
	if want := s.setup.Listed && !s.over() && len(s.free()) > 0; want != r.listed {
		if err := r.store.List(ctx, r.id, want); err != nil {
			r.log.Warn("lobby not changed", "err", err)
			return
		}
		r.listed = want
	}
}

func (r *room) finish() {
	ctx, cancel := context.WithTimeout(context.Background(), storeTime)
	defer cancel()
	if err := r.store.Finish(ctx, r.id); err != nil {
		// Only a hint for the next start: the events say it, too.
		r.log.Warn("game not marked as finished", "err", err)
		return
	}
	r.finished = true
	result := r.state.game.Result()
	r.log.Info("game over", "result", result.Outcome.String(), "reason", result.Reason.String(),
		"ply", r.state.game.Ply())
}

// show sends everyone who watches his view of the state; what is private, only
// to those who hold seats.
func (r *room) show(now time.Time, private bool) {
	views := map[string]*View{}
	for w := range r.watchers {
		seats := r.seatsOf(w)
		if private && len(seats) == 0 {
			continue
		}
		key := strings.Join(seats, ",")
		if views[key] == nil {
			views[key] = r.state.view(seats, now)
		}
		w.put(views[key])
	}
}

// publish shows who holds which seat to those outside the goroutine.
func (r *room) publish() {
	tokens := r.state.tokens // the map is never changed, the field is
	r.tokens.Store(&tokens)
}

// seatsOf returns the seats of one who watches: those that his token holds now,
// for seats change hands.
func (r *room) seatsOf(w *Watch) []string {
	if w.token.IsZero() {
		return w.seats
	}
	return r.state.held(w.token.Hash())
}

// end is the room's orderly end.
func (r *room) end() {
	r.cancel()
	r.jobs.Wait()
	now := time.Now()
	if k := r.state.clock; k != nil && k.running != "" && now.After(k.since) && !k.fallen(now) && !r.unsure && !r.quiet.Load() {
		if err := r.keep(event(kindPause, "", now, timed{Clock: k.stopped(now)})); err != nil {
			r.log.Warn("clock not written down", "err", err)
		}
	}
	for w := range r.watchers {
		close(w.views)
	}
}

// refusals remembers the last commands that were refused, so that one that
// comes again gets the same answer though the game has gone on.
type refusals struct {
	list [32]struct {
		seats, id string
		refusal   *Refusal
	}
	next int
}

func (r *refusals) find(seats []string, id string) (*Refusal, bool) {
	if id == "" {
		return nil, false
	}
	who := strings.Join(seats, ",")
	for _, x := range r.list {
		if x.id == id && x.seats == who {
			return x.refusal, true
		}
	}
	return nil, false
}

func (r *refusals) add(seats []string, id string, refusal *Refusal) {
	if id == "" {
		return
	}
	x := &r.list[r.next%len(r.list)]
	x.seats, x.id, x.refusal = strings.Join(seats, ","), id, refusal
	r.next++
}
