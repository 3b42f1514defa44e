package api

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
)

const (
	protocol = "tagmate.v1"
	// helloTime is how long a socket may be silent before it says who it is.
	helloTime = 10 * time.Second
	// writeTime is how long a message may take to leave; a reader who takes
	// nothing in this time is gone.
	writeTime = 10 * time.Second
	// pingEvery and pongTime find connections that have died in silence.
	pingEvery = 15 * time.Second
	pongTime  = 30 * time.Second
	// queue is how many answers may wait for a reader before his next message
	// has to wait, too.
	queue = 16
)

// closeCodes: the codes 4000 to 4999 are ours (RFC 6455, 7.4.2); 4000 and the
// HTTP status says the same as the problem that was sent before.
func closeCode(c live.Code) websocket.StatusCode { return websocket.StatusCode(4000 + statuses[c]) }

// session is one open socket.
type session struct {
	server  *Server
	conn    *websocket.Conn
	visit   *live.Visit
	watch   *live.Watch
	token   store.Token
	answers chan any      // to be written
	shown   chan struct{} // closed when the first state is written
	budget  *rate.Limiter
	excess  int
	lag     lag
}

func (s *Server) socket(w http.ResponseWriter, r *http.Request) error {
	from := s.client(r)
	if !s.connects.allow(from) {
		return tooMany("new connections")
	}
	if !s.open.enter(from) {
		return tooMany("connections")
	}
	defer s.open.leave(from)
	if !s.all.enter(struct{}{}) {
		return &live.Refusal{Code: live.Unavailable, Detail: "the server is full; try again later"}
	}
	defer s.all.leave(struct{}{})
	s.sockets.Add(1)
	defer s.sockets.Done()
	s.Metrics.socket(1)
	defer s.Metrics.socket(-1)
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols:   []string{protocol},
		OriginPatterns: s.hosts,
		// States repeat themselves: a sixth goes over the wire.
		CompressionMode: websocket.CompressionNoContextTakeover,
	})
	if err != nil {
		// Accept has answered.
		s.Log.Debug("socket refused", "err", err)
		return nil
	}
	defer conn.CloseNow()
	// More than a message may have, so that a long one can be answered.
	conn.SetReadLimit(maxBody)
	x := &session{
		server: s, conn: conn, answers: make(chan any, queue), shown: make(chan struct{}),
		budget: rate.NewLimiter(messageBudget.perSecond, messageBudget.burst),
	}
	x.serve(r.Context(), r.PathValue("game"))
	return nil
}

// serve runs the socket until it ends.
func (x *session) serve(ctx context.Context, id string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	visit, err := x.server.Hub.Enter(ctx, id)
	if err != nil {
		r := refusalOf(err)
		x.write(ctx, errorMessage("", r))
		x.conn.Close(closeCode(r.Code), string(r.Code))
		return
	}
	x.visit = visit
	defer visit.Leave()
	if !x.hello(ctx) {
		return
	}
	defer func() {
		if x.watch != nil {
			visit.Unwatch(x.watch)
		}
	}()
	var helpers sync.WaitGroup
	defer helpers.Wait()
	defer cancel()
	helpers.Go(func() { x.writer(ctx); cancel(); x.conn.CloseNow() })
	helpers.Go(func() { x.pinger(ctx) })
	for x.message(ctx) {
	}
}

// hello reads the first message and starts to watch.
func (x *session) hello(ctx context.Context) bool {
	late := time.AfterFunc(helloTime, func() {
		x.conn.Close(websocket.StatusPolicyViolation, "no hello")
	})
	defer late.Stop()
	for {
		m, err := x.read(ctx)
		if err != nil {
			if r, ok := err.(*live.Refusal); ok {
				if x.count() && x.write(ctx, errorMessage(m.ID, r)) == nil {
					continue
				}
			}
			return false
		}
		if m.T != "hello" {
			if !x.count() || x.write(ctx, errorMessage(m.ID, bad("t", "expected a hello first"))) != nil {
				return false
			}
			continue
		}
		x.token = store.ParseToken(m.Token)
		if m.Token != "" && len(x.visit.Seats(x.token)) == 0 {
			if x.write(ctx, errorMessage(m.ID, notYourSeat())) != nil {
				return false
			}
		}
		x.watch, err = x.visit.WatchAs(ctx, x.token)
		if err != nil {
			x.conn.Close(websocket.StatusGoingAway, "the server is stopping")
			return false
		}
		return true
	}
}

// read reads one message. A *live.Refusal means that the next can be read.
func (x *session) read(ctx context.Context) (ClientMessage, error) {
	kind, text, err := x.conn.Read(ctx)
	if err != nil {
		return ClientMessage{}, err
	}
	if kind != websocket.MessageText {
		return ClientMessage{}, bad("", "expected a text message")
	}
	return parseMessage(text)
}

