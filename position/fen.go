package position

import (
	"strconv"
	"strings"

	"tagmate/board"
)

// FENError says what is wrong in a position text.
type FENError struct {
	Field  string // "placement", "side to move", "castling", "en passant", "halfmove clock", "move number", or "" for the whole
	Place  string // a rank, square or letter, as in "rank 7"; may be empty
	Detail string // what was wrong, and what was expected
}

// Error implements error.
func (e *FENError) Error() string {
	s := "fen: "
	if e.Field != "" {
		s += e.Field + ": "
	}
	if e.Place != "" {
		s += e.Place + ": "
	}
	return s + e.Detail
}

const maxFEN = 512

// ParseFEN reads the text of a position (RULES "Position text"): six fields,
// strictly, then normalised: castling rights without king and corner piece at
// home, and en-passant squares without a legal capture, are dropped. Errors
// are of type *FENError.
func ParseFEN(r *Rules, text string) (*Position, error) {
	if len(text) > maxFEN {
		return nil, &FENError{Detail: "longer than " + strconv.Itoa(maxFEN) + " letters"}
	}
	fields := strings.Fields(text)
	if len(fields) != 6 {
		return nil, &FENError{Detail: "expected 6 fields (placement, side to move, castling, en passant, halfmove clock, move number), got " + strconv.Itoa(len(fields))}
	}
	p := &Position{rules: r, full: 1}
	if _, err := p.parsePlacement(fields[0]); err != nil {
		return nil, err
	}
	for _, c := range []Color{White, Black} {
		kings := p.OfKind(c, r.royal)
		if kings.Count() != 1 {
			return nil, &FENError{Field: "placement", Detail: "expected one " + c.String() + " king, got " + strconv.Itoa(kings.Count())}
		}
		p.king[c] = kings.First()
	}
	for k := Kind(1); k <= r.kinds; k++ {
		if bad := p.byKind[k].And(r.edges); r.pawn[k] && bad.Any() {
			return nil, &FENError{Field: "placement", Place: r.shape.Name(bad.First()), Detail: "a pawn cannot stand on the first or last rank"}
		}
	}
	switch fields[1] {
	case "w":
	case "b":
		p.turn = Black
	default:
		return nil, &FENError{Field: "side to move", Detail: "expected w or b, got " + strconv.Quote(fields[1])}
	}
	if err := p.parseRights(fields[2]); err != nil {
		return nil, err
	}
	var err error
	if p.half, err = parseCount("halfmove clock", fields[4], 0); err != nil {
		return nil, err
	}
	if p.full, err = parseCount("move number", fields[5], 1); err != nil {
		return nil, err
	}
	if p.attacked(p.king[p.turn.Other()], p.turn, p.Occupied(), board.Set{}) {
		return nil, &FENError{
			Field: "placement", Place: r.shape.Name(p.king[p.turn.Other()]),
			Detail: "the " + p.turn.Other().String() + " king could be captured, but it is " + p.turn.String() + "'s move",
		}
	}
	if err := p.parseEnPassant(fields[3]); err != nil {
		return nil, err
	}
	p.key = p.computeKey()
	return p, nil
}

// Diagram reads a placement field alone, kings or not, for showing how pieces
// move: At, Of, Occupied and Reach may be asked of it, nothing else.
func Diagram(r *Rules, placement string) (*Position, error) {
	if len(placement) > maxFEN {
		return nil, &FENError{Detail: "longer than " + strconv.Itoa(maxFEN) + " letters"}
	}
	p := &Position{rules: r, full: 1, king: [2]board.Square{board.NoSquare, board.NoSquare}}
	if rest, err := p.parsePlacement(placement); err != nil {
		return nil, err
	} else if rest != "" {
		return nil, &FENError{Field: "placement", Detail: "expected the placement field alone"}
	}
	return p, nil
}

