package engine

import (
	"tagmate/board"
	"tagmate/position"
)

// wins reports whether a move gains at least threshold centipawns when both
// sides go on taking on its square with their least piece, and stop when they
// like (static exchange evaluation; pins aside).
func (w *worker) wins(m position.Move, threshold int32) bool {
	p, k := w.pos, w.know
	to := m.To()
	occ := p.Occupied()
	stands := p.At(m.From()).Kind()
	gain := int32(0)
	if victim := p.At(to); victim != position.NoPiece {
		gain = k.value[victim.Kind()]
	} else if m.IsEnPassant() {
		gain = k.value[p.At(p.Passed()).Kind()]
		occ = occ.Without(p.Passed())
	}
	if promo := m.Promotion(); promo != position.NoKind {
		gain += k.value[promo] - k.value[stands]
		if m.IsPair() {
			gain += k.value[promo]
		}
		stands = promo
	}
	balance := gain - threshold
	if balance < 0 {
		return false
	}
	if balance -= k.value[stands]; balance >= 0 {
		return true
	}
	if !m.IsPair() {
		occ = occ.Without(m.From())
	}
	occ = occ.With(to)
	us := p.Turn()
	side := us.Other()
	for {
		from, kind := w.least(to, side, occ)
		if from == board.NoSquare {
			break
		}
		occ = occ.Without(from)
		if kind == w.rules.Royal() && p.Captors(to, side.Other(), occ).Any() {
			break
		}
		side = side.Other()
		balance = -balance - 1 - k.value[kind]
		if balance >= 0 {
			break
		}
	}
	return side != us
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
