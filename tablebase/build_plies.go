package tablebase

import (
	"math/bits"

	"tagmate/board"
)

// plant enters the positions that a capture or promotion decides in ply n.
func (b *builder) plant(n int) {
	for s := range 2 {
		for _, k := range b.buckets {
			if n < len(k.wins[s]) {
				for _, at := range k.wins[s][n] {
					b.toWin[s].add(int(at)/b.n, board.Bit(board.Square(int(at)%b.n)))
					f := int(at) / b.n / b.slots
					b.nextWonIn[s][f] = append(b.nextWonIn[s][f], int32(int(at)/b.n%b.slots))
				}
				k.wins[s][n] = nil
			}
			if n < len(k.floors[s]) {
				for _, at := range k.floors[s][n] {
					i, sq := int(at)/b.n, board.Square(int(at)%b.n)
					b.toLose[s].add(i, board.Bit(sq))
					b.hold[s].set(i, b.hold[s].at(i).Without(sq))
					b.nextLostIn[s][i/b.slots] = append(b.nextLostIn[s][i/b.slots], int32(i%b.slots))
				}
				k.floors[s][n] = nil
			}
			if n < len(k.looks[s]) {
				for _, at := range k.looks[s][n] {
					i := int(at) / b.n
					b.toLose[s].add(i, board.Bit(board.Square(int(at)%b.n)))
					b.nextLostIn[s][i/b.slots] = append(b.nextLostIn[s][i/b.slots], int32(i%b.slots))
				}
				k.looks[s][n] = nil
			}
		}
	}
}

// ply finds what is won and lost in this ply in a frame.
func (b *builder) ply(thread, f int) {
	var p place
	touched := b.touched[thread]
	base := f * b.slots
	for s := range 2 {
		b.unmove(&p, thread, f, s, true, &b.lost[1-s], &b.toWin[s], b.lostIn[1-s], touched)
		b.sift(touched, &b.nextWonIn[s][f], func(slot int) bool {
			at := base + slot
			w := b.toWin[s].at(at).AndNot(b.bad[s].at(at)).AndNot(b.closed[s].at(at))
			b.toWin[s].set(at, w)
			return w.Any()
		})
		b.unmove(&p, thread, f, s, false, &b.won[1-s], &b.toLose[s], b.wonIn[1-s], touched)
		b.sift(touched, &b.nextLostIn[s][f], func(slot int) bool {
			at := base + slot
			w := b.toLose[s].at(at).AndNot(b.bad[s].at(at)).AndNot(b.closed[s].at(at)).AndNot(b.hold[s].at(at))
			if w.Any() {
				b.at(&p, f, slot)
				w = b.losing(&p, f, slot, s, w)
			}
			b.toLose[s].set(at, w)
			return w.Any()
		})
	}
}

// sift puts into the list those of the slots that were touched, or are in it
// already, for which keep says so, and clears touched.
func (b *builder) sift(touched []uint64, list *[]int32, keep func(slot int) bool) {
	for _, slot := range *list {
		touched[slot>>6] |= 1 << (slot & 63)
	}
	*list = (*list)[:0]
	for i, w := range touched {
		for ; w != 0; w &= w - 1 {
			if slot := i<<6 + bits.TrailingZeros64(w); keep(slot) {
				*list = append(*list, int32(slot))
			}
		}
		touched[i] = 0
	}
}

// unmove enters into acc whence side s can move to the positions in from, of
// which in lists the slots of each frame, and notes the slots. winning says that
// those are lost for the other side.
func (b *builder) unmove(p *place, thread, f, s int, winning bool, from, acc *words, in [][]int32, touched []uint64) {
	base := f * b.slots
	for i := range b.king[s][f] {
		m := &b.king[s][f][i]
		src := m.frame * b.slots
		back := &b.t.c.syms[m.back]
		perm := b.perm[m.back]
		lame := m.between.Any()
		if back.kind == 0 && !lame { // most of them
			for _, at := range in[m.frame] {
				acc.add(base+int(at), from.at(src+int(at)))
				touched[at>>6] |= 1 << (at & 63)
			}
			continue
		}
		for _, at := range in[m.frame] {
			w := from.at(src + int(at))
			slot := int(perm[at])
			if lame {
				b.at(p, f, slot)
				if m.between.Meets(p.occ) {
					continue
				}
			}
			acc.add(base+slot, back.mapSet(w, b.shape).AndNot(m.between))
			touched[slot>>6] |= 1 << (slot & 63)
		}
	}
	for _, at := range in[f] {
		slot := int(at)
		w := from.at(base + slot)
		b.at(p, f, slot)
		raw := b.raw[slot]
		for i := range b.movers[s] {
			m := &b.movers[s][i]
			x := p.sq[m.man]
			for j := range m.moves.quiet {
				hops := m.moves.quiet[j].in[x]
				for k := range hops {
					h := &hops[k]
					if h.block.Meets(p.occ) {
						continue
					}
					to := int(b.canon[raw+(int(h.sq)-int(x))*m.stride])
					v := w.AndNot(h.between)
					if winning && b.passing && h.between.Any() {
						v = b.passedWins(thread, p, s, m.man, h, base+to, v)
					}
					acc.add(base+to, v)
					touched[to>>6] |= 1 << (to & 63)
				}
			}
		}
		if int(b.last.color) == s {
			var out word
			for w.Any() {
				l := w.Pop()
				if winning && b.passing {
					out = out.Or(b.lastWins(thread, p, s, base+slot, l))
					continue
				}
				out = out.Or(sources(b.lastBy.quiet, l, b.n, p.list))
			}
			acc.add(base+slot, out)
			touched[slot>>6] |= 1 << (slot & 63)
		}
	}
}

// commit enters what was found in ply n.
func (b *builder) commit(f, n int) {
	base := f * b.slots
	for s := range 2 {
		for _, slot := range b.nextWonIn[s][f] {
			at := base + int(slot)
			w := b.toWin[s].at(at)
			b.bad[s].set(at, b.bad[s].at(at).Or(w))
			for codes := b.codes(s, f, int(slot)); codes != nil && w.Any(); {
				codes[w.Pop()] = winIn(n)
			}
		}
		for _, slot := range b.nextLostIn[s][f] {
			at := base + int(slot)
			w := b.toLose[s].at(at)
			b.closed[s].set(at, b.closed[s].at(at).Or(w))
			for codes := b.codes(s, f, int(slot)); codes != nil && w.Any(); {
				codes[w.Pop()] = lossIn(n)
			}
		}
		// These become the arrays of the next ply.
		for _, slot := range b.wonIn[s][f] {
			b.won[s].set(base+int(slot), word{})
		}
		for _, slot := range b.lostIn[s][f] {
			b.lost[s].set(base+int(slot), word{})
		}
	}
}

// closeDead closes the positions of a frame that are drawn by the rules, but for
// the final ones, which go before.
func (b *builder) closeDead(f int) {
	var p place
	for s := range 2 {
		for slot := range b.slots {
			b.at(&p, f, slot)
			at := f*b.slots + slot
			b.closed[s].set(at, b.closed[s].at(at).Or(b.dead.squares(b, &p).AndNot(b.bad[s].at(at))))
		}
	}
}
