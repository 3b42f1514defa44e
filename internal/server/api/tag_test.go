package api_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/storetest"
	"tagmate/internal/server/web"
)

func TestTagOverHTTP(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Greedy{})
	g := s.newGame(`{"mode":"tag","variant":"tag","name":"Ann","open":true,"touchMove":true,"clock":{"initial":300,"increment":2}}`)
	if fmt.Sprint(g.Seats) != "[wk]" {
		t.Fatalf("seats %v", g.Seats)
	}
	status, text := s.call("GET", "/api/v1/lobby", "", "")
	tables := read[[]api.Table](t, text)
	if status != 200 || len(tables) != 1 || tables[0].ID != g.ID || !tables[0].TouchMove || tables[0].Clock.Initial != 300 ||
		tables[0].Seats["wk"] != (api.TableSeat{Taken: true, Kind: "human", Name: "Ann"}) || tables[0].Seats["bq"].Kind != "free" {
		t.Fatalf("lobby %d %s", status, text)
	}
	status, text = s.call("POST", "/api/v1/games/"+g.ID+"/join", "", `{"name":"Bob","seat":"wq"}`)
	bob := read[api.GameCreated](t, text)
	if status != 201 || fmt.Sprint(bob.Seats) != "[wq]" || bob.Token == g.Token {
		t.Fatalf("%d %s", status, text)
	}
	for _, tc := range []struct {
		body   string
		status int
	}{
		{`{"seat":"wq"}`, 409},
		{`{"seat":"e4"}`, 400},
		{`{"name":"` + strings.Repeat("x", 41) + `"}`, 400},
		{`{"name":"a\u202eb"}`, 400},
		{`{"colour":"white"}`, 400},
	} {
		if status, text := s.call("POST", "/api/v1/games/"+g.ID+"/join", "", tc.body); status != tc.status {
			t.Errorf("%s: %d %s", tc.body, status, text)
		}
	}
	x, y := s.join(g.ID, g.Token), s.join(g.ID, bob.Token)
	x.send(`{"t":"seat-bot","id":"a","seat":"bq","level":2}`)
	x.send(`{"t":"seat-bot","id":"b","seat":"bk"}`)
	x.send(`{"t":"holder","id":"c","side":"q"}`)
	x.send(`{"t":"ready","id":"d","ready":true}`)
	x.until("ack", func(m message) bool { return m.ID == "d" })
	y.send(`{"t":"ready","id":"d","ready":true}`)
	y.until("ack", nil)
	y.send(`{"t":"attempt","id":"e","ply":0,"uci":"g1f3"}`)
	y.until("ack", nil)
	x.send(`{"t":"attempt","id":"f","ply":0,"uci":"g1f3"}`)
	if m := x.until("error", nil); m.Code != "forbidden" {
		t.Errorf("%+v", m)
	}
	x.send(`{"t":"attempt","id":"g","ply":0,"uci":"e2e4"}`)
	x.until("ack", func(m message) bool { return m.ID == "g" })
	s.join(g.ID, "").until("state", func(m message) bool { return m.Ply >= 2 })
	_, text = s.call("GET", "/api/v1/games/"+g.ID, bob.Token, "")
	state := read[api.State](t, text)
	if state.Tag.Phase != "play" || len(state.Tag.Events) < 3 || state.Tag.Events[0] != (api.TagEvent{Kind: "foul", By: "wq", UCI: "g1f3", SAN: "Nf3"}) ||
		state.Players["bk"] != (api.Player{Kind: "computer", Level: 3}) {
		t.Errorf("%s", text)
	}
	if status, text := s.call("GET", "/api/v1/games/"+g.ID+"/pgn", "", ""); status != 200 || !strings.Contains(string(text), "[%foul g1f3]") ||
		!strings.Contains(string(text), `[White "Bob & Ann"]`) {
		t.Errorf("%d %s", status, text)
	}
}

// TestUnseatedAtOnce: whoever loses a seat sees so on the socket that he has.
func TestUnseatedAtOnce(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Greedy{})
	g := s.newGame(`{"mode":"tag","variant":"tag"}`)
	_, text := s.call("POST", "/api/v1/games/"+g.ID+"/join", "", `{"seat":"bk"}`)
	x := s.join(g.ID, read[api.GameCreated](t, text).Token)
	x.until("state", func(m message) bool { return fmt.Sprint(m.You) == "[bk]" })
	x.send(`{"t":"unseat","id":"a"}`)
	x.until("state", func(m message) bool { return len(m.You) == 0 })
	x.send(`{"t":"ready","id":"b","ready":true}`)
	if m := x.until("error", nil); m.Code != "not-your-seat" {
		t.Errorf("%+v", m)
	}
}

// pipes is a listener whose connections are pipes within the process, so that
// a test has the time to itself.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
func (p *pipes) Close() error   { close(p.closed); return nil }
func (p *pipes) Addr() net.Addr { return pipeAddr{} }

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "127.0.0.1:1" }

