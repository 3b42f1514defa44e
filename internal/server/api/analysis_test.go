package api_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store/storetest"
)

func TestAnalysis(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, &bots.Engine{MaxNodes: 20_000})
	for _, c := range []struct {
		name, body  string
		mate        int
		first, code string
		where       string
	}{
		{
			name: "mate in one for Black", mate: -1, first: "d8h4",
			body: `{"variant":"chess","fen":"","moves":["f2f3","e7e5","g2g4"]}`,
		},
		{
			name: "mate in one for White", mate: 1, first: "a1a8",
			body: `{"variant":"chess","fen":"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1","moves":[]}`,
		},
		{name: "a position like others", body: `{"variant":"teammate","fen":"","moves":[]}`},
		{name: "no such game", body: `{"variant":"go","fen":"","moves":[]}`, code: "not-found", where: "variant"},
		{name: "no position", body: `{"variant":"chess","fen":"k7 w","moves":[]}`, code: "bad-fen", where: "fen"},
		{name: "no legal move", body: `{"variant":"chess","fen":"","moves":["e2e4","e2e4"]}`, code: "bad-move", where: "moves[1]"},
		{
			name: "over", body: `{"variant":"chess","fen":"","moves":["f2f3","e7e5","g2g4","d8h4"]}`,
			code: string(live.GameOver),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, err := http.Post(s.url+"/api/v1/analysis", "application/json", strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if c.code != "" {
				var p api.Problem
				if err := json.NewDecoder(resp.Body).Decode(&p); err != nil || string(p.Code) != c.code || p.Where != c.where {
					t.Fatalf("%d %+v, %v", resp.StatusCode, p, err)
				}
				return
			}
			var a api.AnalysisAnswer
			if err := json.NewDecoder(resp.Body).Decode(&a); err != nil || resp.StatusCode != http.StatusOK {
				t.Fatalf("%d, %v", resp.StatusCode, err)
			}
			if (a.Score == nil) == (a.Mate == nil) || len(a.Line) == 0 || a.Line[0].SAN == "" {
				t.Fatalf("%+v", a)
			}
			if c.mate != 0 && (a.Mate == nil || *a.Mate != c.mate || a.Line[0].UCI != c.first) {
				t.Errorf("mate %v by %v, want %d by %s", a.Mate, a.Line, c.mate, c.first)
			}
		})
	}
}
