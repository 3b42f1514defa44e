package trial_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store/storetest"
	"tagmate/internal/server/trial"
	"tagmate/internal/server/web"
)

var inputs = flag.Int("inputs", 20_000, "how many inputs TestNonsense sends")

// words are what inputs are made of.
var words = []string{
	`{"t":"move","id":"a","ply":0,"uci":"e2e4"}`, `{"t":"resign","id":"b"}`, `{"t":"hello","token":"x","since":3}`,
	`{"t":"takeback","id":"c"}`, `{"t":"draw","id":"d"}`, `{"t":"claim","id":"e"}`, `{"t":"ping","n":1}`, `{"t":"abort","id":"f"}`,
	`{"t":"attempt","id":"g","ply":0,"uci":"d2d4"}`, `{"t":"pass","id":"h"}`, `{"t":"seat-bot","id":"i","seat":"bq","level":3}`,
	`{"t":"unseat","id":"j"}`, `{"t":"holder","id":"k","side":"q"}`, `{"t":"ready","id":"l","ready":true}`, `{"t":"take-over","id":"m"}`,
	`{"t":"rematch","id":"n","keep":true}`, `{"t":"chat","id":"o","on":true}`, `{"t":"say","id":"p","text":"\ud83d\ude00 \u202e"}`,
	`{"variant":"teammate","mode":"hotseat","clock":{"initial":600,"increment":5},"fen":"8/8/8/8/8/8/8/KQ5k w - - 0 1"}`,
	`{"variant":"tag","mode":"tag","seat":"bq","open":true,"name":"x"}`, `{"variant":"chess","mode":"link","color":"black"}`,
	`{"variant":"teutonic","placement":"8/8/8/8/8/8/8/8/3T4/8","square":"d2"}`, `{"name":"x","seat":"black"}`,
	`[[[[`, `{"id":`, `null`, `1e999`, "\x00", "\xff\xfe", `"`, `\ud800`, `-1`, `9223372036854775808`, `{}`, strings.Repeat("[", 3000),
}

// nonsense makes an input from the words.
func nonsense(rng *rand.Rand) []byte {
	text := []byte(words[rng.IntN(len(words))])
	for range rng.IntN(4) {
		at := rng.IntN(len(text) + 1)
		switch rng.IntN(5) {
		case 0:
			text = append(text[:at:at], append([]byte(words[rng.IntN(len(words))]), text[at:]...)...)
		case 1:
			text = text[:at]
		case 2:
			if at < len(text) {
				text[at] ^= 1 << rng.IntN(8)
			}
		case 3:
			text = append(text[:at:at], append([]byte{byte(rng.IntN(256))}, text[at:]...)...)
		case 4:
			text = append(text, text[at:]...)
		}
	}
	return text
}

