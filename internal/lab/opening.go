package lab

import (
	"context"
	"math/rand/v2"

	"tagmate/engine"
	"tagmate/position"
)

// Balance of generated openings.
const (
	openingNodes  = 4_000
	openingWithin = engine.Score(80) // centipawns from even
	openingTries  = 200
)

// Openings returns n different openings: legal random moves from the set-up
// after which our engine sees neither side far ahead. The same seed gives the
// same openings.
func Openings(r *position.Rules, n int, seed uint64) [][]position.Move {
	rng := rand.New(rand.NewPCG(seed, 0x7461676d))
	e := engine.New(r, engine.Options{HashMB: 1})
	seen := map[uint64]bool{}
	var out [][]position.Move
	for tries := 0; len(out) < n && tries < n*openingTries; tries++ {
		g := randomOpening(r, rng)
		if g.Ply() < randomPlies || g.Result().Over() || seen[g.Position().Key()] {
			continue
		}
		e.Clear()
		score := e.Think(context.Background(), g.Position(), nil, engine.Limits{Nodes: openingNodes}, nil).Score
		if score > openingWithin || score < -openingWithin {
			continue
		}
		seen[g.Position().Key()] = true
		out = append(out, append([]position.Move(nil), g.Moves()...))
	}
	return out
}
