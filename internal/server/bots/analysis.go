package bots

import (
	"context"
	"errors"
	"time"

	"tagmate/engine"
	"tagmate/notation"
	"tagmate/position"
)

// Analyst says what a position is worth. It stops soon after ctx has ended.
type Analyst interface {
	// Analyse looks at the position that a game has come to for about that many
	// nodes. Level, clock and team of the request do not matter. ErrOver if
	// there is nothing left to look at.
	Analyse(ctx context.Context, r Request, nodes uint64) (Opinion, error)
}

// Thinker is whoever does the server's thinking.
type Thinker interface {
	Player
	Analyst
}

// ErrOver: the game of a request is over.
var ErrOver = errors.New("bots: the game is over")

// Opinion is what an analyst thinks of a position.
type Opinion struct {
	// Score is in hundredths of a pawn for White. It is 0 when Mate is not.
	Score int
	// Mate is in how many plies the game ends by force, negative when Black
	// wins; 0 where no end is seen.
	Mate  int
	Depth int
	// Line is the best line in UCI and SAN, at least one move.
	UCI, SAN []string
}

// longestOpinion bounds one search by time, should nodes come slowly.
const longestOpinion = 5 * time.Second

// Analyse implements Analyst.
func (e *Engine) Analyse(ctx context.Context, r Request, nodes uint64) (Opinion, error) {
	g, err := replay(r)
	if err != nil {
		return Opinion{}, err
	}
	info := e.think(ctx, g, engine.Limits{Nodes: nodes, MoveTime: longestOpinion})
	if err := ctx.Err(); err != nil {
		return Opinion{}, err
	}
	if len(info.PV) == 0 {
		return Opinion{}, errors.New("bots: the engine has no move")
	}
	p := g.Position().Clone()
	var undo position.Undo
	sign := 1
	if p.Turn().String() == "black" {
		sign = -1
	}
	o := Opinion{Depth: info.Depth}
	if plies, ok := info.Score.Mate(); ok {
		o.Mate = sign * plies
	} else {
		o.Score = sign * int(info.Score)
	}
	for _, m := range info.PV {
		if !p.IsLegal(m) {
			break
		}
		o.UCI = append(o.UCI, notation.UCI(p.Rules(), m))
		o.SAN = append(o.SAN, notation.SAN(p, m))
		p.Make(m, &undo)
	}
	return o, nil
}

// Analyse implements Analyst. At most half of the workers analyse at once, so that
// those who look back at games do not keep players waiting.
func (w *Workers) Analyse(ctx context.Context, r Request, nodes uint64) (Opinion, error) {
	select {
	case w.analysts <- struct{}{}:
	case <-ctx.Done():
		return Opinion{}, ctx.Err()
	}
	defer func() { <-w.analysts }()
	if err := w.enter(ctx); err != nil {
		return Opinion{}, err
	}
	defer func() { <-w.slots }()
	return w.player.Analyse(ctx, r, nodes)
}
