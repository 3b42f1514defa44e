package betza

import (
	"slices"
	"strings"
)

// Step is a leap by dx files to the right and dy ranks forward, as the owner
// of the piece sees the board.
type Step struct {
	DX, DY int
}

// Through is a square on the way, reached by one step from the one before.
type Through struct {
	Step
	Any bool // the square may be occupied; otherwise it must be empty
}

// Path is one way for a piece to go: single steps through some squares, then
// a last part of one or more equal steps, on each of which it may stop, and
// which ends at the first occupied square.
type Path struct {
	Initial int // as Atom.Initial
	Mode    Mode
	Via     []Through
	Step    Step
	Range   int // number of steps of the last part, 0 for unlimited
}

// Paths returns all paths of the movement, castling excepted. The same path
// may occur twice where the text names it twice.
func (m Movement) Paths() []Path {
	var out []Path
	for _, a := range m.Atoms {
		out = append(out, a.paths()...)
	}
	return out
}

// Castling returns how many squares the king goes when it castles, 0 for a
// piece that cannot.
func (m Movement) Castling() int {
	for _, a := range m.Atoms {
		if a.Letter == 'O' {
			return a.Range
		}
	}
	return 0
}

var sizes = map[byte]Step{
	'W': {0, 1}, 'F': {1, 1}, 'D': {0, 2}, 'N': {1, 2}, 'A': {2, 2},
	'H': {0, 3}, 'C': {1, 3}, 'Z': {2, 3}, 'G': {3, 3},
}