// spy keeps everything that a connection reads, byte for byte, and has it some
// time later.
type spy struct {
	net.Conn
	got   *syncBuffer
	delay time.Duration
}

func (s spy) Read(p []byte) (int, error) {
	n, err := s.Conn.Read(p)
	s.got.Write(p[:n])
	time.Sleep(s.delay)
	return n, err
}

// pipedSite is a server behind pipes, within a bubble of synctest.
type pipedSite struct {
	t        *testing.T
	listener *pipes
}

func newPipedSite(t *testing.T, st store.Store) *pipedSite {
	t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	hub := live.NewHub(st, botstest.Greedy{}, log)
	client, err := web.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	h, err := api.New(api.Config{Hub: hub, Client: client, Log: log, Unlimited: true})
	if err != nil {
		t.Fatal(err)
	}
	p := &pipedSite{t, &pipes{make(chan net.Conn), make(chan struct{})}}
	server := &http.Server{Handler: h}
	done := make(chan struct{})
	go func() { server.Serve(p.listener); close(done) }()
	t.Cleanup(func() {
		hub.Close()
		h.Wait(context.Background())
		server.Close()
		<-done
	})
	return p
}

// dial opens a socket, says hello and reads on until it is closed. It returns
// what the connection brings.
func (p *pipedSite) dial(id, token string) (*websocket.Conn, *syncBuffer) {
	p.t.Helper()
	return p.dialSlowly(id, token, 0)
}

// dialSlowly is dial over a connection with a delay.
func (p *pipedSite) dialSlowly(id, token string, delay time.Duration) (*websocket.Conn, *syncBuffer) {
	p.t.Helper()
	got := &syncBuffer{}
	client := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			a, b := net.Pipe()
			select {
			case p.listener.conns <- b:
				return spy{a, got, delay}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		},
	}}
	conn, _, err := websocket.Dial(p.t.Context(), "http://127.0.0.1:1/api/v1/games/"+id+"/socket",
		&websocket.DialOptions{Subprotocols: []string{"tagmate.v1"}, HTTPClient: client, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		p.t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	p.t.Cleanup(func() { conn.CloseNow() })
	p.say(conn, fmt.Sprintf(`{"t":"hello","token":%q}`, token))
	go func() {
		for {
			if _, _, err := conn.Read(context.Background()); err != nil {
				return
			}
		}
	}()
	synctest.Wait()
	return conn, got
}

func (p *pipedSite) say(conn *websocket.Conn, text string) {
	p.t.Helper()
	if err := conn.Write(p.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		p.t.Fatal(err)
	}
	synctest.Wait()
}

// TestNothingPassesBetweenPartners plays the same game twice from the same
// table: once with a partner who only plays, once with one who also comes and
// goes, pings, says hello again, tries what he may not, speaks, and opens a
// second socket on a slow line. The other seats and a spectator get the same, byte for byte.
func TestNothingPassesBetweenPartners(t *testing.T) {
	var want map[string]string
	for _, private := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			got := playWithPartner(t, private)
			if want == nil {
				want = got
			}
			for who := range want {
				if len(want[who]) < 1000 {
					t.Errorf("%s got only %d bytes", who, len(want[who]))
				}
				if got[who] != want[who] {
					a, b := diff(want[who], got[who])
					t.Errorf("%s got\n%.400q, without the partner's doings\n%.400q", who, b, a)
				}
			}
		})
	}
}

// tagTable is made once, so that ids and tokens are the same in both games.
var tagTable struct {
	store  *storetest.Memory
	id     string
	tokens map[string]string
}

