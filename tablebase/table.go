package tablebase

import (
	"fmt"

	"tagmate/board"
	"tagmate/position"
)

// man is one man of a table.
type man struct {
	kind  position.Kind
	color position.Color
}

// Table has the values of all positions of one ending. The men are the kings
// (one or two), further men in fixed places of the index, and last the one
// whose square is the low digit: the generator handles all its squares at
// once, as one set. It is read-only once built.
type Table struct {
	rules  *position.Rules
	c      *compiled
	ending Ending // canonical
	name   string
	pure   bool

	n     int
	kings int
	men   []man
	mask  uint8 // symmetries
	fr    *frames
	slots int // placings of the fixed men
	codes [2][]code
	part  []int32 // by slot: its place among those that are kept, -1 for none; nil if all are
	parts int     // how many are kept

	packed *packed // the codes of a table that serves promotions only; nil for others

	finals finals
}

// Name returns the ending's name, with the stronger side as White.
func (t *Table) Name() string { return t.name }

// Ending returns the ending, with the stronger side as White.
func (t *Table) Ending() Ending { return t.ending }

// newTable lays out a table, without room for its codes.
func newTable(r *position.Rules, e Ending, pure bool) *Table {
	c := compiledOf(r)
	t := &Table{rules: r, c: c, ending: e, name: e.Name(r), pure: pure, n: c.n, mask: uint8(1<<len(c.syms) - 1), slots: 1}
	add := func(k position.Kind, color position.Color) {
		t.men = append(t.men, man{k, color})
	}
	for color, side := range [][]position.Kind{e.White, e.Black} {
		if len(side) > 0 && side[0] == r.Royal() {
			add(side[0], position.Color(color))
			t.kings++
		}
	}
	var rest []man
	for color, side := range [][]position.Kind{e.White, e.Black} {
		for _, k := range side {
			if k != r.Royal() {
				rest = append(rest, man{k, position.Color(color)})
			}
			for _, p := range append([]man{{k, position.Color(color)}}, t.becomes(k, position.Color(color))...) {
				t.mask &= c.moves[p.color][p.kind].mirrors
			}
		}
	}
	// The man with most moves comes last: its moves cost the same however
	// many they are.
	last, most := -1, -1
	for i, m := range rest {
		moves := 0
		for _, l := range c.moves[m.color][m.kind].quiet {
			for _, s := range l.fwd {
				moves += s.Count()
			}
		}
		if moves >= most {
			last, most = i, moves
		}
	}
	// Beside two that are alike it is the third, so that they may change places.
	if len(rest) == 3 {
		for i := range rest {
			if rest[(i+1)%3] == rest[(i+2)%3] && rest[i] != rest[(i+1)%3] {
				last = i
			}
		}
	}
	for i, m := range rest {
		if i != last {
			t.men = append(t.men, m)
			t.slots *= t.n
		}
	}
	if last >= 0 {
		t.men = append(t.men, rest[last])
	}
	t.fr = c.frames(t.mask, t.kings)
	return t
}

// becomes lists what a kind promotes to.
func (t *Table) becomes(k position.Kind, color position.Color) []man {
	var out []man
	for _, p := range t.rules.Piece(k).Promotions {
		out = append(out, man{position.Kind(p.Kind + 1), color})
	}
	return out
}

// frames numbers the placings of the kings.
func (c *compiled) frames(mask uint8, kings int) *frames {
	royal := c.rules.Royal()
	next := func(color position.Color, from, to board.Square) bool {
		for _, l := range c.moves[color][royal].royal {
			if l.fwd[from].Has(to) && (l.between == nil || l.between[int(from)*c.n+int(to)].Empty()) {
				return true
			}
		}
		return false
	}
	return newFrames(c.syms, mask, c.n, kings, func(a, b board.Square) bool {
		return !next(position.White, a, b) && !next(position.Black, b, a)
	})
}

// trivial reports whether only kings stand on the board: all positions are
// draws, and there are no codes.
func (t *Table) trivial() bool { return len(t.men) <= t.kings }

// size returns the number of entries of each side to move.
func (t *Table) size() int {
	if t.trivial() {
		return 0
	}
	return len(t.fr.kings) * t.slots * t.n
}

