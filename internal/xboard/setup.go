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

// places is the length of the table for one colour: XBoard's own table of that
// length has P N B R Q F E A C W M O H I J G D V L S U and the king.
const places = 22

// queenPlace is where the table has the queen, whose letter is the default
// promotion.
const queenPlace = 4

// pictures are the places with a fitting picture, by the name of the piece.
// Nothing else may stand where XBoard has knights and bishops: it judges by these
// places which men can mate, and draws games by it. Of the others, Ferz (5),
// Alfil (6) and Wazir (9) are avoided for the same reason.
var pictures = map[string]int{
	"knight": 1, "bishop": 2, "rook": 3, "queen": queenPlace,
	"mortar": 11, "cobra": 19, "unicorn": 20,
}

// neutral are places that XBoard concludes nothing from, in the order in which
// pieces without a picture get them.
var neutral = []int{7, 8, 10, 12, 13, 14, 15, 16, 17, 18, 11, 19, 20}

// pieceTable returns XBoard's pieceToChar table: pawn first, king last, and in
// the queen's place the piece that a pawn is most likely to become.
func pieceTable(d *variant.Def) string {
	promotable := map[int]bool{}
	for _, p := range d.Pieces {
		for _, choice := range p.Promotions {
			if !choice.Pair {
				promotable[choice.Kind] = true
			}
		}
	}
	table := []byte(strings.Repeat(".", places))
	best := -1
	for i, p := range d.Pieces {
		switch {
		case p.Royal:
			table[places-1] = p.Letter
		case p.Pawn:
			table[0] = p.Letter
		case promotable[i] && p.Value > best:
			best, table[queenPlace] = p.Value, p.Letter
		}
	}
	var rest []byte
	for _, p := range d.Pieces {
		if p.Royal || p.Pawn || p.Letter == table[queenPlace] {
			continue
		}
		if at, ok := pictures[p.Name]; ok && table[at] == '.' {
			table[at] = p.Letter
		} else {
			rest = append(rest, p.Letter)
		}
	}
	for _, at := range neutral {
		if len(rest) > 0 && table[at] == '.' {
			table[at], rest = rest[0], rest[1:]
		}
	}
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
