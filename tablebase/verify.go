package tablebase

import (
	"context"
	"fmt"
	"math/rand/v2"

	"tagmate/position"
)

// Check compares entries of an ending with the values of their moves, which
// package position makes: so many entries of either side to move, drawn from a
// seed, or all of them for 0. It returns how many legal positions were looked
// at. Endings in which a side has no king cannot be checked so, and give 0.
func (l *Library) Check(ctx context.Context, e Ending, entries int, seed uint64) (int, error) {
	if err := e.Check(l.rules); err != nil {
		return 0, fmt.Errorf("ending %s: %w", e.Name(l.rules), err)
	}
	e, _ = e.Canonical(l.rules)
	layout := newTable(l.rules, e, l.opt.Pure)
	if !e.HasKings(l.rules) || layout.trivial() {
		return 0, nil
	}
	rnd := rand.New(rand.NewPCG(seed, 0))
	all := entries <= 0
	if all {
		entries = layout.size()
	}
	looked := 0
	for i := range entries {
		if err := ctx.Err(); err != nil {
			return looked, err
		}
		at := i
		if !all {
			at = rnd.IntN(layout.size())
		}
		for turn := position.White; turn <= position.Black; turn++ {
			ok, err := l.checkEntry(ctx, layout, turn, at)
			if err != nil {
				return looked, err
			}
			if ok {
				looked++
			}
		}
	}
	return looked, nil
}

// checkEntry checks one entry, and reports whether it is a legal position.
func (l *Library) checkEntry(ctx context.Context, t *Table, turn position.Color, at int) (bool, error) {
	sq := t.squares(at)
	for i := range t.men {
		for j := range i {
			if sq[i] == sq[j] {
				return false, nil
			}
		}
	}
	fen := t.fen(turn, at)
	p, err := position.ParseFEN(l.rules, fen)
	if err != nil {
		// The table must know that it is none. In a file it may have any value.
		l.mu.RLock()
		in := l.tables[t.name]
		l.mu.RUnlock()
		if in != nil && in.codes[turn][at] != codeIllegal {
			return false, fmt.Errorf("tablebase: %s: %s is no legal position, but has the value %v", t.name, fen, in.codes[turn][at].value())
		}
		return false, nil
	}
	have, err := l.probe(ctx, p, 0, true)
	if err != nil {
		return false, err
	}
	want, err := l.derive(ctx, p, 0, true)
	if err != nil {
		return false, err
	}
	if have != want {
		return false, fmt.Errorf("tablebase: %s: %s is %v by the table, but %v by its moves", t.name, fen, have.value(), want.value())
	}
	return true, nil
}
