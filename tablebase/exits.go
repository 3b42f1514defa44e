package tablebase

import (
	"fmt"
	"slices"

	"tagmate/board"
	"tagmate/position"
)

// exit is a kind of move that leaves the ending: a capture, a promotion, or
// both.
type exit struct {
	victim int // index of the man that is taken, -1 for none
	pawn   int // index of the pawn that promotes, -1 for none
	choice int // index in its promotions
}

// exit numbers the exits.
func (b *builder) exit(x exit) int {
	return ((x.victim+1)*(maxMen+1)+x.pawn+1)*b.choices + x.choice
}

// findViews gets the tables to which captures and promotions lead.
func (b *builder) findViews(sub subTables) error {
	t := b.t
	b.choices = 1
	for _, m := range t.men {
		b.choices = max(b.choices, len(t.rules.Piece(m.kind).Promotions))
	}
	b.views = make([]*view, (maxMen+1)*(maxMen+1)*b.choices)
	add := func(x exit) error {
		var men []man // by index of our men; the second of a pair comes last
		use := forAll
		if x.pawn >= 0 && x.victim < 0 {
			use = forPromotion
		}
		for i, m := range t.men {
			switch {
			case i == x.victim:
				m = man{}
			case i == x.pawn:
				m.kind = position.Kind(t.rules.Piece(m.kind).Promotions[x.choice].Kind + 1)
			}
			men = append(men, m)
		}
		if x.pawn >= 0 && t.rules.Piece(t.men[x.pawn].kind).Promotions[x.choice].Pair {
			for len(men) < maxMen {
				men = append(men, man{})
			}
			men = append(men, men[x.pawn])
			use = forPair
		}
		var e Ending
		for _, m := range men {
			switch {
			case m.kind == position.NoKind:
			case m.color == position.White:
				e.White = append(e.White, m.kind)
			default:
				e.Black = append(e.Black, m.kind)
			}
		}
		e.sort(t.rules)
		e, flip := e.Canonical(t.rules)
		if e.Men() > maxMen {
			return fmt.Errorf("tablebase: %s leads to %s, which has too many men", t.name, e.Name(t.rules))
		}
		st, err := sub(e, use)
		if err != nil {
			return err
		}
		var first []int
		if use == forPair {
			first = []int{x.pawn, maxMen} // into the places that are alike, where only those of a pair are kept
		}
		v := newView(st, flip, men, first...)
		b.views[b.exit(x)] = &v
		return nil
	}
	for i, m := range t.men {
		choices := t.rules.Piece(m.kind).Promotions
		for c := range choices {
			if err := add(exit{-1, i, c}); err != nil {
				return err
			}
		}
		for j := t.kings; j < len(t.men); j++ {
			if t.men[j].color == m.color || len(b.moves[i].capture) == 0 {
				continue
			}
			if x := (exit{j, -1, 0}); b.views[b.exit(x)] == nil {
				if err := add(x); err != nil {
					return err
				}
			}
			for c := range choices {
				if err := add(exit{j, i, c}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// leaver enters the captures and promotions of one slot.
type leaver struct {
	b     *builder
	p     place
	slot  int // over all frames
	s     int
	legal word
	dead  word
	exits word // squares of the last man with a legal exit
	codes [board.MaxSquares]code
}

// takeExits looks at all captures and promotions of a frame. A win by one is
// kept until its ply comes; a loss by one binds the position until its ply; a
// draw binds it for ever, unless there is a win.
func (b *builder) takeExits(thread, f int) {
	l := leaver{b: b}
	t := b.t
	last := len(t.men) - 1
	k := b.buckets[thread]
	for slot := range b.slots {
		b.at(&l.p, f, slot)
		if l.p.overlap {
			continue
		}
		l.slot = f*b.slots + slot
		if b.dead.any {
			l.dead = b.dead.squares(b, &l.p)
		}
		for s := range 2 {
			l.s, l.exits = s, word{}
			clear(l.codes[:b.n])
			l.legal = b.all.AndNot(b.bad[s].at(l.slot))
			if l.legal.Empty() {
				continue
			}
			for i := range t.men {
				if int(t.men[i].color) != s {
					continue
				}
				m := b.moves[i]
				for j := t.kings; j <= last && len(m.capture) > 0; j++ {
					if int(t.men[j].color) != s {
						l.captures(i, j)
					}
				}
				if len(m.promote) > 0 {
					l.promotions(i)
				}
			}
			b.toWin[s].set(l.slot, l.exits)
			for rest := l.exits.AndNot(l.dead); rest.Any(); {
				sq := rest.Pop()
				switch c := l.codes[sq]; {
				case c.isWin():
					put(&k.wins[s], c.plies(), l.slot*b.n+int(sq))
				case c.isLoss():
					put(&k.floors[s], c.plies(), l.slot*b.n+int(sq))
				}
			}
		}
	}
}

// captures enters the captures of man j by man i.
func (l *leaver) captures(i, j int) {
	b := l.b
	last := len(b.t.men) - 1
	ls := b.moves[i].capture
	switch {
	case i == last:
		to := l.p.sq[j]
		for from := sources(ls, to, b.n, l.p.list).And(l.legal); from.Any(); {
			l.leave(i, j, to, from.Pop())
		}
	case j == last:
		for to := targets(ls, l.p.sq[i], b.n, l.p.list).And(l.legal); to.Any(); {
			sq := to.Pop()
			l.leave(i, j, sq, sq)
		}
	default:
		from, to := l.p.sq[i], l.p.sq[j]
		for k := range ls {
			if !ls[k].fwd[from].Has(to) {
				continue
			}
			var between board.Set
			if ls[k].between != nil {
				between = ls[k].between[int(from)*b.n+int(to)]
			}
			if between.Meets(l.p.occ) {
				continue
			}
			l.leaveAll(i, j, to, l.legal.AndNot(between))
		}
	}
}

// promotions enters the promotions of man i without capture.
func (l *leaver) promotions(i int) {
	b := l.b
	ls := b.moves[i].promote
	if i == len(b.t.men)-1 {
		for from := l.legal; from.Any(); {
			sq := from.Pop()
			for to := targets(ls, sq, b.n, l.p.list).AndNot(l.p.occ); to.Any(); {
				l.leave(i, -1, to.Pop(), sq)
			}
		}
		return
	}
	for k := range ls {
		for _, h := range ls[k].out[l.p.sq[i]] {
			if l.p.occ.Has(h.sq) || h.between.Meets(l.p.occ) {
				continue
			}
			l.leaveAll(i, -1, h.sq, l.legal.AndNot(h.between).Without(h.sq))
		}
	}
}

// leave enters a move of man i to a square, that takes man j if it is not -1,
// with the last man on at; all choices where it promotes.
func (l *leaver) leave(i, j int, to, at board.Square) {
	b := l.b
	t := b.t
	kind := t.men[i].kind
	sq := l.p.sq
	sq[len(t.men)-1] = at
	from := sq[i]
	sq[i] = to
	choices := t.rules.Piece(kind).Promotions
	if len(choices) == 0 || !t.rules.LastRank(t.men[i].color).Has(to) {
		l.note(at, b.views[b.exit(exit{j, -1, 0})].look(position.Color(1-l.s), &sq))
		return
	}
	sq[maxMen] = from
	for c := range choices {
		l.note(at, b.views[b.exit(exit{j, i, c})].look(position.Color(1-l.s), &sq))
	}
}

// leaveAll is leave for many squares of the last man, which is neither the one
// that moves nor the one that is taken: its values stand side by side.
func (l *leaver) leaveAll(i, j int, to board.Square, at board.Set) {
	b := l.b
	t := b.t
	last := len(t.men) - 1
	sq := l.p.sq
	from := sq[i]
	sq[i] = to
	choices := t.rules.Piece(t.men[i].kind).Promotions
	promotes := len(choices) > 0 && t.rules.LastRank(t.men[i].color).Has(to)
	if !promotes {
		choices = choices[:0]
	}
	sq[maxMen] = from
	for c := range max(len(choices), 1) {
		x := exit{j, -1, 0}
		if promotes {
			x = exit{j, i, c}
		}
		v := b.views[b.exit(x)]
		codes, places := v.row(position.Color(1-l.s), &sq, last)
		for rest := at; rest.Any(); {
			a := rest.Pop()
			switch {
			case codes != nil:
				l.note(a, codes[places[a]])
			case places == nil:
				sq[last] = a
				l.note(a, v.look(position.Color(1-l.s), &sq))
			}
		}
	}
}

// note enters what an exit is worth to the other side.
func (l *leaver) note(at board.Square, c code) {
	if c == codeIllegal {
		return
	}
	b := l.b
	l.exits = l.exits.With(at)
	if l.dead.Has(at) {
		return
	}
	now := &l.codes[at]
	hold := b.hold[l.s].at(l.slot)
	switch {
	case c.isLoss():
		b.hold[l.s].set(l.slot, hold.With(at)) // whatever the other moves do
		if n := winIn(c.plies() + 1); !now.isWin() || n < *now {
			*now = n
		}
	case now.isWin():
	case c == codeDraw:
		b.hold[l.s].set(l.slot, hold.With(at))
		*now = codeDraw
	case hold.Has(at) && *now == codeDraw:
	default:
		b.hold[l.s].set(l.slot, hold.With(at))
		*now = max(*now, lossIn(c.plies()+1))
	}
}

// deadRule says in which positions of a table the material is a draw by the
// rules of the game (position.DeadMaterial).
type deadRule struct {
	any    bool
	always bool
	colour bool // where all men but the kings stand on one colour
	dark   board.Set
}

func deadRuleOf(t *Table) deadRule {
	d := deadRule{dark: t.rules.Shape().DarkSet()}
	if t.pure || !t.ending.HasKings(t.rules) {
		return d
	}
	m := &t.rules.Def().Draws.Material
	var sides [2][]int
	var every []int
	for _, man := range t.men[t.kings:] {
		sides[man.color] = append(sides[man.color], int(man.kind)-1)
		every = append(every, int(man.kind)-1)
	}
	bound := func(kinds []int) bool {
		for _, k := range kinds {
			if !slices.Contains(m.OneColour, k) {
				return false
			}
		}
		return len(kinds) > 0
	}
	for c := range sides {
		if len(sides[1-c]) > 0 {
			continue
		}
		own := slices.Sorted(slices.Values(sides[c]))
		d.always = d.always || len(own) == 1 && m.AnySingle && !t.rules.IsPawn(position.Kind(own[0]+1))
		for _, set := range m.AgainstBare {
			d.always = d.always || slices.Equal(set, own)
		}
		d.colour = d.colour || bound(own)
	}
	d.colour = d.colour || m.BothSides && bound(every)
	d.any = d.always || d.colour
	return d
}

// squares returns the squares of the last man with which a slot is dead.
func (d *deadRule) squares(b *builder, p *place) word {
	switch {
	case d.always:
		return b.all
	case !d.colour:
		return word{}
	}
	dark, light := d.dark, b.all.AndNot(d.dark)
	for _, sq := range p.sq[b.t.kings : len(b.t.men)-1] {
		if d.dark.Has(sq) {
			light = board.Set{}
		} else {
			dark = board.Set{}
		}
	}
	return dark.Or(light)
}
