package tablebase

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"tagmate/board"
	"tagmate/position"
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
	stand   []board.Set    // by slot: the squares of the men in fixed places
	overlap []bool         // by slot: two of them stand on one square
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
	bad    [2]words // won, or not legal: no way out for who would go there
	closed [2]words // lost, or drawn at once
	hold   [2]words // a capture or promotion does not lose, or not yet
	won    [2]words // at the last ply
	lost   [2]words
	toWin  [2]words // found in this ply
	toLose [2]words
	// The slots of each frame that have any, for the last ply and this one, in
	// which they begin with those that an exit decides.
	wonIn, lostIn, nextWonIn, nextLostIn [2][][]int32
	touched                              [][]uint64 // by thread: the slots that were entered, as bits

	buckets []*buckets // one a thread
	views   []*view    // by number of exit
	choices int        // most promotions of a pawn
	dead    deadRule
	limits  limits

	now     int      // the ply that is looked for
	passing bool     // captures en passant are possible, see passing.go
	stale   [2]words // then: the positions without a move and without check
}

// limits make a table one of another game.
type limits struct {
	mates func(p *place) word // the squares of the last man with which a mate counts, the others are draws; nil for all
	still bool                // White's king does not move
}

// buckets holds positions by the ply in which a capture or promotion decides
// them.
type buckets struct {
	wins, floors [2][][]uint32
	looks        [2][][]uint32 // at which a capture en passant decides a long step
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
	occ     board.Set
	overlap bool
}

// use says what a table is asked for.
type use int

const (
	forAll       use = iota
	forPromotion     // entries in which a man stands where a promotion puts him
	forPair          // entries in which two men stand as just promoted from one pawn
)

// subTables returns the tables of what captures and promotions lead to, with
// those entries at least that a use needs.
type subTables func(e Ending, u use) (*Table, error)

// build computes a table.
func build(ctx context.Context, t *Table, threads int, sub subTables) error {
	if t.trivial() {
		return nil
	}
	_, err := buildFor(ctx, t, threads, sub, limits{})
	return err
}

// buildFor is build for a game with limits. It returns the builder with its
// last state.
func buildFor(ctx context.Context, t *Table, threads int, sub subTables, l limits) (*builder, error) {
	b := &builder{t: t, limits: l, threads: threads, shape: t.rules.Shape(), n: t.n, frames: len(t.fr.kings), all: t.rules.Shape().All()}
	if err := b.prepare(sub); err != nil {
		return nil, err
	}
	return b, b.run(ctx)
}

func (b *builder) prepare(sub subTables) error {
	t := b.t
	if t.size() > 1<<36 {
		return fmt.Errorf("tablebase: %s: too many positions", t.name)
	}
	for i := range t.men {
		b.moves = append(b.moves, t.c.moves[t.men[i].color][t.men[i].kind])
	}
	// These are made before there is room for the table itself.
	if err := b.findViews(sub); err != nil {
		return err
	}
	b.fixed = len(t.men) - t.kings - 1
	b.kingOf = [2]int{-1, -1}
	for i, m := range t.men[:t.kings] {
		b.kingOf[m.color] = i
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
		if k < 0 || b.limits.still && c == int(position.White) {
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
	b.passing = t.canPass()
	count := b.frames * b.slots
	for s := range 2 {
		for _, a := range []*words{&b.bad[s], &b.closed[s], &b.hold[s], &b.won[s], &b.lost[s], &b.toWin[s], &b.toLose[s]} {
			*a = newWords(count, b.n)
		}
		for _, a := range []*[][]int32{&b.wonIn[s], &b.lostIn[s], &b.nextWonIn[s], &b.nextLostIn[s]} {
			*a = make([][]int32, b.frames)
		}
		t.codes[s] = make([]code, t.kept())
	}
	if b.passing {
		for s := range 2 {
			b.stale[s] = newWords(count, b.n)
		}
	}
	for range b.threads {
		b.buckets = append(b.buckets, &buckets{})
		b.touched = append(b.touched, make([]uint64, b.slots/64+1))
	}
	return nil
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
			var stand board.Set
			overlap := false
			for _, at := range sq[:b.fixed] {
				overlap = overlap || stand.Has(at)
				stand = stand.With(at)
			}
			b.stand, b.overlap = append(b.stand, stand), append(b.overlap, overlap)
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
	kings := &b.t.fr.kings[frame]
	n := b.t.kings
	p.sq[0], p.sq[1] = kings[0], kings[1]
	for i, sq := range b.digits[slot*b.fixed : (slot+1)*b.fixed] {
		p.sq[n+i] = sq
	}
	p.list = p.sq[:n+b.fixed]
	held := board.Bit(kings[0])
	if n == 2 {
		held = held.With(kings[1])
	}
	p.overlap = b.overlap[slot] || held.Meets(b.stand[slot])
	p.occ = held.Or(b.stand[slot])
}

func (b *builder) run(ctx context.Context) error {
	b.each(func(_, f int) { b.markIllegal(f) })
	b.each(func(thread, f int) { b.takeExits(thread, f) })
	b.each(func(_, f int) { b.findFinals(f) })
	if b.passing {
		b.each(func(thread, f int) { b.foresee(thread, f) })
	}
	b.each(func(_, f int) { b.commit(f, 0) })
	if b.dead.any {
		b.each(func(_, f int) { b.closeDead(f) })
	}
	b.turnOver()
	return b.solve(ctx)
}

// solve goes on ply by ply from what is decided at once.
func (b *builder) solve(ctx context.Context) error {
	for n := 1; b.alive(n); n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.now = n
		b.plant(n)
		b.each(func(thread, f int) { b.ply(thread, f) })
		b.each(func(_, f int) { b.commit(f, n) })
		b.turnOver()
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
			if len(b.wonIn[s][f]) > 0 || len(b.lostIn[s][f]) > 0 {
				return true
			}
		}
		for _, k := range b.buckets {
			if len(k.wins[s]) > n || len(k.floors[s]) > n || len(k.looks[s]) > n {
				return true
			}
		}
	}
	return false
}

// turnOver makes what was found in this ply the base of the next one.
func (b *builder) turnOver() {
	for s := range 2 {
		b.wonIn[s], b.nextWonIn[s] = b.nextWonIn[s], b.wonIn[s]
		b.lostIn[s], b.nextLostIn[s] = b.nextLostIn[s], b.lostIn[s]
		for f := range b.frames {
			b.nextWonIn[s][f], b.nextLostIn[s][f] = b.nextWonIn[s][f][:0], b.nextLostIn[s][f][:0]
		}
		b.won[s], b.toWin[s] = b.toWin[s], b.won[s]
		b.lost[s], b.toLose[s] = b.toLose[s], b.lost[s]
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
