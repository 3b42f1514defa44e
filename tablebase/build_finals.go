package tablebase

import (
	"tagmate/board"
	"tagmate/position"
	"tagmate/variant"
)

// markIllegal finds the placings that cannot stand, and sets their code.
func (b *builder) markIllegal(f int) {
	var p place
	r := b.t.rules
	edges := r.LastRank(position.White).Or(r.LastRank(position.Black))
	for slot := range b.slots {
		b.at(&p, f, slot)
		always := p.occ
		if p.overlap {
			always = b.all
		}
		for i, sq := range p.list {
			if r.IsPawn(b.t.men[i].kind) && edges.Has(sq) {
				always = b.all
			}
		}
		if r.IsPawn(b.last.kind) {
			always = always.Or(edges)
		}
		for s := range 2 {
			bad := always
			if k := b.kingOf[1-s]; k >= 0 && !p.overlap {
				bad = bad.Or(b.attacked(&p, position.Color(s), p.sq[k]))
			}
			at := f*b.slots + slot
			b.bad[s].set(at, bad)
			if codes := b.codes(s, f, slot); codes != nil {
				for bad.Any() {
					codes[bad.Pop()] = codeIllegal
				}
			}
		}
	}
}

// attacked returns the squares of the last man with which a side attacks the
// king on sq.
func (b *builder) attacked(p *place, by position.Color, sq board.Square) word {
	var out word
	for i, from := range p.list {
		if b.t.men[i].color != by {
			continue
		}
		for j := range b.moves[i].royal {
			l := &b.moves[i].royal[j]
			if !l.fwd[from].Has(sq) {
				continue
			}
			between := board.Set{}
			if l.between != nil {
				between = l.between[int(from)*b.n+int(sq)]
			}
			if !between.Meets(p.occ) {
				out = out.Or(b.all.AndNot(between))
			}
		}
	}
	if b.last.color == by {
		out = out.Or(sources(b.lastBy.royal, sq, b.n, p.list))
	}
	return out
}

// findFinals finds the positions without a legal move.
func (b *builder) findFinals(f int) {
	var p place
	for slot := range b.slots {
		b.at(&p, f, slot)
		if p.overlap {
			continue
		}
		at := f*b.slots + slot
		for s := range 2 {
			exits := b.toWin[s].at(at)
			b.toWin[s].set(at, word{})
			none := b.losing(&p, f, slot, s, b.all.AndNot(b.bad[s].at(at)).AndNot(exits))
			if none.Empty() {
				continue
			}
			mate := none.And(b.bad[1-s].at(at))
			stale := none.AndNot(mate)
			b.t.finals.count(b.t, f, &p, s, b.copies, mate, stale)
			if b.passing {
				b.stale[s].set(at, stale)
			}
			if b.limits.mates != nil {
				counts := b.limits.mates(&p)
				b.closed[s].set(at, mate.AndNot(counts))
				mate = mate.And(counts)
			}
			b.toLose[s].set(at, mate)
			switch b.t.rules.Def().Ending.Stalemate {
			case variant.Win:
				b.toWin[s].set(at, stale)
			case variant.Loss:
				b.toLose[s].set(at, none)
			default:
				b.closed[s].set(at, b.closed[s].at(at).Or(stale))
			}
			if b.toWin[s].at(at).Any() {
				b.nextWonIn[s][f] = append(b.nextWonIn[s][f], int32(slot))
			}
			if b.toLose[s].at(at).Any() {
				b.nextLostIn[s][f] = append(b.nextLostIn[s][f], int32(slot))
			}
		}
	}
}

// losing returns those of the squares c of the last man with which all moves
// of side s within the ending lead to positions that are bad to go to.
func (b *builder) losing(p *place, f, slot, s int, c word) word {
	if c.Empty() {
		return c
	}
	bad := &b.bad[1-s]
	for i := range b.king[s][f] {
		m := &b.king[s][f][i]
		if m.between.Any() && m.between.Meets(p.occ) {
			continue
		}
		w := bad.at(m.frame*b.slots + int(b.perm[m.sym][slot]))
		c = c.And(b.t.c.syms[m.back].mapSet(w, b.shape).Or(m.between))
		if c.Empty() {
			return c
		}
	}
	base := f * b.slots
	for i := range b.movers[s] {
		m := &b.movers[s][i]
		x := p.sq[m.man]
		for j := range m.moves.quiet {
			for k := range m.moves.quiet[j].out[x] {
				h := &m.moves.quiet[j].out[x][k]
				if h.block.Meets(p.occ) {
					continue
				}
				w := bad.at(base + int(b.canon[b.raw[slot]+(int(h.sq)-int(x))*m.stride]))
				if b.passing && h.between.Any() {
					w = b.passedBad(p, s, m.man, h, c, w, b.stale[1-s].at(base+int(b.canon[b.raw[slot]+(int(h.sq)-int(x))*m.stride])))
				}
				c = c.And(w.Or(h.between))
				if c.Empty() {
					return c
				}
			}
		}
	}
	if int(b.last.color) == s {
		w := bad.at(base + slot)
		for rest := c; rest.Any(); {
			l := rest.Pop()
			if b.passing {
				if !b.lastLoses(p, s, l, w, b.stale[1-s].at(base+slot)) {
					c = c.Without(l)
				}
				continue
			}
			if !targets(b.lastBy.quiet, l, b.n, p.list).AndNot(p.occ).Within(w) {
				c = c.Without(l)
			}
		}
	}
	return c
}
