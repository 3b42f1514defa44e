package engine

import (
	"sync/atomic"

	"tagmate/position"
)

// bound says how a stored score relates to the true one.
type bound uint8

const (
	noBound bound = iota
	atLeast
	atMost
	exact
)

// slot is one entry of the table. The key is stored mixed with the data, so
// that an entry which two threads have written at once is not believed (Hyatt
// and Mann, "A lock-less transposition table", 2002).
type slot struct {
	mixed, data atomic.Uint64
}

// table is the hash table, shared by all threads of a search.
type table struct {
	slots []slot
	mask  uint64
	age   uint8
}

// entry is what the table knows of a position.
type entry struct {
	move  position.Move
	score Score
	depth int
	bound bound
}

const bytesPerSlot = 16

func newTable(megabytes int) *table {
	n := uint64(1024)
	for n*2*bytesPerSlot <= uint64(megabytes)<<20 {
		n *= 2
	}
	return &table{slots: make([]slot, n), mask: n - 1}
}

func (t *table) clear() {
	for i := range t.slots {
		t.slots[i].mixed.Store(0)
		t.slots[i].data.Store(0)
	}
	t.age = 0
}

// An entry in 64 bits: move 21, score 17 (offset), depth 8, bound 2, age 6.
const scoreOffset = 1 << 16

func (t *table) load(key uint64) (entry, bool) {
	s := &t.slots[key&t.mask]
	data := s.data.Load()
	if s.mixed.Load()^data != key || data == 0 {
		return entry{}, false
	}
	return entry{
		move:  position.Move(data & (1<<21 - 1)),
		score: Score(int64(data>>21&(1<<17-1)) - scoreOffset),
		depth: int(data >> 38 & 255),
		bound: bound(data >> 46 & 3),
	}, true
}

func (t *table) store(key uint64, e entry) {
	s := &t.slots[key&t.mask]
	old := s.data.Load()
	if old != 0 {
		same := s.mixed.Load()^old == key
		fresh := uint8(old>>48&63) == t.age
		oldDepth := int(old >> 38 & 255)
		// An entry of this search that went deeper is worth more, unless this
		// one is exact or of the same position and nearly as deep.
		if fresh && e.bound != exact && (same && oldDepth > e.depth+3 || !same && oldDepth > e.depth+5) {
			return
		}
		if same && e.move == position.NoMove {
			e.move = position.Move(old & (1<<21 - 1))
		}
	}
	data := uint64(e.move) | uint64(int64(e.score)+scoreOffset)<<21 | uint64(max(e.depth, 0))<<38 | uint64(e.bound)<<46 | uint64(t.age)<<48
	s.mixed.Store(key ^ data)
	s.data.Store(data)
}
