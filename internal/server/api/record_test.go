package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/store/storetest"
)

func post[T any](t *testing.T, url string, body any) (int, T) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Post(url, "application/json", strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var x T
	if err := json.NewDecoder(resp.Body).Decode(&x); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, x
}

// TestRecordBecomesGame: a record of another program is read, and a game made of
// it that stands where the record ends.
func TestRecordBecomesGame(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Greedy{})
	for _, c := range []struct {
		name, variant, pgn string
		want               string // variant
		moves              int
		white, reason      string
	}{
		{
			name: "to mate", pgn: "[White \"Ann\"]\n[Black \"?\"]\n\n1. f3 e5 2. g4?? {alas} (2. e4) Qh4# 0-1\n",
			want: "chess", moves: 4, white: "Ann", reason: "checkmate",
		},
		{name: "of another game", pgn: "[Variant \"Team-Mate Chess\"]\n\n1. e4 Cg6 *", want: "teammate", moves: 2},
		{name: "where the record says nothing", variant: "teutonic", pgn: "1. e5 *", want: "teutonic", moves: 1},
		{name: "a variant that chess programs write", pgn: "[Variant \"normal\"]\n\n1. e4 *", want: "chess", moves: 1},
		{name: "from a position", pgn: "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", want: "chess", moves: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, rec := post[api.PGNAnswer](t, s.url+"/api/v1/pgn", api.PGNRequest{Variant: c.variant, PGN: c.pgn})
			if status != http.StatusOK || rec.Variant != c.want || len(rec.Moves) != c.moves || rec.White != c.white || rec.Black != "" {
				t.Fatalf("%d %+v", status, rec)
			}
			status, made := post[api.GameCreated](t, s.url+"/api/v1/games", api.NewGame{
				Variant: rec.Variant, Mode: "hotseat", FEN: rec.FEN, Moves: rec.Moves, White: rec.White,
			})
			if status != http.StatusCreated {
				t.Fatal(status)
			}
			resp, err := http.Get(s.url + "/api/v1/games/" + made.ID)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			var g api.State
			if err := json.NewDecoder(resp.Body).Decode(&g); err != nil {
				t.Fatal(err)
			}
			if g.Ply != c.moves || g.Reason != c.reason || g.Players["white"].Name != c.white || len(g.Moves) != c.moves {
				t.Errorf("%+v", g)
			}
		})
	}
	for _, c := range []struct {
		name  string
		path  string
		body  any
		code  string
		where string
	}{
		{"no legal move", "/api/v1/pgn", api.PGNRequest{PGN: "1. e4 e5 2. Ke3 *"}, "bad-pgn", "pgn"},
		{"no such game", "/api/v1/pgn", api.PGNRequest{Variant: "go", PGN: "1. e4 *"}, "not-found", "variant"},
		{"illegal", "/api/v1/games", api.NewGame{Variant: "chess", Mode: "hotseat", Moves: []string{"e2e4", "e2e4"}}, "bad-move", "moves[1]"},
		{"in the middle", "/api/v1/games", api.NewGame{Variant: "chess", Mode: "computer", Moves: []string{"e2e4"}}, "bad-request", "moves"},
		{"a long name", "/api/v1/games", api.NewGame{Variant: "chess", Mode: "hotseat", Black: strings.Repeat("x", 41)}, "bad-request", "black"},
	} {
		if _, p := post[api.Problem](t, s.url+c.path, c.body); string(p.Code) != c.code || p.Where != c.where {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
}
