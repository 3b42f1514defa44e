package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"tagmate/game"
	"tagmate/internal/server/bots"
	"tagmate/internal/server/live"
	"tagmate/notation"
)

const (
	// quickNodes are some 0.2 s of one processor, deepNodes some 1.5 s.
	quickNodes, deepNodes = 300_000, 2_000_000
	// maxAnalyses is how many may run or wait at once on this node.
	maxAnalyses = 64
	// analysisTime bounds an answer, the time in line included.
	analysisTime = 25 * time.Second
	// maxMoves bounds a game that is analysed.
	maxMoves = 2000
)

// analysis answers what the engine thinks of a position.
func (s *Server) analysis(w http.ResponseWriter, r *http.Request) error {
	if s.Analyst == nil {
		return &live.Refusal{Code: live.NotFound, Detail: "this server does not analyse"}
	}
	if !s.analyses.allow(s.client(r)) {
		return tooMany("positions to analyse")
	}
	q, err := readBody[AnalysisRequest](w, r)
	if err != nil {
		return err
	}
	question, err := analysisOf(q)
	if err != nil {
		return err
	}
	if !s.asked.enter(struct{}{}) {
		return &live.Refusal{Code: live.Unavailable, Detail: "too many positions wait to be analysed"}
	}
	defer s.asked.leave(struct{}{})
	ctx, cancel := context.WithTimeout(r.Context(), analysisTime)
	defer cancel()
	nodes := uint64(quickNodes)
	if q.Deep {
		nodes = deepNodes
	}
	o, err := s.Analyst.Analyse(ctx, question, nodes)
	if errors.Is(err, context.DeadlineExceeded) {
		return &live.Refusal{Code: live.Unavailable, Detail: "the analysis took too long; ask again later"}
	}
	if err != nil {
		return err
	}
	a := AnalysisAnswer{Depth: o.Depth, Line: make([]Move, len(o.UCI))}
	for i := range o.UCI {
		a.Line[i] = Move{UCI: o.UCI[i], SAN: o.SAN[i]}
	}
	if o.Mate != 0 {
		a.Mate = &o.Mate
	} else {
		a.Score = &o.Score
	}
	return answer(w, http.StatusOK, a)
}

// analysisOf checks a question before a worker's time is spent on it.
func analysisOf(q AnalysisRequest) (bots.Request, error) {
	none := bots.Request{}
	rules, err := rulesOf(q.Variant)
	if err != nil {
		return none, err
	}
	g := game.New(rules)
	if q.FEN != "" {
		if g, err = game.FromFEN(rules, q.FEN); err != nil {
			return none, badFEN("fen", err)
		}
	}
	if len(q.Moves) > maxMoves {
		return none, bad("moves", fmt.Sprintf("a game has at most %d moves here", maxMoves))
	}
	start := g.Position().FEN()
	for i, text := range q.Moves {
		m, err := notation.ParseUCI(g.Position(), text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return none, &live.Refusal{Code: live.BadMove, Detail: err.Error(), Where: fmt.Sprintf("moves[%d]", i)}
		}
	}
	if g.Result().Over() {
		return none, &live.Refusal{Code: live.GameOver, Detail: "the game is over in this position"}
	}
	return bots.Request{Variant: q.Variant, Start: start, Moves: q.Moves}, nil
}
