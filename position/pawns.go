package position

import (
	"tagmate/betza"
	"tagmate/board"
)

// pawns has what it takes to move all pawns of the usual shape at once:
// straight forward to empty squares, one diagonal square forward to capture.
// A pawn of another shape (Berolina, say) is moved like a piece, one by one.
type pawns struct {
	kind  Kind // NoKind when the game has no pawn of the usual shape
	files uint
	steps int // longest step
	// far[c][d] are the squares that a pawn may leave by a step of more
	// than d squares, seen after d squares (d from 1).
	far         [2][8]board.Set
	left, right board.Set // squares from which a capture to the left or right stays on the board
}

func (r *Rules) compilePawns() {
	for k := Kind(1); k <= r.kinds; k++ {
		if r.pawn[k] && r.usualPawn(k) {
			return
		}
	}
}

// usualPawn fills r.pawns if kind k has the usual shape.
func (r *Rules) usualPawn(k Kind) bool {
	p := pawns{kind: k, files: uint(r.shape.Files), steps: 1}
	p.left = r.all.AndNot(r.shape.FileSet(0))
	p.right = r.all.AndNot(r.shape.FileSet(r.shape.Files - 1))
	forward, left, right := false, false, false
	for _, path := range r.Piece(k).Movement.Paths() {
		switch {
		case path.Mode == betza.Quiet && path.Step == betza.Step{DY: 1}:
			n := path.Range
			for _, v := range path.Via {
				if v.Step != (betza.Step{DY: 1}) || v.Any {
					return false
				}
				n++
			}
			if n < 1 || n > len(p.far[0]) || len(path.Via) > 0 && path.Range != 1 {
				return false
			}
			if path.Initial == 0 {
				if n > 1 {
					return false
				}
				forward = true
			}
			p.steps = max(p.steps, n)
			for _, c := range []Color{White, Black} {
				home := r.home(k, c, path.Initial)
				for d := 1; d < n; d++ {
					home = p.ahead(home, c).And(r.all)
					p.far[c][d] = p.far[c][d].Or(home)
				}
			}
			// A lame step of n squares alone, without the shorter ones,
			// would be another shape; D beside W is the usual one.
			if len(path.Via) > 1 {
				return false
			}
		case path.Mode&betza.Quiet == 0 && path.Initial == 0 && path.Range == 1 && len(path.Via) == 0 && path.Step.DY == 1 && path.Step.DX == -1:
			left = true
		case path.Mode&betza.Quiet == 0 && path.Initial == 0 && path.Range == 1 && len(path.Via) == 0 && path.Step.DY == 1 && path.Step.DX == 1:
			right = true
		default:
			return false
		}
	}
	if !forward || !left || !right {
		return false
	}
	r.pawns = p
	return true
}

// ahead moves a set one rank forward for a colour.
func (p *pawns) ahead(s board.Set, c Color) board.Set {
	if c == White {
		return s.Up(p.files)
	}
	return s.Down(p.files)
}

// captures returns the squares to which pawns capture to the left and to the
// right, as White sees the board.
func (p *pawns) captures(s board.Set, c Color) (left, right board.Set) {
	if c == White {
		return s.And(p.left).Up(p.files - 1), s.And(p.right).Up(p.files + 1)
	}
	return s.And(p.left).Down(p.files + 1), s.And(p.right).Down(p.files - 1)
}
