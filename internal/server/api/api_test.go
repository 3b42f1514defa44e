package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/storetest"
	"tagmate/internal/server/web"
)

var quietLog = slog.New(slog.NewTextHandler(io.Discard, nil))

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		child(dir)
		return
	}
	code := m.Run()
	if code == 0 {
		if left := leaked(); left != "" {
			fmt.Fprintln(os.Stderr, "goroutines left behind:\n"+left)
			code = 1
		}
	}
	os.Exit(code)
}

// leaked returns the stacks of goroutines that still run our code.
func leaked() string {
	http.DefaultClient.CloseIdleConnections()
	var ours []string
	for range 100 {
		buf := make([]byte, 1<<20)
		buf = buf[:runtime.Stack(buf, true)]
		ours = nil
		for _, g := range strings.Split(string(buf), "\n\n") {
			if strings.Contains(g, "tagmate/") && !strings.Contains(g, "api_test.leaked") {
				ours = append(ours, g)
			}
		}
		if len(ours) == 0 {
			return ""
		}
		time.Sleep(20 * time.Millisecond) // what is closing may finish
	}
	return strings.Join(ours, "\n\n")
}

// site is a running server.
type site struct {
	t   *testing.T
	url string
	hub *live.Hub
	log *syncBuffer
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func newSite(t *testing.T, st store.Store, p bots.Player) *site {
	t.Helper()
	s := &site{t: t, log: &syncBuffer{}}
	log := slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s.hub = live.NewHub(st, p, log)
	client, err := web.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	analyst, _ := p.(bots.Analyst)
	h, err := api.New(api.Config{Hub: s.hub, Analyst: analyst, Client: client, Practice: st, Log: log, Origins: []string{"https://friend.example"}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	s.url = server.URL
	t.Cleanup(func() {
		s.hub.Close()
		h.Wait(context.Background())
		server.Close()
	})
	return s
}

// call sends a request and returns status and body.
func (s *site) call(method, path, token, body string, header ...string) (int, []byte) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, text
}

func read[T any](t *testing.T, text []byte) T {
	t.Helper()
	var x T
	if err := json.Unmarshal(text, &x); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return x
}

func (s *site) newGame(body string) api.GameCreated {
	s.t.Helper()
	status, text := s.call("POST", "/api/v1/games", "", body)
	if status != http.StatusCreated {
		s.t.Fatalf("%d %s", status, text)
	}
	return read[api.GameCreated](s.t, text)
}

const hotseat = `{"variant":"chess","mode":"hotseat"}`

// socket is a client's end.
type socket struct {
	t    *testing.T
	conn *websocket.Conn
}

func (s *site) dial(id string) *socket {
	s.t.Helper()
	conn, _, err := websocket.Dial(s.t.Context(), s.url+"/api/v1/games/"+id+"/socket",
		&websocket.DialOptions{Subprotocols: []string{"tagmate.v1"}})
	if err != nil {
		s.t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	s.t.Cleanup(func() { conn.CloseNow() })
	return &socket{s.t, conn}
}

func (s *site) join(id, token string) *socket {
	x := s.dial(id)
	x.send(fmt.Sprintf(`{"t":"hello","token":%q,"since":0}`, token))
	return x
}

func (x *socket) send(text string) {
	x.t.Helper()
	if err := x.conn.Write(x.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		x.t.Fatal(err)
	}
}

// message is any message of the server.
type message struct {
	T      string
	ID     string
	Seq    int64
	Code   string
	Detail string
	N      int64
	Ply    int
	You    []string
	Result string
	Reason string
}

func (x *socket) next() (message, error) {
	ctx, cancel := context.WithTimeout(x.t.Context(), 10*time.Second)
	defer cancel()
	_, text, err := x.conn.Read(ctx)
	if err != nil {
		return message{}, err
	}
	return read[message](x.t, text), nil
}

// until reads messages up to one of a kind that is accepted.
func (x *socket) until(kind string, ok func(message) bool) message {
	x.t.Helper()
	for {
		m, err := x.next()
		if err != nil {
			x.t.Fatalf("waiting for %s: %v", kind, err)
		}
		if m.T == kind && (ok == nil || ok(m)) {
			return m
		}
	}
}

func atPly(n int) func(message) bool { return func(m message) bool { return m.Ply == n } }

func TestGameOverSocket(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Greedy{})
	g := s.newGame(`{"variant":"teammate","mode":"computer","color":"white","level":1}`)
	if fmt.Sprint(g.Seats) != "[white]" {
		t.Fatalf("seats %v", g.Seats)
	}
	x := s.join(g.ID, g.Token)
	if m := x.until("state", nil); fmt.Sprint(m.You) != "[white]" || m.Ply != 0 {
		t.Errorf("%+v", m)
	}
	x.send(`{"t":"ping","n":7}`)
	if m := x.until("pong", nil); m.N != 7 {
		t.Errorf("%+v", m)
	}
	x.send(`{"t":"move","id":"a","ply":0,"uci":"e2e4"}`)
	ack := x.until("ack", nil)
	if ack.ID != "a" || ack.Seq != 2 {
		t.Errorf("%+v", ack)
	}
	x.send(`{"t":"move","id":"a","ply":0,"uci":"e2e4"}`)
	if again := x.until("ack", nil); again.ID != "a" || again.Seq != 2 {
		t.Errorf("again: %+v", again)
	}
	x.send(`{"t":"resign","id":"b"}`)
	if m := x.until("state", func(m message) bool { return m.Reason != "" }); m.Result != "0-1" || m.Reason != "resignation" {
		t.Errorf("%+v", m)
	}
	status, text := s.call("GET", "/api/v1/games/"+g.ID+"/pgn", "", "")
	if status != 200 || !strings.Contains(string(text), "1. e4") || !strings.Contains(string(text), "0-1") {
		t.Errorf("%d %s", status, text)
	}
}

func TestTwoSocketsAndASpectator(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Script{})
	g := s.newGame(hotseat)
	a, b, c := s.join(g.ID, g.Token), s.join(g.ID, g.Token), s.join(g.ID, "")
	if m := c.until("state", nil); len(m.You) != 0 {
		t.Errorf("spectator holds %v", m.You)
	}
	a.send(`{"t":"move","id":"1","ply":0,"uci":"e2e4"}`)
	for _, x := range []*socket{a, b, c} {
		x.until("state", atPly(1))
	}
	// The other tab was behind and learns it.
	b.send(`{"t":"move","id":"2","ply":0,"uci":"d2d4"}`)
	if m := b.until("error", nil); m.Code != "conflict" || m.ID != "2" {
		t.Errorf("%+v", m)
	}
	b.until("state", atPly(1))
	c.send(`{"t":"resign","id":"3"}`)
	if m := c.until("error", nil); m.Code != "not-your-seat" {
		t.Errorf("%+v", m)
	}
	b.send(`{"t":"move","id":"4","ply":1,"uci":"e7e5"}`)
	for _, x := range []*socket{a, b, c} {
		x.until("state", atPly(2))
	}
}

func TestSocketRefusals(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Script{})
	g := s.newGame(hotseat)
	x := s.dial(g.ID)
	for _, tc := range []struct{ name, send, id, code string }{
		{"no hello yet", `{"t":"resign","id":"x"}`, "x", "bad-request"},
		{"not JSON before hello", `{`, "", "bad-request"},
		{"hello with a strange token", `{"t":"hello","token":"nonsense"}`, "", "not-your-seat"},
		{"second hello", `{"t":"hello","token":""}`, "", "bad-request"},
		{"not JSON", `{"t":`, "", "bad-request"},
		{"not an object", `[1]`, "", "bad-request"},
		{"wrong type", `{"t":"move","id":"m","ply":"one"}`, "m", "bad-request"},
		{"unknown kind", `{"t":"dance","id":"d"}`, "d", "bad-request"},
		{"no kind", `{"id":"n"}`, "n", "bad-request"},
		{"no id", `{"t":"resign"}`, "", "bad-request"},
		{"long id", fmt.Sprintf(`{"t":"resign","id":%q}`, strings.Repeat("x", 65)), "", "bad-request"},
		{"no move", `{"t":"move","id":"m2"}`, "m2", "bad-request"},
		{"negative ply", `{"t":"move","id":"m3","uci":"e2e4","ply":-1}`, "m3", "bad-request"},
		{"no seat", `{"t":"move","id":"m4","uci":"e2e4","ply":0}`, "m4", "not-your-seat"},
		{"too large", fmt.Sprintf(`{"t":"move","id":"m5","uci":%q}`, strings.Repeat("x", 5000)), "", "too-large"},
	} {
		x.send(tc.send)
		if m := x.until("error", nil); m.Code != tc.code || m.ID != tc.id || m.Detail == "" {
			t.Errorf("%s: %+v", tc.name, m)
		}
	}
	if err := x.conn.Write(t.Context(), websocket.MessageBinary, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if m := x.until("error", nil); m.Code != "bad-request" {
		t.Errorf("binary: %+v", m)
	}
	// After all that it still works.
	x.send(`{"t":"ping","n":1}`)
	x.until("pong", nil)
}

// closed reads until the connection ends and returns how.
func (x *socket) closed() websocket.StatusCode {
	for {
		if _, err := x.next(); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func TestSocketsEnd(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Script{})
	g := s.newGame(hotseat)

	x := s.join("nobody", "")
	if m := x.until("error", nil); m.Code != "not-found" {
		t.Errorf("%+v", m)
	}
	if code := x.closed(); code != 4404 {
		t.Errorf("no such game: close code %d", code)
	}

	x = s.join(g.ID, "")
	x.send(strings.Repeat("x", 70_000))
	if code := x.closed(); code != websocket.StatusMessageTooBig {
		t.Errorf("giant message: close code %d", code)
	}

	// A socket of its own: the flood must not run on into the one that follows.
	flood := s.join(g.ID, g.Token)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 1000 {
			if flood.conn.Write(t.Context(), websocket.MessageText, []byte(`{"t":"ping","n":1}`)) != nil {
				return
			}
		}
	}()
	flood.until("error", func(m message) bool { return m.Code == "rate-limited" })
	if code := flood.closed(); code != websocket.StatusPolicyViolation {
		t.Errorf("flood: close code %d", code)
	}
	<-done

	// The others notice nothing, until the server stops.
	x = s.join(g.ID, g.Token)
	x.until("state", nil)
	s.hub.Close()
	if code := x.closed(); code != websocket.StatusGoingAway {
		t.Errorf("stop: close code %d", code)
	}
}

func TestOrigins(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Script{})
	g := s.newGame(hotseat)
	for _, tc := range []struct {
		origin string
		ok     bool
	}{
		{"", true},
		{s.url, true},
		{"https://friend.example", true},
		{"https://evil.example", false},
		{"null", false},
		{"https://friend.example.evil.example", false},
	} {
		opts := &websocket.DialOptions{Subprotocols: []string{"tagmate.v1"}, HTTPHeader: http.Header{}}
		var header []string
		if tc.origin != "" {
			opts.HTTPHeader.Set("Origin", tc.origin)
			header = []string{"Origin", tc.origin}
		}
		conn, _, err := websocket.Dial(t.Context(), s.url+"/api/v1/games/"+g.ID+"/socket", opts)
		if err == nil {
			conn.CloseNow()
		}
		if (err == nil) != tc.ok {
			t.Errorf("socket from %q: %v", tc.origin, err)
		}
		status, text := s.call("POST", "/api/v1/games", "", hotseat, header...)
		if (status == http.StatusCreated) != tc.ok {
			t.Errorf("post from %q: %d %s", tc.origin, status, text)
		}
	}
	if status, _ := s.call("POST", "/api/v1/games", "", hotseat, "Sec-Fetch-Site", "cross-site"); status != 400 {
		t.Errorf("cross-site post: %d", status)
	}
}

