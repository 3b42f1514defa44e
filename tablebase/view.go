package tablebase

import (
	"slices"

	"tagmate/board"
	"tagmate/position"
)

// view maps men of another ending onto those of a table.
type view struct {
	t    *Table
	from [maxMen]int8 // whose square each man of the table takes
	flip bool
}

// newView finds for each man of a table one of the given men that is alike, the
// first ones first.
func newView(t *Table, flip bool, men []man, first ...int) view {
	v := view{t: t, flip: flip}
	var used [maxMen + 1]bool
	for i, m := range t.men {
		if flip {
			m.color = m.color.Other()
		}
		take := func(j int) bool {
			if men[j] != m || used[j] {
				return false
			}
			used[j] = true
			v.from[i] = int8(j)
			return true
		}
		if slices.ContainsFunc(first, take) {
			continue
		}
		for j := range men {
			if take(j) {
				break
			}
		}
	}
	return v
}

// turn returns the side to move and the squares as the table has them.
func (v *view) turn(turn position.Color, sq *[maxMen + 1]board.Square) (position.Color, [maxMen + 1]board.Square) {
	var to [maxMen + 1]board.Square
	for i := range v.t.men {
		to[i] = sq[v.from[i]]
	}
	if v.flip {
		shape := v.t.rules.Shape()
		for i := range v.t.men {
			to[i] = shape.Mirror(to[i])
		}
		turn = turn.Other()
	}
	return turn, to
}

// look returns the code of a placing of the men that the view was made for.
func (v *view) look(turn position.Color, sq *[maxMen + 1]board.Square) code {
	turn, to := v.turn(turn, sq)
	return v.t.look(turn, &to)
}

// row returns the codes of a placing for all squares of one of the men, and where
// each square of his stands in them; no codes where the kings may not stand so,
// and no places where he is not the man that a table has last.
func (v *view) row(turn position.Color, sq *[maxMen + 1]board.Square, free int) (codes []code, places []board.Square) {
	t := v.t
	if t.trivial() || int(v.from[len(t.men)-1]) != free || t.part != nil {
		return nil, nil
	}
	turn, to := v.turn(turn, sq)
	to[len(t.men)-1] = 0
	at := t.index(&to)
	raw := int(to[0])
	if t.kings == 2 {
		raw = raw*t.n + int(to[1])
	}
	sym := int(t.fr.of[raw].sym)
	places = t.c.syms[sym].sq
	if v.flip {
		places = t.c.mirrored[sym]
	}
	if at < 0 {
		return nil, places
	}
	at -= at % t.n
	if t.packed != nil {
		at, frame := at%t.packed.entries, t.packed.frame(int(turn), at/t.packed.entries)
		return frame[at : at+t.n], places
	}
	return t.codes[turn][at : at+t.n], places
}
