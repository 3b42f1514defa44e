package position

import (
	"math/bits"

	"tagmate/board"
)

// spots has where a piece on one square may go: by leaps, along rays whose
// squares rise (up) or fall (down) in number, and by paths behind a guard.
type spots struct {
	leap     board.Set
	up, down []board.Set
	bent     []bent
}

// bent is a group of paths that share the squares that must be empty first.
type bent struct {
	guard    board.Set
	leap     board.Set
	up, down []board.Set
}

// from returns the squares that are reached on a board with the given
// occupied squares, the first blocker of each ray included.
func (s *spots) from(occ board.Set) board.Set {
	t := s.leap
	for _, ray := range s.up {
		t = t.Or(cutUp(ray, occ))
	}
	for _, ray := range s.down {
		t = t.Or(cutDown(ray, occ))
	}
	for i := range s.bent {
		b := &s.bent[i]
		if b.guard.Meets(occ) {
			continue
		}
		t = t.Or(b.leap)
		for _, ray := range b.up {
			t = t.Or(cutUp(ray, occ))
		}
		for _, ray := range b.down {
			t = t.Or(cutDown(ray, occ))
		}
	}
	return t
}

// cutUp returns a rising ray as far as its lowest occupied square, that one
// included. For a word w, w ^ (w-1) has all bits up to the lowest one, and all
// bits if w is 0.
func cutUp(ray, occ board.Set) board.Set {
	lo := ray.Lo & occ.Lo
	hi := ray.Hi & occ.Hi
	blocked := uint64(int64(lo|-lo) >> 63) // all ones if the low word has a blocker
	return board.Set{
		Lo: ray.Lo & (lo ^ (lo - 1)),
		Hi: ray.Hi & (hi ^ (hi - 1)) &^ blocked,
	}
}

// cutDown returns a falling ray as far as its highest occupied square, that
// one included.
func cutDown(ray, occ board.Set) board.Set {
	lo := ray.Lo & occ.Lo
	hi := ray.Hi & occ.Hi
	blocked := uint64(int64(hi|-hi) >> 63)
	return board.Set{
		Lo: ray.Lo & (^uint64(0) << (uint(bits.Len64(lo|1)-1) & 63)) &^ blocked,
		Hi: ray.Hi & (^uint64(0) << (uint(bits.Len64(hi|1)-1) & 63)),
	}
}
