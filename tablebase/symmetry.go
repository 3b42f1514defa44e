package tablebase

import (
	"math/bits"

	"tagmate/board"
)

// The parts of a transform: transpose first, then the flips.
const (
	flipFile  = 1
	flipRank  = 2
	transpose = 4
)

// transform is one symmetry of the board.
type transform struct {
	kind int
	sq   []board.Square
	back int // the index of its inverse
}

// transforms lists the symmetries of a board: eight for a square one, else
// four. The first one is the identity, and the index of each is its kind.
func transforms(s board.Shape) []transform {
	kinds := 4
	if s.Files == s.Ranks {
		kinds = 8
	}
	out := make([]transform, kinds)
	for g := range out {
		out[g] = transform{kind: g, sq: make([]board.Square, s.Squares())}
		for sq := range out[g].sq {
			f, r := s.File(board.Square(sq)), s.Rank(board.Square(sq))
			if g&transpose != 0 {
				f, r = r, f
			}
			if g&flipFile != 0 {
				f = s.Files - 1 - f
			}
			if g&flipRank != 0 {
				r = s.Ranks - 1 - r
			}
			out[g].sq[sq] = s.Square(f, r)
		}
		out[g].back = g
		if g&transpose != 0 { // the flips change places
			out[g].back = transpose | g&flipFile<<1 | g&flipRank>>1
		}
	}
	return out
}

// mapSet maps a set by a transform.
func (t *transform) mapSet(s board.Set, shape board.Shape) board.Set {
	if t.kind == 0 || s.Empty() {
		return s
	}
	if shape.Files == 8 && shape.Ranks == 8 {
		w := s.Lo
		if t.kind&transpose != 0 {
			w = transpose8(w)
		}
		if t.kind&flipFile != 0 {
			w = flipFiles8(w)
		}
		if t.kind&flipRank != 0 {
			w = bits.ReverseBytes64(w)
		}
		return board.Set{Lo: w}
	}
	if shape.Files == 8 && shape.Ranks > 8 && t.kind&transpose == 0 {
		if t.kind&flipFile != 0 {
			s.Lo, s.Hi = flipFiles8(s.Lo), flipFiles8(s.Hi)
		}
		if t.kind&flipRank != 0 {
			s = board.Set{Lo: bits.ReverseBytes64(s.Hi), Hi: bits.ReverseBytes64(s.Lo)}.Down(uint(128 - 8*shape.Ranks))
		}
		return s
	}
	var out board.Set
	for s.Any() {
		out = out.With(t.sq[s.Pop()])
	}
	return out
}

// flipFiles8 reverses the bits of each byte.
func flipFiles8(w uint64) uint64 { return bits.ReverseBytes64(bits.Reverse64(w)) }

// transpose8 mirrors an 8×8 bit matrix along its diagonal by three swaps of
// blocks (Warren, Hacker's Delight, 7-3).
func transpose8(w uint64) uint64 {
	t := (w ^ w<<28) & 0x0f0f0f0f00000000
	w ^= t ^ t>>28
	t = (w ^ w<<14) & 0x3333000033330000
	w ^= t ^ t>>14
	t = (w ^ w<<7) & 0x5500550055005500
	return w ^ t ^ t>>7
}

// frameRef says which frame a placing of the kings belongs to, and the
// transform that takes it there. frame is -1 where the kings may not stand.
type frameRef struct {
	frame int32
	sym   uint8
}

// frames numbers the placings of the kings, one for each class under the
// symmetries of an ending.
type frames struct {
	kings [][2]board.Square // a placing of each frame; of one king only the first is used
	orbit []int64           // how many placings a frame stands for
	of    []frameRef        // by first king × n + second king, or by the king
}

// newFrames numbers the placings of one or two kings under the symmetries in
// the mask; apart reports whether two kings may stand so.
func newFrames(syms []transform, mask uint8, n, kings int, apart func(a, b board.Square) bool) *frames {
	f := &frames{}
	second := n
	if kings == 1 {
		second = 1
	}
	f.of = make([]frameRef, n*second)
	for i := range f.of {
		f.of[i].frame = -1
	}
	for a := range n {
		for b := range second {
			if f.of[a*second+b].frame >= 0 || kings == 2 && (a == b || !apart(board.Square(a), board.Square(b))) {
				continue
			}
			id := int32(len(f.kings))
			f.kings = append(f.kings, [2]board.Square{board.Square(a), board.Square(b)})
			f.orbit = append(f.orbit, 0)
			for g := range syms {
				if mask>>g&1 == 0 {
					continue
				}
				at := int(syms[g].sq[a]) * second
				if kings == 2 {
					at += int(syms[g].sq[b])
				}
				if f.of[at].frame < 0 {
					f.of[at] = frameRef{id, uint8(syms[g].back)}
					f.orbit[id]++
				}
			}
		}
	}
	return f
}