// count counts a message and reports whether the socket may go on.
func (x *session) count() bool {
	if x.budget.Allow() {
		return true
	}
	if x.excess++; x.excess > floodMessages {
		x.conn.Close(websocket.StatusPolicyViolation, "flood")
		return false
	}
	return true
}

// message reads one message and does what it wants. It returns false when the
// socket has ended.
func (x *session) message(ctx context.Context) bool {
	m, err := x.read(ctx)
	excess := x.excess
	if err != nil {
		r, ok := err.(*live.Refusal)
		return ok && x.count() && x.send(ctx, errorMessage(m.ID, r))
	}
	if !x.count() {
		return false
	}
	x.lag.working.Add(1)
	defer x.lag.working.Add(1)
	if x.excess > excess {
		return x.send(ctx, errorMessage(m.ID, tooMany("messages")))
	}
	switch m.T {
	case "ping":
		return x.send(ctx, PongMessage{T: "pong", N: m.N})
	case "hello":
		return x.send(ctx, errorMessage(m.ID, bad("t", "only the first message is a hello")))
	}
	seq, err := x.do(ctx, m)
	if err != nil {
		r := refusalOf(err)
		if r.Code == live.Internal {
			x.server.Log.Error("command failed", "err", err)
		}
		if !x.send(ctx, errorMessage(m.ID, r)) {
			return false
		}
		if r.Code == live.Conflict {
			// The client is behind.
			x.visit.Refresh(ctx, x.watch)
		}
		return true
	}
	return x.send(ctx, AckMessage{T: "ack", Ack: Ack{ID: m.ID, Seq: seq}})
}

func (x *session) do(ctx context.Context, m ClientMessage) (int64, error) {
	c, err := m.command()
	if err != nil {
		return 0, err
	}
	if len(x.visit.Seats(x.token)) == 0 {
		return 0, notYourSeat()
	}
	if err := x.server.spend(x.token, c); err != nil {
		return 0, err
	}
	c.Lag = x.lag.smoothed()
	return x.visit.DoAs(ctx, x.token, c)
}

func errorMessage(id string, r *live.Refusal) ErrorMessage {
	return ErrorMessage{T: "error", ID: id, Code: r.Code, Detail: r.Detail, Where: r.Where}
}

// send queues an answer. It returns false when the socket has ended.
func (x *session) send(ctx context.Context, m any) bool {
	select {
	case x.answers <- m:
		return true
	case <-ctx.Done():
		return false
	}
}

// writer writes answers and states until the socket or the room ends.
func (x *session) writer(ctx context.Context) {
	first := sync.OnceFunc(func() { close(x.shown) })
	for {
		select {
		case m := <-x.answers:
			if x.write(ctx, m) != nil {
				return
			}
		case v, ok := <-x.watch.Views():
			if !ok {
				for len(x.answers) > 0 { // what was done before the end
					if x.write(ctx, <-x.answers) != nil {
						return
					}
				}
				x.conn.Close(websocket.StatusGoingAway, "the server is stopping")
				return
			}
			x.server.Metrics.state()
			if x.write(ctx, StateMessage{T: "state", State: stateOf(v)}) != nil {
				return
			}
			first()
		case <-ctx.Done():
			return
		}
	}
}

func (x *session) write(ctx context.Context, m any) error {
	text, err := json.Marshal(m)
	if err != nil {
		x.server.Log.Error("message not encoded", "err", err)
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return x.conn.Write(ctx, websocket.MessageText, text)
}

// pinger measures the round trip, and closes a connection that has died in
// silence.
func (x *session) pinger(ctx context.Context) {
	select {
	case <-x.shown:
	case <-ctx.Done():
		return
	}
	every := time.NewTicker(pingEvery)
	defer every.Stop()
	for {
		limited, cancel := context.WithTimeout(ctx, pongTime)
		err := x.lag.measure(func() error { return x.conn.Ping(limited) })
		cancel()
		if err != nil {
			x.conn.CloseNow()
			return
		}
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
	}
}

// lag is the round trip of a connection, smoothed: it follows a better value at
// once and a worse one slowly, for one may have waited behind a long message.
type lag struct {
	value atomic.Int64 // nanoseconds
	// working is odd while a message is being carried out: nobody reads then,
	// and an answer to a ping would have to wait.
	working atomic.Uint64
}

func (l *lag) smoothed() time.Duration { return time.Duration(l.value.Load()) }

// measure times a ping.
func (l *lag) measure(ping func() error) error {
	before, start := l.working.Load(), time.Now()
	if err := ping(); err != nil {
		return err
	}
	took := int64(time.Since(start))
	if before%2 == 1 || l.working.Load() != before {
		return nil // it may have waited for us
	}
	if old := l.value.Load(); old > 0 && took > old {
		took = (3*old + took) / 4
	}
	l.value.Store(took)
	return nil
}
