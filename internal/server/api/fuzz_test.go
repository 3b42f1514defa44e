package api

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/endings"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/storetest"
	"tagmate/internal/server/web"
)

func newServer(tb testing.TB) *Server {
	tb.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	client, err := web.New(nil)
	if err != nil {
		tb.Fatal(err)
	}
	hub := live.NewHub(&storetest.Memory{}, botstest.Greedy{}, log)
	tb.Cleanup(hub.Close)
	s, err := New(Config{Hub: hub, Client: client, Log: log, Unlimited: true})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// FuzzMessage gives a room whatever a socket may bring.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"t":"move","id":"a","ply":0,"uci":"e2e4"}`, `{"t":"resign","id":"b"}`, `{"t":"hello","token":"x","since":3}`,
		`{"t":"takeback","id":"c"}`, `{"t":"draw","id":"d"}`, `{"t":"claim","id":"e"}`, `{"t":"ping","n":1}`,
		`{"t":"move","id":"a","ply":-1,"uci":"e2e4"}`, `{"t":"move","id":"\u0000","ply":1e3}`, `[]`, `null`, `{"id":7}`, ``,
		`{"t":"attempt","id":"f","ply":0,"uci":"e2e4"}`, `{"t":"attempt","id":"g","uci":"d2d4"}`, `{"t":"pass","id":"h"}`,
		`{"t":"seat-bot","id":"i","seat":"bq","level":3}`, `{"t":"unseat","id":"j"}`, `{"t":"holder","id":"k","side":"q"}`,
		`{"t":"ready","id":"l","ready":true}`, `{"t":"take-over","id":"m"}`, `{"t":"claim-win","id":"n"}`, `{"t":"rematch","id":"o"}`,
		`{"t":"rematch","id":"p","keep":true}`, `{"t":"chat","id":"q","on":true}`, `{"t":"say","id":"r","text":"a\u202eb \ud83d\ude00"}`,
	} {
		f.Add([]byte(seed))
	}
	s := newServer(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := parseMessage(text)
		if len(m.ID) > maxID {
			t.Errorf("id of %d bytes", len(m.ID))
		}
		if err != nil {
			if _, err := json.Marshal(errorMessage(m.ID, refusalOf(err))); err != nil {
				t.Error(err)
			}
			if refusalOf(err).Code == live.Internal {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		c, err := m.command()
		if err != nil {
			return
		}
		for _, setup := range []live.Setup{
			{Variant: "teutonic", Mode: live.Computer, Color: "white"}, {Variant: "chess", Mode: live.Link}, {Mode: live.Tag},
		} {
			made, err := s.Hub.Create(t.Context(), setup)
			if err != nil {
				t.Fatal(err)
			}
			v, err := s.Hub.Enter(t.Context(), made.ID)
			if err != nil {
				t.Fatal(err)
			}
			defer v.Leave()
			do := func(c live.Command) {
				if _, err := v.Do(t.Context(), made.Seats, c); err != nil && refusalOf(err).Code == live.Internal {
					t.Errorf("%q: %v", text, err)
				}
			}
			if setup.Mode == live.Link {
				// The other player is there, and both want to talk.
				other, err := v.Join(t.Context(), store.Token{}, "", "")
				if err != nil {
					t.Fatal(err)
				}
				on := live.Command{ID: "both talk", Action: live.ActChat, On: true}
				do(on)
				if _, err := v.Do(t.Context(), other.Seats, on); err != nil {
					t.Fatal(err)
				}
			}
			do(c)
			do(c)
			if setup.Mode == live.Tag {
				// And once more in play.
				for _, seat := range []string{"wq", "bq", "bk"} {
					do(live.Command{ID: "bot " + seat, Action: live.ActSeatBot, Seat: seat})
				}
				do(live.Command{ID: "all are ready", Action: live.ActReady, Ready: true})
				c.ID += "again"
				do(c)
			}
			if view, err := v.View(t.Context(), made.Seats); err != nil {
				t.Error(err)
			} else if view.Chat != nil && slices.ContainsFunc(view.Chat.Lines, func(l live.Line) bool {
				return l.Text == "" || !utf8.ValidString(l.Text) || utf8.RuneCountInString(l.Text) > 300 || strings.ContainsAny(l.Text, "\x00\n\u202e\u2028")
			}) {
				t.Errorf("%q: said %q", text, view.Chat.Lines)
			} else if _, err := view.PGN(); err != nil {
				t.Error(err)
			}
		}
	})
}

