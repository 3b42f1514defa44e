package engine

import (
	"context"
	"slices"

	"tagmate/position"
)

// benchDepth is the depth of Bench: a second or so for each game.
const benchDepth = 9

// Bench searches fixed positions of a built-in game to a fixed depth with one
// thread, and returns the number of nodes: a signature of search and
// evaluation. A change that leaves it alone changed neither.
func Bench(id string) (uint64, error) {
	r, err := position.RulesOf(id)
	if err != nil {
		return 0, err
	}
	var nodes uint64
	e := New(r, Options{HashMB: 16})
	for _, p := range benchPositions(r) {
		nodes += e.Think(context.Background(), p, nil, Limits{Depth: benchDepth}, nil).Nodes
	}
	return nodes, nil
}

// benchPositions returns the set-up and positions from games in which each
// move is picked by chance from those that lose nothing at once, so that any
// game has some. They depend on the rules alone.
func benchPositions(r *position.Rules) []*position.Position {
	out := []*position.Position{r.Start()}
	w := newWorker(New(r, Options{HashMB: 1}))
	for seed := range uint64(3) {
		w.pos = r.Start()
		state := seed
		for ply := 1; ply <= 72; ply++ {
			moves := w.pos.AppendMoves(nil)
			slices.Sort(moves)
			safe := slices.DeleteFunc(slices.Clone(moves), func(m position.Move) bool { return !w.wins(m, 0) })
			if len(safe) > 0 {
				moves = safe
			}
			if len(moves) == 0 {
				break
			}
			state = mix(state + 0x9e3779b97f4a7c15)
			var u position.Undo
			w.pos.Make(moves[state%uint64(len(moves))], &u)
			if ply%24 == 0 && w.pos.Status() == position.Ongoing {
				out = append(out, w.pos.Clone())
			}
		}
	}
	return out
}
