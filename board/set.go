package board

import "math/bits"

// Square is the number of a square: rank × files + file, a1 = 0.
type Square uint8

// NoSquare stands for the absence of a square.
const NoSquare Square = 255

// Set is a set of up to 128 squares, one bit each: Lo has squares 0 to 63.
// Its methods are small enough to be inlined; none allocates.
type Set struct {
	Lo, Hi uint64
}

// Of returns the set that holds just the given squares.
func Of(squares ...Square) Set {
	var s Set
	for _, sq := range squares {
		s = s.With(sq)
	}
	return s
}

// Bit returns the set of one square, which must be below 128.
func Bit(sq Square) Set {
	// A shift by 64 or more gives 0 in Go, so that neither word needs a branch.
	return Set{1 << sq, 1 << (sq - 64)}
}

// Has reports whether sq is in s.
func (s Set) Has(sq Square) bool {
	b := Bit(sq)
	return s.Lo&b.Lo|s.Hi&b.Hi != 0
}

// With returns s and sq.
func (s Set) With(sq Square) Set { return s.Or(Bit(sq)) }

// Without returns s less sq.
func (s Set) Without(sq Square) Set { return s.AndNot(Bit(sq)) }

// And returns the intersection.
func (s Set) And(t Set) Set { return Set{s.Lo & t.Lo, s.Hi & t.Hi} }

// Or returns the union.
func (s Set) Or(t Set) Set { return Set{s.Lo | t.Lo, s.Hi | t.Hi} }

// Xor returns the squares that are in one of the two sets only.
func (s Set) Xor(t Set) Set { return Set{s.Lo ^ t.Lo, s.Hi ^ t.Hi} }

// AndNot returns s less t.
func (s Set) AndNot(t Set) Set { return Set{s.Lo &^ t.Lo, s.Hi &^ t.Hi} }

// Not returns the complement in all 128 bits; intersect it with Shape.All.
func (s Set) Not() Set { return Set{^s.Lo, ^s.Hi} }

// Empty reports whether s has no square.
func (s Set) Empty() bool { return s.Lo|s.Hi == 0 }

// Any reports whether s has a square.
func (s Set) Any() bool { return s.Lo|s.Hi != 0 }

// Meets reports whether s and t have a square in common.
func (s Set) Meets(t Set) bool { return s.Lo&t.Lo|s.Hi&t.Hi != 0 }

// Within reports whether every square of s is in t.
func (s Set) Within(t Set) bool { return s.Lo&^t.Lo|s.Hi&^t.Hi == 0 }

// Count returns the number of squares.
func (s Set) Count() int { return bits.OnesCount64(s.Lo) + bits.OnesCount64(s.Hi) }

// IsOne reports whether s has exactly one square.
func (s Set) IsOne() bool {
	if s.Hi == 0 {
		return s.Lo != 0 && s.Lo&(s.Lo-1) == 0
	}
	return s.Lo == 0 && s.Hi&(s.Hi-1) == 0
}

// Many reports whether s has two squares or more.
func (s Set) Many() bool {
	if s.Hi == 0 {
		return s.Lo&(s.Lo-1) != 0
	}
	return s.Lo != 0 || s.Hi&(s.Hi-1) != 0
}

// First returns the lowest square of s; NoSquare for the empty set.
func (s Set) First() Square {
	if s.Lo != 0 {
		return Square(bits.TrailingZeros64(s.Lo))
	}
	if s.Hi != 0 {
		return Square(64 + bits.TrailingZeros64(s.Hi))
	}
	return NoSquare
}

// Last returns the highest square of s; NoSquare for the empty set.
func (s Set) Last() Square {
	if s.Hi != 0 {
		return Square(127 - bits.LeadingZeros64(s.Hi))
	}
	if s.Lo != 0 {
		return Square(63 - bits.LeadingZeros64(s.Lo))
	}
	return NoSquare
}

// Pop removes the lowest square and returns it; NoSquare for the empty set.
func (s *Set) Pop() Square {
	if s.Lo != 0 {
		sq := Square(bits.TrailingZeros64(s.Lo))
		s.Lo &= s.Lo - 1
		return sq
	}
	if s.Hi != 0 {
		sq := Square(64 + bits.TrailingZeros64(s.Hi))
		s.Hi &= s.Hi - 1
		return sq
	}
	return NoSquare
}

// Up shifts every square n ranks' worth of numbers up (n in 0..127): with n =
// files, one rank toward the top.
func (s Set) Up(n uint) Set {
	return Set{s.Lo << n, s.Hi<<n | s.Lo>>(64-n) | s.Lo<<(n-64)}
}

// Down shifts every square n numbers down (n in 0..127).
func (s Set) Down(n uint) Set {
	return Set{s.Lo>>n | s.Hi<<(64-n) | s.Hi>>(n-64), s.Hi >> n}
}

// Squares iterates over the set in ascending order.
func (s Set) Squares() func(yield func(Square) bool) {
	return func(yield func(Square) bool) {
		for b := s.Lo; b != 0; b &= b - 1 {
			if !yield(Square(bits.TrailingZeros64(b))) {
				return
			}
		}
		for b := s.Hi; b != 0; b &= b - 1 {
			if !yield(Square(64 + bits.TrailingZeros64(b))) {
				return
			}
		}
	}
}
