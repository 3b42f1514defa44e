package tag

import (
	"errors"
	"fmt"
	"strings"

	"tagmate/notation"
	"tagmate/position"
)

// maxForbidden bounds the forbidden moves in a text: there can be no more
// than legal moves.
const maxForbidden = 256

// Parse reads a position text (RULES "Tag Chess"): the six fields of FEN, the
// two holders, and the forbidden moves of the side to move. The text of the
// board is normalised; forbidden moves keep their order; one that is no legal
// move with any piece is an error; if they are all that the team could play
// they are allowed, and gone from the text.
func Parse(r *position.Rules, text string) (*State, error) {
	fields := strings.Fields(text)
	if len(fields) != 8 {
		return nil, fmt.Errorf("tag: expected 8 fields (the six of FEN, the holders such as kq, and forbidden moves or -), got %d", len(fields))
	}
	pos, err := position.ParseFEN(r, strings.Join(fields[:6], " "))
	if err != nil {
		return nil, fmt.Errorf("tag: %w", err)
	}
	g := &State{pos: pos}
	if len(fields[6]) != 2 {
		return nil, fmt.Errorf("tag: holders: expected two letters, White's and Black's, each q or k, got %q", fields[6])
	}
	for i := range g.holders {
		switch fields[6][i] {
		case 'q':
			g.holders[i] = QueenSide
		case 'k':
			g.holders[i] = KingSide
		default:
			return nil, fmt.Errorf("tag: holders: letter %d: expected q or k, got %q", i+1, fields[6][i:i+1])
		}
	}
	if err := g.parseForbidden(fields[7]); err != nil {
		return nil, fmt.Errorf("tag: forbidden moves: %w", err)
	}
	return g, nil
}

func (g *State) parseForbidden(text string) error {
	if text == "-" {
		return nil
	}
	shape := g.pos.Rules().Shape()
	legal := g.pos.AppendMoves(nil)
	for i, s := range strings.Split(text, ",") {
		from, n := shape.ReadSquare(s)
		to, k := shape.ReadSquare(s[n:])
		if n == 0 || k == 0 || n+k != len(s) {
			return fmt.Errorf("move %d: expected two squares such as g1f3, got %q", i+1, s)
		}
		if i >= maxForbidden {
			return errors.New("too many")
		}
		pair := Pair{from, to}
		possible := false
		for _, m := range legal {
			possible = possible || pairOf(m) == pair
		}
		if !possible {
			return fmt.Errorf("move %d: %s is no legal move here", i+1, s)
		}
		for _, have := range g.forbidden {
			if have == pair {
				return fmt.Errorf("move %d: %s stands there twice", i+1, s)
			}
		}
		g.forbidden = append(g.forbidden, pair)
	}
	g.relent()
	return nil
}

// Text returns the position text.
func (g *State) Text() string {
	b := g.pos.AppendFEN(nil)
	b = append(b, ' ')
	b = append(b, g.holders[position.White].String()...)
	b = append(b, g.holders[position.Black].String()...)
	b = append(b, ' ')
	shape := g.pos.Rules().Shape()
	for i, f := range g.forbidden {
		if i > 0 {
			b = append(b, ',')
		}
		b = shape.AppendName(shape.AppendName(b, f.From), f.To)
	}
	if len(g.forbidden) == 0 {
		b = append(b, '-')
	}
	return string(b)
}

// Act carries out an action written as text: "pass", a move for a play, or
// "foul:" and a move for an attempt on a partner's piece, which a plain move
// is not: that is refused with a hint, so that nobody fouls by a slip. A move
// is UCI text or SAN. After an error nothing has changed.
func (g *State) Act(text string) error {
	if text == "pass" {
		if !g.CanPass() {
			return PartnerStuck
		}
		g.pass()
		return nil
	}
	written, attempt := strings.CutPrefix(text, "foul:")
	m, err := notation.ParseMove(g.pos, written)
	if err != nil {
		return err
	}
	switch verdict := g.Judge(m); {
	case verdict == PartnersPiece && attempt:
		g.foul(m)
	case verdict == PartnersPiece:
		return fmt.Errorf("%w: write foul:%s for it", PartnersPiece, notation.UCI(g.pos.Rules(), m))
	case verdict == Allowed && attempt:
		return errors.New("the piece stands on the holder's own files, so that the move is no foul")
	case verdict == Allowed:
		var u position.Undo
		g.pos.Make(m, &u)
		g.forbidden = nil
	default:
		return verdict
	}
	return nil
}
