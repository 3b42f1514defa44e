package tablebase

import (
	"slices"
	"sync"

	"tagmate/board"
	"tagmate/position"
)

// hop is a step as seen from one of its ends.
type hop struct {
	sq      board.Square // the other end
	between board.Set    // must be empty
	block   board.Set    // between and the other end: no man may stand there
}

// layer holds steps with at most one way between two squares. Pieces with
// several ways have several layers.
type layer struct {
	fwd, rev       []board.Set // by square: whereto, and whence
	fwdCut, revCut []board.Set // [square*n+o]: of those, the ones whose way crosses o; nil for leaps
	between        []board.Set // [from*n+to]; nil for leaps
	out, in        [][]hop
}

// movement is how one kind of one colour moves.
type movement struct {
	quiet, capture, royal []layer
	promote               []layer // quiet steps that promote
	mirrors               uint8   // bit g: transform g leaves all steps as they are
}

// compiled is a game's movements for the generator.
type compiled struct {
	rules   *position.Rules
	n       int
	syms    []transform
	moves   [2][16]*movement
	mirrors bool // colours may be exchanged, with the board turned top to bottom

	mirrored [][]board.Square // by symmetry: that of a board turned top to bottom
}

var compiledRules sync.Map // *position.Rules → func() *compiled

func compiledOf(r *position.Rules) *compiled {
	if f, ok := compiledRules.Load(r); ok {
		return f.(func() *compiled)()
	}
	f, _ := compiledRules.LoadOrStore(r, sync.OnceValue(func() *compiled { return compile(r) }))
	return f.(func() *compiled)()
}

func compile(r *position.Rules) *compiled {
	c := &compiled{rules: r, n: r.Shape().Squares(), syms: transforms(r.Shape()), mirrors: true}
	for _, sym := range c.syms {
		row := make([]board.Square, c.n)
		for sq := range row {
			row[sq] = sym.sq[r.Shape().Mirror(board.Square(sq))]
		}
		c.mirrored = append(c.mirrored, row)
	}
	for k := position.Kind(1); k <= r.Kinds(); k++ {
		for _, color := range []position.Color{position.White, position.Black} {
			c.moves[color][k] = c.movement(k, color)
		}
		c.mirrors = c.mirrors && c.sameMirrored(k)
	}
	return c
}

func (c *compiled) movement(k position.Kind, color position.Color) *movement {
	r := c.rules
	steps := r.Steps(k, color)
	m := &movement{}
	promotes := len(r.Piece(k).Promotions) > 0
	last := r.LastRank(color)
	m.quiet = c.layers(steps, func(s *position.Step) bool { return s.Quiet && !(promotes && last.Has(s.To)) })
	m.promote = c.layers(steps, func(s *position.Step) bool { return s.Quiet && promotes && last.Has(s.To) })
	m.capture = c.layers(steps, func(s *position.Step) bool { return s.Capture })
	m.royal = c.layers(steps, func(s *position.Step) bool { return s.Royal })
	set := stepSet(steps, nil)
	for g := range c.syms {
		if same(set, stepSet(steps, c.syms[g].sq)) && (!r.IsPawn(k) || c.syms[g].kind&(flipRank|transpose) == 0) {
			m.mirrors |= 1 << g
		}
	}
	return m
}

// sameMirrored reports whether Black moves a kind as White does, upside down.
func (c *compiled) sameMirrored(k position.Kind) bool {
	turn := make([]board.Square, c.n)
	for sq := range turn {
		turn[sq] = c.rules.Shape().Mirror(board.Square(sq))
	}
	return same(stepSet(c.rules.Steps(k, position.White), turn), stepSet(c.rules.Steps(k, position.Black), nil))
}

// stepSet returns steps, their squares mapped by to, as a set.
func stepSet(steps []position.Step, to []board.Square) map[position.Step]bool {
	out := make(map[position.Step]bool, len(steps))
	for _, s := range steps {
		if to != nil {
			s.From, s.To = to[s.From], to[s.To]
			var between board.Set
			for b := s.Between; b.Any(); {
				between = between.With(to[b.Pop()])
			}
			s.Between = between
		}
		out[s] = true
	}
	return out
}

func same(a, b map[position.Step]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for s := range a {
		if !b[s] {
			return false
		}
	}
	return true
}

func (c *compiled) layers(steps []position.Step, want func(*position.Step) bool) []layer {
	var out []layer
	n := c.n
	ways := map[[2]board.Square][]board.Set{}
	for i := range steps {
		s := &steps[i]
		if !want(s) {
			continue
		}
		key := [2]board.Square{s.From, s.To}
		if slices.Contains(ways[key], s.Between) {
			continue
		}
		at := len(ways[key])
		ways[key] = append(ways[key], s.Between)
		if at == len(out) {
			out = append(out, layer{
				fwd: make([]board.Set, n), rev: make([]board.Set, n),
				fwdCut: make([]board.Set, n*n), revCut: make([]board.Set, n*n), between: make([]board.Set, n*n),
				out: make([][]hop, n), in: make([][]hop, n),
			})
		}
		l := &out[at]
		from, to := int(s.From), int(s.To)
		l.fwd[from] = l.fwd[from].With(s.To)
		l.rev[to] = l.rev[to].With(s.From)
		l.out[from] = append(l.out[from], hop{s.To, s.Between, s.Between.With(s.To)})
		l.in[to] = append(l.in[to], hop{s.From, s.Between, s.Between.With(s.From)})
		l.between[from*n+to] = s.Between
		for o := range s.Between.Squares() {
			l.fwdCut[from*n+int(o)] = l.fwdCut[from*n+int(o)].With(s.To)
			l.revCut[to*n+int(o)] = l.revCut[to*n+int(o)].With(s.From)
		}
	}
	for i := range out {
		if !slices.ContainsFunc(out[i].between, board.Set.Any) {
			out[i].between, out[i].fwdCut, out[i].revCut = nil, nil, nil
		}
	}
	return out
}

// targets returns whereto a piece on from may go when the listed squares are
// occupied; an occupied square that is reached is among them.
func targets(ls []layer, from board.Square, n int, occ []board.Square) board.Set {
	var t board.Set
	for i := range ls {
		l := &ls[i]
		s := l.fwd[from]
		if l.fwdCut != nil {
			row := l.fwdCut[int(from)*n : int(from)*n+n]
			for _, o := range occ {
				s = s.AndNot(row[o])
			}
		}
		t = t.Or(s)
	}
	return t
}

// sources returns whence a piece may go to a square when the listed squares
// are occupied.
func sources(ls []layer, to board.Square, n int, occ []board.Square) board.Set {
	var t board.Set
	for i := range ls {
		l := &ls[i]
		s := l.rev[to]
		if l.revCut != nil {
			row := l.revCut[int(to)*n : int(to)*n+n]
			for _, o := range occ {
				s = s.AndNot(row[o])
			}
		}
		t = t.Or(s)
	}
	return t
}
