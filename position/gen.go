package position

import (
	"math/bits"

	"tagmate/board"
)

// AppendMoves appends all legal moves to buf and returns it. With room for
// them in buf nothing is allocated. The order is fixed but without meaning.
func (p *Position) AppendMoves(buf []Move) []Move {
	return p.generate(buf, p.rules.all, p.rules.all)
}

// AppendCaptures appends the legal captures and promotions.
func (p *Position) AppendCaptures(buf []Move) []Move {
	enemies := p.byColor[p.turn.Other()]
	return p.generate(buf, enemies, enemies.Or(p.rules.last[p.turn]))
}

// generate appends the legal moves whose target is in want, or in wantPawn for
// pawns. Castling counts as a quiet move of the king, en passant as a capture.
func (p *Position) generate(buf []Move, want, wantPawn board.Set) []Move {
	p.know()
	r := p.rules
	us := p.turn
	own := p.byColor[us]
	occ := p.Occupied()
	free := p.answer.AndNot(own)
	if free.Any() {
		for _, k := range r.pieces {
			from := own.And(p.byKind[k])
			allowed := free.And(want)
			if r.pawn[k] {
				allowed = free.And(wantPawn)
			}
			for from.Any() {
				sq := from.Pop()
				t := r.move[us][k].targets(sq, occ, own).And(allowed)
				buf = p.appendPiece(buf, k, sq, t)
			}
		}
		buf = p.appendPawns(buf, occ, free.And(wantPawn))
	}
	t := r.move[us][r.royal].targets(p.king[us], occ, own).And(want)
	bare := occ.Without(p.king[us])
	for t.Any() {
		if to := t.Pop(); !p.attacked(to, us.Other(), bare, board.Set{}) {
			buf = append(buf, newMove(p.king[us], to))
		}
	}
	if p.ep.Any() {
		buf = p.appendEnPassant(buf)
	}
	if p.rights>>(2*us)&3 != 0 && p.checkers.Empty() {
		for i := 2 * us; i < 2*us+2; i++ {
			if p.mayCastle(int(i), occ) && want.Has(r.castles[i].kingTo) {
				buf = append(buf, newMove(r.castles[i].kingFrom, r.castles[i].kingTo)|castleFlag)
			}
		}
	}
	return buf
}

// appendPiece appends the moves of one piece to targets that answer all
// checks; a pin is still to be looked at, and pawns may promote.
func (p *Position) appendPiece(buf []Move, k Kind, from board.Square, t board.Set) []Move {
	r := p.rules
	pinned := p.pinned.Has(from)
	if len(r.promos[k]) == 0 {
		if pinned {
			t = t.And(p.pin[from])
		}
		for w := t.Lo; w != 0; w &= w - 1 {
			buf = append(buf, newMove(from, board.Square(bits.TrailingZeros64(w))))
		}
		for w := t.Hi; w != 0; w &= w - 1 {
			buf = append(buf, newMove(from, board.Square(64+bits.TrailingZeros64(w))))
		}
		return buf
	}
	for t.Any() {
		to := t.Pop()
		// The second piece of a pair stands where the pawn stood, so that a
		// pin does not bind a promotion to a pair.
		free := !pinned || p.pin[from].Has(to)
		if !r.last[p.turn].Has(to) {
			if free {
				buf = append(buf, newMove(from, to))
			}
			continue
		}
		for _, choice := range r.promos[k] {
			if free || choice&pairFlag != 0 {
				buf = append(buf, newMove(from, to)|choice)
			}
		}
	}
	return buf
}

// appendPawns appends the moves of all pawns of the usual shape, en passant
// excepted.
func (p *Position) appendPawns(buf []Move, occ, free board.Set) []Move {
	r, us := p.rules, p.turn
	k := r.pawns.kind
	if k == NoKind {
		return buf
	}
	all := p.byColor[us].And(p.byKind[k])
	for s := all.And(p.pinned); s.Any(); {
		sq := s.Pop()
		t := r.move[us][k].targets(sq, occ, p.byColor[us]).And(free)
		buf = p.appendPiece(buf, k, sq, t)
	}
	loose := all.AndNot(p.pinned)
	back := int(r.pawns.files)
	if us == White {
		back = -back
	}
	step := loose
	for d := 1; d <= r.pawns.steps; d++ {
		step = r.pawns.ahead(step, us).AndNot(occ)
		if step.Empty() {
			break
		}
		buf = p.appendShifted(buf, step.And(free), back*d)
		step = step.And(r.pawns.far[us][d&7])
	}
	enemies := p.byColor[us.Other()]
	left, right := r.pawns.captures(loose, us)
	buf = p.appendShifted(buf, left.And(enemies).And(free), back+1)
	return p.appendShifted(buf, right.And(enemies).And(free), back-1)
}

