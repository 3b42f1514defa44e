package xboard

import (
	"fmt"
	"strings"

	"tagmate/position"
	"tagmate/variant"
)

// setup describes a game to XBoard: one setup line and a piece line a kind.
func setup(r *position.Rules) []string {
	d := r.Def()
	lines := []string{fmt.Sprintf("setup (%s) %dx%d+0_fairy %s", pieceTable(d), d.Shape.Files, d.Shape.Ranks, r.Start().FEN())}
	for _, p := range d.Pieces {
		lines = append(lines, fmt.Sprintf("piece %c& %s", p.Letter, p.Text))
	}
	return lines
}

// queenPlace is where the table has the queen, whose letter is the default
// promotion.
const queenPlace = 4

// pieceTable returns XBoard's pieceToChar table: pawn first, king last, and in
// the queen's place the piece that a pawn is most likely to become.
func pieceTable(d *variant.Def) string {
	var pawn, king, queen byte
	best := -1
	promotable := map[int]bool{}
	for _, p := range d.Pieces {
		for _, choice := range p.Promotions {
			if !choice.Pair {
				promotable[choice.Kind] = true
			}
		}
	}
	for i, p := range d.Pieces {
		switch {
		case p.Royal:
			king = p.Letter
		case p.Pawn:
			pawn = p.Letter
		case promotable[i] && p.Value > best:
			best, queen = p.Value, p.Letter
		}
	}
	var rest []byte
	for _, p := range d.Pieces {
		if !p.Royal && !p.Pawn && p.Letter != queen {
			rest = append(rest, p.Letter)
		}
	}
	table := []byte{pawn}
	for len(table) < queenPlace {
		if len(rest) > 0 {
			table, rest = append(table, rest[0]), rest[1:]
		} else {
			table = append(table, '.')
		}
	}
	if queen == 0 {
		queen = '.'
	}
	table = append(append(table, queen), rest...)
	table = append(table, king)
	return string(table) + strings.ToLower(string(table))
}

// fromXBoard translates the ranks of a move on a board of ten ranks, which
// XBoard counts from 0, to ours.
func fromXBoard(r *position.Rules, move string) string {
	if r.Shape().Ranks != 10 {
		return move
	}
	var b []byte
	for i := range len(move) {
		c := move[i]
		if i > 0 && c >= '0' && c <= '9' && move[i-1] >= 'a' && move[i-1] <= 'p' {
			b = fmt.Appendf(b, "%d", c-'0'+1)
			continue
		}
		b = append(b, c)
	}
	return string(b)
}

// toXBoard is the reverse of fromXBoard.
func toXBoard(r *position.Rules, move string) string {
	if r.Shape().Ranks != 10 {
		return move
	}
	var b []byte
	for i := 0; i < len(move); i++ {
		c := move[i]
		if c < '0' || c > '9' {
			b = append(b, c)
			continue
		}
		n := int(c - '0')
		if i+1 < len(move) && move[i+1] >= '0' && move[i+1] <= '9' {
			i++
			n = 10*n + int(move[i]-'0')
		}
		b = append(b, byte('0'+n-1))
	}
	return string(b)
}
