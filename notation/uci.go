package notation

import (
	"strconv"

	"tagmate/position"
)

// MoveError says why a move text could not be read.
type MoveError struct {
	Text   string
	Detail string // what was wrong, and what was expected
}

// Error implements error.
func (e *MoveError) Error() string { return "move " + strconv.Quote(e.Text) + ": " + e.Detail }

// UCI returns a move as UCI text: from and to square, and a lower-case letter
// for a promotion. Ranks may have two digits; castling is the king's move.
func UCI(r *position.Rules, m position.Move) string {
	return string(AppendUCI(nil, r, m))
}

// AppendUCI appends a move as UCI text.
func AppendUCI(b []byte, r *position.Rules, m position.Move) []byte {
	if m == position.NoMove {
		return append(b, "0000"...)
	}
	b = r.Shape().AppendName(b, m.From())
	b = r.Shape().AppendName(b, m.To())
	if k := m.Promotion(); k != position.NoKind {
		b = append(b, r.Piece(k).Letter+'a'-'A')
	}
	return b
}

// ParseUCI reads UCI text as a legal move. Errors are of type *MoveError.
func ParseUCI(p *position.Position, text string) (position.Move, error) {
	r := p.Rules()
	fail := func(detail string) (position.Move, error) {
		return position.NoMove, &MoveError{Text: clip(text), Detail: detail}
	}
	from, n := r.Shape().ReadSquare(text)
	if n == 0 {
		return fail("expected a move such as e2e4: no square of this board at letter 1")
	}
	to, k := r.Shape().ReadSquare(text[n:])
	if k == 0 {
		return fail("expected a move such as e2e4: no square of this board at letter " + strconv.Itoa(n+1))
	}
	letter := text[n+k:]
	if len(letter) > 1 {
		return fail("expected one promotion letter at most after the squares")
	}
	var buf [256]position.Move
	needed := false
	for _, m := range p.AppendMoves(buf[:0]) {
		if m.From() != from || m.To() != to {
			continue
		}
		promo := m.Promotion()
		if promo == position.NoKind && letter == "" {
			return m, nil
		}
		if promo != position.NoKind {
			needed = true
			if letter != "" && letter[0] == r.Piece(promo).Letter+'a'-'A' {
				return m, nil
			}
		}
	}
	if needed {
		if letter == "" {
			return fail("expected a promotion letter after the squares")
		}
		return fail("promotion to " + strconv.Quote(letter) + " is not possible here")
	}
	return fail(whyNot(p, from, to, letter))
}

// whyNot explains in a few words why no legal move joins two squares.
func whyNot(p *position.Position, from, to square, letter string) string {
	r := p.Rules()
	name := r.Shape().Name
	piece := p.At(from)
	switch {
	case piece == position.NoPiece:
		return "there is no piece on " + name(from)
	case piece.Color() != p.Turn():
		return "the piece on " + name(from) + " is " + piece.Color().String() + "'s, and " + p.Turn().String() + " is to move"
	}
	title := r.Piece(piece.Kind()).Title
	if letter != "" && !(r.IsPawn(piece.Kind()) && r.LastRank(p.Turn()).Has(to)) {
		return "a promotion letter belongs to a pawn that reaches the last rank"
	}
	quiet, captures, _ := p.Reach(from)
	if !quiet.Has(to) && !captures.Has(to) {
		return "the " + title + " on " + name(from) + " cannot go to " + name(to)
	}
	if p.Pinned().Has(from) {
		return "the " + title + " on " + name(from) + " is pinned"
	}
	if p.InCheck() {
		return "it does not answer the check"
	}
	return "the king would be in check"
}

// clip keeps error texts short.
func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}
