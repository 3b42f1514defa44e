package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"tagmate/internal/server/endings"
	"tagmate/internal/server/live"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/tablebase"
)

// tableRoutes are the routes about endgame tables.
func (s *Server) tableRoutes() []route {
	return []route{
		{
			method: "GET", path: "/api/v1/tables", summary: "The endgame tables that there are, and how far their building is; asking begins it",
			status: 200, response: Tablebase{}, handle: s.tables,
		},
		{
			method: "GET", path: "/api/v1/tables/claims", summary: "What the inventors claim of endings, and what the tables say of it",
			status: 200, response: []TableClaim{}, handle: s.tableClaims,
		},
		{
			method: "GET", path: "/api/v1/tables/{variant}/{ending}", summary: "Counts of an ending such as KJUk",
			query: []string{"pure"}, status: 200, response: TableStats{}, handle: s.tableStats,
		},
		{
			method: "POST", path: "/api/v1/tables/probe", summary: "What a position of few men is worth, and all its moves",
			request: ProbeRequest{}, status: 200, response: ProbeAnswer{}, handle: s.probe,
		},
		{
			method: "POST", path: "/api/v1/tables/position", summary: "A position of an ending at a distance from the end",
			request: PickRequest{}, status: 200, response: ProbeAnswer{}, handle: s.pick,
		},
	}
}

// endings returns the tables, and a refusal where the site has none.
func (s *Server) endings() (*endings.Keeper, error) {
	if s.Tables == nil {
		return nil, &live.Refusal{Code: live.NotFound, Detail: "this site has no endgame tables"}
	}
	return s.Tables, nil
}

// tableRefusal turns what the tables say into a refusal.
func tableRefusal(where string, err error) error {
	switch {
	case errors.Is(err, endings.ErrBuilding):
		return &live.Refusal{Code: live.Unavailable, Detail: err.Error(), Where: where}
	case errors.Is(err, endings.ErrNone):
		return &live.Refusal{Code: live.NotFound, Detail: err.Error(), Where: where}
	case errors.Is(err, endings.ErrBad):
		return &live.Refusal{Code: live.BadRequest, Detail: err.Error(), Where: where}
	}
	return err
}

func (s *Server) tables(w http.ResponseWriter, r *http.Request) error {
	k, err := s.endings()
	if err != nil {
		return err
	}
	list, err := k.Endings()
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, tablebaseOf(k.Status(), list))
}

func (s *Server) tableClaims(w http.ResponseWriter, r *http.Request) error {
	list, err := endings.Claims()
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, claimsOf(list))
}

func (s *Server) tableStats(w http.ResponseWriter, r *http.Request) error {
	k, err := s.endings()
	if err != nil {
		return err
	}
	rules, err := rulesOf(r.PathValue("variant"))
	if err != nil {
		return err
	}
	pure := false
	if text := r.URL.Query().Get("pure"); text != "" {
		if pure, err = strconv.ParseBool(text); err != nil {
			return bad("pure", "expected 1 or 0")
		}
	}
	stats, err := k.Stats(r.Context(), rules, r.PathValue("ending"), pure)
	if err != nil {
		return tableRefusal("ending", err)
	}
	return answer(w, http.StatusOK, statsOf(stats))
}

func (s *Server) probe(w http.ResponseWriter, r *http.Request) error {
	k, err := s.endings()
	if err != nil {
		return err
	}
	q, err := readBody[ProbeRequest](w, r)
	if err != nil {
		return err
	}
	rules, err := rulesOf(q.Variant)
	if err != nil {
		return err
	}
	p, err := position.ParseFEN(rules, q.FEN)
	if err != nil {
		return badFEN("fen", err)
	}
	a, err := probed(r.Context(), k, p, q.Pure)
	if err != nil {
		return tableRefusal("fen", err)
	}
	return answer(w, http.StatusOK, a)
}

func (s *Server) pick(w http.ResponseWriter, r *http.Request) error {
	k, err := s.endings()
	if err != nil {
		return err
	}
	q, err := readBody[PickRequest](w, r)
	if err != nil {
		return err
	}
	rules, err := rulesOf(q.Variant)
	if err != nil {
		return err
	}
	turn, outcome := position.White, tablebase.Win
	switch q.Turn {
	case "white":
	case "black":
		turn = position.Black
	default:
		return bad("turn", "expected white or black")
	}
	switch q.Value {
	case "win":
	case "loss":
		outcome = tablebase.Loss
	default:
		return bad("value", "expected win or loss")
	}
	if q.Low < 0 || q.High < q.Low {
		return bad("high", "expected plies, low not above high, neither below 0")
	}
	p, _, err := k.Pick(r.Context(), rules, q.Ending, q.Pure, turn, outcome, q.Low, q.High, uint64(q.Seed))
	if err != nil {
		return tableRefusal("ending", err)
	}
	a, err := probed(r.Context(), k, p, q.Pure)
	if err != nil {
		return tableRefusal("ending", err)
	}
	return answer(w, http.StatusOK, a)
}

// probed looks a position up and puts it into wire form.
func probed(ctx context.Context, k *endings.Keeper, p *position.Position, pure bool) (ProbeAnswer, error) {
	x, err := k.Probe(ctx, p, pure)
	if err != nil {
		return ProbeAnswer{}, err
	}
	a := ProbeAnswer{
		FEN: p.FEN(), Ending: x.Ending, Turn: p.Turn().String(), Check: p.InCheck(), Status: p.Status().String(),
		Value: x.Value.Outcome.String(), DTM: plies(x.Value), Moves: []ProbedMove{},
	}
	next := p.Clone()
	var u position.Undo
	for _, m := range x.Moves {
		san := notation.SAN(p, m.Move)
		next.Make(m.Move, &u)
		a.Moves = append(a.Moves, ProbedMove{notation.UCI(p.Rules(), m.Move), san, next.FEN(), m.Value.Outcome.String(), plies(m.Value)})
		next.Unmake(m.Move, &u)
	}
	return a, nil
}

// plies returns the distance of a decided value.
func plies(v tablebase.Value) *int {
	if v.Outcome != tablebase.Win && v.Outcome != tablebase.Loss {
		return nil
	}
	return &v.Plies
}
