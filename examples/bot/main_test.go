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
	both := func(id string) {
		t.Helper()
		results := make(chan string, 2)
		for range 2 {
			go func() {
				result, err := play(site.URL + "/api/v1/games/" + id)
				if err != nil {
					t.Error(err)
				}
				results <- result
			}()
		}
		if a, b := <-results, <-results; a != b || a == "" {
			t.Errorf("one saw %q, the other %q", a, b)
		}
	}
	both(made.ID)

	// In a game for two it plays against the maker.
	json.Unmarshal([]byte(post("", "", `{"variant":"teammate","mode":"link","color":"white"}`)), &made)
	go func() {
		v, err := hub.Enter(t.Context(), made.ID)
		if err != nil {
			t.Error(err)
			return
		}
		defer v.Leave()
		w, err := v.Watch(t.Context(), []string{"white"})
		if err != nil {
			t.Error(err)
			return
		}
		for view := range w.Views() {
			if view.Reason != "" {
				return
			}
			if view.Turn == "white" && len(view.Waiting) == 0 && len(view.Legal) > 0 {
				c := live.Command{ID: fmt.Sprint(view.Seq), Action: live.ActMove, Move: view.Legal[0].UCI, Ply: -1}
				if _, err := v.Do(t.Context(), []string{"white"}, c); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	if result, err := play(site.URL + "/api/v1/games/" + made.ID); err != nil || result == "" {
		t.Errorf("%q, %v", result, err)
	}
	if _, err := play(site.URL + "/api/v1/games/" + made.ID); err == nil {
		t.Error("a bot joined a game that is over")
	}
}
