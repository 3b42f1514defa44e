package position

import (
	"errors"
	"fmt"
	"slices"

	"tagmate/betza"
	"tagmate/board"
	"tagmate/variant"
)

// walk is one path from one square: the squares that must be empty before
// the last part, and the squares of the last part in order.
type walk struct {
	guard  board.Set
	ray    []board.Square
	rising bool
}

// trace follows a path from a square for a colour; ok is false when it leaves
// the board before its last part, or may not start there.
func (r *Rules) trace(p *betza.Path, from board.Square, c Color, home board.Set) (w walk, ok bool) {
	if p.Initial > 0 && !home.Has(from) {
		return w, false
	}
	flip := 1
	if c == Black {
		flip = -1
	}
	file, rank := r.shape.File(from), r.shape.Rank(from)
	for _, v := range p.Via {
		file, rank = file+v.DX, rank+flip*v.DY
		sq, on := r.shape.At(file, rank)
		if !on {
			return w, false
		}
		if !v.Any {
			w.guard = w.guard.With(sq)
		}
	}
	for n := 1; p.Range == 0 || n <= p.Range; n++ {
		file, rank = file+p.Step.DX, rank+flip*p.Step.DY
		sq, on := r.shape.At(file, rank)
		if !on {
			break
		}
		if sq == from {
			return w, false // a path that ends where it began is no move
		}
		w.ray = append(w.ray, sq)
	}
	if len(w.ray) == 0 {
		return w, false
	}
	w.rising = len(w.ray) == 1 || w.ray[1] > w.ray[0]
	return w, true
}

// home returns the squares from which a path with i or ii may start: the rank
// on which the kind stands in the set-up, or the rank after it.
func (r *Rules) home(k Kind, c Color, initial int) board.Set {
	var home board.Set
	if initial == 0 {
		return r.all
	}
	for sq, piece := range setUp(r) {
		if piece == MakePiece(k, c) {
			rank := r.shape.Rank(board.Square(sq))
			if c == White {
				rank += initial - 1
			} else {
				rank -= initial - 1
			}
			if rank >= 0 && rank < r.shape.Ranks {
				home = home.Or(r.shape.RankSet(rank))
			}
		}
	}
	return home
}

// setUp reads the placement of the set-up, which package variant has checked.
func setUp(r *Rules) []Piece {
	var p Position
	p.rules = r
	_, _ = p.parsePlacement(r.def.Start)
	return p.board[:r.n]
}

func (r *Rules) compileKind(k Kind, p *variant.Piece) error {
	paths := p.Movement.Paths()
	for i := range paths {
		path := &paths[i]
		if path.Initial > 0 && (len(path.Via) > 0 || path.Range != 1) {
			forward := path.Step == betza.Step{DY: 1} && path.Mode == betza.Quiet && path.Range > 0
			for _, v := range path.Via {
				forward = forward && v.Step == betza.Step{DY: 1} && !v.Any
			}
			if !forward {
				return errors.New("first moves (i) of more than one square are supported straight forward, without capture, as in ifmnD or ifmW3")
			}
			r.passer[k] = true
		}
		if path.Mode&betza.EnPassant != 0 && (len(path.Via) > 0 || path.Range != 1) {
			return errors.New("captures en passant (e) are supported for single leaps, as in fceF")
		}
	}
	for _, c := range []Color{White, Black} {
		r.compileMover(&r.move[c][k], k, c, p, paths)
		r.compileAttacker(&r.attack[c][k], k, c, p, paths)
		if sq := r.unclear(k, c); sq != board.NoSquare {
			return fmt.Errorf("could go to %s by a plain move and by a capture en passant, which are written alike", r.shape.Name(sq))
		}
		if sq := r.stranded(k, c); sq != board.NoSquare {
			return fmt.Errorf("a pawn could go to %s and stay a pawn, which cannot stand on the first or last rank", r.shape.Name(sq))
		}
	}
	return nil
}

// stranded returns a square of the first or last rank to which a pawn could go
// without promotion; NoSquare if there is none, as for all other kinds.
func (r *Rules) stranded(k Kind, c Color) board.Square {
	wrong := r.edges
	if len(r.promos[k]) > 0 {
		wrong = wrong.AndNot(r.last[c])
	}
	m := &r.move[c][k]
	for sq := range r.all.AndNot(r.edges).Squares() {
		for _, table := range [][]spots{m.both, m.quiet, m.capture} {
			if !r.pawn[k] || table == nil {
				continue
			}
			if bad := table[sq].from(board.Set{}).And(wrong); bad.Any() {
				return bad.First()
			}
		}
	}
	return board.NoSquare
}

// unclear returns a square on which a kind may capture en passant and to
// which it may go without a capture, from the same square; NoSquare if there
// is none. Move text could not tell the two apart.
func (r *Rules) unclear(k Kind, c Color) board.Square {
	for to, from := range r.attack[c][k].enPassant {
		for from.Any() {
			sq := from.Pop()
			if r.move[c][k].targets(sq, board.Bit(sq), board.Bit(sq)).Has(board.Square(to)) {
				return board.Square(to)
			}
		}
	}
	return board.NoSquare
}