// TestNonsense sends nonsense to sockets, to their frames, to every path, and to
// the bare port. No fault of ours comes of it, and nothing stays behind.
func TestNonsense(t *testing.T) {
	before := runtime.NumGoroutine()
	var faults faultLog
	log := slog.New(slog.NewTextHandler(&faults, &slog.HandlerOptions{Level: slog.LevelError}))
	hub := live.NewHub(&storetest.Memory{}, botstest.Greedy{}, log)
	pages, err := web.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	h, err := api.New(api.Config{Hub: hub, Client: pages, Log: log, Metrics: api.NewMetrics(), Unlimited: true})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(h)
	server.Config.ReadHeaderTimeout = time.Second
	server.Start()
	var left atomic.Int64
	left.Store(int64(*inputs))
	if testing.Short() {
		left.Store(int64(min(*inputs, 4_000)))
	}
	var sent [4]atomic.Int64
	var wg sync.WaitGroup
	for n := range 4 {
		x := &fool{t: t, url: server.URL, h: h, rng: rand.New(rand.NewPCG(9, uint64(n))), left: &left, sent: &sent}
		wg.Go(func() {
			for left.Load() > 0 && !t.Failed() {
				x.round()
			}
		})
	}
	wg.Wait()
	hub.Close()
	h.Wait(context.Background())
	server.Close()
	http.DefaultClient.CloseIdleConnections()
	trial.Forget()
	t.Logf("%d messages, %d requests, %d broken frames, %d bare connections", sent[0].Load(), sent[1].Load(), sent[2].Load(), sent[3].Load())
	if s := faults.String(); s != "" {
		t.Errorf("the server's faults: %.2000s", s)
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(20 * time.Millisecond) // what is closing may finish
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines before, %d after:\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
}

// faultLog keeps what is logged as an error.
type faultLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *faultLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *faultLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// fool sends nonsense.
type fool struct {
	t    *testing.T
	url  string
	h    http.Handler
	rng  *rand.Rand
	left *atomic.Int64
	sent *[4]atomic.Int64
}

func (x *fool) count(kind int) bool {
	x.sent[kind].Add(1)
	return x.left.Add(-1) > 0
}

// round makes a game and sends nonsense to it in all ways.
func (x *fool) round() {
	ctx, cancel := context.WithTimeout(x.t.Context(), time.Minute)
	defer cancel()
	table, err := trial.Seat(ctx, x.url, x.url, []trial.Kind{trial.Link, trial.Tag}[x.rng.IntN(2)], x.rng, 10*time.Second)
	if err != nil {
		x.t.Error(err)
		return
	}
	secret := table.Players[x.rng.IntN(len(table.Players))].Secret
	x.messages(ctx, table.Game, secret)
	x.requests(table.Game, secret)
	x.frames(table.Game)
	x.bare()
}

// messages sends as many as a socket may have at once, and asks in the end
// whether the server still listens.
func (x *fool) messages(ctx context.Context, game, secret string) {
	conn, _, err := websocket.Dial(ctx, x.url+"/api/v1/games/"+game+"/socket", &websocket.DialOptions{Subprotocols: []string{"tagmate.v1"}})
	if err != nil {
		x.t.Error(err)
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 20)
	heard := make(chan error, 1)
	go func() {
		for {
			_, text, err := conn.Read(ctx)
			if err != nil || bytes.HasPrefix(text, []byte(`{"t":"pong","n":77777`)) {
				heard <- err
				return
			}
			if bytes.Contains(text, []byte(`"code":"internal"`)) {
				x.t.Errorf("%s", text)
			}
		}
	}()
	write := func(text []byte) bool {
		kind := websocket.MessageText
		if x.rng.IntN(50) == 0 {
			kind = websocket.MessageBinary
		}
		return conn.Write(ctx, kind, text) == nil
	}
	if x.rng.IntN(10) > 0 {
		write([]byte(fmt.Sprintf(`{"t":"hello","token":%q}`, secret)))
	}
	for range 50 {
		if !write(nonsense(x.rng)) {
			x.t.Error("the socket was closed")
			return
		}
		x.count(0)
	}
	conn.Write(ctx, websocket.MessageText, []byte(`{"t":"hello","token":""}`))
	conn.Write(ctx, websocket.MessageText, []byte(`{"t":"ping","n":77777}`))
	if err := <-heard; err != nil {
		x.t.Errorf("after nonsense the server does not answer: %v", err)
	}
}

func (x *fool) requests(game, secret string) {
	paths := []string{
		"/api/v1/games", "/api/v1/games/" + game + "/join", "/api/v1/games/" + game + "/commands", "/api/v1/position", "/api/v1/reach",
		"/api/v1/history", "/api/v1/history?before=x", "/api/v1/history/pgn", "/api/v1/games/" + game, "/api/v1/lobby", "/play/x", "/metrics",
	}
	for range 40 {
		path := paths[x.rng.IntN(len(paths))]
		method := []string{"GET", "POST", "POST", "POST", "PUT"}[x.rng.IntN(5)]
		r := httptest.NewRequest(method, path, bytes.NewReader(nonsense(x.rng)))
		if x.rng.IntN(4) > 0 {
			r.Header.Set("Authorization", "Bearer "+secret)
		} else {
			r.Header["Authorization"] = []string{string(nonsense(x.rng))}
		}
		w := httptest.NewRecorder()
		x.h.ServeHTTP(w, r)
		if w.Code >= 500 {
			x.t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
		x.count(1)
	}
}

// frames opens a socket and sends what are no frames.
func (x *fool) frames(game string) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(x.url, "http://"))
	if err != nil {
		x.t.Error(err)
		return
	}
	defer conn.Close()
	key := base64.StdEncoding.EncodeToString([]byte("0123456789abcdef"))
	fmt.Fprintf(conn, "GET /api/v1/games/%s/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n", game, key)
	for range 4 {
		frame := []byte{byte(x.rng.IntN(256)), byte(x.rng.IntN(256))}
		conn.Write(append(frame, nonsense(x.rng)...))
		x.count(2)
	}
	conn.(*net.TCPConn).CloseWrite()
	conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	if _, err := io.Copy(io.Discard, conn); err != nil && !strings.Contains(err.Error(), "reset") {
		x.t.Errorf("the connection is not ended: %v", err)
	}
}

// bare sends what is not HTTP.
func (x *fool) bare() {
	conn, err := net.Dial("tcp", strings.TrimPrefix(x.url, "http://"))
	if err != nil {
		x.t.Error(err)
		return
	}
	defer conn.Close()
	head := []byte("POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n")
	head[x.rng.IntN(len(head))] = byte(x.rng.IntN(256))
	conn.Write(append(head, nonsense(x.rng)...))
	x.count(3)
	conn.(*net.TCPConn).CloseWrite()
	conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	if _, err := io.Copy(io.Discard, conn); err != nil && !strings.Contains(err.Error(), "reset") {
		x.t.Errorf("the connection is not ended: %v", err)
	}
}