// FuzzBody sends bodies to every path that takes one.
func FuzzBody(f *testing.F) {
	s := newServer(f)
	made, err := s.Hub.Create(f.Context(), live.Setup{Variant: "teammate", Mode: live.HotSeat})
	if err != nil {
		f.Fatal(err)
	}
	var paths []string
	for _, rt := range s.routes() {
		if rt.request != nil {
			paths = append(paths, strings.ReplaceAll(rt.path, "{game}", made.ID))
		}
	}
	for _, seed := range []string{
		`{"variant":"teammate","fen":""}`, `{"variant":"chess","mode":"hotseat","clock":{"initial":600,"increment":5}}`,
		`{"variant":"teutonic","placement":"8/8/8/8/8/8/8/8/3T4/8","square":"d2"}`, `{"t":"move","id":"1","uci":"e2e4"}`,
		`{"variant":"chess","mode":"computer","fen":"k7/8/8/8/8/8/8/KQ6 w - - 0 1","level":8}`, `{"variant":"tag","mode":"tag","seat":"bq","open":true,"name":"x"}`, `{"variant":"tag","mode":"tag","fen":"8 w - - 0 1 kq -"}`,
		`{"name":"x","seat":"black"}`, `{"variant":"chess","mode":"link","color":"black"}`, `null`, `[`,
	} {
		for i := range paths {
			f.Add(uint8(i), []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		r := httptest.NewRequest("POST", paths[int(which)%len(paths)], strings.NewReader(string(body)))
		r.Header.Set("Authorization", "Bearer "+made.Token.Reveal())
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Errorf("%s %q: %d %s", r.URL, body, w.Code, w.Body)
		}
		if !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s %q: answer is not JSON: %s", r.URL, body, w.Body)
		}
	})
}

// FuzzAttempts adds whatever may come, and reads back what was kept.
func FuzzAttempts(f *testing.F) {
	for _, seed := range []string{
		`{"attempts":[{"id":"a","variant":"teammate","ending":"KAJk","role":"attack","at":1,"won":true,"used":9,"least":9,"hints":0}]}`,
		`{"attempts":[{"id":"b","variant":"chess","ending":"KBNk","role":"defend","at":9007199254740991,"used":-1}]}`,
		`{"attempts":[{"id":"a"},{}]}`, `{"attempts":[]}`, `{"attempts":{}}`, `{}`, `null`, `[`,
	} {
		f.Add([]byte(seed))
	}
	s := newServer(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		kept := &storetest.Memory{}
		s.Practice = kept
		secret := store.NewToken()
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1/tables/attempts", strings.NewReader(string(body)))
		r.Header.Set("Authorization", "Bearer "+secret.Reveal())
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= 500 || !json.Valid(w.Body.Bytes()) {
			t.Fatalf("%q: %d %s", body, w.Code, w.Body)
		}
		list, err := kept.Attempts(t.Context(), secret.Hash())
		if err != nil {
			t.Fatal(err)
		}
		if w.Code != http.StatusOK && len(list) > 0 {
			t.Errorf("%q: refused, but kept", body)
		}
		for _, a := range list {
			x := Attempt{a.ID, a.Variant, a.Ending, a.Role, int(a.At.UnixMilli()), a.Won, a.Used, a.Least, a.Hints}
			again, err := x.checked(time.Now())
			sameTime := again.At.Equal(a.At.Truncate(time.Millisecond))
			again.At = a.At
			if err != nil || again != a || !sameTime {
				t.Errorf("%q: kept %+v, which reads as %+v, %v", body, a, again, err)
			}
		}
	})
}

// FuzzTables gives the questions about endgame tables whatever may come. Nothing
// is built here, so that each run is short.
func FuzzTables(f *testing.F) {
	for _, seed := range []string{
		`{"variant":"chess","fen":"8/8/8/8/8/2k5/8/K6R w - - 0 1"}`, `{"variant":"teammate","fen":"8/8/8/8/8/2k5/8/K6R w - - 0 1","pure":true}`,
		`{"variant":"chess","ending":"KRk","turn":"white","value":"win","low":5,"high":9,"seed":4}`, `{"ending":"kkk"}`, `{}`, `KRk`, `KP kp`, "%00",
	} {
		f.Add(seed)
	}
	s := newServer(f)
	s.Tables = endings.New(f.TempDir(), false, s.Log)
	f.Cleanup(func() { s.Tables.Close() })
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range []*http.Request{
			httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1/tables/probe", strings.NewReader(text)),
			httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1/tables/position", strings.NewReader(text)),
			httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/tables/chess/"+url.PathEscape(text), nil),
		} {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code >= 500 {
				t.Errorf("%s %q: %d %s", r.URL.Path, text, w.Code, w.Body)
			}
		}
	})
}
