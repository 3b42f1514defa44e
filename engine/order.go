package engine

import (
	"tagmate/board"
	"tagmate/position"
)

// Marks of moves for their order: the table's move, captures that do not lose
// the exchange, killers and the reply that refuted this move before, quiet
// moves by their history, captures that lose.
const (
	firstMark   = 1 << 28
	captureMark = 1 << 26
	killerMark  = 1 << 25
	replyMark   = 1<<25 - 1
	losingMark  = -(1 << 26)
	historyMax  = 1 << 14
)

// rank gives each move of a frame a mark.
func (w *worker) rank(f *frame, first position.Move, ply int) {
	f.scores = f.scores[:0]
	us := w.pos.Turn()
	var reply position.Move
	if ply > 0 {
		if last := &w.stack[ply-1]; last.played != position.NoMove {
			reply = w.replies[int(last.piece)*128+int(last.played.To())]
		}
	}
	for _, m := range f.moves {
		var s int32
		victim := w.pos.At(m.To())
		switch {
		case m == first:
			s = firstMark
		case victim != position.NoPiece || m.Promotion() != position.NoKind || m.IsEnPassant():
			mover := w.pos.At(m.From()).Kind()
			worth := w.know.value[victim.Kind()]*8 - w.know.value[mover]/8
			if promo := m.Promotion(); promo != position.NoKind {
				worth += w.know.value[promo] * 6
			}
			if w.know.value[victim.Kind()] >= w.know.value[mover] || w.exchange(m) >= 0 {
				s = captureMark + worth
			} else {
				s = losingMark + worth
			}
		case m == f.killers[0]:
			s = killerMark + 1
		case m == f.killers[1]:
			s = killerMark
		case m == reply:
			s = replyMark
		default:
			s = w.history[us][w.pos.At(m.From()).Kind()][m.To()]
		}
		f.scores = append(f.scores, s)
	}
}

// pick brings the best of the moves from i on to place i and returns it.
func pick(f *frame, i int) position.Move {
	best := i
	for j := i + 1; j < len(f.moves); j++ {
		if f.scores[j] > f.scores[best] {
			best = j
		}
	}
	f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
	f.scores[i], f.scores[best] = f.scores[best], f.scores[i]
	return f.moves[i]
}

// reward remembers the quiet move i of a frame, which refuted the position, and
// blames those before it.
func (w *worker) reward(f *frame, i, depth int, us position.Color, ply int) {
	m := f.moves[i]
	if f.killers[0] != m {
		f.killers[1] = f.killers[0]
		f.killers[0] = m
	}
	if ply > 0 {
		if last := &w.stack[ply-1]; last.played != position.NoMove {
			w.replies[int(last.piece)*128+int(last.played.To())] = m
		}
	}
	bonus := int32(min(depth*depth*16, 1600))
	for j := 0; j <= i; j++ {
		x := f.moves[j]
		if w.pos.At(x.To()) != position.NoPiece || x.Promotion() != position.NoKind {
			continue
		}
		h := &w.history[us][w.pos.At(x.From()).Kind()][x.To()]
		d := -bonus
		if j == i {
			d = bonus
		}
		*h += d - *h*max(d, -d)/historyMax
	}
}

// exchange returns what a capture gains in centipawns when both sides go on
// taking on its square with their least piece, and stop when they like (static
// exchange evaluation; pins aside).
func (w *worker) exchange(m position.Move) int {
	p := w.pos
	to := m.To()
	var gains [40]int
	occ := p.Occupied()
	piece := p.At(m.From()).Kind()
	gains[0] = int(w.know.value[p.At(to).Kind()])
	if m.IsEnPassant() {
		gains[0] = int(w.know.value[piece])
		occ = occ.Without(p.Passed())
	}
	if promo := m.Promotion(); promo != position.NoKind {
		gains[0] += int(w.know.value[promo] - w.know.value[piece])
		piece = promo
	}
	if !m.IsPair() {
		occ = occ.Without(m.From())
	} else {
		gains[0] += int(w.know.value[piece])
	}
	occ = occ.With(to)
	side := p.Turn()
	n := 0
	for n < len(gains)-1 {
		side = side.Other()
		from, kind := w.least(to, side, occ)
		if from == board.NoSquare {
			break
		}
		if kind == w.rules.Royal() && p.Captors(to, side.Other(), occ.Without(from)).Any() {
			break
		}
		n++
		gains[n] = int(w.know.value[piece]) - gains[n-1]
		piece = kind
		occ = occ.Without(from)
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// least returns the least valuable piece of a side that can take on a square.
func (w *worker) least(to board.Square, side position.Color, occ board.Set) (board.Square, position.Kind) {
	captors := w.pos.Captors(to, side, occ)
	if captors.Empty() {
		return board.NoSquare, position.NoKind
	}
	for _, k := range w.know.byValue {
		if s := captors.And(w.pos.OfKind(side, k)); s.Any() {
			return s.First(), k
		}
	}
	return board.NoSquare, position.NoKind
}
