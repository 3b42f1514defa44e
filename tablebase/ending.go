package tablebase

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tagmate/position"
)

// maxMen is the greatest number of men that a table can index, the two that a
// pawn becomes included.
const maxMen = 6

// Ending is the men of both sides, each side's king first and then in the
// order of the game's file. A side may lack a king, but not both.
type Ending struct {
	White, Black []position.Kind
}

// ParseEnding reads the name of an ending: White's men in upper case and
// Black's in lower case, as KJUk or KAkj. All in upper case is understood when
// there are two kings, the second of which begins Black's men.
func ParseEnding(r *position.Rules, text string) (Ending, error) {
	var e Ending
	king := r.Piece(r.Royal()).Letter
	upper := strings.ToUpper(text) == text
	black := false
	for i := range len(text) {
		c := text[i]
		lower := c >= 'a' && c <= 'z'
		if lower {
			c -= 'a' - 'A'
		}
		k := r.KindByLetter(c)
		if c < 'A' || c > 'Z' || k == position.NoKind {
			return e, fmt.Errorf("ending %q: %s is no piece of %s", text, strconv.Quote(text[i:i+1]), r.Def().Name)
		}
		if upper && c == king && i > 0 {
			black = true
		}
		if lower || black {
			e.Black = append(e.Black, k)
		} else {
			e.White = append(e.White, k)
		}
	}
	e.sort(r)
	if err := e.Check(r); err != nil {
		return e, fmt.Errorf("ending %q: %w", text, err)
	}
	return e, nil
}

// EndingOf returns the men of a position.
func EndingOf(p *position.Position) Ending {
	var e Ending
	for sq := range p.Occupied().Squares() {
		piece := p.At(sq)
		if piece.Color() == position.White {
			e.White = append(e.White, piece.Kind())
		} else {
			e.Black = append(e.Black, piece.Kind())
		}
	}
	e.sort(p.Rules())
	return e
}

func (e *Ending) sort(r *position.Rules) {
	order := func(a, b position.Kind) int {
		if (a == r.Royal()) != (b == r.Royal()) {
			if a == r.Royal() {
				return -1
			}
			return 1
		}
		return cmp.Compare(a, b)
	}
	slices.SortFunc(e.White, order)
	slices.SortFunc(e.Black, order)
}

// Check says why no table can hold an ending; nil if one can.
func (e Ending) Check(r *position.Rules) error {
	kings := 0
	for _, side := range [][]position.Kind{e.White, e.Black} {
		n := 0
		for _, k := range side {
			if k == r.Royal() {
				n++
			}
		}
		if n > 1 {
			return fmt.Errorf("a side has one king at most")
		}
		kings += n
	}
	switch {
	case kings == 0:
		return fmt.Errorf("at least one side needs a king")
	case e.Men() > MaxMen:
		return fmt.Errorf("%d men; tables go to %d", e.Men(), MaxMen)
	case e.Reach(r) > maxMen:
		return fmt.Errorf("pawns that become pairs make %d men, of whom no table can be made", e.Reach(r))
	}
	return nil
}

// HasPawns reports whether a side has a pawn.
func (e Ending) HasPawns(r *position.Rules) bool {
	return slices.ContainsFunc(e.White, r.IsPawn) || slices.ContainsFunc(e.Black, r.IsPawn)
}

// Men returns the number of men, kings included.
func (e Ending) Men() int { return len(e.White) + len(e.Black) }

// Name returns the name of an ending, such as "KJUk".
func (e Ending) Name(r *position.Rules) string {
	var b []byte
	for _, k := range e.White {
		b = append(b, r.Letter(position.MakePiece(k, position.White)))
	}
	for _, k := range e.Black {
		b = append(b, r.Letter(position.MakePiece(k, position.Black)))
	}
	return string(b)
}

// HasKings reports whether both sides have a king.
func (e Ending) HasKings(r *position.Rules) bool {
	return slices.Contains(e.White, r.Royal()) && slices.Contains(e.Black, r.Royal())
}

// Flip returns the ending with the colours exchanged.
func (e Ending) Flip() Ending { return Ending{White: e.Black, Black: e.White} }

// Canonical returns the ending with the stronger side as White, as its table is
// kept, and whether the colours had to be exchanged for it.
func (e Ending) Canonical(r *position.Rules) (Ending, bool) {
	worth := func(side []position.Kind) int {
		n := 0
		for _, k := range side {
			n += 100000 + r.Piece(k).Value
		}
		return n
	}
	c := cmp.Or(cmp.Compare(worth(e.White), worth(e.Black)), -slices.Compare(e.White, e.Black))
	if c < 0 && compiledOf(r).mirrors {
		return e.Flip(), true
	}
	return e, false
}
