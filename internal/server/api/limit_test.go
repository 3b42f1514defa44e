package api

import (
	"math"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tagmate/internal/server/live"
)

func TestLimiter(t *testing.T) {
	now := time.Unix(0, 0)
	l := newLimiter[string](budget{perSecond: 2, burst: 3}, func() time.Time { return now })
	take := func(key string) (n int) {
		for range 10 {
			if l.allow(key) {
				n++
			}
		}
		return n
	}
	if n := take("a"); n != 3 {
		t.Errorf("burst of %d", n)
	}
	if n := take("b"); n != 3 {
		t.Errorf("another key has %d", n)
	}
	now = now.Add(time.Second)
	if n := take("a"); n != 2 {
		t.Errorf("after a second %d", n)
	}
	now = now.Add(time.Hour)
	if take("c"); len(l.keys) != 1 {
		t.Errorf("%d keys are remembered", len(l.keys))
	}
}

func TestClientAddress(t *testing.T) {
	proxied := &Server{Config: Config{Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}}}
	direct := &Server{}
	for _, tc := range []struct {
		name, remote string
		forwarded    []string
		server       *Server
		want         string
	}{
		{"IPv4", "192.0.2.7:1234", nil, direct, "192.0.2.7/32"},
		{"IPv4 in IPv6", "[::ffff:192.0.2.7]:1", nil, direct, "192.0.2.7/32"},
		{"IPv6", "[2001:db8:1:2:3:4:5:6]:1", nil, direct, "2001:db8:1:2::/64"},
		{"zone", "[fe80::1%eth0]:1", nil, direct, "fe80::/64"},
		{"nonsense", "nonsense", nil, direct, netip.Prefix{}.String()},
		{"no proxy of ours", "192.0.2.7:1", []string{"198.51.100.1"}, direct, "192.0.2.7/32"},
		{"not from the proxy", "192.0.2.7:1", []string{"198.51.100.1"}, proxied, "192.0.2.7/32"},
		{"from the proxy", "127.0.0.1:1", []string{"198.51.100.1"}, proxied, "198.51.100.1/32"},
		{"what the client says of itself", "127.0.0.1:1", []string{"203.0.113.9", "198.51.100.1"}, proxied, "198.51.100.1/32"},
		{"two proxies", "[::1]:1", []string{"203.0.113.9, 198.51.100.1, 127.0.0.2"}, proxied, "198.51.100.1/32"},
		{"proxy that says nothing", "127.0.0.1:1", nil, proxied, "127.0.0.1/32"},
		{"proxy that says nonsense", "127.0.0.1:1", []string{"unknown"}, proxied, "127.0.0.1/32"},
	} {
		r := &http.Request{RemoteAddr: tc.remote, Header: http.Header{"X-Forwarded-For": tc.forwarded}}
		if got := tc.server.client(r).String(); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestCounter(t *testing.T) {
	c := counter[string]{most: 2}
	for i, tc := range []struct {
		key string
		ok  bool
	}{{"a", true}, {"a", true}, {"a", false}, {"b", true}} {
		if c.enter(tc.key) != tc.ok {
			t.Errorf("%d: %s may enter: %v", i, tc.key, !tc.ok)
		}
	}
	c.leave("a")
	if !c.enter("a") {
		t.Error("nobody may come after one has left")
	}
	c.leave("a")
	c.leave("a")
	c.leave("b")
	if len(c.keys) != 0 {
		t.Errorf("%d keys are remembered", len(c.keys))
	}
}

func TestSocketsAllowed(t *testing.T) {
	for files, want := range map[uint64]int{0: math.MaxInt, 1024: 922, 65536: 58983, math.MaxUint64: math.MaxInt} {
		if got := socketsAllowed(files); got != want {
			t.Errorf("with %d files: %d sockets, want %d", files, got, want)
		}
	}
}

// TestFullServer: a server that is full says so, and has room again when someone
// has gone.
func TestFullServer(t *testing.T) {
	s := newServer(t)
	s.all.most = 1
	site := httptest.NewServer(s)
	defer site.Close()
	dial := func() (*websocket.Conn, *http.Response) {
		c, resp, _ := websocket.Dial(t.Context(), site.URL+"/api/v1/games/nobody/socket", nil)
		return c, resp
	}
	first, _ := dial()
	if first == nil {
		t.Fatal("the first one is refused")
	}
	if c, resp := dial(); c != nil || resp.StatusCode != http.StatusServiceUnavailable {
		t.Error("the second one is let in")
	}
	first.CloseNow()
	s.Wait(t.Context())
	c, _ := dial()
	if c == nil {
		t.Fatal("there is no room after the first one has gone")
	}
	c.CloseNow()
	s.Wait(t.Context())
}

func TestEveryCodeHasAStatus(t *testing.T) {
	for _, c := range live.Codes() {
		if s := statuses[c]; s < 400 || s > 599 {
			t.Errorf("%s has status %d", c, s)
		}
	}
	if len(statuses) != len(live.Codes()) {
		t.Errorf("%d statuses for %d codes", len(statuses), len(live.Codes()))
	}
}

// TestProtocolPage holds docs/protocol.md to the code: it has every path, every
// kind of message and every code.
func TestProtocolPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	has := func(what, word string) {
		t.Helper()
		if !strings.Contains(page, word) {
			t.Errorf("the page has no %s %s", what, word)
		}
	}
	for _, rt := range newServer(t).routes() {
		has("path", strings.NewReplacer("{game}", "{id}", "{variant}", "{id}").Replace(rt.path))
	}
	for _, c := range live.Codes() {
		has("code", "`"+string(c)+"`")
	}
	field, _ := reflect.TypeFor[ClientMessage]().FieldByName("T")
	for kind := range strings.SplitSeq(field.Tag.Get("enum"), ",") {
		has("message", `"t":"`+kind+`"`)
	}
	for field := range reflect.TypeFor[ClientMessage]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		has("field", `"`+name+`"`)
	}
}
