package slow

import (
	"slices"
	"strings"

	"tagmate/variant"
)

// Status returns "checkmate", "stalemate", "draw-material" or "ongoing".
func (p *Position) Status() string {
	stuck := len(p.Moves()) == 0
	switch {
	case stuck && p.InCheck():
		return "checkmate"
	case stuck:
		return "stalemate"
	case p.DeadMaterial():
		return "draw-material"
	}
	return "ongoing"
}

// Outcome returns what a status means: "1-0", "0-1", "1/2-1/2" or "*".
func (p *Position) Outcome() string {
	mover, other := "1-0", "0-1"
	if p.Black {
		mover, other = other, mover
	}
	switch p.Status() {
	case "checkmate":
		return other
	case "stalemate":
		switch p.Game.Def.Ending.Stalemate {
		case variant.Win:
			return mover
		case variant.Loss:
			return other
		}
		return "1/2-1/2"
	case "draw-material":
		return "1/2-1/2"
	}
	return "*"
}

// army returns a side's letters beside the king, in upper case and sorted, and
// the squares on which they stand.
func (p *Position) army(black bool) (letters string, squares []int) {
	var out []string
	for sq, c := range p.Board {
		if c != 0 && isBlack(c) == black && upper(c) != p.Game.king {
			out = append(out, string(upper(c)))
			squares = append(squares, sq)
		}
	}
	slices.Sort(out)
	return strings.Join(out, ""), squares
}

// DeadMaterial reports whether the pieces are such that the game is drawn.
func (p *Position) DeadMaterial() bool {
	white, whiteAt := p.army(false)
	black, blackAt := p.army(true)
	if p.Game.Def.Draws.Material.BothSides && p.boundToOneColour(white+black, append(whiteAt, blackAt...)) {
		return true
	}
	return black == "" && p.CannotWin(false) || white == "" && p.CannotWin(true)
}

// CannotWin reports whether a side could not win against a bare king.
func (p *Position) CannotWin(black bool) bool {
	g := p.Game
	m := &g.Def.Draws.Material
	letters, squares := p.army(black)
	if len(letters) == 1 && m.AnySingle && !g.kind(letters[0]).Pawn {
		return true
	}
	for _, set := range m.AgainstBare {
		var want []string
		for _, k := range set {
			want = append(want, string(g.Def.Pieces[k].Letter))
		}
		slices.Sort(want)
		if letters == strings.Join(want, "") {
			return true
		}
	}
	return letters != "" && p.boundToOneColour(letters, squares)
}

// boundToOneColour reports whether all pieces are of the kinds that the game
// lists as bound, and all squares have one colour.
func (p *Position) boundToOneColour(letters string, squares []int) bool {
	g := p.Game
	bound := ""
	for _, k := range g.Def.Draws.Material.OneColour {
		bound += string(g.Def.Pieces[k].Letter)
	}
	if bound == "" || strings.Trim(letters, bound) != "" {
		return false
	}
	colours := map[int]bool{}
	for _, sq := range squares {
		colours[(sq/g.files+sq%g.files)%2] = true
	}
	return len(colours) <= 1
}
