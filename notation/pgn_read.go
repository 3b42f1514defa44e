package notation

import (
	"fmt"
	"strconv"
	"strings"

	"tagmate/position"
)

// Bounds of what ReadPGN takes.
const (
	maxPGN        = 1 << 20
	maxVariations = 32 // how deep variations may be nested
)

// PGNError says where a record is wrong.
type PGNError struct {
	Line int // from 1
	Err  error
}

// Error implements error.
func (e *PGNError) Error() string { return fmt.Sprintf("pgn: line %d: %v", e.Line, e.Err) }

// Unwrap returns what was wrong.
func (e *PGNError) Unwrap() error { return e.Err }

// ReadPGN reads the first game of a text and returns what follows it. It
// takes what other programs write: missing tags, long move numbers, comments
// of both kinds, marks behind moves, and XBoard's FEN of a set-up without
// castling rights. Errors are of type *PGNError.
func ReadPGN(r *position.Rules, text string) (g *PGN, rest string, err error) {
	if len(text) > maxPGN {
		return nil, "", &PGNError{1, fmt.Errorf("a record has at most %d bytes", maxPGN)}
	}
	p := &pgnReader{text: text, line: 1}
	g = &PGN{}
	if err := p.tags(g); err != nil {
		return nil, "", &PGNError{p.line, err}
	}
	pos, err := p.start(r, g)
	if err != nil {
		return nil, "", &PGNError{p.line, err}
	}
	g.Start = pos.FEN()
	v := Variation{}
	if err := p.moves(pos, &v, 0); err != nil {
		return nil, "", &PGNError{p.line, err}
	}
	g.Intro, g.Moves, g.Result = v.Intro, v.Moves, p.result
	if g.Result == "" {
		g.Result = "*"
	}
	return g, p.text[p.at:], nil
}

type pgnReader struct {
	text   string
	at     int
	line   int
	result string
}

// ParseXBoardFEN reads a FEN as XBoard writes it. Of a set-up that an engine has
// described to it, it leaves out castling rights that both sides have: the first
// position of a game, with any rights, is the set-up with all of them. Errors
// are those of position.ParseFEN.
func ParseXBoardFEN(r *position.Rules, text string) (*position.Position, error) {
	pos, err := position.ParseFEN(r, text)
	if err != nil {
		return nil, err
	}
	have, want := strings.Fields(pos.FEN()), strings.Fields(r.Def().Start)
	if have[0] == want[0] && have[1] == want[1] && pos.Fullmove() == 1 {
		return r.Start(), nil
	}
	return pos, nil
}

// start returns the first position by the FEN tag.
func (p *pgnReader) start(r *position.Rules, g *PGN) (*position.Position, error) {
	fen := g.Tag("FEN")
	if fen == "" {
		return r.Start(), nil
	}
	return ParseXBoardFEN(r, fen)
}

// space skips white space and lines that begin with %.
func (p *pgnReader) space() {
	for p.at < len(p.text) {
		c := p.text[p.at]
		switch {
		case c == '\n':
			p.line++
			p.at++
		case c == ' ' || c == '\t' || c == '\r':
			p.at++
		case c == '%' && (p.at == 0 || p.text[p.at-1] == '\n'):
			for p.at < len(p.text) && p.text[p.at] != '\n' {
				p.at++
			}
		default:
			return
		}
	}
}

