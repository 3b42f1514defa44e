package engine

import (
	"slices"

	"tagmate/board"
	"tagmate/position"
)

// knowledge is what the evaluation takes from a game's data, once.
type knowledge struct {
	rules   *position.Rules
	value   [16]int32                      // by kind; the royal one above all others
	square  [2][16][board.MaxSquares]int16 // bonus of a piece on a square, from its movement
	endgame [2][board.MaxSquares]int16     // the king's, once few pieces are left
	phase   [16]int32                      // how much of the middle game a piece is
	full    int32                          // phase of the set-up
	byValue []position.Kind                // cheapest first, the royal one last
	bound   [16]bool                       // stays on squares of one colour
	passed  [2][board.MaxSquares]board.Set // squares before a pawn and beside those
	files   [board.MaxFiles]board.Set      // squares of a file
	zone    [board.MaxSquares]board.Set    // a king's surroundings
	dist    [board.MaxSquares][128]int8    // steps of a king between squares
	edge    [board.MaxSquares]int16        // bonus for driving a bare king there
	corner  [2][board.MaxSquares]int16     // the same toward the corners of a colour
	dark    board.Set
}

// royalValue is far above any piece, so that exchanges end with the king.
const royalValue = 20000

// learn reads a game.
func learn(r *position.Rules) *knowledge {
	k := &knowledge{rules: r, dark: r.Shape().DarkSet()}
	shape := r.Shape()
	n := board.Square(shape.Squares())
	for a := range n {
		for b := range n {
			k.dist[a][b] = int8(max(abs(shape.File(a)-shape.File(b)), abs(shape.Rank(a)-shape.Rank(b))))
			if k.dist[a][b] <= 1 {
				k.zone[a] = k.zone[a].With(b)
			}
		}
	}
	for f := range shape.Files {
		k.files[f] = shape.FileSet(f)
	}
	k.learnKing(shape)
	for kind := position.Kind(1); kind <= r.Kinds(); kind++ {
		k.learnKind(kind, shape)
		k.byValue = append(k.byValue, kind)
	}
	slices.SortStableFunc(k.byValue, func(a, b position.Kind) int { return int(k.value[a] - k.value[b]) })
	start := r.Start()
	for sq := range start.Occupied().Squares() {
		k.full += k.phase[start.At(sq).Kind()]
	}
	k.full = max(k.full, 1)
	return k
}

// learnKind learns value and squares of a kind. Squares are worth what they add
// to the piece's moves on an empty board.
func (k *knowledge) learnKind(kind position.Kind, shape board.Shape) {
	r := k.rules
	info := r.Piece(kind)
	k.bound[kind] = info.Colour.String() == "bound"
	n := shape.Squares()
	var mobility [2][board.MaxSquares]int
	total := 0
	for c := position.White; c <= position.Black; c++ {
		for sq := range board.Square(n) {
			m := emptyMobility(r, kind, c, sq)
			mobility[c][sq] = m
			if c == position.White {
				total += m
			}
		}
	}
	k.value[kind] = int32(info.Value)
	if info.Value == 0 {
		k.value[kind] = int32(total * 38 / n) // about a knight's value for a knight's moves on 64 squares
	}
	k.phase[kind] = max(k.value[kind]/100, 0)
	if r.IsPawn(kind) {
		k.phase[kind] = 0
		k.learnPawn(kind, shape)
		return
	}
	if info.Royal {
		k.value[kind], k.phase[kind] = royalValue, 0
		return
	}
	for c := range k.square {
		for sq := range board.Square(n) {
			more := mobility[c][sq]*n - total // times n
			k.square[c][kind][sq] = int16(min(max(more*3/n, -45), 45)) + forward(shape, sq, position.Color(c))
		}
	}
}

// forward prefers the middle ranks a little to one's own first rank.
func forward(shape board.Shape, sq board.Square, c position.Color) int16 {
	rank := shape.Rank(sq)
	if c == position.Black {
		rank = shape.Ranks - 1 - rank
	}
	if rank == 0 {
		return -12
	}
	return int16(min(rank, shape.Ranks-1-rank)) * 2
}

func emptyMobility(r *position.Rules, kind position.Kind, c position.Color, sq board.Square) int {
	return position.Lone(r, position.MakePiece(kind, c), sq).Targets(sq).Count()
}

func (k *knowledge) learnPawn(kind position.Kind, shape board.Shape) {
	for sq := range board.Square(shape.Squares()) {
		file, rank := shape.File(sq), shape.Rank(sq)
		for c := range k.square {
			toGo, step := shape.Ranks-1-rank, 1
			if position.Color(c) == position.Black {
				toGo, step = rank, -1
			}
			centre := min(file, shape.Files-1-file)
			bonus := centre * 4
			if advanced := shape.Ranks - 2 - toGo; advanced > 0 {
				bonus += advanced * (2 + centre)
			}
			k.square[c][kind][sq] = int16(bonus)
			for y := rank + step; y >= 0 && y < shape.Ranks; y += step {
				for x := file - 1; x <= file+1; x++ {
					if s, ok := shape.At(x, y); ok {
						k.passed[c][sq] = k.passed[c][sq].With(s)
					}
				}
			}
		}
	}
}

func (k *knowledge) learnKing(shape board.Shape) {
	royal := k.rules.Royal()
	for sq := range board.Square(shape.Squares()) {
		file, rank := shape.File(sq), shape.Rank(sq)
		fromEdge := min(file, shape.Files-1-file)
		central := min(fromEdge, 3)*8 + min(rank, shape.Ranks-1-rank, 3)*8
		for c := range k.square {
			home := rank
			if position.Color(c) == position.Black {
				home = shape.Ranks - 1 - rank
			}
			shelter := -18 * home
			if home == 0 && fromEdge <= 2 && shape.Files > 5 {
				shelter += 20
			}
			k.square[c][royal][sq] = int16(max(shelter, -90))
			k.endgame[c][sq] = int16(central)
		}
		outside := func(c board.Square) int16 { return int16(k.dist[sq][c]) }
		k.edge[sq] = int16(60 - central*2)
		corners := [4]board.Square{0, board.Square(shape.Files - 1), board.Square((shape.Ranks - 1) * shape.Files), board.Square(shape.Squares() - 1)}
		for color := range k.corner {
			nearest := int16(100)
			for _, c := range corners {
				if shape.Dark(c) == (color == 1) {
					nearest = min(nearest, outside(c))
				}
			}
			if nearest < 100 {
				k.corner[color][sq] = (8 - nearest) * 12
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }
