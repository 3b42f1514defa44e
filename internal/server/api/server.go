package api

import (
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"tagmate/internal/server/bots"
	"tagmate/internal/server/endings"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/web"
)

// Config is what a Server needs.
type Config struct {
	Hub *live.Hub
	// Analyst answers questions about positions; nil for a server that does not.
	Analyst bots.Analyst
	Client  *web.Client
	// Tables are the endgame tables; nil for a server without them.
	Tables *endings.Keeper
	// Practice keeps what is practised in the trainer; nil for a server that does
	// not.
	Practice store.Practice
	// Guide serves everything below /guide/; nil for a server without it.
	Guide http.Handler
	Log   *slog.Logger
	// Metrics are served at /metrics to this machine; nil for none.
	Metrics *Metrics
	// Origins are other origins, such as "https://chess.example", whose pages
	// may use this server. Its own needs no mention.
	Origins []string
	// Proxies are networks of our own proxies: requests that come from there
	// are counted for the address that X-Forwarded-For has.
	Proxies []netip.Prefix
	// Unlimited switches the limits by rate and number off, for measurements
	// and where a proxy has its own. Those of size stay.
	Unlimited bool
}

// Server is the http.Handler of the whole site.
type Server struct {
	Config
	handler http.Handler
	hosts   []string // of Origins

	requests *limiter[netip.Prefix]
	creates  *limiter[netip.Prefix]
	connects *limiter[netip.Prefix]
	commands *limiter[store.TokenHash]
	says     *limiter[store.TokenHash]
	open     counter[netip.Prefix] // sockets
	all      counter[struct{}]     // sockets

	histories *limiter[netip.Prefix]
	exports   *limiter[netip.Prefix]
	practices *limiter[netip.Prefix]

	analyses *limiter[netip.Prefix]
	asked    counter[struct{}] // analyses that run or wait

	sockets sync.WaitGroup
}

// New returns a server. It fails on an origin that is none.
func New(c Config) (*Server, error) {
	s := &Server{Config: c}
	s.open.most, s.asked.most = math.MaxInt, maxAnalyses
	s.all.most = socketsAllowed(filesAllowed())
	if !c.Unlimited {
		s.requests = newLimiter[netip.Prefix](requestBudget, time.Now)
		s.creates = newLimiter[netip.Prefix](createBudget, time.Now)
		s.connects = newLimiter[netip.Prefix](socketBudget, time.Now)
		s.commands = newLimiter[store.TokenHash](commandBudget, time.Now)
		s.says = newLimiter[store.TokenHash](sayBudget, time.Now)
		s.histories = newLimiter[netip.Prefix](historyBudget, time.Now)
		s.exports = newLimiter[netip.Prefix](exportBudget, time.Now)
		s.practices = newLimiter[netip.Prefix](practiceBudget, time.Now)
		s.analyses = newLimiter[netip.Prefix](analysisBudget, time.Now)
		s.open.most = maxSockets
	}
	guard := http.NewCrossOriginProtection()
	for _, o := range c.Origins {
		if err := guard.AddTrustedOrigin(o); err != nil {
			return nil, err
		}
		_, host, _ := strings.Cut(o, "://")
		s.hosts = append(s.hosts, host)
	}
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fail(w, s.Log, &live.Refusal{Code: live.BadRequest, Detail: "a page of another site may not do this", Where: "Origin"})
	}))

	mux := http.NewServeMux()
	for _, rt := range s.routes() {
		mux.Handle(rt.method+" "+rt.path, s.limited(rt.handle))
	}
	mux.Handle("/api/", s.limited(func(w http.ResponseWriter, r *http.Request) error {
		return &live.Refusal{Code: live.NotFound, Detail: "the interface has no such path with this method; see /api"}
	}))
	for _, page := range []string{"/{$}", "/games", "/play/{id}", "/setup/{variant}", "/tables", "/tables/{page...}"} {
		mux.HandleFunc("GET "+page, c.Client.Page)
	}
	mux.Handle("/", c.Client)
	if c.Guide != nil {
		mux.Handle("GET /guide/", c.Guide)
		mux.Handle("GET /guide", http.RedirectHandler("/guide/", http.StatusMovedPermanently))
	}
	if c.Metrics != nil {
		mux.Handle("GET /metrics", c.Metrics.handler(c.Hub))
	}
	s.handler = s.watched(headers(guard.Handler(mux)))
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Wait waits until all sockets are closed, which they are soon after the hub
// is.
func (s *Server) Wait(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		s.sockets.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// policy allows scripts, styles and connections of our own only, none of them
// written into a page. WebAssembly is the rules core in the client's worker.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; " +
	"worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// headers sets what is the same for every answer.
func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		if r.TLS != nil {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// spend counts a command for its sender.
func (s *Server) spend(t store.Token, c live.Command) error {
	if !s.commands.allow(t.Hash()) {
		return tooMany("commands")
	}
	if c.Action == live.ActSay && !s.says.allow(t.Hash()) {
		return tooMany("lines")
	}
	return nil
}

// limited counts a request of the interface for its address.
func (s *Server) limited(handle handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.requests.allow(s.client(r)) {
			fail(w, s.Log, tooMany("requests"))
			return
		}
		if err := handle(w, r); err != nil {
			fail(w, s.Log, err)
		}
	})
}

func tooMany(what string) *live.Refusal {
	return &live.Refusal{Code: live.RateLimited, Detail: "too many " + what + "; wait a moment"}
}

// watched logs each request, and turns a fault of ours into an answer.
func (s *Server) watched(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.Log.Error("panic", "panic", p, "stack", string(debug.Stack()))
				if rec.status == 0 {
					fail(rec, s.Log, &live.Refusal{Code: live.Internal, Detail: "something went wrong on the server"})
				}
			}
			s.Metrics.answered(rec.status)
			s.Log.Debug("request", "method", r.Method, "path", r.URL.Path, "status", rec.status,
				"ms", time.Since(start).Milliseconds())
		}()
		next.ServeHTTP(rec, r)
	})
}

// recorder remembers the status of an answer.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return r.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController and the socket find the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// answer sends a JSON answer.
func answer(w http.ResponseWriter, status int, x any) error {
	text, err := json.Marshal(x)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-store")
	}
	w.WriteHeader(status)
	w.Write(append(text, '\n'))
	return nil
}

// bearer returns the token that a request carries.
func bearer(r *http.Request) store.Token {
	kind, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(kind, "Bearer") {
		return store.Token{}
	}
	return store.ParseToken(strings.TrimSpace(secret))
}
