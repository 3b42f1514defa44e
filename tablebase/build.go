package tablebase

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"tagmate/board"
	"tagmate/position"
	"tagmate/variant"
)

// MaxMen is the greatest number of men of an ending that can be asked for.
const MaxMen = 5

// kingMove is a move of a king out of a frame.
type kingMove struct {
	frame   int
	sym     int // takes the placing after the move to its frame
	back    int // and back
	between board.Set
}

// piece is a man in a fixed place of the index.
type piece struct {
	man    int // index in Table.men
	stride int // in slots
	moves  *movement
}

// builder makes one table by retrograde analysis.
//
// A slot is a placing of all men but the last, and has one bit for each square
// of the last one. Ply by ply, the positions that have just been won or lost
// are taken back by all moves of the other side, one operation moving up to
// 64 or 128 positions at once; of those reached from a won position it is then
// looked whether all moves lose. Frames are the unit of work of the threads: a
// thread writes to its frame only, and takes king moves, which lead to other
// frames, from their side.
type builder struct {
	t       *Table
	threads int
	shape   board.Shape
	n       int
	frames  int
	slots   int
	all     word
	digits  []board.Square // [slot*fixed+i]
	fixed   int
	movers  [2][]piece
	last    man
	lastBy  *movement
	moves   []*movement // by man
	perm    [8][]int32  // slots under each symmetry in use
	canon   []int32     // by slot of the table: the slot here, in which alike men stand in order
	raw     []int       // by slot here: that of the table
	copies  int64       // how many slots each of them stands for
	king    [2][][]kingMove
	kingOf  [2]int // index of the king among the men, -1 without

	// By side to move.
	bad                     [2]words // won, or not legal: no way out for who would go there
	closed                  [2]words // lost, or drawn at once
	hold                    [2]words // a capture or promotion does not lose, or not yet
	won                     [2]words // at the last ply
	lost                    [2]words
	toWin                   [2]words // found in this ply
	toLose                  [2]words
	hotWon, hotLost         [2][]bool // by frame
	nextHotWon, nextHotLost [2][]bool
	// The slots of a frame that have any, for the last ply and this one.
	wonIn, lostIn, nextWonIn, nextLostIn [2][][]int32

	buckets []*buckets // one a thread
	views   []*view    // by number of exit
	choices int        // most promotions of a pawn
	dead    deadRule
	mates   func(p *place) word // the squares of the last man with which a mate counts; nil for all
}

// buckets holds positions by the ply in which a capture or promotion decides
// them.
type buckets struct {
	wins, floors [2][][]uint32
}

func put(b *[][]uint32, n int, at int) {
	for len(*b) <= n {
		*b = append(*b, nil)
	}
	(*b)[n] = append((*b)[n], uint32(at))
}

// place is one slot with its squares.
type place struct {
	sq      [maxMen + 1]board.Square
	list    []board.Square // all but the last man
	buf     [maxMen]board.Square
	occ     board.Set
	overlap bool
}

// build computes a table. sub returns the tables of what captures and
// promotions lead to; for a promotion to a pair those entries are enough in
// which two men stand as just promoted.
func build(ctx context.Context, t *Table, threads int, sub func(e Ending, pair bool) (*Table, error)) error {
	if t.trivial() {
		return nil
	}
	return buildFor(ctx, t, threads, sub, nil)
}

// buildFor is build for a game in which only some mates count, and the others
// are draws.
func buildFor(ctx context.Context, t *Table, threads int, sub func(e Ending, pair bool) (*Table, error), mates func(p *place) word) error {
	b := &builder{t: t, mates: mates, threads: threads, shape: t.rules.Shape(), n: t.n, frames: len(t.fr.kings), all: t.rules.Shape().All()}
	if err := b.prepare(sub); err != nil {
		return err
	}
	return b.run(ctx)
}

