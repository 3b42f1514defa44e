package position_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tagmate/board"
	"tagmate/position"
)

// The pieces of RULES in plain words, without movement text: each function
// returns the squares at which a white piece arrives, own pieces among them.
type walker func(full func(x, y int) bool, x, y int) [][2]int

// leaps returns the piece that leaps (a,b), rotated and reflected.
func leaps(a, b int) walker {
	return func(_ func(x, y int) bool, x, y int) (out [][2]int) {
		for _, d := range [][2]int{{a, b}, {b, a}} {
			for _, sx := range []int{1, -1} {
				for _, sy := range []int{1, -1} {
					out = append(out, [2]int{x + sx*d[0], y + sy*d[1]})
				}
			}
		}
		return out
	}
}

// slide goes on from a square by equal steps, as far as the first piece.
func slide(full func(x, y int) bool, x, y, dx, dy int) (out [][2]int) {
	for range 20 {
		x, y = x+dx, y+dy
		out = append(out, [2]int{x, y})
		if full(x, y) {
			break
		}
	}
	return out
}

func slider(dirs ...[2]int) walker {
	return func(full func(x, y int) bool, x, y int) (out [][2]int) {
		for _, d := range dirs {
			out = append(out, slide(full, x, y, d[0], d[1])...)
		}
		return out
	}
}

func together(parts ...walker) walker {
	return func(full func(x, y int) bool, x, y int) (out [][2]int) {
		for _, p := range parts {
			out = append(out, p(full, x, y)...)
		}
		return out
	}
}

var (
	oneOrthogonal = leaps(0, 1)
	oneDiagonal   = leaps(1, 1)
	knight        = leaps(1, 2)
	bishop        = slider([2]int{1, 1}, [2]int{1, -1}, [2]int{-1, 1}, [2]int{-1, -1})
	rook          = slider([2]int{0, 1}, [2]int{0, -1}, [2]int{1, 0}, [2]int{-1, 0})
	inTwos        = slider([2]int{0, 2}, [2]int{0, -2}, [2]int{2, 0}, [2]int{-2, 0})
)

// acromantula: one orthogonal step; from there, if empty, on as a bishop on
// the two diagonals that lead outward.
func acromantula(full func(x, y int) bool, x, y int) (out [][2]int) {
	for _, d := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
		ax, ay := x+d[0], y+d[1]
		out = append(out, [2]int{ax, ay})
		if full(ax, ay) {
			continue
		}
		for _, side := range []int{1, -1} {
			if d[0] == 0 {
				out = append(out, slide(full, ax, ay, side, d[1])...)
			} else {
				out = append(out, slide(full, ax, ay, d[0], side)...)
			}
		}
	}
	return out
}

// cobra: leaps (1,2); from there, if empty, exactly one square on along the
// long axis.
func cobra(full func(x, y int) bool, x, y int) (out [][2]int) {
	for _, d := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
		ax, ay := x+d[0], y+d[1]
		out = append(out, [2]int{ax, ay})
		if full(ax, ay) {
			continue
		}
		if d[0] == 2 || d[0] == -2 {
			out = append(out, [2]int{ax + d[0]/2, ay})
		} else {
			out = append(out, [2]int{ax, ay + d[1]/2})
		}
	}
	return out
}

// brute: diagonally, or straight toward the own first rank.
func brute(_ func(x, y int) bool, x, y int) [][2]int {
	return [][2]int{{x + 1, y + 1}, {x - 1, y + 1}, {x + 1, y - 1}, {x - 1, y - 1}, {x, y - 1}}
}

