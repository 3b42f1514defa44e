package engine

import (
	"math"
	"slices"
	"sync"

	"tagmate/board"
	"tagmate/position"
	"tagmate/variant"
)

const stalemateWins = variant.Win

// knowledge is what the engine takes from a game's data, once.
type knowledge struct {
	rules     *position.Rules
	kinds     []position.Kind // pieces but the royal one and pawns
	pawnKinds []position.Kind
	byValue   []position.Kind // cheapest first, the royal one last
	indices   int             // of moves, see at
	mirror    [board.MaxSquares]uint8
	n         int
	files     uint

	value    [16]int32                      // by kind; the royal one above all others
	minor    int32                          // value of a light piece
	cheaper  [16]int                        // how many of kinds are worth clearly less
	square   [2][16][board.MaxSquares]int32 // bonus of a piece on a square, from its movement
	mobility [16][board.MaxSquares]int32    // bonus by number of squares attacked
	quiet    [16]bool                       // takes nothing, so that its mobility is where it goes
	phase    [16]int32                      // how much of the middle game a piece is
	full     int32                          // phase of the set-up
	bound    [16]bool                       // stays on squares of one colour

	w      weights
	worth  [2][16][board.MaxSquares]terms // value and place of a piece
	mobile [16][board.MaxSquares]terms    // mobility by number of squares

	// Pawns: the squares in front (path) and those beside them (passing), the
	// next square, ranks to go, what is attacked, and what promotion is near.
	path, passing [2][board.MaxSquares]board.Set
	next          [2][board.MaxSquares]board.Square
	toGo          [2][board.MaxSquares]int8
	pawnHits      [2][board.MaxSquares]board.Set
	beside, flank [board.MaxSquares]board.Set // neighbour files; neighbour squares of the rank

	// Kings: steps, surroundings, and the squares where pawns shelter it.
	near, zone     [board.MaxSquares]board.Set
	shelter, front [2][board.MaxSquares]board.Set // one and two ranks before it
	surge          [2][board.MaxSquares]board.Set // three and four ranks
	lanes          [board.MaxSquares][]board.Set  // its file and those beside it
	dist           [board.MaxSquares][board.MaxSquares]int8
	edge           [board.MaxSquares]int16    // bonus for driving a bare king there
	corner         [2][board.MaxSquares]int16 // the same toward the corners of a colour
	dark           board.Set
}

// royalValue is far above any piece, so that exchanges end with the king.
const royalValue = 20000

var known sync.Map // *position.Rules → func() *knowledge: a cache, read-only once filled

// knowledgeOf returns what the engine knows of a game.
func knowledgeOf(r *position.Rules) *knowledge {
	f, ok := known.Load(r)
	if !ok {
		f, _ = known.LoadOrStore(r, sync.OnceValue(func() *knowledge { return learn(r) }))
	}
	return f.(func() *knowledge)()
}

// learn reads a game.
func learn(r *position.Rules) *knowledge {
	k := &knowledge{rules: r, dark: r.Shape().DarkSet(), n: r.Shape().Squares(), files: uint(r.Shape().Files)}
	shape := r.Shape()
	n := board.Square(k.n)
	k.indices = int(r.Kinds()) * k.n
	for a := range n {
		k.mirror[a] = uint8(shape.Mirror(a))
		for b := range n {
			k.dist[a][b] = int8(max(abs(shape.File(a)-shape.File(b)), abs(shape.Rank(a)-shape.Rank(b))))
			if k.dist[a][b] <= 1 {
				k.zone[a] = k.zone[a].With(b)
			}
		}
	}
	for kind := position.Kind(1); kind <= r.Kinds(); kind++ {
		switch {
		case r.IsPawn(kind):
			k.pawnKinds = append(k.pawnKinds, kind)
		case kind != r.Royal():
			k.kinds = append(k.kinds, kind)
		}
		k.learnKind(kind, shape)
		k.byValue = append(k.byValue, kind)
	}
	k.learnKing(shape)
	k.learnPaths(shape)
	k.learnArmy()
	w := k.derive()
	w.load(r)
	k.adopt(w)
	return k
}

// at returns the index of a move by what moves and where it goes, the same for
// both sides seen from their own end of the board.
func (k *knowledge) at(c position.Color, kind position.Kind, to board.Square) int {
	sq := int(to)
	if c == position.Black {
		sq = int(k.mirror[to])
	}
	return (int(kind)-1)*k.n + sq
}

// learnKind learns value and squares of a kind. Squares are worth what they add
// to the piece's moves on an empty board.
func (k *knowledge) learnKind(kind position.Kind, shape board.Shape) {
	r := k.rules
	info := r.Piece(kind)
	k.bound[kind] = info.Colour == variant.ColourBound
	k.quiet[kind] = info.OnlyRoyal
	n := shape.Squares()
	var mobility [2][board.MaxSquares]int
	total := 0
	for c := position.White; c <= position.Black; c++ {
		for sq := range board.Square(n) {
			mobility[c][sq] = emptyMobility(r, kind, c, sq)
			total += mobility[c][sq]
		}
	}
	total /= 2
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
		for sq := range board.Square(n) {
			k.near[sq] = position.Lone(r, position.MakePiece(kind, position.White), sq).Attacks(sq)
		}
		return
	}
	for c := range k.square {
		for sq := range board.Square(n) {
			more := mobility[c][sq]*n - total // times n
			k.square[c][kind][sq] = int32(min(max(more*2/n, -40), 40))
		}
	}
	// A square more is worth the less the more there are. Between the men of a
	// game a piece has about six tenths of its squares on the empty board.
	mean := float64(total) / float64(n) * 0.6
	for i := range k.mobility[kind] {
		k.mobility[kind][i] = int32(14 * (float64(i) - mean) / math.Sqrt(mean+1))
	}
}

