package tablebase

import (
	"fmt"
	"strings"

	"tagmate/board"
	"tagmate/position"
)

// The classes of squares where the bare king may be mated, by the colour of a
// man that is bound to one: the corners themselves, the corners with the three
// squares around each, and the rest of the board.
const (
	cornerSame = iota
	cornerOther
	nearSame
	nearOther
	elsewhere
	anyCorner
	anyNear
	sameOrAway
	mateClasses
)

var classNames = [mateClasses]string{
	"a corner square of the bound man's colour", "a corner square of the other colour",
	"or next to a corner of the bound man's colour", "or next to a corner of the other colour",
	"squares away from all corners", "a corner square of either colour", "or next to a corner of either colour",
	"or next to a corner of the bound man's colour, or away from all corners",
}

// classKeys names the classes in the keys of numbers.
var classKeys = [mateClasses]string{
	"corner-same", "corner-other", "near-same", "near-other", "away", "corner", "near", "same-or-away",
}

func init() {
	for class, key := range classKeys {
		whats["mates-"+key] = "mates in " + classNames[class]
		whats["forced-"+key] = "White to move can force mate in " + classNames[class]
	}
}

// mateSquares returns a filter for builders: mates count only where the bare
// king stands on squares of a class.
func mateSquares(t *Table, bound byte, class int) func(p *place) word {
	shape := t.rules.Shape()
	dark := shape.DarkSet()
	at := -1
	for i, m := range t.men {
		if t.rules.Piece(m.kind).Letter == bound {
			at = i
		}
	}
	reach := 0
	if class >= nearSame && class != anyCorner {
		reach = 1
	}
	return func(p *place) word {
		king := p.sq[1]
		corner := board.NoSquare
		for _, f := range []int{0, shape.Files - 1} {
			for _, r := range []int{0, shape.Ranks - 1} {
				if sq := shape.Square(f, r); t.steps(king, sq) <= reach {
					corner = sq
				}
			}
		}
		switch {
		case corner == board.NoSquare && (class == elsewhere || class == sameOrAway):
			return shape.All()
		case corner == board.NoSquare || class == elsewhere:
			return word{}
		case class == anyCorner || class == anyNear:
			return shape.All()
		}
		alike := dark
		if !dark.Has(corner) == (class == cornerSame || class == nearSame || class == sameOrAway) {
			alike = shape.All().AndNot(dark)
		}
		if at == len(t.men)-1 {
			return alike
		}
		if alike.Has(p.sq[at]) {
			return shape.All()
		}
		return word{}
	}
}

func (c *claims) corners(x *Claim) error {
	x.Claim = "Elephant and Knight, Mortar and Elephant, Mortar and Phoenix, Mortar and Unicorn, Mortar and Adjutant mate only in corners of one colour."
	l, err := c.lib(x.Game, false)
	if err != nil {
		return err
	}
	var exist, wrong, good, square []string
	for _, pair := range []struct {
		name  string
		bound byte
	}{{"KNEk", 'E'}, {"KEMk", 'M'}, {"KFMk", 'M'}, {"KUMk", 'M'}, {"KJMk", 'M'}} {
		full, err := c.table(x.Game, pair.name, false)
		if err != nil {
			return err
		}
		total := useful(full.Stats())
		x.number(full.name, "wins", total.White.WinPercent, "%")
		var mates [mateClasses]int64
		var example [mateClasses]string
		var share [mateClasses]float64
		var forced [mateClasses]bool // from most of the positions that are won
		for class := range mateClasses {
			filter := mateSquares(full, pair.bound, class)
			for at, code := range full.codes[position.Black] {
				if code != lossIn(0) {
					continue
				}
				p := place{sq: full.squares(at)}
				if filter(&p).Has(p.sq[len(full.men)-1]) {
					mates[class] += full.fr.orbit[at/(full.slots*full.n)]
					example[class] = full.fen(position.Black, at)
				}
			}
			t := newTable(l.rules, full.ending, false)
			_, err := buildFor(c.ctx, t, c.threads, l.sub(c.ctx), limits{mates: filter})
			if err != nil {
				return err
			}
			s := useful(t.Stats())
			share[class] = 100 * float64(s.White.Wins) / float64(max(total.White.Legal, 1))
			forced[class] = 2*s.White.Wins > total.White.Wins
			x.number(full.name, "mates-"+classKeys[class], float64(mates[class]), "positions")
			x.number(full.name, "forced-"+classKeys[class], share[class], "%")
		}
		in, out := nearSame, nearOther
		if share[nearOther] > share[nearSame] {
			in, out = nearOther, nearSame
		}
		colour := "the colour of the bound man"
		if in == nearOther {
			colour = "the colour that the bound man never reaches"
		}
		if !forced[in] {
			why := fmt.Sprintf("with mates in corners of both colours (%.2f %%)", share[anyNear])
			if share[sameOrAway] > share[anyNear] {
				why = fmt.Sprintf("where mates on the edge away from the corners count as well (%.2f %%), corners of the other colour are not needed", share[sameOrAway])
			}
			wrong = append(wrong, fmt.Sprintf("%s cannot be forced in corners of one colour alone (%.2f %%), but %s", full.name, share[in], why))
		} else {
			good = append(good, fmt.Sprintf("%s in corners of %s (%.2f %%)", full.name, colour, share[in]))
		}
		if !forced[in-nearSame] {
			square = append(square, full.name)
		}
		for _, class := range []int{out, elsewhere} {
			if forced[class] {
				wrong = append(wrong, fmt.Sprintf("%s can be forced in %s too (%.2f %%)", full.name, classNames[class], share[class]))
			}
			if mates[class] > 0 {
				exist = append(exist, full.name)
				what := "mate-other"
				if class == elsewhere {
					what = "mate-away"
				}
				x.show(example[class], full.name, what, mates[class], 0)
			}
		}
	}
	finding := "Counting the corner square and the three around it, mate can be forced in general: " + strings.Join(good, ", ") + "."
	if len(square) > 0 {
		finding += " On the corner square alone it cannot be forced with " + strings.Join(square, ", ") + "."
	}
	x.settle(wrong, finding)
	switch {
	case len(wrong) > 0 && len(good) > 0:
		x.Verdict = WithExcepts
		x.Finding = "Exceptions: " + strings.TrimPrefix(x.Finding, "Not so: ")
	case len(wrong) == 0 && len(exist) > 0:
		x.Verdict = WithExcepts
		x.Finding = "True of where the mate can be forced, not of where mates exist: if the bare king goes there, each of these endings has mates elsewhere. " + finding
	}
	return nil
}

// steps returns the distance of two squares in king's steps.
func (t *Table) steps(a, b board.Square) int {
	shape := t.rules.Shape()
	return max(abs(shape.File(a)-shape.File(b)), abs(shape.Rank(a)-shape.Rank(b)))
}

func abs(n int) int { return max(n, -n) }