// parsePlacement reads up to the first space and returns the rest.
func (p *Position) parsePlacement(text string) (rest string, err error) {
	r := p.rules
	text, rest, _ = strings.Cut(text, " ")
	ranks := strings.Split(text, "/")
	if len(ranks) != r.shape.Ranks {
		return "", &FENError{Field: "placement", Detail: "expected " + strconv.Itoa(r.shape.Ranks) + " ranks, got " + strconv.Itoa(len(ranks))}
	}
	for i, s := range ranks {
		rank := r.shape.Ranks - 1 - i
		fail := func(detail string) error {
			return &FENError{Field: "placement", Place: "rank " + strconv.Itoa(rank+1), Detail: detail}
		}
		file := 0
		for j := 0; j < len(s); {
			if c := s[j]; c >= '0' && c <= '9' {
				run := 0
				start := j
				for ; j < len(s) && s[j] >= '0' && s[j] <= '9' && run <= r.shape.Files; j++ {
					run = run*10 + int(s[j]-'0')
				}
				if s[start] == '0' {
					return "", fail("a run of empty squares does not begin with 0")
				}
				file += run
				if file > r.shape.Files {
					return "", fail("too many squares, expected " + strconv.Itoa(r.shape.Files))
				}
				continue
			}
			c, color := s[j], White
			if c >= 'a' && c <= 'z' {
				c, color = c-'a'+'A', Black
			}
			k := r.KindByLetter(c)
			if k == NoKind || c < 'A' || c > 'Z' {
				return "", fail(strconv.Quote(s[j:j+1]) + " is no piece of this game, expected one of " + r.letters() + " in either case or a number")
			}
			if file >= r.shape.Files {
				return "", fail("too many squares, expected " + strconv.Itoa(r.shape.Files))
			}
			p.put(r.shape.Square(file, rank), MakePiece(k, color))
			file++
			j++
		}
		if file != r.shape.Files {
			return "", fail(strconv.Itoa(file) + " squares, expected " + strconv.Itoa(r.shape.Files))
		}
	}
	return rest, nil
}

// letters returns all piece letters of the game.
func (r *Rules) letters() string {
	var b []byte
	for i := range r.def.Pieces {
		b = append(b, r.def.Pieces[i].Letter)
	}
	return string(b)
}

const rightLetters = "KQkq"

func (p *Position) parseRights(text string) error {
	if text == "-" {
		return nil
	}
	var seen uint8
	for i := range len(text) {
		bit := strings.IndexByte(rightLetters, text[i])
		if bit < 0 {
			return &FENError{Field: "castling", Place: "letter " + strconv.Itoa(i+1), Detail: "expected letters of KQkq or -, got " + strconv.Quote(text[i:i+1])}
		}
		if seen>>bit&1 != 0 {
			return &FENError{Field: "castling", Place: "letter " + strconv.Itoa(i+1), Detail: text[i:i+1] + " stands there twice"}
		}
		seen |= 1 << bit
		c := &p.rules.castles[bit]
		color := Color(bit / 2)
		if c.exists && p.king[color] == c.kingFrom && p.board[c.rookFrom] == MakePiece(c.rook, color) {
			p.rights |= 1 << bit
		}
	}
	return nil
}

// parseEnPassant reads the field and keeps the squares with a legal capture.
func (p *Position) parseEnPassant(text string) error {
	if text == "-" {
		return nil
	}
	r := p.rules
	var asked board.Set
	for rest := text; rest != ""; {
		sq, n := r.shape.ReadSquare(rest)
		if n == 0 {
			return &FENError{Field: "en passant", Place: "letter " + strconv.Itoa(len(text)-len(rest)+1), Detail: "expected a square of the board or -, got " + strconv.Quote(rest)}
		}
		if asked.Has(sq) {
			return &FENError{Field: "en passant", Place: r.shape.Name(sq), Detail: "stands there twice"}
		}
		if asked.Any() && r.shape.File(asked.First()) != r.shape.File(sq) {
			return &FENError{Field: "en passant", Place: r.shape.Name(sq), Detail: "expected squares of one file, those that one pawn passed"}
		}
		asked = asked.With(sq)
		rest = rest[n:]
	}
	them := p.turn.Other()
	for s := asked; s.Any(); {
		sq := s.Pop()
		victim, ok := p.passer(sq, them)
		if !ok || p.ep.Any() && victim != p.passed || !p.canTakeOn(p.turn, sq, victim) {
			continue
		}
		p.ep = p.ep.With(sq)
		p.passed = victim
	}
	return nil
}