// TestProblems has every code that HTTP can give.
func TestProblems(t *testing.T) {
	st := &storetest.Memory{}
	s := newSite(t, st, botstest.Script{})
	g, other := s.newGame(hotseat), s.newGame(hotseat)
	computer := s.newGame(`{"variant":"chess","mode":"computer","color":"black"}`)
	over := s.newGame(hotseat)
	if status, text := s.call("POST", "/api/v1/games/"+over.ID+"/commands", over.Token, `{"t":"resign","id":"r"}`); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	commands := "/api/v1/games/" + g.ID + "/commands"
	move := `{"t":"move","id":"m","uci":"e2e4"}`
	for _, tc := range []struct {
		name, method, path, token, body string
		status                          int
		code                            live.Code
		where                           string
	}{
		{"no such path", "GET", "/api/v1/nothing", "", "", 404, live.NotFound, ""},
		{"no such method", "DELETE", "/api/v1/games/" + g.ID, "", "", 404, live.NotFound, ""},
		{"no such game", "GET", "/api/v1/games/nobody", "", "", 404, live.NotFound, ""},
		{"no such variant", "GET", "/api/v1/variants/checkers", "", "", 404, live.NotFound, ""},
		{"no body", "POST", "/api/v1/games", "", "", 400, live.BadRequest, ""},
		{"not JSON", "POST", "/api/v1/games", "", "{", 400, live.BadRequest, ""},
		{"more than JSON", "POST", "/api/v1/games", "", hotseat + "x", 400, live.BadRequest, ""},
		{"null", "POST", "/api/v1/games", "", "null", 404, live.NotFound, "variant"},
		{"misspelt field", "POST", "/api/v1/games", "", `{"variant":"chess","mode":"hotseat","colour":"white"}`, 400, live.BadRequest, "colour"},
		{"wrong type", "POST", "/api/v1/games", "", `{"variant":"chess","mode":"hotseat","clock":{"initial":"5"}}`, 400, live.BadRequest, "clock.initial"},
		{"unknown variant", "POST", "/api/v1/games", "", `{"variant":"checkers","mode":"hotseat"}`, 404, live.NotFound, "variant"},
		{"unknown mode", "POST", "/api/v1/games", "", `{"variant":"chess","mode":"x"}`, 400, live.BadRequest, "mode"},
		{"clock out of range", "POST", "/api/v1/games", "", `{"variant":"chess","mode":"hotseat","clock":{"initial":9223372036854775807,"increment":0}}`, 400, live.BadRequest, "clock.initial"},
		{"bad position", "POST", "/api/v1/games", "", `{"variant":"chess","mode":"hotseat","fen":"8/8/8/8/8/8/8/8 w - - 0 1"}`, 422, live.BadFEN, "fen"},
		{"bad position to check", "POST", "/api/v1/position", "", `{"variant":"chess","fen":"x"}`, 422, live.BadFEN, "fen"},
		{"bad placement", "POST", "/api/v1/reach", "", `{"variant":"chess","placement":"9/8/8/8/8/8/8/8","square":"e4"}`, 422, live.BadFEN, "placement"},
		{"bad square", "POST", "/api/v1/reach", "", `{"variant":"chess","placement":"8/8/8/8/8/8/8/8","square":"e9"}`, 400, live.BadRequest, "square"},
		{"empty square", "POST", "/api/v1/reach", "", `{"variant":"chess","placement":"8/8/8/8/8/8/8/8","square":"e4"}`, 400, live.BadRequest, "square"},
		{"too large", "POST", "/api/v1/position", "", `{"variant":"` + strings.Repeat("x", 1<<17) + `"}`, 413, live.TooLarge, ""},
		{"no token", "POST", commands, "", move, 403, live.NotYourSeat, ""},
		{"another game's token", "POST", commands, other.Token, move, 403, live.NotYourSeat, ""},
		{"strange token at a game", "GET", "/api/v1/games/" + g.ID, "x", "", 403, live.NotYourSeat, ""},
		{"illegal move", "POST", commands, g.Token, `{"t":"move","id":"i","uci":"e2e5"}`, 422, live.BadMove, "uci"},
		{"old ply", "POST", commands, g.Token, `{"t":"move","id":"o","uci":"e2e4","ply":3}`, 409, live.Conflict, ""},
		{"no claim", "POST", commands, g.Token, `{"t":"claim","id":"c"}`, 409, live.NoClaim, ""},
		{"ping is for sockets", "POST", commands, g.Token, `{"t":"ping","id":"p"}`, 400, live.BadRequest, "t"},
		{"no command id", "POST", commands, g.Token, `{"t":"resign"}`, 400, live.BadRequest, "id"},
		{"not your turn", "POST", "/api/v1/games/" + computer.ID + "/commands", computer.Token, move, 409, live.NotYourTurn, ""},
		{"game over", "POST", "/api/v1/games/" + over.ID + "/commands", over.Token, move, 409, live.GameOver, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			status, text := s.call(tc.method, tc.path, tc.token, tc.body)
			p := read[api.Problem](t, text)
			if status != tc.status || p.Status != tc.status || p.Code != tc.code || p.Where != tc.where || p.Detail == "" || p.Title == "" {
				t.Errorf("%d %s", status, text)
			}
		})
	}

	st.Fail(func(string) (error, bool) { return fmt.Errorf("secret inside"), false })
	status, text := s.call("POST", commands, g.Token, move)
	if p := read[api.Problem](t, text); status != 503 || p.Code != live.Unavailable || strings.Contains(string(text), "secret") {
		t.Errorf("%d %s", status, text)
	}
	st.Fail(nil)

	for range 1000 {
		if status, text = s.call("POST", "/api/v1/games", "", "{}"); status == 429 {
			break
		}
	}
	if p := read[api.Problem](t, text); p.Code != live.RateLimited {
		t.Errorf("%d %s", status, text)
	}
}

