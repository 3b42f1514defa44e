package position

import "tagmate/board"

// Make plays a legal move and fills u for Unmake. It trusts that the move is
// legal in this position.
func (p *Position) Make(m Move, u *Undo) {
	r := p.rules
	from, to := m.From(), m.To()
	us := p.turn
	*u = Undo{key: p.key, ep: p.ep, half: p.half, rights: p.rights, passed: p.passed}
	key := p.key ^ turnKey
	for s := p.ep; s.Any(); {
		key ^= passedKeys[s.Pop()]
	}
	p.ep = board.Set{}
	p.half++
	if m.IsEnPassant() {
		u.captured = p.remove(p.passed)
		key ^= pieceKeys[u.captured][p.passed]
		p.half = 0
	} else if p.board[to] != NoPiece {
		u.captured = p.remove(to)
		key ^= pieceKeys[u.captured][to]
		p.half = 0
	}
	piece := p.remove(from)
	u.moved = piece
	k := piece.Kind()
	key ^= pieceKeys[piece][from]
	switch {
	case m.Promotion() != NoKind:
		now := MakePiece(m.Promotion(), us)
		p.put(to, now)
		key ^= pieceKeys[now][to]
		if m.IsPair() {
			p.put(from, now)
			key ^= pieceKeys[now][from]
		}
	default:
		p.put(to, piece)
		key ^= pieceKeys[piece][to]
	}
	if k == r.royal {
		p.king[us] = to
		if m.IsCastle() {
			key ^= p.moveRook(r.castleOf(m), false)
		}
	}
	if r.pawn[k] {
		p.half = 0
	}
	if off := r.rightsOff[from] | r.rightsOff[to]; p.rights&off != 0 {
		key ^= rightsKeys[p.rights]
		p.rights &^= off
		key ^= rightsKeys[p.rights]
	}
	if us == Black {
		p.full++
	}
	p.turn = us.Other()
	p.known = false
	if r.passer[k] && u.captured == NoPiece && m.Promotion() == NoKind {
		key ^= p.notePassed(from, to, us)
	}
	p.key = key
}

// notePassed sets the en-passant field after a step of a pawn of side us, and
// returns the change of the key.
func (p *Position) notePassed(from, to board.Square, us Color) uint64 {
	r := p.rules
	files := board.Square(r.shape.Files)
	low, high := min(from, to), max(from, to)
	if high-low <= files || (high-low)%files != 0 {
		return 0
	}
	var key uint64
	them := us.Other()
	for sq := low + files; sq < high; sq += files {
		if p.canTakeOn(them, sq, to) {
			p.ep = p.ep.With(sq)
			p.passed = to
			key ^= passedKeys[sq]
		}
	}
	return key
}

// canTakeOn reports whether side them has a legal en-passant capture on sq of
// the pawn on victim.
func (p *Position) canTakeOn(them Color, sq, victim board.Square) bool {
	for k := Kind(1); k <= p.rules.kinds; k++ {
		from := p.rules.attack[them][k].enPassant[sq].And(p.byKind[k]).And(p.byColor[them])
		for from.Any() {
			if p.safeEnPassant(them, from.Pop(), sq, victim) {
				return true
			}
		}
	}
	return false
}

// castleOf returns the castling of a move that castles.
func (r *Rules) castleOf(m Move) *castle {
	for i := range r.castles {
		if c := &r.castles[i]; c.exists && c.kingFrom == m.From() && c.kingTo == m.To() {
			return c
		}
	}
	return nil
}

// moveRook moves the corner piece of a castling, or moves it back, and returns
// the change of the key.
func (p *Position) moveRook(c *castle, back bool) uint64 {
	from, to := c.rookFrom, c.rookTo
	if back {
		from, to = to, from
	}
	rook := p.remove(from)
	p.put(to, rook)
	return pieceKeys[rook][from] ^ pieceKeys[rook][to]
}

// Unmake takes back the move that Make played with u.
func (p *Position) Unmake(m Move, u *Undo) {
	r := p.rules
	from, to := m.From(), m.To()
	p.turn = p.turn.Other()
	us := p.turn
	if us == Black {
		p.full--
	}
	piece := p.remove(to)
	if m.Promotion() != NoKind {
		if m.IsPair() {
			p.remove(from)
		}
		piece = u.moved
	}
	if piece.Kind() == r.royal {
		p.king[us] = from
		if m.IsCastle() {
			p.moveRook(r.castleOf(m), true)
		}
	}
	p.put(from, piece)
	p.passed = u.passed
	switch {
	case m.IsEnPassant():
		p.put(p.passed, u.captured)
	case u.captured != NoPiece:
		p.put(to, u.captured)
	}
	p.key, p.ep, p.half, p.rights = u.key, u.ep, u.half, u.rights
	p.known = false
}

// MakeNull passes the turn, which no game here allows but a search may try.
// The side to move must not be in check.
func (p *Position) MakeNull(u *Undo) {
	*u = Undo{key: p.key, ep: p.ep, half: p.half, rights: p.rights, passed: p.passed}
	p.key ^= turnKey
	for s := p.ep; s.Any(); {
		p.key ^= passedKeys[s.Pop()]
	}
	p.ep = board.Set{}
	p.half++
	p.turn = p.turn.Other()
	p.known = false
}

// UnmakeNull takes back MakeNull.
func (p *Position) UnmakeNull(u *Undo) {
	p.turn = p.turn.Other()
	p.key, p.ep, p.half = u.key, u.ep, u.half
	p.known = false
}