// compass has the eight directions of a king, clockwise from forward.
var compass = [8]Step{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// turns are the relative directions of a leg, in eighths of a turn clockwise.
var turns = map[string][]int{
	"f": {0}, "fr": {1}, "fl": {7}, "fs": {1, 7}, "r": {2}, "l": {6}, "s": {2, 6},
	"br": {3}, "bl": {5}, "bs": {3, 5}, "b": {4}, "v": {0, 4},
}

var relativeDirs = func() map[string]bool {
	m := map[string]bool{}
	for k := range turns {
		m[k] = true
	}
	return m
}()

// simpleAtoms splits a compound letter.
func simpleAtoms(letter byte) []byte {
	switch letter {
	case 'K', 'Q':
		return []byte{'W', 'F'}
	case 'R':
		return []byte{'W'}
	case 'B':
		return []byte{'F'}
	case 'O':
		return nil
	}
	return []byte{letter}
}

// directions returns the leaps of an atom in the given directions.
func directions(letter byte, dir string) ([]Step, bool) {
	size := sizes[letter]
	switch {
	case size.DX == 0:
		return straightSteps(size.DY, dir)
	case size.DX == size.DY:
		return diagonalSteps(size.DX, dir)
	}
	return obliqueSteps(size, dir)
}

func directionHint(letter byte) string {
	size := sizes[letter]
	switch {
	case size.DX == 0:
		return "orthogonal steps take f b l r v s"
	case size.DX == size.DY:
		return "diagonal steps take f b l r, or two of them as in fr"
	}
	return "oblique leaps take f b l r v s, pairs such as fr rf fs, and halves fh bh lh rh"
}

func straightSteps(n int, dir string) ([]Step, bool) {
	const all = "fbrl"
	if dir == "" {
		dir = all
	}
	want := map[rune]bool{}
	for _, c := range dir {
		switch c {
		case 'v':
			want['f'], want['b'] = true, true
		case 's':
			want['l'], want['r'] = true, true
		case 'h':
			return nil, false
		default:
			want[c] = true
		}
	}
	var out []Step
	for i, c := range "frbl" {
		if want[c] {
			d := compass[2*i]
			out = append(out, Step{d.DX * n, d.DY * n})
		}
	}
	return out, true
}

// diagonalSteps: one letter names two diagonals, f with l or r one of them.
func diagonalSteps(n int, dir string) ([]Step, bool) {
	var out []Step
	if dir == "" {
		dir = "fb"
	}
	for dir != "" {
		take := 1
		if len(dir) > 1 && strings.IndexByte("fb", dir[0]) >= 0 && strings.IndexByte("lr", dir[1]) >= 0 {
			take = 2
		} else if len(dir) > 1 && strings.IndexByte("lr", dir[0]) >= 0 && strings.IndexByte("fb", dir[1]) >= 0 {
			take = 2
		}
		part := dir[:take]
		dir = dir[take:]
		for i := 1; i < 8; i += 2 {
			d := compass[i]
			fits := true
			for _, c := range part {
				switch c {
				case 'f':
					fits = fits && d.DY > 0
				case 'b':
					fits = fits && d.DY < 0
				case 'l':
					fits = fits && d.DX < 0
				case 'r':
					fits = fits && d.DX > 0
				case 's', 'v':
				default:
					return nil, false
				}
			}
			s := Step{d.DX * n, d.DY * n}
			if fits && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out, true
}

// obliqueSteps: the eight leaps of a knight or its longer kin. f, b, l, r
// name the pair nearest to that direction; two letters name one leap, the
// direction that it is nearest to first (Muller, comment of 8 October 2013
// on the Chess Variant Pages), except fs and bs, the wide pairs.
func obliqueSteps(size Step, dir string) ([]Step, bool) {
	short, long := size.DX, size.DY
	var all []Step
	for _, d := range [8]Step{{short, long}, {long, short}, {long, -short}, {short, -long}, {-short, -long}, {-long, -short}, {-long, short}, {-short, long}} {
		all = append(all, d)
	}
	if dir == "" {
		return all, true
	}
	named := map[string][]int{
		"f": {0, 7}, "ff": {0, 7}, "b": {3, 4}, "bb": {3, 4}, "r": {1, 2}, "rr": {1, 2}, "l": {5, 6}, "ll": {5, 6},
		"v": {0, 7, 3, 4}, "s": {1, 2, 5, 6}, "fs": {1, 6}, "bs": {2, 5}, "rv": {1, 2}, "lv": {5, 6},
		"fr": {0}, "fl": {7}, "rf": {1}, "rb": {2}, "br": {3}, "bl": {4}, "lb": {5}, "lf": {6},
		"fh": {6, 7, 0, 1}, "bh": {2, 3, 4, 5}, "rh": {0, 1, 2, 3}, "lh": {4, 5, 6, 7},
	}
	var out []Step
	for dir != "" {
		take := min(2, len(dir))
		if _, ok := named[dir[:take]]; !ok {
			take = 1
		}
		idx, ok := named[dir[:take]]
		if !ok {
			return nil, false
		}
		dir = dir[take:]
		for _, i := range idx {
			if !slices.Contains(out, all[i]) {
				out = append(out, all[i])
			}
		}
	}
	return out, true
}

func (a Atom) paths() []Path {
	if a.Letter == 'O' {
		return nil
	}
	if a.Then != nil {
		return a.bracketPaths()
	}
	var out []Path
	for _, s := range simpleAtoms(a.Letter) {
		dir := a.Dir
		if len(a.Legs) > 0 {
			dir = a.Legs[0].Dir
		}
		first, _ := directions(s, dir)
		for _, step := range first {
			switch {
			case len(a.Legs) > 0:
				out = a.walk(out, nil, step, 0)
			case a.Lame:
				out = append(out, Path{Initial: a.Initial, Mode: a.Mode, Via: lameVia(step), Step: lameLast(step), Range: 1})
			default:
				out = append(out, Path{Initial: a.Initial, Mode: a.Mode, Step: step, Range: a.Range})
			}
		}
	}
	return out
}

// walk follows leg number i, whose step is given, and all legs after it.
func (a Atom) walk(out []Path, via []Through, step Step, i int) []Path {
	if i == len(a.Legs) {
		n := 1
		if a.Legs[i-1].Toggle {
			n = 0
		}
		return append(out, Path{Mode: a.Mode, Via: slices.Clone(via), Step: step, Range: n})
	}
	leg := a.Legs[i]
	via = append(slices.Clone(via), Through{step, leg.Over})
	dir := a.Dir
	if i+1 < len(a.Legs) {
		dir = a.Legs[i+1].Dir
	}
	for _, next := range turned(step, dir) {
		out = a.walk(out, via, next, i+1)
	}
	return out
}

// turned returns the king steps in directions relative to a king step.
func turned(step Step, dir string) []Step {
	at := slices.Index(compass[:], step)
	var out []Step
	for _, t := range turns[dir] {
		out = append(out, compass[(at+t)%8])
	}
	return out
}

// lameVia returns the squares that a lame leap passes: all on the straight
// line, and for the knight its orthogonal neighbour (the Mao of Xiangqi).
func lameVia(s Step) []Through {
	unit := lameUnit(s)
	n := max(abs(s.DX), abs(s.DY)) - 1
	var via []Through
	for range n {
		via = append(via, Through{Step: unit})
	}
	return via
}

func lameLast(s Step) Step {
	unit := lameUnit(s)
	n := max(abs(s.DX), abs(s.DY)) - 1
	return Step{s.DX - n*unit.DX, s.DY - n*unit.DY}
}

func lameUnit(s Step) Step {
	if abs(s.DX) != abs(s.DY) && s.DX != 0 && s.DY != 0 {
		if abs(s.DX) > abs(s.DY) {
			return Step{sign(s.DX), 0}
		}
		return Step{0, sign(s.DY)}
	}
	return Step{sign(s.DX), sign(s.DY)}
}

func (a Atom) bracketPaths() []Path {
	var out []Path
	first, _ := directions(a.Letter, a.Dir)
	for _, s := range first {
		if a.Then.Optional {
			out = append(out, Path{Mode: a.Mode, Step: s, Range: 1})
		}
		var next []Step
		if a.Then.Dir != "" {
			next = turned(s, a.Then.Dir)
		} else {
			second, _ := directions(simpleAtoms(a.Then.Letter)[0], "")
			for _, t := range second {
				if outward(s, t) {
					next = append(next, t)
				}
			}
		}
		for _, t := range next {
			out = append(out, Path{Mode: a.Mode, Via: []Through{{Step: s}}, Step: t, Range: a.Then.Range})
		}
	}
	return out
}

// outward reports whether two steps are at most 45° apart.
func outward(s, t Step) bool {
	dot := s.DX*t.DX + s.DY*t.DY
	cross := s.DX*t.DY - s.DY*t.DX
	return dot > 0 && dot >= abs(cross)
}

func abs(n int) int {
	return max(n, -n)
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}
