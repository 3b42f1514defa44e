package tablebase

import (
	"tagmate/board"
)

// Tables hold no positions in which a capture en passant is possible: what they
// are worth follows from the moves. For the generator such a position is the end
// of a long step. It has the moves of the position without that right, which is
// an entry, and the capture besides, which leads to another table, whose value is
// known from the start. So a long step past a pawn wins when the entry is lost for
// the other side and the capture does not save it, in the longer of both
// distances, and it loses when the entry is won for the other side, or, from its
// distance on, when the capture wins.

// canPass reports whether captures en passant are possible in an ending.
func (t *Table) canPass() bool {
	for _, m := range t.men {
		for _, o := range t.men {
			if m.color == o.color || !t.rules.CanBePassed(m.kind) {
				continue
			}
			for sq := range board.Square(t.n) {
				if t.rules.EnPassantFrom(o.kind, o.color, sq).Any() {
					return true
				}
			}
		}
	}
	return false
}

// takers returns the squares of the last man with which a man of the other side
// may take a man that passes some squares; all, if it is one in a fixed place.
func (b *builder) takers(p *place, man int, passed board.Set) board.Set {
	var out board.Set
	t := b.t
	if !t.rules.CanBePassed(t.men[man].kind) {
		return out
	}
	for j := t.kings; j < len(t.men); j++ {
		o := t.men[j]
		if o.color == t.men[man].color {
			continue
		}
		for rest := passed; rest.Any(); {
			from := t.rules.EnPassantFrom(o.kind, o.color, rest.Pop())
			switch {
			case j == len(t.men)-1:
				out = out.Or(from)
			case from.Has(p.sq[j]):
				return b.all
			}
		}
	}
	return out
}

// taken returns what the best capture en passant of a man is worth to the side
// that takes, codeIllegal if there is none. The man stands where his step ended.
func (b *builder) taken(sq [maxMen + 1]board.Square, man int, passed board.Set) code {
	t := b.t
	best := codeIllegal
	for j := t.kings; j < len(t.men); j++ {
		o := t.men[j]
		if o.color == t.men[man].color {
			continue
		}
		for rest := passed; rest.Any(); {
			to := rest.Pop()
			if !t.rules.EnPassantFrom(o.kind, o.color, to).Has(sq[j]) {
				continue
			}
			after := sq
			after[j] = to
			c := b.views[b.exit(exit{man, -1, 0})].look(t.men[man].color, &after)
			if c == codeIllegal {
				continue
			}
			if c = c.before(); best == codeIllegal || c.better(best) {
				best = c
			}
		}
	}
	return best
}

// end returns the squares of all men after a long step.
func (p *place) end(man int, to board.Square, last int, l board.Square) [maxMen + 1]board.Square {
	sq := p.sq
	sq[last] = l
	sq[man] = to
	return sq
}

// passedWins sifts the squares of the last man with which a step back by a man in
// a fixed place, from a lost position, comes from a won one. Those that the
// capture only delays wait for their ply. The place is that after the step.
func (b *builder) passedWins(thread int, p *place, s, man int, h *hop, to int, w word) word {
	for e := b.takers(p, man, h.between).And(w); e.Any(); {
		l := e.Pop()
		if !b.winsPast(thread, p.end(man, p.sq[man], len(b.t.men)-1, l), s, man, h.between, to*b.n+int(l)) {
			w = w.Without(l)
		}
	}
	return w
}

// winsPast reports whether a long step to a position that is lost for the other
// side, since the last ply, wins at once; if it does later, it is put off.
func (b *builder) winsPast(thread int, sq [maxMen + 1]board.Square, s, man int, passed board.Set, at int) bool {
	c := b.taken(sq, man, passed)
	switch {
	case c == codeIllegal:
		return true
	case !c.isLoss():
		return false
	case c.plies() < b.now:
		return true
	}
	put(&b.buckets[thread].wins[s], c.plies()+1, at)
	return false
}

// lastWins returns whence the last man may have come to a square, with which the
// position is lost for the other side.
func (b *builder) lastWins(thread int, p *place, s, slot int, l board.Square) word {
	last := len(b.t.men) - 1
	var out word
	for j := range b.lastBy.quiet {
		hops := b.lastBy.quiet[j].in[l]
		for k := range hops {
			h := &hops[k]
			if h.block.Meets(p.occ) {
				continue
			}
			if h.between.Any() && b.takers(p, last, h.between).Any() &&
				!b.winsPast(thread, p.end(last, l, last, l), s, last, h.between, slot*b.n+int(h.sq)) {
				continue
			}
			out = out.With(h.sq)
		}
	}
	return out
}

