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

	value    [16]int32                      // by kind; the royal one above all others
	minor    int32                          // value of a light piece
	square   [2][16][board.MaxSquares]int16 // bonus of a piece on a square, from its movement
	mobility [16][board.MaxSquares]int16    // bonus by number of squares attacked
	quiet    [16]bool                       // takes nothing, so that its mobility is where it goes
	force    [16]int32                      // what an attack by a kind on a square near the king counts
	malice   int32                          // what the sum of those counts, of 1024
	endgame  [2][board.MaxSquares]int16     // the king's place, once few pieces are left
	phase    [16]int32                      // how much of the middle game a piece is
	full     int32                          // phase of the set-up
	bound    [16]bool                       // stays on squares of one colour

	// Pawns: the squares in front (path) and those beside them (passing), the
	// next square, ranks to go, what is attacked, and what promotion is near.
	path, passing [2][board.MaxSquares]board.Set
	next          [2][board.MaxSquares]board.Square
	toGo          [2][board.MaxSquares]int8
	pawnHits      [2][board.MaxSquares]board.Set
	runner        [board.MaxRanks + 1]terms
	beside, flank [board.MaxSquares]board.Set // neighbour files; neighbour squares of the rank

	// Kings: steps, surroundings, and the squares where pawns shelter it.
	near, zone     [board.MaxSquares]board.Set
	shelter, front [2][board.MaxSquares]board.Set
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
	k := &knowledge{rules: r, dark: r.Shape().DarkSet(), n: r.Shape().Squares()}
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
	slices.SortStableFunc(k.byValue, func(a, b position.Kind) int { return int(k.value[a] - k.value[b]) })
	k.learnKing(shape)
	k.learnPaths(shape)
	k.learnArmy()
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
	k.force[kind] = min(max(k.value[kind]/100, 1), 9)
	if k.quiet[kind] {
		k.force[kind] = 0
	}
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
			k.square[c][kind][sq] = int16(min(max(more*2/n, -40), 40)) + forward(shape, sq, position.Color(c))
		}
	}
	// A square more is worth the less the more there are. Between the men of a
	// game a piece has about six tenths of its squares on the empty board.
	mean := float64(total) / float64(n) * 0.6
	for i := range k.mobility[kind] {
		k.mobility[kind][i] = int16(14 * (float64(i) - mean) / math.Sqrt(mean+1))
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
			bonus := centre * 4
			if advanced := shape.Ranks - 2 - toGo; advanced > 0 {
				bonus += advanced * (2 + centre)
			}
			k.square[c][kind][sq] = int16(bonus)
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
					}
				}
			}
		}
	}
}

// learnArmy learns what depends on all pieces together.
func (k *knowledge) learnArmy() {
	start := k.rules.Start()
	var strength int32 // of the attackers of one side
	for sq := range start.Occupied().Squares() {
		kind := start.At(sq).Kind()
		k.full += k.phase[kind]
		if start.At(sq).Color() == position.White && kind != k.rules.Royal() && !k.rules.IsPawn(kind) {
			strength += k.force[kind]
		}
	}
	k.full = max(k.full, 1)
	k.malice = 1024 / 18
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
	// What a promotion gains, against a queen in chess.
	gain := int32(0)
	for _, kind := range k.pawnKinds {
		for _, choice := range k.rules.Piece(kind).Promotions {
			v := k.value[choice.Kind+1]
			if choice.Pair {
				v *= 2
			}
			gain = max(gain, v-k.value[kind])
		}
	}
	for toGo := range k.runner {
		end := []int32{0, 150, 95, 58, 34, 20, 12}[min(toGo, 6)]
		mid := []int32{0, 95, 55, 30, 15, 8, 5}[min(toGo, 6)]
		k.runner[toGo] = terms{mid * gain / 800, end * gain / 800}
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
