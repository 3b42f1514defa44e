package position

import "tagmate/board"

// CountMoves returns the number of legal moves. It counts sets of targets
// where AppendMoves would list them, which makes the last ply of perft cheap.
func (p *Position) CountMoves() int {
	p.know()
	r := p.rules
	us := p.turn
	own := p.byColor[us]
	occ := p.Occupied()
	free := p.answer.AndNot(own)
	n := 0
	if free.Any() {
		for _, k := range r.pieces {
			for from := own.And(p.byKind[k]); from.Any(); {
				sq := from.Pop()
				n += p.countPiece(k, sq, r.move[us][k].targets(sq, occ, own).And(free))
			}
		}
		n += p.countPawns(occ, free)
	}
	bare := occ.Without(p.king[us])
	for t := r.move[us][r.royal].targets(p.king[us], occ, own); t.Any(); {
		if !p.attacked(t.Pop(), us.Other(), bare, board.Set{}) {
			n++
		}
	}
	if p.ep.Any() {
		var buf [16]Move
		n += len(p.appendEnPassant(buf[:0]))
	}
	if p.rights>>(2*us)&3 != 0 && p.checkers.Empty() {
		for i := 2 * us; i < 2*us+2; i++ {
			if p.mayCastle(int(i), occ) {
				n++
			}
		}
	}
	return n
}

// countPiece is appendPiece without the list.
func (p *Position) countPiece(k Kind, from board.Square, t board.Set) int {
	r := p.rules
	bound := t
	if p.pinned.Has(from) {
		bound = t.And(p.pin[from])
	}
	choices := len(r.promos[k])
	if choices == 0 {
		return bound.Count()
	}
	last := r.last[p.turn]
	pairs := r.pairs[k]
	return bound.AndNot(last).Count() + bound.And(last).Count()*(choices-pairs) + t.And(last).Count()*pairs
}

// countPawns is appendPawns without the list.
func (p *Position) countPawns(occ, free board.Set) int {
	r, us := p.rules, p.turn
	k := r.pawns.kind
	if k == NoKind {
		return 0
	}
	n := 0
	all := p.byColor[us].And(p.byKind[k])
	for s := all.And(p.pinned); s.Any(); {
		sq := s.Pop()
		n += p.countPiece(k, sq, r.move[us][k].targets(sq, occ, p.byColor[us]).And(free))
	}
	loose := all.AndNot(p.pinned)
	last := r.last[us]
	more := len(r.promos[k]) - 1
	if more < 0 {
		more = 0
	}
	step := loose
	for d := 1; d <= r.pawns.steps; d++ {
		step = r.pawns.ahead(step, us).AndNot(occ)
		if step.Empty() {
			break
		}
		t := step.And(free)
		n += t.Count() + more*t.And(last).Count()
		step = step.And(r.pawns.far[us][d&7])
	}
	enemies := p.byColor[us.Other()].And(free)
	left, right := r.pawns.captures(loose, us)
	left, right = left.And(enemies), right.And(enemies)
	return n + left.Count() + right.Count() + more*(left.And(last).Count()+right.And(last).Count())
}
