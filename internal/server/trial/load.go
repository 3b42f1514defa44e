package trial

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// Load is many games at once, half of them of Tag Chess, each with four sockets:
// games for two have two spectators.
type Load struct {
	url   string
	games []*loadGame
	rng   *rand.Rand
	stops []context.CancelFunc
	// Failures has what went wrong, by kind.
	Failures sync.Map
	failed   atomic.Int64
}

// loadGame is a game under load.
type loadGame struct {
	mu      sync.Mutex
	state   []byte // the newest
	seq     int64
	sockets []*loadSocket
	told    chan struct{} // something has arrived
}

type loadSocket struct {
	game *loadGame
	conn *websocket.Conn
	seat string
	seq  atomic.Int64
}

// NewLoad is a load without games on the server at a URL.
func NewLoad(url string) *Load {
	return &Load{url: url, rng: rand.New(rand.NewPCG(1, 2))}
}

// Close ends all connections.
func (l *Load) Close() {
	for _, stop := range l.stops {
		stop()
	}
	for _, g := range l.games {
		if g == nil {
			continue // it was never made
		}
		for _, s := range g.sockets {
			s.conn.CloseNow()
		}
	}
}

// Grow adds games, with their sockets, until there are n.
func (l *Load) Grow(ctx context.Context, n int) error {
	const atOnce = 16
	var wg sync.WaitGroup
	var first atomic.Pointer[error]
	slots := make(chan *rand.Rand, atOnce)
	for range atOnce {
		slots <- rand.New(rand.NewPCG(l.rng.Uint64(), l.rng.Uint64()))
	}
	old := len(l.games)
	l.games = append(l.games, make([]*loadGame, n-old)...)
	ctx, cancel := context.WithCancel(ctx) // ended by l.Close
	l.stops = append(l.stops, cancel)
	for i := old; i < n && first.Load() == nil; i++ {
		rng := <-slots
		wg.Go(func() {
			defer func() { slots <- rng }()
			g, err := l.open(ctx, []Kind{Link, Tag}[i%2], rng)
			if err != nil {
				first.CompareAndSwap(nil, &err)
			}
			l.games[i] = g
		})
	}
	wg.Wait()
	if err := first.Load(); err != nil {
		return *err
	}
	return nil
}

func (l *Load) open(ctx context.Context, kind Kind, rng *rand.Rand) (*loadGame, error) {
	g := &loadGame{told: make(chan struct{}, 1)}
	// A server that is full answers nobody: then the game is not made.
	seating, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	x, err := Seat(seating, l.url, l.url, kind, rng, 20*time.Second)
	if err != nil {
		return g, err
	}
	for i, seat := range kind.seats() {
		if err := g.dial(ctx, l, x.Game, seat, x.Players[i].Secret); err != nil {
			return g, err
		}
	}
	for len(g.sockets) < 4 {
		if err := g.dial(ctx, l, x.Game, "", ""); err != nil {
			return g, err
		}
	}
	if kind == Tag {
		for i, s := range g.sockets {
			text := fmt.Sprintf(`{"t":"ready","id":"ready%d","ready":true}`, i)
			if err := s.conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
				return g, err
			}
		}
		if !g.reach(ctx, 8, 20*time.Second) { // created, three joined, four ready
			return g, fmt.Errorf("trial: %s does not start", x.Game)
		}
	}
	return g, nil
}

