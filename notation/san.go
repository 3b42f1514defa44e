package notation

import (
	"strconv"
	"strings"

	"tagmate/board"
	"tagmate/position"
)

type square = board.Square

// SAN returns a legal move in standard algebraic notation: as in PGN, with the
// letters of the game, and "=B" for a pair of Brutes. The move gets + for
// check and # for checkmate.
func SAN(p *position.Position, m position.Move) string {
	return string(AppendSAN(nil, p, m))
}

// AppendSAN appends a legal move in SAN. The position is the same afterwards.
func AppendSAN(b []byte, p *position.Position, m position.Move) []byte {
	b = appendBody(b, p, m)
	var u position.Undo
	p.Make(m, &u)
	if p.InCheck() {
		if p.HasMove() {
			b = append(b, '+')
		} else {
			b = append(b, '#')
		}
	}
	p.Unmake(m, &u)
	return b
}

// appendBody appends the move without the mark for check.
func appendBody(b []byte, p *position.Position, m position.Move) []byte {
	r := p.Rules()
	from, to := m.From(), m.To()
	if m.IsCastle() {
		if to > from {
			return append(b, "O-O"...)
		}
		return append(b, "O-O-O"...)
	}
	k := p.At(from).Kind()
	capture := p.At(to) != position.NoPiece || m.IsEnPassant()
	if !r.IsPawn(k) {
		b = append(b, r.Piece(k).Letter)
	}
	n := len(b)
	b = appendOrigin(b, p, m)
	if origin := b[n:]; r.IsPawn(k) && capture && (len(origin) == 0 || origin[0] < 'a') {
		// A pawn's capture names its file, whether or not it is needed.
		b = b[:n]
		if len(origin) == 0 {
			b = append(b, byte('a'+r.Shape().File(from)))
		} else {
			b = r.Shape().AppendName(b, from)
		}
	}
	if capture {
		b = append(b, 'x')
	}
	b = r.Shape().AppendName(b, to)
	if promo := m.Promotion(); promo != position.NoKind {
		b = append(b, '=', r.Piece(promo).Letter)
	}
	return b
}

// appendOrigin appends the file, else the rank, else the square from which the
// piece comes, where another one that is written alike could make the move as
// well: one of its kind, or for pawns, which have no letter, any pawn.
func appendOrigin(b []byte, p *position.Position, m position.Move) []byte {
	r := p.Rules()
	shape := r.Shape()
	from := m.From()
	pawn := r.IsPawn(p.At(from).Kind())
	others, sameFile, sameRank := false, false, false
	var buf [256]position.Move
	for _, x := range p.AppendMoves(buf[:0]) {
		if x.To() != m.To() || x.From() == from || x.IsCastle() {
			continue
		}
		if p.At(x.From()) != p.At(from) && !(pawn && r.IsPawn(p.At(x.From()).Kind())) {
			continue
		}
		others = true
		sameFile = sameFile || shape.File(x.From()) == shape.File(from)
		sameRank = sameRank || shape.Rank(x.From()) == shape.Rank(from)
	}
	switch {
	case !others:
		return b
	case !sameFile:
		return append(b, byte('a'+shape.File(from)))
	case !sameRank:
		return strconv.AppendInt(b, int64(shape.Rank(from)+1), 10)
	}
	return shape.AppendName(b, from)
}

// ParseSAN reads a move in SAN. It also takes what other programs write: 0-0,
// no x, no =, brackets around the promotion, "e.p.", marks such as !?, an
// origin that is longer than needed. Errors are of type *MoveError.
func ParseSAN(p *position.Position, text string) (position.Move, error) {
	want := plain(text)
	var found position.Move
	n := 0
	r := p.Rules()
	var buf [256]position.Move
	for _, m := range p.AppendMoves(buf[:0]) {
		if matches(p, m, want) {
			found = m
			n++
		}
	}
	fail := func(detail string) (position.Move, error) {
		return position.NoMove, &MoveError{Text: clip(text), Detail: detail}
	}
	switch {
	case n == 1:
		return found, nil
	case n > 1:
		return fail("it could be more than one move; add the file or rank of the piece")
	case want == "":
		return fail("expected a move such as e4, Nf3 or O-O")
	}
	// Legal but for the promotion, so that the reason can be told.
	for _, m := range p.AppendMoves(buf[:0]) {
		if m.Promotion() != position.NoKind && matches(p, m, want+string(r.Piece(m.Promotion()).Letter)) {
			return fail("expected what the pawn becomes, as in " + want + "=" + string(r.Piece(m.Promotion()).Letter))
		}
	}
	return fail("no legal move is written so here")
}

// plain strips what carries no meaning.
func plain(text string) string {
	if len(text) > 32 {
		return ""
	}
	s := strings.TrimSpace(text)
	s = strings.TrimRight(s, "+#!?")
	s = strings.TrimSuffix(s, "e.p.")
	s = strings.ReplaceAll(s, "0-0", "O-O")
	s = strings.ReplaceAll(s, "O-0", "O-O")
	drop := strings.NewReplacer("x", "", ":", "", "=", "", "(", "", ")", "", "/", "")
	if !strings.HasPrefix(s, "O") {
		s = strings.ReplaceAll(s, "-", "")
	}
	return strings.TrimSpace(drop.Replace(s))
}

// matches compares a legal move with a text that plain has stripped.
func matches(p *position.Position, m position.Move, want string) bool {
	r := p.Rules()
	if m.IsCastle() {
		return want == "O-O" && m.To() > m.From() || want == "O-O-O" && m.To() < m.From()
	}
	rest := want
	k := p.At(m.From()).Kind()
	if letter := r.Piece(k).Letter; !r.IsPawn(k) {
		if rest == "" || rest[0] != letter {
			return false
		}
		rest = rest[1:]
	} else if rest != "" && rest[0] == letter {
		rest = rest[1:]
	}
	if promo := m.Promotion(); promo != position.NoKind {
		letter := r.Piece(promo).Letter
		if rest == "" || rest[len(rest)-1] != letter {
			return false
		}
		rest = rest[:len(rest)-1]
	}
	to := r.Shape().Name(m.To())
	if !strings.HasSuffix(rest, to) {
		return false
	}
	origin := rest[:len(rest)-len(to)]
	from := r.Shape().Name(m.From())
	capture := p.At(m.To()) != position.NoPiece || m.IsEnPassant()
	if r.IsPawn(k) && origin == "" {
		return !capture // a pawn's capture names its file
	}
	return origin == "" || origin == from || origin == from[:1] || origin == from[1:]
}

// ParseMove reads UCI text or SAN.
func ParseMove(p *position.Position, text string) (position.Move, error) {
	m, uciErr := ParseUCI(p, text)
	if uciErr == nil {
		return m, nil
	}
	m, err := ParseSAN(p, text)
	if err == nil {
		return m, nil
	}
	if looksLikeUCI(p, text) {
		return position.NoMove, uciErr
	}
	return position.NoMove, err
}

// looksLikeUCI reports whether a text begins with two squares.
func looksLikeUCI(p *position.Position, text string) bool {
	shape := p.Rules().Shape()
	_, n := shape.ReadSquare(text)
	if n == 0 {
		return false
	}
	_, k := shape.ReadSquare(text[n:])
	return k > 0
}
