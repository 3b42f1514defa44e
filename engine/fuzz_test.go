package engine_test

import (
	"context"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tagmate/engine"
	"tagmate/position"
	"tagmate/position/slow"
	"tagmate/variant"
)

// player is a game with an engine that has searched other positions before.
type player struct {
	slow   *slow.Game
	engine *engine.Engine
}

var players = sync.OnceValue(func() map[string]player {
	out := map[string]player{}
	for _, id := range games {
		d, err := variant.Lookup(id)
		if err != nil {
			panic(err)
		}
		g, err := slow.New(d)
		if err != nil {
			panic(err)
		}
		r, err := position.RulesOf(id)
		if err != nil {
			panic(err)
		}
		out[id] = player{g, engine.New(r, engine.Options{HashMB: 1})}
	}
	return out
})

// random draws a position of a game with any material; nil if what was drawn
// is none.
func (x player) random(t *rapid.T) *position.Position {
	seed := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "seed")
	p, err := position.ParseFEN(x.engine.Rules(), x.slow.Random(slow.Picker(seed)))
	if err != nil {
		return nil
	}
	return p
}

// In any position a legal move comes out, and the position is as before.
func TestAnyPosition(t *testing.T) {
	for id, x := range players() {
		t.Run(id, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := x.random(t)
				if p == nil {
					return
				}
				fen := p.FEN()
				l := engine.Limits{
					Nodes: uint64(rapid.IntRange(1, 3000).Draw(t, "nodes")),
					Level: rapid.IntRange(0, engine.MaxLevel).Draw(t, "level"),
					Pure:  rapid.Bool().Draw(t, "pure"),
				}
				info := x.engine.Think(context.Background(), p, nil, l, nil)
				if p.FEN() != fen {
					t.Fatalf("%s became %s", fen, p.FEN())
				}
				if moves := p.HasMove(); moves != (info.Best() != position.NoMove) || moves && !p.IsLegal(info.Best()) {
					t.Fatalf("%s: plays %v", fen, info.Best())
				}
			})
		})
	}
}

// The board turned over with its colours is worth as much.
func TestEvaluateFlipped(t *testing.T) {
	for id, x := range players() {
		t.Run(id, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := x.random(t)
				if p == nil {
					return
				}
				q, err := position.ParseFEN(x.engine.Rules(), x.slow.Flip(p.FEN()))
				if err != nil {
					t.Fatal(err)
				}
				if a, b := x.engine.Evaluate(p), x.engine.Evaluate(q); a != b {
					t.Fatalf("%s: %d, turned over %d", p.FEN(), a, b)
				}
			})
		})
	}
}