func (b *builder) prepare(sub func(e Ending, pair bool) (*Table, error)) error {
	t := b.t
	if t.size() > 1<<36 {
		return fmt.Errorf("tablebase: %s: too many positions", t.name)
	}
	b.fixed = len(t.men) - t.kings - 1
	b.kingOf = [2]int{-1, -1}
	for i, m := range t.men {
		b.moves = append(b.moves, t.c.moves[m.color][m.kind])
		if i < t.kings {
			b.kingOf[m.color] = i
		}
	}
	b.last = t.men[len(t.men)-1]
	b.lastBy = b.moves[len(t.men)-1]
	stride := t.slots
	for i := t.kings; i < len(t.men)-1; i++ {
		stride /= b.n
		c := t.men[i].color
		b.movers[c] = append(b.movers[c], piece{man: i, stride: stride, moves: b.moves[i]})
	}
	b.findSlots()
	for g := range t.c.syms {
		if t.mask>>g&1 == 0 {
			continue
		}
		b.perm[g] = make([]int32, b.slots)
		for slot := range b.slots {
			to := 0
			for _, sq := range b.digits[slot*b.fixed : (slot+1)*b.fixed] {
				to = to*b.n + int(t.c.syms[g].sq[sq])
			}
			b.perm[g][slot] = b.canon[to]
		}
	}
	for c := range b.king {
		b.king[c] = make([][]kingMove, b.frames)
		k := b.kingOf[c]
		if k < 0 {
			continue
		}
		for f, at := range t.fr.kings {
			for _, l := range b.moves[k].quiet {
				for _, h := range l.out[at[k]] {
					to := at
					to[k] = h.sq
					raw := int(to[0])
					if t.kings == 2 {
						raw = raw*b.n + int(to[1])
					}
					if ref := t.fr.of[raw]; ref.frame >= 0 {
						g := int(ref.sym)
						b.king[c][f] = append(b.king[c][f], kingMove{int(ref.frame), g, t.c.syms[g].back, h.between})
					}
				}
			}
		}
	}
	b.dead = deadRuleOf(t)
	count := b.frames * b.slots
	for s := range 2 {
		for _, a := range []*words{&b.bad[s], &b.closed[s], &b.hold[s], &b.won[s], &b.lost[s], &b.toWin[s], &b.toLose[s]} {
			*a = newWords(count, b.n)
		}
		for _, a := range []*[]bool{&b.hotWon[s], &b.hotLost[s], &b.nextHotWon[s], &b.nextHotLost[s]} {
			*a = make([]bool, b.frames)
		}
		for _, a := range []*[][]int32{&b.wonIn[s], &b.lostIn[s], &b.nextWonIn[s], &b.nextLostIn[s]} {
			*a = make([][]int32, b.frames)
		}
		t.codes[s] = make([]code, t.kept())
	}
	for range b.threads {
		b.buckets = append(b.buckets, &buckets{})
	}
	return b.findViews(sub)
}

// findSlots numbers the slots: of those that differ by an exchange of alike men
// in fixed places only, one is worked on.
func (b *builder) findSlots() {
	t := b.t
	b.canon = make([]int32, t.slots)
	b.copies = 1
	run := int64(1)
	fixed := t.men[t.kings : len(t.men)-1]
	for i := 1; i < len(fixed); i++ {
		if run++; fixed[i] != fixed[i-1] {
			run = 1
		}
		b.copies *= run
	}
	var sq [maxMen]board.Square
	for slot := range t.slots {
		rest := slot
		for i := b.fixed - 1; i >= 0; i-- {
			sq[i] = board.Square(rest % b.n)
			rest /= b.n
		}
		ordered := true
		for i := 1; i < b.fixed; i++ {
			ordered = ordered && (fixed[i] != fixed[i-1] || sq[i-1] <= sq[i])
		}
		if ordered {
			b.canon[slot] = int32(len(b.raw))
			b.raw = append(b.raw, slot)
			b.digits = append(b.digits, sq[:b.fixed]...)
			continue
		}
		to := 0
		for i := range fixed {
			for j := i + 1; j < len(fixed) && fixed[j] == fixed[i]; j++ {
				if sq[i] > sq[j] {
					sq[i], sq[j] = sq[j], sq[i]
				}
			}
			to = to*b.n + int(sq[i])
		}
		b.canon[slot] = b.canon[to] // which comes before
	}
	b.slots = len(b.raw)
}

// codes returns where the codes of a slot of a frame stand, nil if they are not
// kept.
func (b *builder) codes(s, f, slot int) []code {
	at := b.t.block(f, b.raw[slot])
	if at < 0 {
		return nil
	}
	return b.t.codes[s][at*b.n : (at+1)*b.n]
}

