package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/endings"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store/storetest"
	"tagmate/internal/server/web"
)

// tableServer is a site with tables that are built as they are asked for.
func tableServer(t *testing.T, build bool) *httptest.Server {
	t.Helper()
	client, err := web.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	hub := live.NewHub(&storetest.Memory{}, botstest.Greedy{}, quietLog)
	t.Cleanup(hub.Close)
	tables := endings.New(t.TempDir(), build, quietLog)
	t.Cleanup(func() { tables.Close() })
	site, err := api.New(api.Config{Hub: hub, Client: client, Log: quietLog, Tables: tables, Unlimited: true})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(site)
	t.Cleanup(s.Close)
	return s
}

// fetch asks until a table has been built, and reads the answer.
func fetch[T any](t *testing.T, s *httptest.Server, path, body string) (int, T, api.Problem) {
	t.Helper()
	for {
		method := "GET"
		if body != "" {
			method = "POST"
		}
		req, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		res, err := s.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		var x T
		var p api.Problem
		if res.StatusCode == http.StatusOK {
			err = json.NewDecoder(res.Body).Decode(&x)
		} else {
			err = json.NewDecoder(res.Body).Decode(&p)
		}
		res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if res.StatusCode != http.StatusServiceUnavailable {
			return res.StatusCode, x, p
		}
	}
}

func TestTables(t *testing.T) {
	s := tableServer(t, true)
	status, list, _ := fetch[api.Tablebase](t, s, "/api/v1/tables", "")
	if status != 200 || list.Building.Total == 0 || list.Endings == nil {
		t.Errorf("%d %+v", status, list)
	}
	status, a, _ := fetch[api.ProbeAnswer](t, s, "/api/v1/tables/probe", `{"variant":"chess","fen":"8/8/8/8/8/2k5/8/K6R w - - 0 1"}`)
	if status != 200 || a.Ending != "KRk" || a.Value != "win" || a.DTM == nil || len(a.Moves) == 0 || *a.Moves[0].DTM != *a.DTM || !strings.HasSuffix(a.Moves[0].FEN, " b - - 1 1") {
		t.Errorf("%d %+v", status, a)
	}
	status, st, _ := fetch[api.TableStats](t, s, "/api/v1/tables/chess/KRk?pure=0", "")
	if status != 200 || st.Parts[0].White.LongestWin != 31 || len(st.Parts[0].Black.MatedOn) != 64 {
		t.Errorf("%d %+v", status, st)
	}
	status, a, _ = fetch[api.ProbeAnswer](t, s, "/api/v1/tables/position", `{"variant":"chess","ending":"KRk","turn":"white","value":"win","low":5,"high":9,"seed":4}`)
	if status != 200 || a.DTM == nil || *a.DTM < 5 || *a.DTM > 9 {
		t.Errorf("%d %+v", status, a)
	}
	status, claims, _ := fetch[[]api.TableClaim](t, s, "/api/v1/tables/claims", "")
	if status != 200 || len(claims) != 10 || claims[0].Quote == "" || len(claims[0].Exceptions) == 0 {
		t.Errorf("%d %+v", status, claims)
	}
}

func TestTableRefusals(t *testing.T) {
	s := tableServer(t, true)
	for _, c := range []struct {
		name, path, body string
		status           int
		words            string
	}{
		{"illegal", "/api/v1/tables/probe", `{"variant":"chess","fen":"8/8/8/8/8/2k5/8/K1R5 w - - 0 1"}`, 422, "captured"},
		{"no position", "/api/v1/tables/probe", `{"variant":"chess","fen":"x"}`, 422, "fen"},
		{"too many men", "/api/v1/tables/probe", `{"variant":"chess","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"}`, 400, "32 men"},
		{"castling", "/api/v1/tables/probe", `{"variant":"chess","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}`, 400, "castling"},
		{"no table", "/api/v1/tables/probe", `{"variant":"teammate","fen":"8/8/8/4k3/8/8/8/KAJU4 b - - 0 1"}`, 404, "no table of KAJUk"},
		{"no game", "/api/v1/tables/probe", `{"variant":"x","fen":""}`, 404, "teammate"},
		{"no ending", "/api/v1/tables/chess/KXk", "", 400, "no piece"},
		{"no distance", "/api/v1/tables/position", `{"variant":"chess","ending":"KRk","turn":"white","value":"win","low":90,"high":99}`, 400, "no position"},
		{"no turn", "/api/v1/tables/position", `{"variant":"chess","ending":"KRk","value":"win","high":9}`, 400, "white or black"},
		{"no range", "/api/v1/tables/position", `{"variant":"chess","ending":"KRk","turn":"white","value":"win","low":9,"high":8}`, 400, "plies"},
		{"no bool", "/api/v1/tables/chess/KRk?pure=x", "", 400, "1 or 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, _, p := fetch[struct{}](t, s, c.path, c.body)
			if status != c.status || !strings.Contains(p.Detail, c.words) {
				t.Errorf("%d %+v", status, p)
			}
		})
	}
	if status, _, p := fetch[struct{}](t, tableServer(t, false), "/api/v1/tables/chess/KRk", ""); status != 404 || !strings.Contains(p.Detail, "builds none") {
		t.Errorf("%d %+v", status, p)
	}
}
