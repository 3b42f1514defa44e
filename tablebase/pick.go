package tablebase

import (
	"context"
	"fmt"
	"math/rand/v2"

	"tagmate/position"
)

// pickTries bounds how many placings Pick looks at: a tenth of a second or so.
const pickTries = 30_000

// Pick returns a position of an ending in which a side, to move, wins or loses
// in low to high plies, and its value: the same one for the same seed, of all
// that lie so about equally likely. The stronger side has White. It is an error
// that wraps ErrNoPosition when none is found.
func (l *Library) Pick(ctx context.Context, e Ending, turn position.Color, o Outcome, low, high int, seed uint64) (*position.Position, Value, error) {
	if err := e.Check(l.rules); err != nil {
		return nil, Value{}, fmt.Errorf("ending %s: %w", e.Name(l.rules), err)
	}
	e, _ = e.Canonical(l.rules)
	t := newTable(l.rules, e, l.opt.Pure)
	fits := func(fen string) (*position.Position, Value, error) {
		p, err := position.ParseFEN(l.rules, fen)
		if err != nil || p.Occupied().Count() != e.Men() {
			return nil, Value{}, nil // a placing that cannot stand
		}
		v, err := l.Probe(ctx, p)
		if err != nil || v.Outcome != o || v.Plies < low || v.Plies > high {
			return nil, Value{}, err
		}
		return p, v, nil
	}
	rnd := rand.New(rand.NewPCG(seed, 1))
	for range pickTries {
		if t.trivial() {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, Value{}, err
		}
		if p, v, err := fits(t.turned(turn, rnd)); p != nil || err != nil {
			return p, v, err
		}
	}
	// The longest ones are rare, and known.
	stats, err := l.Stats(ctx, e)
	if err != nil {
		return nil, Value{}, err
	}
	for _, s := range stats {
		for _, side := range []SideStats{s.White, s.Black} {
			for _, fen := range []string{side.LongestFEN, side.LossFEN} {
				if p, v, err := fits(fen); p != nil && p.Turn() == turn || err != nil {
					return p, v, err
				}
			}
		}
	}
	return nil, Value{}, fmt.Errorf("tablebase: %s: %w of %d to %d plies", t.name, ErrNoPosition, low, high)
}

// turned returns the text of a random placing, turned by a random symmetry.
func (t *Table) turned(turn position.Color, rnd *rand.Rand) string {
	sq := t.squares(rnd.IntN(t.size()))
	var masks []int
	for g := range t.c.syms {
		if t.mask>>g&1 != 0 {
			masks = append(masks, g)
		}
	}
	to := t.c.syms[masks[rnd.IntN(len(masks))]].sq
	for i := range t.men {
		sq[i] = to[sq[i]]
	}
	return t.text(turn, &sq)
}
