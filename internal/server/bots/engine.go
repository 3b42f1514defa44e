package bots

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tagmate/engine"
	"tagmate/game"
	"tagmate/notation"
	"tagmate/position"
)

const (
	// fullTime is how long full strength thinks about a move when no clock
	// hurries it: a person at the board does not want to wait longer.
	fullTime = 3 * time.Second
	// drawNodes is how deep a draw offer is looked into; some 0.2 s.
	drawNodes = 150_000
	// spareEngines is how many engines that nobody uses are kept for the next
	// move. Each has its hash table.
	spareEngines = 4
	hashMB       = 16
)

// A computer player accepts a draw when he stands worse than worse, or when
// the game is old and he stands no better than level.
const (
	worse engine.Score = -60
	level engine.Score = 10
	old                = 60 // plies
)

// Engine plays with package engine. Its zero value is ready.
type Engine struct {
	// MaxNodes bounds each search, for tests that want many quick games; 0
	// for no bound.
	MaxNodes uint64
	// Tables returns the endgame tables of a game; nil for none.
	Tables func(*position.Rules) engine.Tables

	mu    sync.Mutex
	spare []spareEngine // the longest unused first
}

type spareEngine struct {
	variant string
	engine  *engine.Engine
}

var _ Thinker = (*Engine)(nil)

// Choose implements Player.
func (e *Engine) Choose(ctx context.Context, r Request) (string, error) {
	g, err := replay(r)
	if err != nil {
		return "", err
	}
	limits := engine.Limits{Level: r.Level, Seed: r.Seed, MoveTime: fullTime}
	if r.Left > 0 {
		limits.Clock = &engine.Clock{Left: r.Left, Increment: r.Increment}
	}
	if r.Claim {
		draw, err := e.prefersDraw(ctx, g)
		if err != nil {
			return "", err
		}
		if draw {
			return Claim, nil
		}
	}
	if r.Team != nil {
		return e.chooseInTeam(ctx, g, r, limits)
	}
	info := e.think(ctx, g, limits)
	if len(info.PV) == 0 {
		return "", errors.New("bots: the engine has no move")
	}
	return notation.UCI(g.Rules(), info.PV[0]), nil
}

// prefersDraw reports whether the side to move stands no better than level.
func (e *Engine) prefersDraw(ctx context.Context, g *game.Game) (bool, error) {
	score := e.think(ctx, g, engine.Limits{Nodes: drawNodes, MoveTime: time.Second}).Score
	return score <= level, ctx.Err()
}

// AcceptsDraw implements Player.
func (e *Engine) AcceptsDraw(ctx context.Context, r Request, color string) (bool, error) {
	g, err := replay(r)
	if err != nil {
		return false, err
	}
	score := e.think(ctx, g, engine.Limits{Nodes: drawNodes, MoveTime: time.Second}).Score
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if g.Position().Turn().String() != color {
		score = -score
	}
	return score < worse || score <= level && g.Ply() >= old, nil
}

// replay makes the game of a request.
func replay(r Request) (*game.Game, error) {
	rules, err := position.RulesOf(r.Variant)
	if err != nil {
		return nil, fmt.Errorf("bots: %w", err)
	}
	g, err := game.FromFEN(rules, r.Start)
	if err != nil {
		return nil, fmt.Errorf("bots: %w", err)
	}
	for _, text := range r.Moves {
		m, err := notation.ParseUCI(g.Position(), text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("bots: %w", err)
		}
	}
	if result := g.Result(); result.Over() {
		return nil, fmt.Errorf("%w (%s)", ErrOver, result.Reason)
	}
	return g, nil
}

func (e *Engine) think(ctx context.Context, g *game.Game, l engine.Limits) engine.Info {
	eng := e.take(g.Rules())
	defer e.put(g.Rules(), eng)
	if e.MaxNodes > 0 {
		l.Nodes = e.MaxNodes
	}
	keys := g.Keys()
	return eng.Think(ctx, g.Position(), keys[:len(keys)-1], l, nil)
}

// take returns an engine for a game that nobody else uses.
func (e *Engine) take(r *position.Rules) *engine.Engine {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := len(e.spare) - 1; i >= 0; i-- {
		if s := e.spare[i]; s.variant == r.Def().ID {
			e.spare = append(e.spare[:i], e.spare[i+1:]...)
			return s.engine
		}
	}
	o := engine.Options{HashMB: hashMB}
	if e.Tables != nil {
		o.Tables = e.Tables(r)
	}
	return engine.New(r, o)
}

func (e *Engine) put(r *position.Rules, eng *engine.Engine) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.spare) == spareEngines {
		e.spare = append(e.spare[:0], e.spare[1:]...)
	}
	e.spare = append(e.spare, spareEngine{r.Def().ID, eng})
}