// each runs do for every frame.
func (b *builder) each(do func(thread, frame int)) {
	if b.threads == 1 || b.frames*b.slots < 1000 {
		for f := range b.frames {
			do(0, f)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for i := range b.threads {
		wg.Go(func() {
			for {
				f := int(next.Add(1)) - 1
				if f >= b.frames {
					return
				}
				do(i, f)
			}
		})
	}
	wg.Wait()
}

// at sets up the place of a slot.
func (b *builder) at(p *place, frame, slot int) {
	kings := b.t.fr.kings[frame]
	n := b.t.kings
	p.sq[0], p.sq[1] = kings[0], kings[1]
	copy(p.sq[n:], b.digits[slot*b.fixed:(slot+1)*b.fixed])
	p.list = append(p.buf[:0], p.sq[:n+b.fixed]...)
	p.occ = board.Set{}
	p.overlap = false
	for _, sq := range p.list {
		p.overlap = p.overlap || p.occ.Has(sq)
		p.occ = p.occ.With(sq)
	}
}

func (b *builder) run(ctx context.Context) error {
	b.each(func(_, f int) { b.markIllegal(f) })
	b.each(func(thread, f int) { b.takeExits(thread, f) })
	b.each(func(_, f int) { b.findFinals(f) })
	b.each(func(_, f int) { b.commit(f, 0, true) })
	b.swapHot()
	for n := 1; ; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !b.alive(n) {
			break
		}
		b.plant(n)
		b.each(func(_, f int) { b.ply(f) })
		b.each(func(_, f int) { b.commit(f, n, false) })
		b.swapHot()
	}
	if b.copies > 1 {
		b.each(func(_, f int) { b.copyAlike(f) })
	}
	return nil
}

// alive reports whether anything can still be found in ply n or later.
func (b *builder) alive(n int) bool {
	for s := range 2 {
		for f := range b.frames {
			if b.hotWon[s][f] || b.hotLost[s][f] {
				return true
			}
		}
		for _, k := range b.buckets {
			if len(k.wins[s]) > n || len(k.floors[s]) > n {
				return true
			}
		}
	}
	return false
}

// swapHot makes what was found in this ply the base of the next one.
func (b *builder) swapHot() {
	for s := range 2 {
		b.hotWon[s], b.nextHotWon[s] = b.nextHotWon[s], b.hotWon[s]
		b.hotLost[s], b.nextHotLost[s] = b.nextHotLost[s], b.hotLost[s]
		b.wonIn[s], b.nextWonIn[s] = b.nextWonIn[s], b.wonIn[s]
		b.lostIn[s], b.nextLostIn[s] = b.nextLostIn[s], b.lostIn[s]
		clear(b.nextHotWon[s])
		clear(b.nextHotLost[s])
		b.won[s], b.toWin[s] = b.toWin[s], b.won[s]
		b.lost[s], b.toLose[s] = b.toLose[s], b.lost[s]
	}
}

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
			if b.mates != nil {
				counts := b.mates(&p)
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
				if p.occ.Has(h.sq) || h.between.Meets(p.occ) {
					continue
				}
				c = c.And(bad.at(base + int(b.canon[b.raw[slot]+(int(h.sq)-int(x))*m.stride])).Or(h.between))
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
			if !targets(b.lastBy.quiet, l, b.n, p.list).AndNot(p.occ).Within(w) {
				c = c.Without(l)
			}
		}
	}
	return c
}

// plant enters the positions that a capture or promotion decides in ply n.
func (b *builder) plant(n int) {
	for s := range 2 {
		for _, k := range b.buckets {
			if n < len(k.wins[s]) {
				for _, at := range k.wins[s][n] {
					b.toWin[s].add(int(at)/b.n, board.Bit(board.Square(int(at)%b.n)))
					b.nextHotWon[s][int(at)/b.n/b.slots] = true
				}
				k.wins[s][n] = nil
			}
			if n < len(k.floors[s]) {
				for _, at := range k.floors[s][n] {
					i, sq := int(at)/b.n, board.Square(int(at)%b.n)
					b.toLose[s].add(i, board.Bit(sq))
					b.hold[s].set(i, b.hold[s].at(i).Without(sq))
					b.nextHotLost[s][i/b.slots] = true
				}
				k.floors[s][n] = nil
			}
		}
	}
}

// ply finds what is won and lost in this ply in a frame.
func (b *builder) ply(f int) {
	var p place
	for s := range 2 {
		base := f * b.slots
		if b.unmove(&p, f, s, &b.lost[1-s], &b.toWin[s], b.hotLost[1-s], b.lostIn[1-s]) || b.nextHotWon[s][f] {
			any := false
			for slot := range b.slots {
				at := base + slot
				if w := b.toWin[s].at(at); w.Any() {
					w = w.AndNot(b.bad[s].at(at)).AndNot(b.closed[s].at(at))
					b.toWin[s].set(at, w)
					any = any || w.Any()
				}
			}
			b.nextHotWon[s][f] = any
		}
		if b.unmove(&p, f, s, &b.won[1-s], &b.toLose[s], b.hotWon[1-s], b.wonIn[1-s]) || b.nextHotLost[s][f] {
			any := false
			for slot := range b.slots {
				at := base + slot
				w := b.toLose[s].at(at)
				if w.Empty() {
					continue
				}
				w = w.AndNot(b.bad[s].at(at)).AndNot(b.closed[s].at(at)).AndNot(b.hold[s].at(at))
				if w.Any() {
					b.at(&p, f, slot)
					w = b.losing(&p, f, slot, s, w)
				}
				b.toLose[s].set(at, w)
				any = any || w.Any()
			}
			b.nextHotLost[s][f] = any
		}
	}
}

