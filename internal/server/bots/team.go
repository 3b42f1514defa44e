package bots

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tagmate/engine"
	"tagmate/game"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/tag"
)

// manner is how a level plays with a partner.
type manner struct {
	// margin is how much worse than the team's best move his own best may be
	// for him to play it and not to pass.
	margin engine.Score
	// nodes is what he spends on each of the moves that he compares.
	nodes uint64
}

// The weak are fond of their own pieces, the strong know what the partner's
// are worth. Nodes are a thirtieth or so of what the level spends on its move.
var manners = [MaxLevel]manner{
	{110, 200}, {95, 400}, {80, 700}, {65, 1_500}, {50, 3_000}, {40, 6_000}, {30, 12_000}, {25, 25_000},
}

const (
	// reasonable is how much worse than the team's best a move may be that is
	// played rather than passed straight back.
	reasonable engine.Score = 250
	// mostPasses is how often a move goes to and fro at most in one turn.
	mostPasses = 3
	// finalists are looked at with all of manner.nodes, the others with an
	// eighth.
	finalists = 4
	// In the last seconds whoever has the move plays something.
	hurry = 5 * time.Second
)

// chooseInTeam plays for the holder of the move in Tag Chess. He thinks about
// the whole board. When the best move is his he plays it; when the best is his
// partner's he plays his own best if that is nearly as good, and passes
// otherwise. He attempts nothing with the partner's pieces.
func (e *Engine) chooseInTeam(ctx context.Context, g *game.Game, r Request, l engine.Limits) (string, error) {
	s, err := tag.Parse(g.Rules(), r.Team.Text)
	if err != nil {
		return "", fmt.Errorf("bots: %w", err)
	}
	plays, partners, _ := s.Moves()
	canPass := s.CanPass()
	switch {
	case len(plays) == 0 && canPass:
		return Pass, nil
	case len(plays) == 0:
		return "", errors.New("bots: the holder can neither play nor pass")
	case len(plays) == 1 && !canPass:
		return notation.UCI(g.Rules(), plays[0]), nil
	}
	// Two partners may think about the same move, one after the other.
	l.MoveTime /= 2
	if l.Clock != nil {
		clock := *l.Clock
		clock.Left /= 2
		l.Clock = &clock
	}
	if r.Left > 0 && r.Left < hurry {
		l.Nodes = 2_000
		canPass = canPass && r.Left > time.Second
	}
	best := e.think(ctx, g, l)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if len(best.PV) > 0 && slices.Contains(plays, best.PV[0]) {
		return notation.UCI(g.Rules(), best.PV[0]), nil
	}
	c := comparison{e: e, ctx: ctx, g: g, nodes: manners[r.Level-1].nodes, seed: r.Seed}
	if l.Nodes > 0 {
		c.nodes = min(c.nodes, l.Nodes)
	}
	own, ownScore := c.best(plays)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if !canPass || len(partners) == 0 {
		return notation.UCI(g.Rules(), own), nil
	}
	if len(best.PV) > 0 && slices.Contains(partners, best.PV[0]) {
		partners = best.PV[:1]
	}
	_, theirs := c.best(partners)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	margin := manners[r.Level-1].margin
	// A player's own turn of mind: from half as fond of his pieces to half as
	// fond again.
	margin = margin/2 + margin*engine.Score(whim(r.Seed, 0)%100)/100
	switch {
	case r.Team.Passes >= mostPasses:
		margin = 2 * engine.MateScore
	case r.Team.Passes > 0:
		margin = max(margin, reasonable)
	}
	if theirs-ownScore > margin {
		return Pass, nil
	}
	return notation.UCI(g.Rules(), own), nil
}

// comparison compares moves by what comes after them.
type comparison struct {
	e     *Engine
	ctx   context.Context
	g     *game.Game
	nodes uint64
	seed  uint64
}

// best returns the best of some moves and its score for who plays it.
func (c *comparison) best(moves []position.Move) (position.Move, engine.Score) {
	type judged struct {
		move  position.Move
		score engine.Score
	}
	list := make([]judged, len(moves))
	eng := c.e.take(c.g.Rules())
	defer c.e.put(c.g.Rules(), eng)
	judge := func(list []judged, nodes uint64) {
		for i := range list {
			list[i].score = c.score(eng, list[i].move, nodes)
		}
		slices.SortStableFunc(list, func(a, b judged) int { return int(b.score) - int(a.score) })
	}
	for i, m := range moves {
		list[i].move = m
	}
	if len(list) > finalists {
		judge(list, max(c.nodes/8, 50))
		list = list[:finalists]
	}
	judge(list, c.nodes)
	return list[0].move, list[0].score
}

// score judges a move by a short search of what follows, to the centipawn or
// two: among equals the seed decides.
func (c *comparison) score(eng *engine.Engine, m position.Move, nodes uint64) engine.Score {
	pos := c.g.Position().Clone()
	var u position.Undo
	pos.Make(m, &u)
	switch pos.Status() {
	case position.Ongoing:
	case position.Checkmate:
		return engine.MateScore - 1
	default:
		return 0
	}
	if c.e.MaxNodes > 0 {
		nodes = min(nodes, c.e.MaxNodes)
	}
	info := eng.Think(c.ctx, pos, c.g.Keys(), engine.Limits{Nodes: nodes, MoveTime: time.Second / 4}, nil)
	if _, decided := info.Score.Mate(); decided {
		return -info.Score
	}
	return -info.Score + engine.Score(whim(c.seed, uint64(m))%5)
}

// whim is a number that belongs to a player and a thing.
func whim(seed, about uint64) uint64 {
	x := seed ^ about*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