func (g *loadGame) dial(ctx context.Context, l *Load, id, seat, secret string) error {
	dialing, stop := context.WithTimeout(ctx, 20*time.Second)
	defer stop()
	conn, _, err := websocket.Dial(dialing, l.url+"/api/v1/games/"+id+"/socket", &websocket.DialOptions{
		Subprotocols: []string{"tagmate.v1"}, CompressionMode: websocket.CompressionNoContextTakeover,
	})
	if err != nil {
		return err
	}
	conn.SetReadLimit(1 << 20)
	if err := conn.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"t":"hello","token":%q}`, secret)); err != nil {
		return err
	}
	s := &loadSocket{game: g, conn: conn, seat: seat}
	g.sockets = append(g.sockets, s)
	go s.read(ctx, l)
	return nil
}

func (s *loadSocket) read(ctx context.Context, l *Load) {
	for {
		_, text, err := s.conn.Read(ctx)
		if err != nil {
			if ctx.Err() == nil {
				l.fail(fmt.Sprintf("connection ended: %.120v", err))
			}
			return
		}
		switch {
		case bytes.HasPrefix(text, []byte(`{"t":"error"`)):
			l.fail(string(text[:min(len(text), 60)]))
		case bytes.HasPrefix(text, []byte(`{"t":"state"`)):
			_, after, _ := bytes.Cut(text[:min(len(text), 120)], []byte(`"seq":`))
			digits, _, _ := bytes.Cut(after, []byte(","))
			seq, _ := strconv.ParseInt(string(digits), 10, 64)
			s.game.mu.Lock()
			if seq > s.game.seq {
				s.game.seq, s.game.state = seq, text
			}
			s.game.mu.Unlock()
			s.seq.Store(seq)
			select {
			case s.game.told <- struct{}{}:
			default:
			}
		}
	}
}

func (l *Load) fail(what string) {
	l.failed.Add(1)
	n, _ := l.Failures.LoadOrStore(what, &atomic.Int64{})
	n.(*atomic.Int64).Add(1)
}

// reach waits until all sockets know of an event.
func (g *loadGame) reach(ctx context.Context, seq int64, limit time.Duration) bool {
	late := time.After(limit)
	for {
		if !slices.ContainsFunc(g.sockets, func(s *loadSocket) bool { return s.seq.Load() < seq }) {
			return true
		}
		select {
		case <-g.told:
		case <-late:
			return false
		case <-ctx.Done():
			return false
		}
	}
}

// act plays a move and returns how long it took until all sockets knew.
func (g *loadGame) act(ctx context.Context, l *Load, rng *rand.Rand) (time.Duration, bool) {
	g.mu.Lock()
	text, seq := g.state, g.seq
	g.mu.Unlock()
	var s State
	if json.Unmarshal(text, &s) != nil || s.Reason != "" {
		return 0, false // it is over; with few moves a game rarely is
	}
	seat, kind, moves := s.Turn, "move", s.Legal
	if s.Tag != nil {
		seat, kind, moves = s.Tag.Holder, "attempt", s.Tag.Plays
	}
	command := fmt.Sprintf(`{"t":"pass","id":"%d"}`, seq)
	if len(moves) > 0 {
		command = fmt.Sprintf(`{"t":%q,"id":"%d","ply":%d,"uci":%q}`, kind, seq, s.Ply, moves[rng.IntN(len(moves))].UCI)
	}
	i := slices.IndexFunc(g.sockets, func(x *loadSocket) bool { return x.seat == seat })
	start := time.Now()
	// The library ends a connection whose write is given up: not for the end of Run.
	if err := g.sockets[i].conn.Write(context.WithoutCancel(ctx), websocket.MessageText, []byte(command)); err != nil {
		l.fail("not sent")
		return 0, false
	}
	if !g.reach(ctx, seq+1, 10*time.Second) {
		if ctx.Err() == nil {
			l.fail("not everybody was told in 10 s")
		}
		return 0, false
	}
	return time.Since(start), true
}

// Result is what a load was like.
type Result struct {
	Games, Sockets, Moves int
	Failed                int64
	P50, P99, Max         time.Duration
	// Server and Client are how many of the machine's cores each used; Load is
	// the machine's load average, which has all else, too.
	Server, Client float64
	Load           string
}

func (r Result) String() string {
	return fmt.Sprintf("%d games, %d sockets: %d moves, %d failures; until all four know: p50 %v, p99 %v, max %v; cores: server %.2f, client %.2f; load average %s",
		r.Games, r.Sockets, r.Moves, r.Failed, r.P50.Round(100*time.Microsecond), r.P99.Round(100*time.Microsecond), r.Max.Round(100*time.Microsecond), r.Server, r.Client, r.Load)
}

// Run has each game make a move in each period, at a moment of its own.
func (l *Load) Run(ctx context.Context, s *Server, every, length time.Duration) Result {
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	failed := l.failed.Load()
	server, own := cpu(s.cmd.Process.Pid), cpu(os.Getpid())
	var mu sync.Mutex
	var took []time.Duration
	var wg sync.WaitGroup
	for _, g := range l.games {
		rng := rand.New(rand.NewPCG(l.rng.Uint64(), l.rng.Uint64()))
		wg.Go(func() {
			wait := time.Duration(rng.Int64N(int64(every)))
			for {
				select {
				case <-time.After(wait):
				case <-ctx.Done():
					return
				}
				d, ok := g.act(ctx, l, rng)
				if ok {
					mu.Lock()
					took = append(took, d)
					mu.Unlock()
				}
				wait = max(every-d, 0)
			}
		})
	}
	wg.Wait()
	seconds := length.Seconds()
	r := Result{
		Games: len(l.games), Sockets: 4 * len(l.games), Moves: len(took), Failed: l.failed.Load() - failed,
		Server: (cpu(s.cmd.Process.Pid) - server) / seconds, Client: (cpu(os.Getpid()) - own) / seconds,
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		r.Load = strings.Join(strings.Fields(string(text))[:2], " ")
	}
	if len(took) > 0 {
		slices.Sort(took)
		r.P50, r.P99, r.Max = took[len(took)/2], took[len(took)*99/100], took[len(took)-1]
	}
	return r
}

// cpu returns the seconds of processor time that a process has used (proc(5);
// the kernel's clock has 100 ticks a second).
func cpu(pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), ") ")
	f := strings.Fields(after)
	user, _ := strconv.ParseFloat(f[11], 64)
	system, _ := strconv.ParseFloat(f[12], 64)
	return (user + system) / 100
}