// unmove enters into acc whence side s can move to the positions in from, and
// reports whether there may be any.
func (b *builder) unmove(p *place, f, s int, from, acc *words, hot []bool, in [][]int32) bool {
	any := false
	base := f * b.slots
	for i := range b.king[s][f] {
		m := &b.king[s][f][i]
		if !hot[m.frame] {
			continue
		}
		any = true
		src := m.frame * b.slots
		back := &b.t.c.syms[m.back]
		perm := b.perm[m.back]
		for _, at := range in[m.frame] {
			w := from.at(src + int(at))
			slot := int(perm[at])
			if m.between.Any() {
				b.at(p, f, slot)
				if m.between.Meets(p.occ) {
					continue
				}
			}
			acc.add(base+slot, back.mapSet(w, b.shape).AndNot(m.between))
		}
	}
	if !hot[f] {
		return any
	}
	for _, at := range in[f] {
		slot := int(at)
		w := from.at(base + slot)
		b.at(p, f, slot)
		for i := range b.movers[s] {
			m := &b.movers[s][i]
			x := p.sq[m.man]
			for j := range m.moves.quiet {
				for k := range m.moves.quiet[j].in[x] {
					h := &m.moves.quiet[j].in[x][k]
					if p.occ.Has(h.sq) || h.between.Meets(p.occ) {
						continue
					}
					acc.add(base+int(b.canon[b.raw[slot]+(int(h.sq)-int(x))*m.stride]), w.AndNot(h.between))
				}
			}
		}
		if int(b.last.color) == s {
			var out word
			for w.Any() {
				out = out.Or(sources(b.lastBy.quiet, w.Pop(), b.n, p.list))
			}
			acc.add(base+slot, out)
		}
	}
	return true
}

// commit enters what was found in ply n. What is drawn by the rules is closed
// with the final positions, which go before.
func (b *builder) commit(f, n int, first bool) {
	for s := range 2 {
		base := f * b.slots
		b.nextWonIn[s][f] = b.nextWonIn[s][f][:0]
		b.nextLostIn[s][f] = b.nextLostIn[s][f][:0]
		if first || b.nextHotWon[s][f] {
			for slot := range b.slots {
				at := base + slot
				w := b.toWin[s].at(at)
				if w.Empty() {
					continue
				}
				b.nextHotWon[s][f] = true
				b.nextWonIn[s][f] = append(b.nextWonIn[s][f], int32(slot))
				b.bad[s].set(at, b.bad[s].at(at).Or(w))
				for codes := b.codes(s, f, slot); codes != nil && w.Any(); {
					codes[w.Pop()] = winIn(n)
				}
			}
		}
		if first || b.nextHotLost[s][f] {
			for slot := range b.slots {
				at := base + slot
				w := b.toLose[s].at(at)
				if w.Empty() {
					continue
				}
				b.nextHotLost[s][f] = true
				b.nextLostIn[s][f] = append(b.nextLostIn[s][f], int32(slot))
				b.closed[s].set(at, b.closed[s].at(at).Or(w))
				for codes := b.codes(s, f, slot); codes != nil && w.Any(); {
					codes[w.Pop()] = lossIn(n)
				}
			}
		}
		if first && b.dead.any {
			var p place
			for slot := range b.slots {
				b.at(&p, f, slot)
				at := base + slot
				b.closed[s].set(at, b.closed[s].at(at).Or(b.dead.squares(b, &p).AndNot(b.bad[s].at(at))))
			}
		}
		// These become the arrays of the next ply.
		if b.hotWon[s][f] {
			for _, slot := range b.wonIn[s][f] {
				b.won[s].set(base+int(slot), word{})
			}
		}
		if b.hotLost[s][f] {
			for _, slot := range b.lostIn[s][f] {
				b.lost[s].set(base+int(slot), word{})
			}
		}
	}
}

// copyAlike fills in the slots in which alike men stand in another order.
func (b *builder) copyAlike(f int) {
	for s := range 2 {
		for slot, to := range b.canon {
			if at := b.t.block(f, slot); at >= 0 && b.raw[to] != slot {
				copy(b.t.codes[s][at*b.n:(at+1)*b.n], b.codes(s, f, int(to)))
			}
		}
	}
}
