package engine

import (
	"io"
	"strconv"

	"tagmate/position"
)

// Weights are the numbers of the evaluation of a game, open to a tuner. They
// are a copy: no engine plays by them before they are in a table that it is built with.
type Weights struct {
	know  *knowledge
	w     weights
	list  []weight
	stale bool // know does not have w yet
}

type weight struct {
	name  string
	value *int32
}

// NewWeights returns the weights that engines of a game play by.
func NewWeights(r *position.Rules) *Weights {
	w := &Weights{know: learn(r)}
	w.w = w.know.w
	w.w.visit(r, func(section, name string, i int, t *terms, tapered bool) {
		name = section + "." + name + "." + strconv.Itoa(i+1)
		w.list = append(w.list, weight{name, &t.mid})
		if tapered {
			w.list = append(w.list, weight{name + ".end", &t.end})
		}
	})
	return w
}

// Len returns the number of weights.
func (w *Weights) Len() int { return len(w.list) }

// Name returns the name of a weight, such as "N.rank.2.end".
func (w *Weights) Name(i int) string { return w.list[i].name }

// At returns a weight.
func (w *Weights) At(i int) int { return int(*w.list[i].value) }

// Set changes a weight.
func (w *Weights) Set(i, value int) {
	*w.list[i].value = int32(value)
	w.stale = true
}

// Evaluate returns the static worth of a position for White, and false for one
// with a bare king, in which the weights have no part.
func (w *Weights) Evaluate(p *position.Position) (Score, bool) {
	if p.IsBare(position.White) || p.IsBare(position.Black) {
		return 0, false
	}
	if w.stale {
		w.know.apply(&w.w)
		w.stale = false
	}
	var pawns pawnInfo
	s := w.know.evaluate(p, &pawns)
	if p.Turn() == position.Black {
		s = -s
	}
	return s, true
}

// Write writes the weights as a table for some games, with a note about where
// they come from.
func (w *Weights) Write(out io.Writer, games []string, note string) error {
	return w.w.write(out, w.know.rules, games, note)
}
