package engine

import "tagmate/position"

// Marks of moves for their order: captures and promotions that do not lose
// the exchange, killers and the reply that refuted this move before, quiet
// moves by their history, captures that lose. Whether a capture loses is found
// out when its turn comes.
const (
	firstMark   = 1 << 28
	captureMark = 1 << 26
	goodMark    = captureMark - 1<<20 // the least of a capture that is not known to lose
	killerMark  = 1 << 25
	losingMark  = -(1 << 26)
	historyMax  = 1 << 14
)

// loud reports whether a move captures or promotes.
func (w *worker) loud(m position.Move) bool {
	return w.pos.At(m.To()) != position.NoPiece || m.Promotion() != position.NoKind || m.IsEnPassant()
}

// rank gives each move of a frame a mark. The table's move, which has been
// searched, is dropped.
func (w *worker) rank(f *frame, first position.Move, ply int) {
	us := w.pos.Turn()
	reply := position.NoMove
	var follow1, follow2 []int16
	if ply > 0 {
		if last := &w.stack[ply-1]; last.played != position.NoMove {
			reply = w.replies[last.at]
			follow1 = w.follow(last.at)
		}
		if ply > 1 {
			if own := &w.stack[ply-2]; own.played != position.NoMove {
				follow2 = w.follow(own.at)
			}
		}
	}
	f.scores = f.scores[:0]
	n := 0
	for _, m := range f.moves {
		if m == first {
			continue
		}
		f.moves[n] = m
		n++
		var s int32
		kind := w.pos.At(m.From()).Kind()
		switch victim := w.pos.At(m.To()); {
		case victim != position.NoPiece || m.Promotion() != position.NoKind || m.IsEnPassant():
			s = captureMark + w.know.value[victim.Kind()]*8 + int32(w.captures[kind][m.To()][victim.Kind()])/4
			if promo := m.Promotion(); promo != position.NoKind {
				s += w.know.value[promo] * 8
			}
		case m == f.killers[0]:
			s = killerMark + 2
		case m == f.killers[1]:
			s = killerMark + 1
		case m == reply:
			s = killerMark
		default:
			at := w.know.at(us, kind, m.To())
			s = 2 * int32(w.history[us][kind][m.To()])
			if follow1 != nil {
				s += 2 * int32(follow1[at])
			}
			if follow2 != nil {
				s += int32(follow2[at])
			}
		}
		f.scores = append(f.scores, s)
	}
	f.moves = f.moves[:n]
}

// pick brings the best of the moves from i on to place i and returns it.
// Captures that turn out to lose go to the end.
func (w *worker) pick(f *frame, i int) position.Move {
	for {
		best, top := i, f.scores[i]
		for j, s := range f.scores[i+1:] {
			if s > top {
				best, top = i+1+j, s
			}
		}
		m := f.moves[best]
		if top >= goodMark && top < firstMark {
			mover, victim := w.pos.At(m.From()).Kind(), w.pos.At(m.To()).Kind()
			if w.know.value[victim] < w.know.value[mover] && !w.wins(m, 0) {
				f.scores[best] = top - captureMark + losingMark
				continue
			}
		}
		f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
		f.scores[i], f.scores[best] = f.scores[best], f.scores[i]
		return f.moves[i]
	}
}

// follow returns the history of moves that come after the move with an index,
// by their own index.
func (w *worker) follow(at int) []int16 {
	n := w.know.indices
	return w.follows[at*n : at*n+n]
}

// learn remembers that the last of the moves tried refuted the position, and
// blames those before it.
func (w *worker) learn(f *frame, depth, ply int) {
	us := w.pos.Turn()
	best := f.tried[len(f.tried)-1]
	bonus := int32(min(depth*depth*12+depth*40, 1800))
	if w.loud(best) {
		w.learnCapture(best, bonus)
	} else {
		if f.killers[0] != best {
			f.killers[1] = f.killers[0]
			f.killers[0] = best
		}
		if ply > 0 && w.stack[ply-1].played != position.NoMove {
			w.replies[w.stack[ply-1].at] = best
		}
		for _, m := range f.tried {
			if w.loud(m) {
				continue
			}
			d := -bonus
			if m == best {
				d = bonus
			}
			kind := w.pos.At(m.From()).Kind()
			drift(&w.history[us][kind][m.To()], d, historyMax)
			at := w.know.at(us, kind, m.To())
			if ply > 0 && w.stack[ply-1].played != position.NoMove {
				drift(&w.follow(w.stack[ply-1].at)[at], d, historyMax)
			}
			if ply > 1 && w.stack[ply-2].played != position.NoMove {
				drift(&w.follow(w.stack[ply-2].at)[at], d, historyMax)
			}
		}
	}
	for _, m := range f.tried {
		if m != best && w.loud(m) {
			w.learnCapture(m, -bonus)
		}
	}
}

func (w *worker) learnCapture(m position.Move, d int32) {
	drift(&w.captures[w.pos.At(m.From()).Kind()][m.To()][w.pos.At(m.To()).Kind()], d, historyMax)
}

// drift moves a history by d, the less the nearer it is to its limit.
func drift(h *int16, d, limit int32) {
	*h += int16(d - int32(*h)*max(d, -d)/limit)
}
