package tablebase

import "fmt"

// measured is what is counted of an ending with a bare king, without automatic
// draws; of two men that are bound to colours those on different ones.
type measured struct {
	Stats
	drawn Drawn
	same  *measured // those on one colour, where that matters
}

// general reports whether an ending counts as one that can be won. Some of its
// positions are drawn in any case, because a man is attacked and lost, or the
// bare king is stalemated. So those are left out in which Black can force a
// capture or stalemate whatever White plays. Of the others, in which White can
// keep all men for ever, most must be won. Where the line is drawn does not
// matter: in orthodox chess that share is 100 % with a rook, with bishop and
// knight, and with two bishops on different colours, and less than 0.1 % with one
// minor piece, two knights, or two bishops on one colour; and no ending that is
// spoken of here lies between 3 and 99 %.
func (m *measured) general() bool { return m.White.Wins > m.drawn.Kept }

// keeping is that share, in percent.
func (m *measured) keeping() float64 {
	return 100 * float64(m.White.Wins) / float64(max(m.White.Wins+m.drawn.Kept, 1))
}

// measure builds the table of an ending and counts.
func (c *claims) measure(game, name string) (*measured, error) {
	if m := c.counted[game+name]; m != nil {
		return m, nil
	}
	l, err := c.lib(game, true)
	if err != nil {
		return nil, err
	}
	e, err := ParseEnding(l.rules, name)
	if err != nil {
		return nil, err
	}
	e, _ = e.Canonical(l.rules)
	t := newTable(l.rules, e, true)
	b, err := buildFor(c.ctx, t, c.threads, l.sub(c.ctx), limits{})
	if err != nil {
		return nil, err
	}
	escapes, err := b.escapes(c.ctx)
	if err != nil {
		return nil, err
	}
	s := t.Stats()
	m := &measured{Stats: useful(s), drawn: t.drawn(escapes, true)}
	if t.splits() {
		m.same = &measured{Stats: s[1], drawn: t.drawn(escapes, false)}
	}
	c.counted[game+name] = m
	return m, nil
}

// counted enters the numbers of an ending that are the same for most claims.
func (x *Claim) counted(name string, m *measured) {
	x.number(name, "wins", m.White.WinPercent, "%")
	x.number(name, "keeping", m.keeping(), "%")
	if m.White.Longest > 0 {
		x.number(name, "longest", float64(m.White.Longest), "plies")
	}
}

// useful picks the statistics that tell: of two men bound to colours those on
// different ones.
func useful(s []Stats) Stats {
	if len(s) == 3 {
		return s[2]
	}
	return s[0]
}

// shares says how much of an ending is won.
func shares(m *measured) string {
	return fmt.Sprintf("%s is won in %.2f %% of the positions in which White can keep its men", m.Ending, m.keeping())
}