func makeTagTable(t *testing.T) {
	t.Helper()
	if tagTable.store != nil {
		return
	}
	st := &storetest.Memory{}
	hub := live.NewHub(st, botstest.Greedy{}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	defer hub.Close()
	made, err := hub.Create(t.Context(), live.Setup{Mode: live.Tag, Seat: "wq"})
	if err != nil {
		t.Fatal(err)
	}
	tagTable.store, tagTable.id, tagTable.tokens = st, made.ID, map[string]string{"wq": made.Token.Reveal()}
	v, err := hub.Enter(t.Context(), made.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Leave()
	for _, seat := range []string{"wk", "bq", "bk"} {
		made, err := v.Join(t.Context(), store.Token{}, seat, seat)
		if err != nil {
			t.Fatal(err)
		}
		tagTable.tokens[seat] = made.Token.Reveal()
	}
	for seat := range tagTable.tokens {
		_, err := v.Do(t.Context(), []string{seat}, live.Command{ID: "ready", Action: live.ActReady, Ready: true})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// playWithPartner returns what wq, bk and a spectator get in a game in which wk
// does something in private or not.
func playWithPartner(t *testing.T, private bool) map[string]string {
	makeTagTable(t)
	p := newPipedSite(t, tagTable.store.Clone())
	id, tokens := tagTable.id, tagTable.tokens
	got := map[string]*syncBuffer{}
	conns := map[string]*websocket.Conn{}
	for _, who := range []string{"wq", "bk", "bq", "spectator"} {
		conns[who], got[who] = p.dial(id, tokens[who])
	}
	wk, _ := p.dial(id, tokens["wk"])
	doings := func(n int) {
		next := time.Now().Add(time.Second)
		if private {
			p.say(wk, `{"t":"ping","n":1}`)
			p.say(wk, fmt.Sprintf(`{"t":"attempt","id":"no%d","uci":"e2e5"}`, n))
			p.say(wk, fmt.Sprintf(`{"t":"claim","id":"claim%d"}`, n))
			p.say(wk, fmt.Sprintf(`{"t":"take-over","id":"over%d"}`, n))
			p.say(wk, fmt.Sprintf(`{"t":"chat","id":"chat%d","on":true}`, n))
			p.say(wk, fmt.Sprintf(`{"t":"say","id":"say%d","text":"pass to me"}`, n))
			p.say(wk, fmt.Sprintf(`{"t":"rematch","id":"again%d","keep":true}`, n))
			p.say(wk, `{"t":"hello","token":""}`)
			p.say(wk, `not JSON`)
			second, _ := p.dialSlowly(id, tokens["wk"], 80*time.Millisecond)
			p.say(second, `{"t":"ping","n":2}`)
			wk.CloseNow()
			time.Sleep(100 * time.Millisecond)
			second.CloseNow()
			synctest.Wait()
		}
		time.Sleep(time.Until(next))
		if private {
			wk, _ = p.dial(id, tokens["wk"])
		}
	}
	doings(0)
	p.say(wk, `{"t":"attempt","id":"1","ply":0,"uci":"e2e4"}`)
	doings(1)
	p.say(conns["bk"], `{"t":"attempt","id":"1","ply":1,"uci":"e7e5"}`)
	doings(2)
	p.say(wk, `{"t":"attempt","id":"2","ply":2,"uci":"d2d4"}`) // a foul
	doings(3)
	p.say(conns["wq"], `{"t":"pass","id":"1"}`)
	doings(4)
	p.say(wk, `{"t":"pass","id":"3"}`)
	doings(5)
	p.say(conns["wq"], `{"t":"attempt","id":"2","ply":2,"uci":"b1c3"}`)
	doings(6)
	time.Sleep(20 * time.Second) // the server's own pings
	doings(7)
	out := map[string]string{}
	for _, who := range []string{"wq", "bq", "bk", "spectator"} {
		// The handshake's answer depends on the key that the client made up.
		_, stream, _ := strings.Cut(got[who].String(), "\r\n\r\n")
		out[who] = stream
		if _, err := http.ReadResponse(bufio.NewReader(strings.NewReader(got[who].String())), nil); err != nil {
			t.Errorf("%s: %v", who, err)
		}
	}
	return out
}

// diff returns two texts from where they differ.
func diff(a, b string) (string, string) {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	n = max(0, n-60)
	return a[n:], b[n:]
}

// TestLagIsMeasured plays over a line with a delay of 100 ms: what the server
// has measured is given back, to who moved over that line.
func TestLagIsMeasured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		hub := live.NewHub(st, botstest.Greedy{}, quietLog)
		made, err := hub.Create(t.Context(), live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: &live.Control{Initial: time.Minute}})
		if err != nil {
			t.Fatal(err)
		}
		hub.Close()
		p := newPipedSite(t, st)
		quick, _ := p.dial(made.ID, made.Token.Reveal())
		slow, got := p.dialSlowly(made.ID, made.Token.Reveal(), 100*time.Millisecond)
		time.Sleep(time.Minute) // pings come and go
		for i, c := range []*websocket.Conn{quick, slow, quick, slow} {
			time.Sleep(2 * time.Second)
			p.say(c, fmt.Sprintf(`{"t":"move","id":"%d","uci":"%s"}`, i, []string{"e2e4", "e7e5", "g1f3", "b8c6"}[i]))
		}
		time.Sleep(time.Second)
		list, err := st.Events(t.Context(), made.ID, 0)
		if err != nil || len(list) != 5 {
			t.Fatalf("%d events, %v, after %q", len(list), err, got)
		}
		for i, want := range []string{
			`{"uci":"e2e4","clock":{"black":60000,"white":60000}}`,
			`{"uci":"e7e5","clock":{"black":58100,"white":60000},"lag":100}`,
			`{"uci":"g1f3","clock":{"black":58100,"white":58000}}`,
			`{"uci":"b8c6","clock":{"black":56200,"white":58000},"lag":100}`,
		} {
			if got := string(list[i+1].Payload); got != want {
				t.Errorf("event %d is %s, want %s", i+2, got, want)
			}
		}
	})
}