// appendShifted appends pawn moves to each target from the square that lies
// back squares further in number.
func (p *Position) appendShifted(buf []Move, t board.Set, back int) []Move {
	r := p.rules
	plain := t.AndNot(r.last[p.turn])
	for plain.Any() {
		to := plain.Pop()
		buf = append(buf, newMove(board.Square(int(to)+back), to))
	}
	for t = t.And(r.last[p.turn]); t.Any(); {
		to := t.Pop()
		m := newMove(board.Square(int(to)+back), to)
		for _, choice := range r.promos[r.pawns.kind] {
			buf = append(buf, m|choice)
		}
	}
	return buf
}

func (p *Position) appendEnPassant(buf []Move) []Move {
	for s := p.ep; s.Any(); {
		to := s.Pop()
		for k := Kind(1); k <= p.rules.kinds; k++ {
			from := p.rules.attack[p.turn][k].enPassant[to].And(p.byKind[k]).And(p.byColor[p.turn])
			for from.Any() {
				if sq := from.Pop(); p.safeEnPassant(p.turn, sq, to, p.passed) {
					buf = append(buf, newMove(sq, to)|enPassantFlag)
				}
			}
		}
	}
	return buf
}

// safeEnPassant reports whether a capture of the pawn on victim leaves the
// king of the side that captures unattacked; three squares change at once, so
// that it is tested by its result.
func (p *Position) safeEnPassant(us Color, from, to, victim board.Square) bool {
	occ := p.Occupied().Without(from).Without(victim).With(to)
	return !p.attacked(p.king[us], us.Other(), occ, board.Bit(victim))
}

// mayCastle tests castling i for the side to move, which is not in check.
func (p *Position) mayCastle(i int, occ board.Set) bool {
	c := &p.rules.castles[i]
	if p.rights>>i&1 == 0 || c.empty.Meets(occ) {
		return false
	}
	them := p.turn.Other()
	bare := occ.Without(c.kingFrom)
	for s := c.safe; s.Any(); {
		if p.attacked(s.Pop(), them, bare, board.Set{}) {
			return false
		}
	}
	after := occ.Without(c.kingFrom).Without(c.rookFrom).With(c.kingTo).With(c.rookTo)
	return !p.attacked(c.kingTo, them, after, board.Set{})
}

// HasMove reports whether the side to move has a legal move. It looks for any
// move of a piece that is not pinned first, which nearly every position has.
func (p *Position) HasMove() bool {
	p.know()
	r, us := p.rules, p.turn
	own := p.byColor[us]
	if free := p.answer.AndNot(own); free.Any() {
		occ := p.Occupied()
		loose := own.AndNot(p.pinned).Without(p.king[us])
		for loose.Any() {
			sq := loose.Pop()
			if r.move[us][p.board[sq].Kind()].targets(sq, occ, own).Meets(free) {
				return true
			}
		}
	}
	return p.CountMoves() > 0
}

// IsLegal reports whether a move, of whatever origin, is legal here.
func (p *Position) IsLegal(m Move) bool {
	from, to := m.From(), m.To()
	if int(from) >= p.rules.n || int(to) >= p.rules.n || p.board[from] == NoPiece || p.board[from].Color() != p.turn {
		return false
	}
	var buf [64]Move
	k := p.board[from].Kind()
	if k != p.rules.royal && m&^(127|127<<7) == 0 && len(p.rules.promos[k]) == 0 {
		p.know()
		own := p.byColor[p.turn]
		t := p.rules.move[p.turn][k].targets(from, p.Occupied(), own).And(p.answer)
		return t.Has(to) && (!p.pinned.Has(from) || p.pin[from].Has(to))
	}
	for _, x := range p.generate(buf[:0], board.Bit(to), board.Bit(to)) {
		if x == m {
			return true
		}
	}
	return false
}
