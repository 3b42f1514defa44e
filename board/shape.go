package board

import (
	"errors"
	"strconv"
)

// Limits of a board. Files are named a to p; ranks are decimal numbers from 1.
const (
	MaxSquares = 128
	MaxFiles   = 16
	MaxRanks   = 16
)

// Shape is the size of a board: files a… and ranks 1….
type Shape struct {
	Files, Ranks int
}

// ErrShape reports a board size that this package cannot hold.
var ErrShape = errors.New("board: size must be 1 to 16 files by 1 to 16 ranks, 128 squares at most")

// Check returns ErrShape unless the shape has 1..16 files, 1..16 ranks and at
// most 128 squares.
func (s Shape) Check() error {
	if s.Files < 1 || s.Ranks < 1 || s.Files > MaxFiles || s.Ranks > MaxRanks || s.Squares() > MaxSquares {
		return ErrShape
	}
	return nil
}

// Squares returns the number of squares.
func (s Shape) Squares() int { return s.Files * s.Ranks }

// Square returns the square on a file and rank, both counted from 0. It trusts
// the caller that they are on the board; see At for the checked twin.
func (s Shape) Square(file, rank int) Square { return Square(rank*s.Files + file) }

// At returns the square on a file and rank, both counted from 0, and whether
// it is on the board.
func (s Shape) At(file, rank int) (Square, bool) {
	if file < 0 || rank < 0 || file >= s.Files || rank >= s.Ranks {
		return NoSquare, false
	}
	return s.Square(file, rank), true
}

// File returns the file of a square, from 0.
func (s Shape) File(sq Square) int { return int(sq) % s.Files }

// Rank returns the rank of a square, from 0.
func (s Shape) Rank(sq Square) int { return int(sq) / s.Files }

// Mirror returns the square reflected top to bottom: White's a1 is Black's
// a8 on eight ranks.
func (s Shape) Mirror(sq Square) Square {
	return s.Square(s.File(sq), s.Ranks-1-s.Rank(sq))
}

// Dark reports whether a square has the colour of a1.
func (s Shape) Dark(sq Square) bool { return (s.File(sq)+s.Rank(sq))%2 == 0 }

// DarkSet returns all squares with the colour of a1.
func (s Shape) DarkSet() Set {
	var d Set
	for sq := range Square(s.Squares()) {
		if s.Dark(sq) {
			d = d.With(sq)
		}
	}
	return d
}

// All returns the set of all squares.
func (s Shape) All() Set {
	n := s.Squares()
	if n <= 64 {
		return Set{Lo: ^uint64(0) >> (64 - n)}
	}
	return Set{Lo: ^uint64(0), Hi: ^uint64(0) >> (128 - n)}
}

// RankSet returns the squares of a rank, counted from 0.
func (s Shape) RankSet(rank int) Set {
	var r Set
	for f := range s.Files {
		r = r.With(s.Square(f, rank))
	}
	return r
}

// FileSet returns the squares of a file, counted from 0.
func (s Shape) FileSet(file int) Set {
	var r Set
	for k := range s.Ranks {
		r = r.With(s.Square(file, k))
	}
	return r
}

// Name returns the name of a square, such as "e4" or "c10"; "-" for NoSquare
// and for squares outside the board.
func (s Shape) Name(sq Square) string {
	return string(s.AppendName(nil, sq))
}

// AppendName appends the name of a square to b.
func (s Shape) AppendName(b []byte, sq Square) []byte {
	if int(sq) >= s.Squares() {
		return append(b, '-')
	}
	b = append(b, byte('a'+s.File(sq)))
	return strconv.AppendInt(b, int64(s.Rank(sq)+1), 10)
}

// ReadSquare reads a square name at the start of text and returns the square
// and the number of bytes read; 0 bytes when there is no square of this board.
// The longest rank number that is on the board is taken.
func (s Shape) ReadSquare(text string) (Square, int) {
	if len(text) < 2 || text[0] < 'a' || int(text[0]-'a') >= s.Files {
		return NoSquare, 0
	}
	rank, n := 0, 1
	for n < len(text) && n < 3 && text[n] >= '0' && text[n] <= '9' {
		next := rank*10 + int(text[n]-'0')
		if next == 0 || next > s.Ranks {
			break
		}
		rank = next
		n++
	}
	if rank == 0 {
		return NoSquare, 0
	}
	return s.Square(int(text[0]-'a'), rank-1), n
}

// ParseSquare reads a whole text as a square name.
func (s Shape) ParseSquare(text string) (Square, bool) {
	sq, n := s.ReadSquare(text)
	if n == 0 || n != len(text) {
		return NoSquare, false
	}
	return sq, true
}