func TestNoTokenIsLogged(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Greedy{})
	g := s.newGame(hotseat)
	x := s.join(g.ID, g.Token)
	x.send(`{"t":"move","id":"1","ply":0,"uci":"e2e4"}`)
	x.until("ack", nil)
	s.call("GET", "/api/v1/games/"+g.ID, g.Token, "")
	s.call("POST", "/api/v1/games/"+g.ID+"/commands", g.Token, `{"t":"resign","id":"r"}`)
	x.conn.Close(websocket.StatusNormalClosure, "")
	log := s.log.String()
	if strings.Contains(log, g.Token) || !strings.Contains(log, g.ID) {
		t.Errorf("log: %s", log)
	}
}

func TestHeaders(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Script{})
	for _, path := range []string{"/", "/play/abc", "/setup/chess", "/nothing", "/api", "/healthz", "/api/v1/variants", "/api/v1/nothing"} {
		resp, err := http.Get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		csp := resp.Header.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'self'") || strings.Contains(csp, "unsafe-inline") ||
			resp.Header.Get("X-Content-Type-Options") != "nosniff" || resp.Header.Get("Content-Type") == "" {
			t.Errorf("%s: %v", path, resp.Header)
		}
		if want := path == "/nothing" || path == "/api/v1/nothing"; (resp.StatusCode == 404) != want {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
	if status, _ := s.call("POST", "/", "", ""); status != 405 {
		t.Errorf("POST /: %d", status)
	}
}

func TestRules(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Script{})
	_, text := s.call("GET", "/api/v1/variants", "", "")
	for _, v := range read[[]api.Variant](t, text) {
		_, one := s.call("GET", "/api/v1/variants/"+v.ID, "", "")
		if got := read[api.Variant](t, one); fmt.Sprint(got) != fmt.Sprint(v) {
			t.Errorf("%s: %s", v.ID, one)
		}
		_, pos := s.call("POST", "/api/v1/position", "", fmt.Sprintf(`{"variant":%q,"fen":%q}`, v.ID, v.Start))
		if p := read[api.PositionAnswer](t, pos); p.FEN != v.Start || len(p.Legal) < 20 || p.Result != "*" || p.Turn != "white" {
			t.Errorf("%s: %s", v.ID, pos)
		}
	}
	_, text = s.call("POST", "/api/v1/reach", "", `{"variant":"teammate","placement":"8/8/8/3q4/4B3/8/8/8","square":"e4"}`)
	if status, _ := s.call("POST", "/api/v1/reach", "", `{"variant":"teammate","placement":"8/8/8/3p4/4B3/8/8/8","square":"e4"}`); status != 200 {
		t.Errorf("reach: %s", text)
	}
	_, text = s.call("POST", "/api/v1/position", "", `{"variant":"chess","fen":"k7/8/8/8/8/8/8/KQ6 w - - 100 99"}`)
	if p := read[api.PositionAnswer](t, text); p.Claim != "move-limit-claim" {
		t.Errorf("claim: %s", text)
	}
}

func TestOpenAPIDocument(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Script{})
	_, got := s.call("GET", "/api", "", "")
	path := filepath.Join("testdata", "openapi.json")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the document has changed; if that is meant, run with -update and read the difference")
	}
	doc := read[struct {
		Paths      map[string]map[string]any
		Components struct{ Schemas map[string]any }
	}](t, got)
	for p, methods := range doc.Paths {
		for m := range methods {
			path := strings.NewReplacer("{variant}", "chess", "{game}", "nobody").Replace(p)
			_, text := s.call(strings.ToUpper(m), path, "", "{}")
			if strings.Contains(string(text), "no such path") {
				t.Errorf("%s %s is documented and not there", m, p)
			}
		}
	}
	for ref := range strings.SplitSeq(string(got), `"#/components/schemas/`) {
		name, _, _ := strings.Cut(ref, `"`)
		if strings.HasPrefix(ref, "{") {
			continue
		}
		if doc.Components.Schemas[name] == nil {
			t.Errorf("%q is referred to and not there", name)
		}
	}
}
