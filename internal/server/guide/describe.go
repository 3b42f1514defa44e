package guide

import (
	"strings"

	"tagmate/betza"
	"tagmate/internal/i18n"
	"tagmate/variant"
)

// describe puts a movement into words, for pieces without a text of their own.
// It is right but plain: it names each kind of step once, and leaves to the
// diagram in which directions it goes.
func describe(c *i18n.Catalogue, m betza.Movement) string {
	var parts []string
	seen := map[string]bool{}
	for _, p := range m.Paths() {
		text := c.T(pathKey(p), "a", max(abs(p.Step.DX), abs(p.Step.DY)), "b", min(abs(p.Step.DX), abs(p.Step.DY)))
		switch {
		case p.Mode&betza.Capture == 0:
			text = c.T("guide.move.quiet", "move", text)
		case p.Mode&betza.Quiet == 0:
			text = c.T("guide.move.capture", "move", text)
		}
		if !seen[text] {
			seen[text] = true
			parts = append(parts, text)
		}
	}
	return sentence(c.T("guide.move.all", "moves", strings.Join(parts, "; ")))
}

// pathKey returns the key of the text for one way to go.
func pathKey(p betza.Path) string {
	dx, dy := abs(p.Step.DX), abs(p.Step.DY)
	step := max(dx, dy) == 1
	direction := ".diagonal"
	if dx == 0 || dy == 0 {
		direction = ".straight"
	}
	switch {
	case len(p.Via) > 0:
		return "guide.move.bent"
	case p.Range == 1 && step:
		return "guide.move.step" + direction
	case p.Range == 1:
		return "guide.move.leap"
	case step:
		return "guide.move.slide" + direction
	}
	return "guide.move.ride"
}

func abs(n int) int { return max(n, -n) }

// pieceText returns how a piece moves, in words.
func pieceText(c *i18n.Catalogue, family string, p *variant.Piece) string {
	for _, key := range []string{"piece.text." + p.Name + "." + family, "piece.text." + p.Name} {
		if c.Has(key) {
			return c.T(key)
		}
	}
	return describe(c, p.Movement)
}

// pieceNote returns what else is worth knowing of a piece; "" for nothing.
func pieceNote(c *i18n.Catalogue, p *variant.Piece) string {
	if key := "piece.note." + p.Name; c.Has(key) {
		return c.T(key)
	}
	return ""
}

// pieceName returns the name of a piece as it stands within a sentence.
func pieceName(c *i18n.Catalogue, p *variant.Piece) string {
	if key := "piece." + p.Name; c.Has(key) {
		return c.T(key)
	}
	return p.Title
}

// gameName returns the name of a game.
func gameName(c *i18n.Catalogue, d *variant.Def) string {
	if key := "game." + d.ID; c.Has(key) {
		return c.T(key)
	}
	return d.Name
}
