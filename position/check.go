package position

import (
	"math/bits"

	"tagmate/board"
)

// know finds checks and pins for the side to move, unless they are known.
//
// Every path by which an enemy could attack the king from where it stands is
// looked at. With nothing in its way it is a check, and must be answered by
// taking the piece or stepping into the path; with just one own piece in its
// way that piece is pinned, and may move along the path or take the attacker.
// Where several paths meet, the answers are intersected; two bent sliders that
// give check through one square can so be answered on it.
func (p *Position) know() {
	if p.known {
		return
	}
	p.known = true
	r := p.rules
	us, them := p.turn, p.turn.Other()
	king := p.king[us]
	own, enemies := p.byColor[us], p.byColor[them]
	occ := own.Or(enemies)
	p.checkers, p.pinned, p.answer = board.Set{}, board.Set{}, r.all
	for k := Kind(1); k <= r.kinds; k++ {
		a := &r.attack[them][k]
		snipers := a.reach[king].And(p.byKind[k]).And(enemies)
		for snipers.Any() {
			s := snipers.Pop()
			if a.block == nil {
				p.checkers = p.checkers.With(s)
				p.answer = p.answer.And(board.Bit(s))
				continue
			}
			at := int(king)*r.n + int(s)
			p.path(a.block[at], s, occ, own)
			if a.more != nil {
				for _, between := range a.more[at] {
					p.path(between, s, occ, own)
				}
			}
		}
	}
}

// path notes one path of an enemy on s to the king.
func (p *Position) path(between board.Set, s board.Square, occ, own board.Set) {
	blockers := between.And(occ)
	switch {
	case blockers.Empty():
		p.checkers = p.checkers.With(s)
		p.answer = p.answer.And(between.With(s))
	case blockers.IsOne() && blockers.Meets(own):
		sq := blockers.First()
		if p.pinned.Has(sq) {
			p.pin[sq] = p.pin[sq].And(between.With(s))
		} else {
			p.pin[sq] = between.With(s)
			p.pinned = p.pinned.Or(blockers)
		}
	}
}

// attacked reports whether the pieces of a side, less those in without, attack
// a square on a board with the given occupied squares.
func (p *Position) attacked(sq board.Square, by Color, occ, without board.Set) bool {
	r := p.rules
	enemies := p.byColor[by].AndNot(without)
	for k := Kind(1); k <= r.kinds; k++ {
		a := &r.attack[by][k]
		from := a.reach[sq].And(p.byKind[k]).And(enemies)
		if from.Empty() {
			continue
		}
		if a.block == nil {
			return true
		}
		row := a.block[int(sq)*r.n : (int(sq)+1)*r.n]
		for w := from.Lo; w != 0; w &= w - 1 {
			if s := bits.TrailingZeros64(w); !row[s].Meets(occ) {
				return true
			}
		}
		for w := from.Hi; w != 0; w &= w - 1 {
			if s := 64 + bits.TrailingZeros64(w); !row[s].Meets(occ) {
				return true
			}
		}
		if a.more != nil && a.anyOpen(int(sq)*r.n, from, occ) {
			return true
		}
	}
	return false
}

// anyOpen looks at the further paths of kinds that have several between two
// squares.
func (a *attacker) anyOpen(row int, from, occ board.Set) bool {
	for from.Any() {
		for _, between := range a.more[row+int(from.Pop())] {
			if !between.Meets(occ) {
				return true
			}
		}
	}
	return false
}

// Captors returns the pieces of a side that could take a piece on sq, on a
// board with the given occupied squares, pins and checks aside. A search
// exchanges on a square with it.
func (p *Position) Captors(sq board.Square, by Color, occ board.Set) board.Set {
	r := p.rules
	own := p.byColor[by].And(occ)
	var out board.Set
	for k := Kind(1); k <= r.kinds; k++ {
		if r.onlyRoyal[k] {
			continue
		}
		a := &r.attack[by][k]
		from := a.reach[sq].And(p.byKind[k]).And(own)
		if from.Empty() {
			continue
		}
		if a.block == nil {
			out = out.Or(from)
			continue
		}
		row := a.block[int(sq)*r.n : (int(sq)+1)*r.n]
		for rest := from; rest.Any(); {
			s := rest.Pop()
			if !row[s].Meets(occ) || a.more != nil && a.anyOpen(int(sq)*r.n, board.Bit(s), occ) {
				out = out.With(s)
			}
		}
	}
	return out
}

// Hits returns those of the squares in from on which a piece of a kind and side
// would attack sq as it attacks a king, on the present board.
func (p *Position) Hits(k Kind, by Color, sq board.Square, from board.Set) board.Set {
	a := &p.rules.attack[by][k]
	from = from.And(a.reach[sq])
	if a.block == nil || from.Empty() {
		return from
	}
	occ := p.Occupied()
	row := a.block[int(sq)*p.rules.n : (int(sq)+1)*p.rules.n]
	out := from
	for from.Any() {
		s := from.Pop()
		if row[s].Meets(occ) && (a.more == nil || !a.anyOpen(int(sq)*p.rules.n, board.Bit(s), occ)) {
			out = out.Without(s)
		}
	}
	return out
}

// Targets returns where the piece on a square may go by its movement, friends
// excluded, pins and checks aside. The square must be occupied.
func (p *Position) Targets(sq board.Square) board.Set {
	piece := p.board[sq]
	return p.rules.move[piece.Color()][piece.Kind()].targets(sq, p.Occupied(), p.byColor[piece.Color()])
}

// Attacks returns what the piece on a square attacks: the squares on which it
// could take, its friends' squares included and pins aside. A piece that
// attacks only kings takes nothing. The square must be occupied.
func (p *Position) Attacks(sq board.Square) board.Set {
	piece := p.board[sq]
	if p.rules.onlyRoyal[piece.Kind()] {
		return board.Set{}
	}
	m := &p.rules.move[piece.Color()][piece.Kind()]
	occ := p.Occupied()
	var t board.Set
	if m.both != nil {
		t = m.both[sq].from(occ)
	}
	if m.capture != nil {
		t = t.Or(m.capture[sq].from(occ))
	}
	return t
}