func emptyMobility(r *position.Rules, kind position.Kind, c position.Color, sq board.Square) int {
	return position.Lone(r, position.MakePiece(kind, c), sq).Targets(sq).Count()
}

// learnPawn learns the squares of a kind of pawn, and what it attacks.
func (k *knowledge) learnPawn(kind position.Kind, shape board.Shape) {
	for sq := range board.Square(shape.Squares()) {
		file, rank := shape.File(sq), shape.Rank(sq)
		centre := min(file, shape.Files-1-file, 3)
		for c := range k.square {
			toGo := shape.Ranks - 1 - rank
			if position.Color(c) == position.Black {
				toGo = rank
			}
			if advanced := shape.Ranks - 2 - toGo; advanced > 0 {
				k.square[c][kind][sq] = int32(advanced * centre)
			}
			hits := position.Lone(k.rules, position.MakePiece(kind, position.Color(c)), sq).Attacks(sq)
			k.pawnHits[c][sq] = k.pawnHits[c][sq].Or(hits)
		}
	}
}

// learnPaths learns the ways of pawns.
func (k *knowledge) learnPaths(shape board.Shape) {
	for sq := range board.Square(shape.Squares()) {
		file, rank := shape.File(sq), shape.Rank(sq)
		for _, f := range []int{file - 1, file + 1} {
			if s, ok := shape.At(f, rank); ok {
				k.flank[sq] = k.flank[sq].With(s)
				k.beside[sq] = k.beside[sq].Or(shape.FileSet(f))
			}
		}
		for c := range k.path {
			step, toGo := 1, shape.Ranks-1-rank
			if position.Color(c) == position.Black {
				step, toGo = -1, rank
			}
			k.toGo[c][sq] = int8(toGo)
			k.next[c][sq] = sq
			if s, ok := shape.At(file, rank+step); ok {
				k.next[c][sq] = s
			}
			for y := rank + step; y >= 0 && y < shape.Ranks; y += step {
				for x := file - 1; x <= file+1; x++ {
					s, ok := shape.At(x, y)
					if !ok {
						continue
					}
					k.passing[c][sq] = k.passing[c][sq].With(s)
					if x == file {
						k.path[c][sq] = k.path[c][sq].With(s)
					}
					switch abs(y - rank) {
					case 1:
						k.shelter[c][sq] = k.shelter[c][sq].With(s)
					case 2:
						k.front[c][sq] = k.front[c][sq].With(s)
					case 3, 4:
						k.surge[c][sq] = k.surge[c][sq].With(s)
					}
				}
			}
		}
	}
}

// learnArmy learns what depends on all pieces together.
func (k *knowledge) learnArmy() {
	start := k.rules.Start()
	for sq := range start.Occupied().Squares() {
		kind := start.At(sq).Kind()
		k.full += k.phase[kind]
	}
	k.full = max(k.full, 1)
	var values []int32
	for _, kind := range k.kinds {
		if !k.quiet[kind] {
			values = append(values, k.value[kind])
		}
	}
	k.minor = 300
	if len(values) > 0 {
		k.minor = max(slices.Min(values), 300)
	}
}

func (k *knowledge) learnKing(shape board.Shape) {
	for sq := range board.Square(shape.Squares()) {
		file, rank := shape.File(sq), shape.Rank(sq)
		fromEdge := min(file, shape.Files-1-file)
		central := min(fromEdge, 3)*8 + min(rank, shape.Ranks-1-rank, 3)*8
		for x := max(file-1, 0); x <= min(file+1, shape.Files-1); x++ {
			k.lanes[sq] = append(k.lanes[sq], shape.FileSet(x))
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

// adopt takes over weights for good: the values of pieces in exchanges follow
// them, too.
func (k *knowledge) adopt(w *weights) {
	for kind := position.Kind(1); kind <= k.rules.Kinds(); kind++ {
		if v := w.kind[kind].value; kind != k.rules.Royal() && !k.rules.IsPawn(kind) {
			k.value[kind] = max((v.mid+v.end)/2, 1)
		}
	}
	byValue := func(a, b position.Kind) int { return int(k.value[a] - k.value[b]) }
	slices.SortStableFunc(k.byValue, byValue)
	slices.SortStableFunc(k.kinds, byValue)
	for _, kind := range k.kinds {
		k.cheaper[kind] = 0
		for _, other := range k.kinds {
			if k.value[other] < k.value[kind]-clearlyLess {
				k.cheaper[kind]++
			}
		}
	}
	k.apply(w)
}

// clearlyLess is by how much a piece must be cheaper for its attack to be a threat.
const clearlyLess = 60

func abs(n int) int { return max(n, -n) }
