package guide

import (
	"fmt"
	"html/template"
	"strings"

	"tagmate/board"
	"tagmate/internal/i18n"
	"tagmate/position"
)

// unit is the side of a square in the units of a drawing, those of the pieces.
const unit = 48

// diagram is a part of a board with pieces and marks on it.
type diagram struct {
	pos    *position.Position
	from   board.Square // of the marked piece, NoSquare for none
	corner [2]int       // file and rank of the lower left square
	size   [2]int       // files and ranks

	moves    board.Set
	captures board.Set
	king     board.Set // attacks a king there and nothing else
	passant  bool      // captures are en passant, by any piece
	hatched  board.Set
	files    string // the names of the hatched files
}

// whole returns a diagram of a whole board.
func whole(p *position.Position) diagram {
	s := p.Rules().Shape()
	return diagram{pos: p, from: board.NoSquare, size: [2]int{s.Files, s.Ranks}}
}

// reach returns a diagram of what the piece on a square can do.
func reach(p *position.Position, sq board.Square) diagram {
	d := whole(p)
	d.from = sq
	d.moves, d.captures, d.king = p.Reach(sq)
	// Where another piece stands a king cannot be attacked now.
	kings := p.OfKind(position.White, p.Rules().Royal()).Or(p.OfKind(position.Black, p.Rules().Royal()))
	d.king = d.king.AndNot(p.Occupied().AndNot(kings))
	return d
}

