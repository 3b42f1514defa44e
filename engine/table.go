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

// bucket is one cache line of slots, any of which may hold a position.
type bucket [4]slot

// table is the hash table, shared by all threads of a search.
type table struct {
	buckets []bucket
	mask    uint64
	age     uint64 // of the search, below 64
}

// entry is what the table knows of a position.
type entry struct {
	move  position.Move
	score Score
	depth int
	bound bound
}

const bytesPerBucket = 64

// newTable returns a table of at most so many MiB, 64 KiB at least.
func newTable(megabytes int) *table {
	n := uint64(1024)
	for n*2*bytesPerBucket <= uint64(megabytes)<<20 {
		n *= 2
	}
	return &table{buckets: make([]bucket, n), mask: n - 1}
}

func (t *table) clear() {
	for i := range t.buckets {
		for j := range t.buckets[i] {
			t.buckets[i][j].mixed.Store(0)
			t.buckets[i][j].data.Store(0)
		}
	}
	t.age = 0
}

// next begins a new search, to which old entries are worth less.
func (t *table) next() { t.age = (t.age + 1) & 63 }

// An entry in 64 bits: move 21, score 17 (offset), depth 8, bound 2, age 6.
const (
	scoreOffset = 1 << 16
	scoreShift  = 21
	depthShift  = 38
	boundShift  = 46
	ageShift    = 48
)

func dataDepth(data uint64) int { return int(data >> depthShift & 255) }

func (t *table) load(key uint64) (entry, bool) {
	b := &t.buckets[key&t.mask]
	for i := range b {
		data := b[i].data.Load()
		if b[i].mixed.Load()^data != key || data == 0 {
			continue
		}
		return entry{
			move:  position.Move(data & (1<<scoreShift - 1)),
			score: Score(int64(data>>scoreShift&(1<<17-1)) - scoreOffset),
			depth: dataDepth(data),
			bound: bound(data >> boundShift & 3),
		}, true
	}
	return entry{}, false
}

// store enters a position in place of the same one or of the entry of its
// bucket that is worth least: shallow, or left over from earlier searches.
func (t *table) store(key uint64, e entry) {
	b := &t.buckets[key&t.mask]
	slot, least := &b[0], 1<<30
	for i := range b {
		old := b[i].data.Load()
		if old == 0 {
			slot, least = &b[i], -1
			continue
		}
		if b[i].mixed.Load()^old == key {
			if e.bound != exact && old>>ageShift&63 == t.age && dataDepth(old) > e.depth+3 {
				return // what is known goes much deeper
			}
			if e.move == position.NoMove {
				e.move = position.Move(old & (1<<scoreShift - 1))
			}
			slot = &b[i]
			break
		}
		worth := dataDepth(old) - 4*int((t.age-old>>ageShift)&63)
		if worth < least {
			slot, least = &b[i], worth
		}
	}
	data := uint64(e.move) | uint64(int64(e.score)+scoreOffset)<<scoreShift | uint64(max(e.depth, 0))<<depthShift |
		uint64(e.bound)<<boundShift | t.age<<ageShift
	slot.mixed.Store(key ^ data)
	slot.data.Store(data)
}

// full returns how many of a thousand slots hold entries of this search.
func (t *table) full() int {
	n := 0
	for i := range t.buckets[:250] {
		for j := range t.buckets[i] {
			if data := t.buckets[i][j].data.Load(); data != 0 && data>>ageShift&63 == t.age {
				n++
			}
		}
	}
	return n
}
