package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store/storetest"
	"tagmate/internal/server/web"
)

func TestMetrics(t *testing.T) {
	hub := live.NewHub(&storetest.Memory{}, botstest.Greedy{}, quietLog)
	defer hub.Close()
	client, err := web.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	m := api.NewMetrics()
	hub.Measure(m)
	h, err := api.New(api.Config{Hub: hub, Client: client, Log: quietLog, Metrics: m})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(method, path, body, from string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.RemoteAddr = from
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	made := read[api.GameCreated](t, ask("POST", "/api/v1/games", hotseat, "127.0.0.1:9").Body.Bytes())
	ask("POST", "/api/v1/games/"+made.ID+"/commands", `{"t":"move","id":"a","uci":"e2e4"}`, "127.0.0.1:9", "Authorization", "Bearer "+made.Token)
	w := ask("GET", "/metrics", "", "127.0.0.1:9")
	for _, want := range []string{
		`tagmate_events_total{kind="move"} 1`, "tagmate_keep_seconds_count 1", "tagmate_rooms 1", "tagmate_sockets 0",
		`tagmate_http_requests_total{status="201"} 1`, "go_goroutines",
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %s", want)
		}
	}
	for _, body := range []string{made.ID, made.Token} {
		if strings.Contains(w.Body.String(), body) {
			t.Errorf("the metrics tell %s", body)
		}
	}
	if w := ask("GET", "/metrics", "", "192.0.2.1:9"); w.Code != http.StatusNotFound {
		t.Errorf("from elsewhere: %d", w.Code)
	}
	if w := ask("GET", "/metrics", "", "127.0.0.1:9", "X-Forwarded-For", "192.0.2.1"); w.Code != http.StatusNotFound {
		t.Errorf("through a proxy: %d", w.Code)
	}
}