// keepPairs has only those entries kept in which the first two men in fixed
// places stand as a pawn's promotion to a pair leaves them. It reports whether
// it can be done: whether those two are such men, and no others are.
func (t *Table) keepPairs() bool {
	if len(t.men)-t.kings < 3 || t.men[t.kings] != t.men[t.kings+1] {
		return false
	}
	m := t.men[t.kings]
	others := 0
	for _, o := range t.men {
		if o.kind == m.kind && o.color != m.color {
			others++
		}
	}
	if others > 1 {
		return false
	}
	var pairs map[[2]board.Square]bool
	for k := position.Kind(1); k <= t.rules.Kinds(); k++ {
		for _, p := range t.rules.Piece(k).Promotions {
			if !p.Pair || position.Kind(p.Kind+1) != m.kind {
				continue
			}
			if pairs == nil {
				pairs = map[[2]board.Square]bool{}
			}
			for _, s := range t.rules.Steps(k, m.color) {
				if t.rules.LastRank(m.color).Has(s.To) {
					pairs[[2]board.Square{s.From, s.To}] = true
					pairs[[2]board.Square{s.To, s.From}] = true
				}
			}
		}
	}
	if pairs == nil {
		return false
	}
	t.part = make([]int32, t.slots)
	rest := t.slots / t.n / t.n
	for slot := range t.part {
		a := slot / rest / t.n
		b := slot / rest % t.n
		t.part[slot] = -1
		if pairs[[2]board.Square{board.Square(a), board.Square(b)}] {
			t.part[slot] = int32(t.parts)
			t.parts++
		}
	}
	return true
}

// block returns where the codes of a slot stand, in units of all squares of the
// last man; -1 if they are not kept.
func (t *Table) block(frame, slot int) int {
	if t.part == nil {
		return frame*t.slots + slot
	}
	if t.part[slot] < 0 {
		return -1
	}
	return frame*t.parts + int(t.part[slot])
}

// kept returns the number of codes of each side to move that are kept.
func (t *Table) kept() int {
	if t.part == nil {
		return t.size()
	}
	return len(t.fr.kings) * t.parts * t.n
}

// index returns where a placing of the men stands in the codes, -1 if the
// kings may not stand so.
func (t *Table) index(sq *[maxMen + 1]board.Square) int {
	raw := int(sq[0])
	if t.kings == 2 {
		raw = raw*t.n + int(sq[1])
	}
	ref := t.fr.of[raw]
	if ref.frame < 0 {
		return -1
	}
	to := t.c.syms[ref.sym].sq
	at := int(ref.frame)
	for i := t.kings; i < len(t.men); i++ {
		at = at*t.n + int(to[sq[i]])
	}
	return at
}

// look returns the code of a placing.
func (t *Table) look(turn position.Color, sq *[maxMen + 1]board.Square) code {
	at := t.index(sq)
	switch {
	case at < 0:
		return codeIllegal
	case t.trivial():
		return codeDraw
	}
	if t.packed != nil {
		return t.packed.frame(int(turn), at/t.packed.entries)[at%t.packed.entries]
	}
	if t.part != nil {
		at = t.block(at/t.n/t.slots, at/t.n%t.slots)*t.n + at%t.n
	}
	return t.codes[turn][at]
}

// squares turns an index back into the squares of the men.
func (t *Table) squares(at int) (sq [maxMen + 1]board.Square) {
	for i := len(t.men) - 1; i >= t.kings; i-- {
		sq[i] = board.Square(at % t.n)
		at /= t.n
	}
	sq[0] = t.fr.kings[at][0]
	if t.kings == 2 {
		sq[1] = t.fr.kings[at][1]
	}
	return sq
}

// fen returns the text of an entry's position; the ending must have kings on
// both sides for it to be read again.
func (t *Table) fen(turn position.Color, at int) string {
	sq := t.squares(at)
	return t.text(turn, &sq)
}

// text returns the text of a placing.
func (t *Table) text(turn position.Color, sq *[maxMen + 1]board.Square) string {
	shape := t.rules.Shape()
	var b []byte
	for rank := shape.Ranks - 1; rank >= 0; rank-- {
		run := 0
		flush := func() {
			if run > 0 {
				b = fmt.Append(b, run)
			}
			run = 0
		}
		for file := range shape.Files {
			letter := byte(0)
			for i, m := range t.men {
				if sq[i] == shape.Square(file, rank) {
					letter = t.rules.Letter(position.MakePiece(m.kind, m.color))
				}
			}
			if letter == 0 {
				run++
				continue
			}
			flush()
			b = append(b, letter)
		}
		flush()
		if rank > 0 {
			b = append(b, '/')
		}
	}
	side := " w"
	if turn == position.Black {
		side = " b"
	}
	return string(b) + side + " - - 0 1"
}

// orderly returns the index at which a file keeps a placing: like men stand in
// the order of their squares.
func (t *Table) orderly(at int) int {
	if at < 0 {
		return at
	}
	var sq [maxMen + 1]int
	rest := at
	for i := len(t.men) - 1; i >= t.kings; i-- {
		sq[i] = rest % t.n
		rest /= t.n
	}
	for i := t.kings; i < len(t.men); i++ {
		for j := i + 1; j < len(t.men); j++ {
			if t.men[i] == t.men[j] && sq[i] > sq[j] {
				sq[i], sq[j] = sq[j], sq[i]
			}
		}
	}
	for i := t.kings; i < len(t.men); i++ {
		rest = rest*t.n + sq[i]
	}
	return rest
}
