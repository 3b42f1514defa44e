package tablebase

import "tagmate/board"

// word is a set of squares of a table's last man.
type word = board.Set

// words is an array of sets. On boards of up to 64 squares it takes half the
// room.
type words struct {
	lo, hi []uint64
}

func newWords(count, squares int) words {
	w := words{lo: make([]uint64, count)}
	if squares > 64 {
		w.hi = make([]uint64, count)
	}
	return w
}

func (w *words) at(i int) word {
	if w.hi == nil {
		return word{Lo: w.lo[i]}
	}
	return word{Lo: w.lo[i], Hi: w.hi[i]}
}

func (w *words) set(i int, v word) {
	w.lo[i] = v.Lo
	if w.hi != nil {
		w.hi[i] = v.Hi
	}
}

// add adds to the set at i.
func (w *words) add(i int, v word) {
	w.lo[i] |= v.Lo
	if w.hi != nil {
		w.hi[i] |= v.Hi
	}
}