// passer finds the pawn of side c that may have just passed sq: the first
// piece beyond it, where the rules let it come from an empty square before
// sq in one step over empty squares.
func (p *Position) passer(sq board.Square, c Color) (board.Square, bool) {
	r := p.rules
	forward := r.shape.Files
	if c == Black {
		forward = -forward
	}
	if p.board[sq] != NoPiece {
		return 0, false
	}
	at := int(sq) + forward
	for at >= 0 && at < r.n && p.board[at] == NoPiece {
		at += forward
	}
	if at < 0 || at >= r.n || p.board[at].Color() != c || !r.passer[p.board[at].Kind()] {
		return 0, false
	}
	m := &r.move[c][p.board[at].Kind()]
	occ := p.Occupied()
	for from := int(sq) - forward; from >= 0 && from < r.n && p.board[from] == NoPiece; from -= forward {
		if m.quiet != nil && m.quiet[from].from(occ.Without(board.Square(at))).Has(board.Square(at)) {
			return board.Square(at), true
		}
	}
	return 0, false
}

// maxCount is the greatest counter that is read. Greater ones, which only play
// can reach, are written as this, so that every text can be read again.
const maxCount = 32767

func parseCount(field, text string, low int32) (int32, error) {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n > maxCount || int32(n) < low || text[0] == '+' {
		return 0, &FENError{Field: field, Detail: "expected a number from " + strconv.Itoa(int(low)) + " to " + strconv.Itoa(maxCount) + ", got " + strconv.Quote(text)}
	}
	return int32(n), nil
}

// FEN returns the text of the position.
func (p *Position) FEN() string { return string(p.AppendFEN(nil)) }

// AppendFEN appends the text of the position to b.
func (p *Position) AppendFEN(b []byte) []byte {
	r := p.rules
	b = p.appendPlacement(b)
	if p.turn == White {
		b = append(b, " w "...)
	} else {
		b = append(b, " b "...)
	}
	for i := range rightLetters {
		if p.rights>>i&1 != 0 {
			b = append(b, rightLetters[i])
		}
	}
	if p.rights == 0 {
		b = append(b, '-')
	}
	b = append(b, ' ')
	for sq := range p.ep.Squares() {
		b = r.shape.AppendName(b, sq)
	}
	if p.ep.Empty() {
		b = append(b, '-')
	}
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(min(p.half, maxCount)), 10)
	b = append(b, ' ')
	return strconv.AppendInt(b, int64(min(p.full, maxCount)), 10)
}

func (p *Position) appendPlacement(b []byte) []byte {
	r := p.rules
	for rank := r.shape.Ranks - 1; rank >= 0; rank-- {
		run := 0
		for file := range r.shape.Files {
			piece := p.board[r.shape.Square(file, rank)]
			if piece == NoPiece {
				run++
				continue
			}
			if run > 0 {
				b = strconv.AppendInt(b, int64(run), 10)
				run = 0
			}
			b = append(b, r.Letter(piece))
		}
		if run > 0 {
			b = strconv.AppendInt(b, int64(run), 10)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	return b
}

// Letter returns the FEN letter of a piece: upper case for White. The piece
// must be one of this game.
func (r *Rules) Letter(p Piece) byte {
	c := r.Piece(p.Kind()).Letter
	if p.Color() == Black {
		c += 'a' - 'A'
	}
	return c
}

// Lone returns a Diagram with one piece.
func Lone(r *Rules, piece Piece, sq board.Square) *Position {
	p := &Position{rules: r, full: 1, king: [2]board.Square{board.NoSquare, board.NoSquare}}
	p.put(sq, piece)
	return p
}

// Pair returns a Diagram with two pieces on different squares.
func Pair(r *Rules, a Piece, on board.Square, b Piece, other board.Square) *Position {
	p := Lone(r, a, on)
	p.put(other, b)
	return p
}
