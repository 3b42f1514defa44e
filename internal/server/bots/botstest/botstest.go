// Package botstest has computer players for tests.
package botstest

import (
	"context"
	"fmt"

	"tagmate/game"
	"tagmate/internal/server/bots"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/tag"
)

// Greedy takes the most valuable piece that it can, else plays the first move
// of the list. It answers at once and always the same.
type Greedy struct{}

var _ bots.Thinker = Greedy{}

// Game returns the game of a request.
func Game(r bots.Request) (*game.Game, error) {
	rules, err := position.RulesOf(r.Variant)
	if err != nil {
		return nil, err
	}
	g, err := game.FromFEN(rules, r.Start)
	if err != nil {
		return nil, err
	}
	for _, text := range r.Moves {
		m, err := notation.ParseUCI(g.Position(), text)
		if err != nil {
			return nil, err
		}
		if err := g.Play(m); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Choose implements bots.Player.
func (Greedy) Choose(ctx context.Context, r bots.Request) (string, error) {
	g, err := Game(r)
	if err != nil {
		return "", err
	}
	pos := g.Position()
	moves := pos.AppendMoves(nil)
	if r.Team != nil {
		// In a team he plays with what is his, and else passes.
		s, err := tag.Parse(g.Rules(), r.Team.Text)
		if err != nil {
			return "", err
		}
		if moves, _, _ = s.Moves(); len(moves) == 0 {
			return bots.Pass, nil
		}
	}
	best, most := position.NoMove, -1
	for _, m := range moves {
		gain := 0
		if p := pos.At(m.To()); p != 0 {
			gain = pos.Rules().Def().Pieces[p.Kind()-1].Value
		}
		if gain > most {
			best, most = m, gain
		}
	}
	if best == position.NoMove {
		return "", fmt.Errorf("botstest: no legal move")
	}
	return notation.UCI(pos.Rules(), best), nil
}

// AcceptsDraw implements bots.Player: it does when at least ten moves each
// have been played.
func (Greedy) AcceptsDraw(ctx context.Context, r bots.Request, color string) (bool, error) {
	return len(r.Moves) >= 20, nil
}

// Analyse implements bots.Analyst: he likes what he would play, and nothing is
// worth anything to him.
func (p Greedy) Analyse(ctx context.Context, r bots.Request, nodes uint64) (bots.Opinion, error) {
	uci, err := p.Choose(ctx, r)
	if err != nil {
		return bots.Opinion{}, err
	}
	return bots.Opinion{Depth: 1, UCI: []string{uci}, SAN: []string{uci}}, nil
}

// Script is a player whose answers a test gives. A nil function never answers.
type Script struct {
	OnChoose  func(ctx context.Context, r bots.Request) (string, error)
	OnDraw    func(ctx context.Context, r bots.Request, color string) (bool, error)
	OnAnalyse func(ctx context.Context, r bots.Request, nodes uint64) (bots.Opinion, error)
}

var _ bots.Thinker = Script{}

// Analyse implements bots.Analyst.
func (s Script) Analyse(ctx context.Context, r bots.Request, nodes uint64) (bots.Opinion, error) {
	if s.OnAnalyse == nil {
		<-ctx.Done()
		return bots.Opinion{}, ctx.Err()
	}
	return s.OnAnalyse(ctx, r, nodes)
}

// Choose implements bots.Player.
func (s Script) Choose(ctx context.Context, r bots.Request) (string, error) {
	if s.OnChoose == nil {
		<-ctx.Done()
		return "", ctx.Err()
	}
	return s.OnChoose(ctx, r)
}

// AcceptsDraw implements bots.Player.
func (s Script) AcceptsDraw(ctx context.Context, r bots.Request, color string) (bool, error) {
	if s.OnDraw == nil {
		<-ctx.Done()
		return false, ctx.Err()
	}
	return s.OnDraw(ctx, r, color)
}