// passedBad returns the squares of the last man, of those in c, with which a long
// step of a man in a fixed place is bad: w are those with which the entry that it
// leads to is won for the other side, stale those with which it is stalemate
// there, where only the capture counts. The place is that before the step.
func (b *builder) passedBad(p *place, s, man int, h *hop, c, w, stale word) word {
	for e := b.takers(p, man, h.between).And(c).AndNot(h.between); e.Any(); {
		l := e.Pop()
		w = b.past(w, stale, l, b.taken(p.end(man, h.sq, len(b.t.men)-1, l), man, h.between))
	}
	return w
}

// past corrects whether a long step is bad by what the capture is worth.
func (b *builder) past(w, stale word, l board.Square, c code) word {
	switch {
	case c == codeIllegal:
		return w
	case c.isWin() && c.plies() < b.now:
		return w.With(l)
	case stale.Has(l):
		return w.Without(l)
	}
	return w
}

// lastLoses reports whether all moves of the last man from a square are bad; w and
// stale as in passedBad.
func (b *builder) lastLoses(p *place, s int, l board.Square, w, stale word) bool {
	last := len(b.t.men) - 1
	for j := range b.lastBy.quiet {
		hops := b.lastBy.quiet[j].out[l]
		for k := range hops {
			h := &hops[k]
			if h.block.Meets(p.occ) {
				continue
			}
			v := w
			if h.between.Any() && b.takers(p, last, h.between).Any() {
				v = b.past(v, stale, h.sq, b.taken(p.end(last, h.sq, last, h.sq), last, h.between))
			}
			if !v.Has(h.sq) {
				return false
			}
		}
	}
	return true
}

// foresee looks at all long steps of a frame past a pawn: it has those looked at
// again that a capture makes bad in its ply, and those won that stalemate the
// other side but for a capture that loses.
func (b *builder) foresee(thread, f int) {
	var p place
	last := len(b.t.men) - 1
	k := b.buckets[thread]
	see := func(s, man int, sq [maxMen + 1]board.Square, passed board.Set, at int, stale bool) {
		switch c := b.taken(sq, man, passed); {
		case c == codeIllegal:
		case c.isWin():
			put(&k.looks[s], c.plies()+1, at)
		case c.isLoss() && stale:
			put(&k.wins[s], c.plies()+1, at)
		}
	}
	base := f * b.slots
	for slot := range b.slots {
		b.at(&p, f, slot)
		if p.overlap {
			continue
		}
		for s := range 2 {
			legal := b.all.AndNot(b.bad[s].at(base + slot)).AndNot(p.occ)
			for i := range b.movers[s] {
				m := &b.movers[s][i]
				x := p.sq[m.man]
				for j := range m.moves.quiet {
					for h := range m.moves.quiet[j].out[x] {
						h := &m.moves.quiet[j].out[x][h]
						if h.between.Empty() || h.block.Meets(p.occ) {
							continue
						}
						to := base + int(b.canon[b.raw[slot]+(int(h.sq)-int(x))*m.stride])
						for e := b.takers(&p, m.man, h.between).And(legal).AndNot(h.block); e.Any(); {
							l := e.Pop()
							see(s, m.man, p.end(m.man, h.sq, last, l), h.between, (base+slot)*b.n+int(l), b.stale[1-s].at(to).Has(l))
						}
					}
				}
			}
			if int(b.last.color) != s {
				continue
			}
			for rest := legal; rest.Any(); {
				l := rest.Pop()
				for j := range b.lastBy.quiet {
					for h := range b.lastBy.quiet[j].out[l] {
						h := &b.lastBy.quiet[j].out[l][h]
						if h.between.Empty() || h.block.Meets(p.occ) || b.takers(&p, last, h.between).Empty() {
							continue
						}
						see(s, last, p.end(last, h.sq, last, h.sq), h.between, (base+slot)*b.n+int(l), b.stale[1-s].at(base+slot).Has(h.sq))
					}
				}
			}
		}
	}
}