func (r *Rules) compileMover(m *mover, k Kind, c Color, p *variant.Piece, paths []betza.Path) {
	table := func(mode betza.Mode) []spots {
		any := false
		out := make([]spots, r.n)
		for i := range paths {
			have := paths[i].Mode & (betza.Quiet | betza.Capture)
			if p.OnlyRoyal {
				have = betza.Quiet
			}
			if have != mode {
				continue
			}
			home := r.home(k, c, paths[i].Initial)
			for sq := range board.Square(r.n) {
				if w, ok := r.trace(&paths[i], sq, c, home); ok {
					out[sq].add(w)
					any = true
				}
			}
		}
		if !any {
			return nil
		}
		return out
	}
	m.both = table(betza.Quiet | betza.Capture)
	m.quiet = table(betza.Quiet)
	m.capture = table(betza.Capture)
}

// add enters a walk.
func (s *spots) add(w walk) {
	leap, up, down := &s.leap, &s.up, &s.down
	if w.guard.Any() {
		i := slices.IndexFunc(s.bent, func(b bent) bool { return b.guard == w.guard })
		if i < 0 {
			i = len(s.bent)
			s.bent = append(s.bent, bent{guard: w.guard})
		}
		b := &s.bent[i]
		leap, up, down = &b.leap, &b.up, &b.down
	}
	ray := board.Of(w.ray...)
	switch {
	case len(w.ray) == 1:
		*leap = leap.Or(ray)
	case w.rising && !slices.Contains(*up, ray):
		*up = append(*up, ray)
	case !w.rising && !slices.Contains(*down, ray):
		*down = append(*down, ray)
	}
}

func (r *Rules) compileAttacker(a *attacker, k Kind, c Color, p *variant.Piece, paths []betza.Path) {
	a.reach = make([]board.Set, r.n)
	a.enPassant = make([]board.Set, r.n)
	block := make([]board.Set, r.n*r.n)
	blocked := false
	for i := range paths {
		if paths[i].Mode&betza.Capture == 0 && !p.OnlyRoyal {
			continue
		}
		home := r.home(k, c, paths[i].Initial)
		for from := range board.Square(r.n) {
			w, ok := r.trace(&paths[i], from, c, home)
			if !ok {
				continue
			}
			between := w.guard
			for _, to := range w.ray {
				if between.Has(to) {
					continue // the way leads over its own end, which must be empty then
				}
				at := int(to)*r.n + int(from)
				switch {
				case !a.reach[to].Has(from):
					a.reach[to] = a.reach[to].With(from)
					block[at] = between
				case block[at] != between && !slices.Contains(a.more[at], between):
					if a.more == nil {
						a.more = map[int][]board.Set{}
					}
					a.more[at] = append(a.more[at], between)
				}
				blocked = blocked || between.Any()
				between = between.With(to)
			}
			if paths[i].Mode&betza.EnPassant != 0 {
				a.enPassant[w.ray[0]] = a.enPassant[w.ray[0]].With(from)
			}
		}
	}
	if blocked {
		a.block = block
	}
}

// compileCastling derives the four castlings from the king's movement (O2: it
// goes two squares) and the set-up: the partner is the outermost piece of the
// king's rank, and comes to stand on the other side of the king.
func (r *Rules) compileCastling() error {
	n := r.Piece(r.royal).Movement.Castling()
	if n == 0 {
		return nil
	}
	placed := setUp(r)
	for i, side := range []int{+1, -1, +1, -1} { // K Q k q
		c := Color(i / 2)
		king := slices.Index(placed, MakePiece(r.royal, c))
		if king < 0 {
			continue // no king: the set-up will be refused with a better reason
		}
		file, rank := r.shape.File(board.Square(king)), r.shape.Rank(board.Square(king))
		corner := -1
		for f := file + side; f >= 0 && f < r.shape.Files; f += side {
			if p := placed[r.shape.Square(f, rank)]; p != NoPiece && p.Color() == c {
				corner = f
			}
		}
		if corner < 0 {
			continue
		}
		if (corner-file)*side <= n {
			return fmt.Errorf("castling: the corner piece on %s stands too near the king for O%d", r.shape.Name(r.shape.Square(corner, rank)), n)
		}
		s := castle{
			exists:   true,
			kingFrom: board.Square(king), kingTo: r.shape.Square(file+side*n, rank),
			rookFrom: r.shape.Square(corner, rank), rookTo: r.shape.Square(file+side*(n-1), rank),
		}
		s.rook = placed[s.rookFrom].Kind()
		if r.move[c][r.royal].targets(s.kingFrom, board.Of(s.kingFrom), board.Of(s.kingFrom)).Has(s.kingTo) {
			return fmt.Errorf("castling: %s could go to %s by a plain move too, which is written alike", r.Piece(r.royal).Title, r.shape.Name(s.kingTo))
		}
		for f := file + side; f != corner; f += side {
			s.empty = s.empty.With(r.shape.Square(f, rank))
		}
		for d := 1; d < n; d++ {
			s.safe = s.safe.With(r.shape.Square(file+side*d, rank))
		}
		s.whole = board.Of(s.kingFrom, s.kingTo, s.rookFrom, s.rookTo)
		r.castles[i] = s
		r.rightsOff[s.kingFrom] |= 1 << i
		r.rightsOff[s.rookFrom] |= 1 << i
	}
	return nil
}