// TestPieces compares where pieces go on random boards with plain words.
func TestPieces(t *testing.T) {
	words := map[string]walker{
		"king":            together(oneOrthogonal, oneDiagonal),
		"acromantula":     acromantula,
		"adjutant":        together(bishop, inTwos),
		"cobra":           cobra,
		"unicorn":         together(knight, oneOrthogonal),
		"phoenix":         together(oneOrthogonal, leaps(2, 2)),
		"knight":          knight,
		"elephant":        together(oneDiagonal, leaps(2, 2)),
		"mortar":          together(leaps(2, 2), leaps(3, 3)),
		"brute":           brute,
		"rook":            rook,
		"bishop":          bishop,
		"queen":           together(rook, bishop),
		"teutonic-knight": together(oneOrthogonal, knight, leaps(1, 3)),
		"dragon-horse":    together(bishop, oneOrthogonal),
		"archchancellor":  together(rook, knight, oneDiagonal),
		"crown-princess":  together(bishop, knight, oneOrthogonal),
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, id := range []string{"chess", "teammate", "teutonic", "teutonic-princess"} {
		r := rules(t, id)
		shape := r.Shape()
		for k := position.Kind(1); k <= r.Kinds(); k++ {
			def := r.Piece(k)
			if def.Pawn {
				continue
			}
			t.Run(id+"/"+def.Name, func(t *testing.T) {
				word, ok := words[def.Name]
				if !ok {
					t.Fatal("RULES has no such piece")
				}
				for range 300 {
					checkPiece(t, random, shape, r, k, word)
				}
			})
		}
	}
}

// checkPiece puts a piece, of either colour, on a random square of a random
// board.
func checkPiece(t *testing.T, random *rand.Rand, shape board.Shape, r *position.Rules, k position.Kind, word walker) {
	t.Helper()
	n := shape.Squares()
	letters := make([]byte, n)
	at := random.IntN(n)
	c := position.Color(random.IntN(2))
	density := random.IntN(5)
	for sq := range letters {
		if random.IntN(10) < density {
			letters[sq] = r.Letter(position.MakePiece(position.Kind(1+random.IntN(int(r.Kinds()))), position.Color(random.IntN(2))))
		}
	}
	letters[at] = r.Letter(position.MakePiece(k, c))
	placement := ""
	for rank := shape.Ranks - 1; rank >= 0; rank-- {
		for file := range shape.Files {
			if l := letters[rank*shape.Files+file]; l != 0 {
				placement += string(rune(l))
			} else {
				placement += "."
			}
		}
		if rank > 0 {
			placement += "/"
		}
	}
	p, err := position.Diagram(r, runs(placement))
	if err != nil {
		t.Fatal(err)
	}
	// The words are White's; for Black the board is turned over.
	row := func(y int) int {
		if c == position.Black {
			return shape.Ranks - 1 - y
		}
		return y
	}
	on := func(x, y int) int {
		if x < 0 || y < 0 || x >= shape.Files || y >= shape.Ranks {
			return -1
		}
		return row(y)*shape.Files + x
	}
	full := func(x, y int) bool { return on(x, y) < 0 || letters[on(x, y)] != 0 }
	var quiet, takes, royal []int
	only := r.Piece(k).OnlyRoyal
	for _, to := range word(full, at%shape.Files, row(at/shape.Files)) {
		sq := on(to[0], to[1])
		if sq < 0 {
			continue
		}
		l := letters[sq]
		enemy := l != 0 && (l >= 'a') != (c == position.Black)
		if l == 0 {
			quiet = append(quiet, sq)
		}
		if enemy && !only {
			takes = append(takes, sq)
		}
		if only && (l == 0 || enemy) {
			royal = append(royal, sq)
		}
	}
	q, w, e := p.Reach(board.Square(at))
	for i, pair := range [][2][]int{{squares(q), quiet}, {squares(w), takes}, {squares(e), royal}} {
		slices.Sort(pair[1])
		if want := slices.Compact(pair[1]); !slices.Equal(pair[0], want) {
			t.Fatalf("%s, %s: part %d is %v, in words %v", runs(placement), shape.Name(board.Square(at)), i, pair[0], want)
		}
	}
}