// svg draws a diagram with a text in its place for those who do not see it.
func (d diagram) svg(c *i18n.Catalogue) template.HTML {
	var b strings.Builder
	shape := d.pos.Rules().Shape()
	w, h := d.size[0]*unit, d.size[1]*unit
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img" aria-label="%s">`, w, h, template.HTMLEscapeString(d.words(c)))
	fmt.Fprintf(&b, `<rect class="sq-light" width="%d" height="%d"/><path class="sq-dark" d="`, w, h)
	d.each(func(sq board.Square, x, y int) {
		if shape.Dark(sq) {
			fmt.Fprintf(&b, "M%d %dh%dv%dh-%dz", x, y, unit, unit, unit)
		}
	})
	b.WriteString(`"/>`)
	if d.hatched.Any() {
		// Lines of 45 degrees, four a square, cut at its edges.
		b.WriteString(`<path class="hatching" d="`)
		d.each(func(sq board.Square, x, y int) {
			if !d.hatched.Has(sq) {
				return
			}
			for i := unit / 4; i <= unit; i += unit / 4 {
				fmt.Fprintf(&b, "M%d %dL%d %d", x, y+i, x+i, y)
			}
			for i := unit / 4; i < unit; i += unit / 4 {
				fmt.Fprintf(&b, "M%d %dL%d %d", x+i, y+unit, x+unit, y+i)
			}
		})
		b.WriteString(`"/>`)
	}
	d.coordinates(&b)
	d.each(func(sq board.Square, x, y int) {
		piece := d.pos.At(sq)
		if piece == position.NoPiece {
			return
		}
		name := d.pos.Rules().Piece(piece.Kind()).Name
		fmt.Fprintf(&b, `<use href="#p-%s" class="piece %s" x="%d" y="%d" width="%d" height="%d"/>`, name, piece.Color(), x, y, unit, unit)
	})
	d.each(func(sq board.Square, x, y int) {
		x, y = x+unit/2, y+unit/2
		switch {
		case d.king.Has(sq) && d.moves.Has(sq):
			b.WriteString(diamond(x, y) + innerDot(x, y))
		case d.king.Has(sq):
			b.WriteString(diamondRing(x, y))
		case d.captures.Has(sq):
			b.WriteString(ring(x, y))
		case d.moves.Has(sq):
			b.WriteString(dot(x, y))
		}
	})
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// The marks have the shapes and classes of those on the client's board.

func dot(x, y int) string {
	return fmt.Sprintf(`<circle class="mark mark-move" cx="%d" cy="%d" r="6.5"/>`, x, y)
}

func innerDot(x, y int) string {
	return fmt.Sprintf(`<circle class="mark mark-inner" cx="%d" cy="%d" r="3.5"/>`, x, y)
}

func ring(x, y int) string {
	return fmt.Sprintf(`<g class="mark mark-capture"><circle class="ring-under" cx="%d" cy="%d" r="21.5"/><circle class="ring" cx="%d" cy="%d" r="21.5"/></g>`, x, y, x, y)
}

// diamondRing goes around a king.
func diamondRing(x, y int) string {
	path := fmt.Sprintf(`d="M%d %dl22 22-22 22-22-22z"`, x, y-22)
	return `<g class="mark mark-king"><path class="ring-under" ` + path + `/><path class="ring" ` + path + `/></g>`
}

func diamond(x, y int) string {
	return fmt.Sprintf(`<path class="mark mark-reach" d="M%d %dl11 11-11 11-11-11z"/>`, x, y-11)
}

// each calls f for every square of the window with its place in the drawing.
func (d diagram) each(f func(sq board.Square, x, y int)) {
	shape := d.pos.Rules().Shape()
	for row := range d.size[1] {
		for col := range d.size[0] {
			f(shape.Square(d.corner[0]+col, d.corner[1]+d.size[1]-1-row), col*unit, row*unit)
		}
	}
}

func (d diagram) coordinates(b *strings.Builder) {
	shape := d.pos.Rules().Shape()
	text := func(sq board.Square, x, y, anchor, s string) {
		on := "on-light"
		if shape.Dark(sq) {
			on = "on-dark"
		}
		fmt.Fprintf(b, `<text class="coordinate %s" x="%s" y="%s"%s>%s</text>`, on, x, y, anchor, s)
	}
	d.each(func(sq board.Square, x, y int) {
		name := shape.Name(sq)
		if y == (d.size[1]-1)*unit {
			text(sq, fmt.Sprintf("%d.5", x+unit-3), fmt.Sprint(y+unit-3), ` text-anchor="end"`, name[:1])
		}
		if x == 0 {
			text(sq, "2.2", fmt.Sprint(y+10), "", name[1:])
		}
	})
}

// words says what a diagram shows.
func (d diagram) words(c *i18n.Catalogue) string {
	r := d.pos.Rules()
	var parts []string
	for _, side := range []position.Color{position.White, position.Black} {
		var pieces []string
		d.each(func(sq board.Square, _, _ int) {
			if p := d.pos.At(sq); p != position.NoPiece && p.Color() == side {
				pieces = append(pieces, pieceName(c, r.Piece(p.Kind()))+" "+r.Shape().Name(sq))
			}
		})
		if len(pieces) > 0 {
			parts = append(parts, c.T("guide.alt."+side.String(), "pieces", strings.Join(pieces, ", ")))
		}
	}
	squares := func(key string, set board.Set, args ...any) {
		var names []string
		for file := range d.size[0] {
			for rank := range d.size[1] {
				if sq := r.Shape().Square(d.corner[0]+file, d.corner[1]+rank); set.Has(sq) {
					names = append(names, r.Shape().Name(sq))
				}
			}
		}
		if len(names) > 0 {
			parts = append(parts, c.T(key, append(args, "squares", strings.Join(names, ", "))...))
		}
	}
	if d.from != board.NoSquare {
		squares("guide.alt.moves", d.moves, "square", r.Shape().Name(d.from))
	}
	if d.passant {
		squares("guide.alt.passant", d.captures)
	} else {
		squares("guide.alt.captures", d.captures)
	}
	squares("guide.alt.king", d.king)
	if d.files != "" {
		parts = append(parts, c.T("guide.alt.hatched", "files", d.files))
	}
	return strings.Join(parts, " ")
}

// placementOf writes the placement field of pieces on a board.
func placementOf(r *position.Rules, pieces map[board.Square]position.Piece) string {
	shape := r.Shape()
	var b strings.Builder
	for rank := shape.Ranks - 1; rank >= 0; rank-- {
		run := 0
		flush := func() {
			if run > 0 {
				fmt.Fprint(&b, run)
			}
			run = 0
		}
		for file := range shape.Files {
			piece := pieces[shape.Square(file, rank)]
			if piece == position.NoPiece {
				run++
				continue
			}
			flush()
			b.WriteByte(r.Letter(piece))
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}