func (p *pgnReader) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *pgnReader) tags(g *PGN) error {
	for p.space(); p.peek() == '['; p.space() {
		p.at++
		p.space()
		start := p.at
		for isWord(p.peek()) {
			p.at++
		}
		name := p.text[start:p.at]
		p.space()
		if name == "" || p.peek() != '"' {
			return fmt.Errorf(`expected a tag such as [White "Name"]`)
		}
		p.at++
		var value []byte
		for p.peek() != '"' {
			if p.at >= len(p.text) || p.peek() == '\n' {
				return fmt.Errorf("the value of the tag %s has no closing quote", name)
			}
			if p.peek() == '\\' && p.at+1 < len(p.text) && (p.text[p.at+1] == '"' || p.text[p.at+1] == '\\') {
				p.at++
			}
			value = append(value, p.peek())
			p.at++
		}
		p.at++
		p.space()
		if p.peek() != ']' {
			return fmt.Errorf("expected ] after the tag %s", name)
		}
		p.at++
		g.Set(name, string(value))
	}
	return nil
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// moves reads movetext from pos on, and leaves pos as it was.
func (p *pgnReader) moves(pos *position.Position, v *Variation, depth int) error {
	type played struct {
		m position.Move
		u position.Undo
	}
	var line []played
	defer func() {
		for i := len(line) - 1; i >= 0; i-- {
			pos.Unmake(line[i].m, &line[i].u)
		}
	}()
	before := ""
	fresh := true // a comment now belongs before the next move
	comment := func(text string) {
		switch {
		case len(v.Moves) == 0:
			v.Intro = join(v.Intro, text)
		case fresh:
			before = join(before, text)
		default:
			v.Moves[len(v.Moves)-1].After = join(v.Moves[len(v.Moves)-1].After, text)
		}
	}
	for {
		p.space()
		switch c := p.peek(); {
		case c == 0 && p.at >= len(p.text):
			if depth > 0 {
				return fmt.Errorf("a variation has no closing bracket")
			}
			return nil
		case c == '{':
			end := strings.IndexByte(p.text[p.at:], '}')
			if end < 0 {
				return fmt.Errorf("a comment has no closing brace")
			}
			comment(p.text[p.at+1 : p.at+end])
			p.line += strings.Count(p.text[p.at:p.at+end], "\n")
			p.at += end + 1
		case c == ';':
			end := strings.IndexByte(p.text[p.at:], '\n')
			if end < 0 {
				end = len(p.text) - p.at
			}
			comment(p.text[p.at+1 : p.at+end])
			p.at += end
		case c == '(':
			p.at++
			if len(line) == 0 {
				return fmt.Errorf("a variation stands before the first move")
			}
			if depth+1 > maxVariations {
				return fmt.Errorf("variations are nested more than %d deep", maxVariations)
			}
			last := &line[len(line)-1]
			pos.Unmake(last.m, &last.u)
			var sub Variation
			err := p.moves(pos, &sub, depth+1)
			pos.Make(last.m, &last.u)
			if err != nil {
				return err
			}
			ply := &v.Moves[len(v.Moves)-1]
			ply.Variations = append(ply.Variations, sub)
		case c == ')':
			if depth == 0 {
				return fmt.Errorf("a closing bracket without a variation")
			}
			p.at++
			return nil
		case c == '$':
			p.at++
			n, err := p.number()
			if err != nil || len(v.Moves) == 0 || n > 255 {
				return fmt.Errorf("expected a number from 0 to 255 after $, behind a move")
			}
			v.Moves[len(v.Moves)-1].NAGs = append(v.Moves[len(v.Moves)-1].NAGs, n)
		case c == '[' && depth == 0:
			return nil // the next game
		default:
			word := p.word()
			if word == "" {
				return fmt.Errorf("unexpected %q", string(c))
			}
			if word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*" {
				if depth > 0 {
					continue
				}
				p.result = word
				return nil
			}
			if word = strings.TrimLeft(afterNumber(word), "."); word == "" {
				// A comment between a move number and its move belongs before
				// the move.
				fresh = true
				continue
			}
			ply, err := readPly(pos, word)
			if err != nil {
				return fmt.Errorf("after %d plies: %w", len(v.Moves), err)
			}
			ply.Before, before, fresh = before, "", false
			line = append(line, played{m: ply.Move})
			pos.Make(ply.Move, &line[len(line)-1].u)
			v.Moves = append(v.Moves, ply)
		}
	}
}

func readPly(pos *position.Position, word string) (Ply, error) {
	bare := strings.TrimRight(word, "!?")
	m, err := ParseMove(pos, bare)
	if err != nil {
		return Ply{}, err
	}
	ply := Ply{Move: m, SAN: SAN(pos, m)}
	if mark := word[len(bare):]; mark != "" {
		if n, ok := glyphs[mark]; ok {
			ply.NAGs = []int{n}
		}
	}
	return ply, nil
}

// afterNumber cuts a move number, which may stand close to its move.
func afterNumber(word string) string {
	n := 0
	for n < len(word) && word[n] >= '0' && word[n] <= '9' {
		n++
	}
	if n > 0 && (n == len(word) || word[n] == '.') {
		return word[n:]
	}
	return word
}

func (p *pgnReader) number() (int, error) {
	start := p.at
	for p.peek() >= '0' && p.peek() <= '9' {
		p.at++
	}
	return strconv.Atoi(p.text[start:p.at])
}

// word reads up to white space or the begin of something else. A bracket
// belongs to the word inside a promotion such as e8(Q).
func (p *pgnReader) word() string {
	start := p.at
	for p.at < len(p.text) {
		c := p.text[p.at]
		if c <= ' ' || strings.IndexByte("{};$[]", c) >= 0 {
			break
		}
		if c == '(' || c == ')' {
			inside := p.at > start && c == '(' && p.at+2 < len(p.text) && p.text[p.at+2] == ')'
			if !inside {
				break
			}
			p.at += 2
		}
		p.at++
	}
	return p.text[start:p.at]
}

func join(a, b string) string {
	b = strings.Join(strings.Fields(b), " ")
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}
