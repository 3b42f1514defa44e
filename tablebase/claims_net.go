package tablebase

import (
	"fmt"

	"tagmate/board"
	"tagmate/position"
	"tagmate/variant"
)

// ferzZebra is a game of the two pieces that the net is named after.
const ferzZebra = `
id = "ferz-zebra"
name = "Ferz and Zebra"
files = 8
ranks = 8
start = "4k3/8/8/8/8/8/8/F3K2Z w - - 0 1"

[end]
stalemate = "draw"
flag = "material"

[draws]
repetition_claim = 3
repetition_auto = 5
moves_claim = 50
moves_auto = 75

[[piece]]
letter = "K"
name = "king"
move = "K"
royal = true

[[piece]]
letter = "F"
name = "ferz"
move = "F"

[[piece]]
letter = "Z"
name = "zebra"
move = "Z"
`

// held is what is counted of an ending in which White's king stands on c3 and
// never moves.
type held struct {
	wins, longest   int // with White to move; plies
	nets, netPlies  int // with Black to move, shut in by a Zebra leap and lost
	example, netFEN string
}

// net looks for the net of Ferz and Zebra. No source says what it is, so that
// both readings are computed that make sense: as two pieces, and as the leaps
// between the squares that the men must guard. A king on c3 guards all of the
// way out of the corner but two squares: what shuts the bare king in on a1,
// a2, b1 and c1 are a3 and d1, a Zebra leap apart (or, mirrored, c1 and a4), and
// what shuts it in on a1 are a2 and b1, a Ferz leap apart.
func (c *claims) net(x *Claim) error {
	x.Claim = "The Ferz-and-Zebra net: with the winning king on c3 the bare king is mated in the corner."
	d, err := variant.Parse("ferz-zebra", []byte(ferzZebra))
	if err != nil {
		return err
	}
	r, err := position.Compile(d)
	if err != nil {
		return err
	}
	fz := NewLibrary(r, Options{Pure: true, Threads: c.threads})
	c.libs[fmt.Sprint(d.ID, true)] = fz
	all, err := c.measure(d.ID, "KFZk")
	if err != nil {
		return err
	}
	two, err := c.held(fz, "KFZk", false)
	if err != nil {
		return err
	}
	x.counted("KFZk", all)
	x.number("KFZk", "held", float64(two.wins), "positions")
	x.number("KFZk", "held-longest", float64(two.longest), "plies")
	l, err := c.lib(x.Game, true)
	if err != nil {
		return err
	}
	men := pieces + "B"
	found, pairs := 0, 0
	for i := range men {
		for j := i; j < len(men); j++ {
			pairs++
			h, err := c.held(l, "K"+men[i:i+1]+men[j:j+1]+"k", true)
			if err != nil {
				return err
			}
			if h.nets == 0 {
				continue
			}
			found++
			name := "K" + men[i:i+1] + men[j:j+1] + "k"
			x.number(name, "net", float64(h.nets), "positions")
			if found <= 12 {
				x.show(h.netFEN, name, "net", int64(h.nets), h.netPlies)
			}
		}
	}
	x.number("", "net-endings", float64(found), "endings")
	var wrong []string
	if two.longest < 3 {
		wrong = append(wrong, "the two pieces have no such net")
	}
	if found == 0 {
		wrong = append(wrong, "no ending of two men guards such squares")
	}
	general := "do not win in general"
	if all.general() {
		general = "win in general"
	}
	x.settle(wrong, fmt.Sprintf("No source says what the net is; these are our readings of it. As two pieces: Ferz and Zebra %s, but with the king on c3, which need not move again, they mate by force from %d positions with White to move, in up to %d moves (%s, where F is the Ferz and Z the Zebra). As squares: with %d of the %d pairs of Team-Mate Chess there are positions in which the men guard two squares a Zebra leap apart, which shuts the bare king into the corner, and mate by force on a1, guarding a2 and b1, a Ferz leap apart, while the king stays on c3.",
		general, two.wins, (two.longest+1)/2, two.example, found, pairs))
	return nil
}

// held builds and counts such an ending; corner says that only mates on a1
// count.
func (c *claims) held(l *Library, name string, corner bool) (*held, error) {
	e, err := ParseEnding(l.rules, name)
	if err != nil {
		return nil, err
	}
	e, _ = e.Canonical(l.rules)
	t := newTable(l.rules, e, true)
	shape := l.rules.Shape()
	inCorner := func(p *place) word {
		k := p.sq[1]
		f, r := shape.File(k), shape.Rank(k)
		if (f == 0 || f == shape.Files-1) && (r == 0 || r == shape.Ranks-1) && t.steps(p.sq[0], k) == 2 {
			return shape.All()
		}
		return word{}
	}
	game := limits{still: true}
	if corner {
		game.mates = inCorner
	}
	if _, err := buildFor(c.ctx, t, c.threads, l.sub(c.ctx), game); err != nil {
		return nil, err
	}
	c3 := shape.Square(2, 2)
	images := board.Set{}
	for g := range t.c.syms {
		if t.mask>>g&1 == 1 {
			images = images.With(t.c.syms[g].sq[c3])
		}
	}
	h := &held{}
	for f, kings := range t.fr.kings {
		if kings[0] != c3 {
			continue
		}
		weight := int(t.fr.orbit[f]) / images.Count()
		for at := f * t.slots * t.n; at < (f+1)*t.slots*t.n; at++ {
			if w := t.codes[position.White][at]; w.isWin() {
				h.wins += weight
				if w.plies() > h.longest {
					h.longest, h.example = w.plies(), t.fen(position.White, at)
				}
			}
			b := t.codes[position.Black][at]
			if sq := t.squares(at); b.isLoss() && b.plies() > 0 && t.shutByZebra(&sq) {
				h.nets += weight
				if b.plies() > h.netPlies {
					h.netPlies, h.netFEN = b.plies(), t.fen(position.Black, at)
				}
			}
		}
	}
	h.wins /= int(t.alike())
	h.nets /= int(t.alike())
	return h, nil
}

// shutByZebra reports whether the bare king can get to squares next to the corner
// a1 only, as White's men stand, and what the king on c3 leaves to them to guard
// are two squares a Zebra leap apart.
func (t *Table) shutByZebra(sq *[maxMen + 1]board.Square) bool {
	shape := t.rules.Shape()
	king := t.c.moves[position.Black][t.rules.Royal()].royal
	byKing := targets(king, sq[0], t.n, nil)
	guarded := byKing
	for i := t.kings; i < len(t.men); i++ {
		var others []board.Square // the bare king is no hindrance to who follows him
		for j := range t.men {
			if j != i && j != 1 {
				others = append(others, sq[j])
			}
		}
		m := t.men[i]
		guarded = guarded.Or(targets(t.c.moves[m.color][m.kind].royal, sq[i], t.n, others))
	}
	room, next := board.Set{}, board.Bit(sq[1])
	for next != room {
		room = next
		for s := range room.Squares() {
			next = next.Or(targets(king, s, t.n, nil).AndNot(guarded))
		}
	}
	var edge board.Set
	for s := range room.Squares() {
		if f, r := shape.File(s), shape.Rank(s); f > 2 || r > 2 {
			return false
		}
		edge = edge.Or(targets(king, s, t.n, nil))
	}
	edge = edge.AndNot(room).AndNot(byKing)
	if edge.Count() != 2 {
		return false
	}
	a := edge.Pop()
	b := edge.Pop()
	files, ranks := abs(shape.File(a)-shape.File(b)), abs(shape.Rank(a)-shape.Rank(b))
	return min(files, ranks) == 2 && max(files, ranks) == 3
}
