package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
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

// TestBot has bots play whole games of chess and of Tag Chess.
func TestBot(t *testing.T) {
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	hub := live.NewHub(&storetest.Memory{}, botstest.Greedy{}, log)
	client, err := web.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	h, err := api.New(api.Config{Hub: hub, Client: client, Log: log, Unlimited: true})
	if err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(h)
	defer site.Close()
	defer hub.Close()
	post := func(path, token, body string) string {
		req, err := http.NewRequestWithContext(t.Context(), "POST", site.URL+"/api/v1/games"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode >= 300 {
			t.Fatalf("%s %s: %d %s", path, body, resp.StatusCode, text)
		}
		return string(text)
	}
	var made struct{ ID, Token string }
	json.Unmarshal([]byte(post("", "", `{"variant":"tag","mode":"tag"}`)), &made)
	for _, seat := range []string{"bq", "bk"} {
		post("/"+made.ID+"/commands", made.Token, fmt.Sprintf(`{"t":"seat-bot","id":%q,"seat":%q}`, seat, seat))
	}
	post("/"+made.ID+"/commands", made.Token, `{"t":"unseat","id":"no","seat":"bq"}`)
	// The maker is ready and leaves the rest to three others: he holds nothing.
	post("/"+made.ID+"/commands", made.Token, `{"t":"holder","id":"h","side":"q"}`)
	post("/"+made.ID+"/commands", made.Token, `{"t":"ready","id":"r","ready":true}`)
	ended := make(chan error, 2)
	for range 2 {
		go func() { ended <- run(t.Context(), site.URL+"/api/v1/games/"+made.ID) }()
	}
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
