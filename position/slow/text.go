package slow

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Name returns the name of a square.
func (g *Game) Name(sq int) string {
	return fmt.Sprintf("%c%d", 'a'+sq%g.files, sq/g.files+1)
}

// readBoard reads the placement field of a position text.
func (g *Game) readBoard(text string) ([]byte, error) {
	b := make([]byte, g.files*g.ranks)
	rows := strings.Split(text, "/")
	if len(rows) != g.ranks {
		return nil, errors.New("wrong number of ranks")
	}
	for i, row := range rows {
		file := 0
		for row != "" {
			digits := len(row) - len(strings.TrimLeft(row, "0123456789"))
			if digits > 0 {
				n, err := strconv.Atoi(row[:digits])
				if err != nil || row[0] == '0' {
					return nil, errors.New("bad run")
				}
				file += n
				row = row[digits:]
			} else {
				letter := row[0] >= 'A' && row[0] <= 'Z' || row[0] >= 'a' && row[0] <= 'z'
				if !letter || g.Def.PieceByLetter(upper(row[0])) < 0 || file >= g.files {
					return nil, errors.New("bad letter")
				}
				b[g.on(file, g.ranks-1-i)] = row[0]
				file++
				row = row[1:]
			}
			if file > g.files {
				return nil, errors.New("rank too long")
			}
		}
		if file != g.files {
			return nil, errors.New("rank too short")
		}
	}
	return b, nil
}

// Parse reads a position text and normalises it.
func (g *Game) Parse(text string) (*Position, error) {
	f := strings.Fields(text)
	if len(f) != 6 || len(text) > 512 {
		return nil, errors.New("not six fields")
	}
	b, err := g.readBoard(f[0])
	if err != nil {
		return nil, err
	}
	p := &Position{Game: g, Board: b, Black: f[1] == "b"}
	if f[1] != "w" && f[1] != "b" {
		return nil, errors.New("bad side to move")
	}
	for _, black := range []bool{false, true} {
		if n := strings.Count(string(b), string(colored(g.king, black))); n != 1 {
			return nil, errors.New("not one king")
		}
	}
	for sq, c := range b {
		if rank := sq / g.files; c != 0 && g.kind(c).Pawn && (rank == 0 || rank == g.ranks-1) {
			return nil, errors.New("pawn on the first or last rank")
		}
	}
	if g.inCheck(b, !p.Black) {
		return nil, errors.New("the king can be taken")
	}
	if err := p.readRights(f[2]); err != nil {
		return nil, err
	}
	if err := p.readPassed(f[3]); err != nil {
		return nil, err
	}
	if p.Half, err = readCounter(f[4], 0); err != nil {
		return nil, err
	}
	p.Full, err = readCounter(f[5], 1)
	return p, err
}

func readCounter(text string, low int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > 32767 || text[0] == '+' || text[0] == '-' {
		return 0, errors.New("bad counter")
	}
	return n, nil
}

// readRights keeps the castling rights for which king and corner piece are at
// home.
func (p *Position) readRights(text string) error {
	g := p.Game
	if text == "-" {
		return nil
	}
	for i := range len(text) {
		if !strings.Contains("KQkq", text[i:i+1]) || strings.Contains(text[:i], text[i:i+1]) {
			return errors.New("bad castling field")
		}
	}
	for _, right := range "KQkq" {
		if !strings.ContainsRune(text, right) {
			continue
		}
		k := g.castling(isBlack(byte(right)), right == 'K' || right == 'k')
		if k != nil && p.Board[k.king] == g.setUp[k.king] && p.Board[k.corner] == g.setUp[k.corner] {
			p.Rights += string(right)
		}
	}
	return nil
}

// readPassed keeps the squares that a pawn may have passed and on which it can
// be taken.
func (p *Position) readPassed(text string) error {
	g := p.Game
	if text == "-" {
		return nil
	}
	var asked []int
	for text != "" {
		found := -1
		for sq := range p.Board {
			name := g.Name(sq)
			if strings.HasPrefix(text, name) && (found < 0 || len(name) > len(g.Name(found))) {
				found = sq
			}
		}
		if found < 0 || slices.Contains(asked, found) || len(asked) > 0 && asked[0]%g.files != found%g.files {
			return errors.New("bad en passant field")
		}
		asked = append(asked, found)
		text = text[len(g.Name(found)):]
	}
	slices.Sort(asked)
	victim := -1
	for _, sq := range asked {
		at := g.beyond(p.Board, sq, !p.Black)
		if !p.mayHavePassed(sq, at) || victim >= 0 && at != victim || !p.canTakeOn(sq) {
			continue
		}
		p.Passed = append(p.Passed, sq)
		victim = at
	}
	return nil
}

// mayHavePassed reports whether the piece on at may just have stepped over sq:
// put back on some empty square before it, it could step to where it stands.
func (p *Position) mayHavePassed(sq, at int) bool {
	g := p.Game
	if at < 0 || p.Board[sq] != 0 {
		return false
	}
	c := p.Board[at]
	if isBlack(c) == p.Black || !g.charges(c) {
		return false
	}
	for rank := sq/g.files - forward(!p.Black); ; rank -= forward(!p.Black) {
		from := g.on(sq%g.files, rank)
		if from < 0 || p.Board[from] != 0 {
			return false
		}
		b := slices.Clone(p.Board)
		b[at], b[from] = 0, c
		if quiet, _, _ := g.Reach(b, from); slices.Contains(quiet, at) {
			return true
		}
	}
}

// FEN returns the text of the position.
func (p *Position) FEN() string {
	g := p.Game
	var rows []string
	for rank := g.ranks - 1; rank >= 0; rank-- {
		row, empty := "", 0
		for file := 0; file <= g.files; file++ {
			sq := g.on(file, rank)
			if sq >= 0 && p.Board[sq] == 0 {
				empty++
				continue
			}
			if empty > 0 {
				row += strconv.Itoa(empty)
				empty = 0
			}
			if sq >= 0 {
				row += string(p.Board[sq])
			}
		}
		rows = append(rows, row)
	}
	side, rights, passed := "w", p.Rights, ""
	if p.Black {
		side = "b"
	}
	if rights == "" {
		rights = "-"
	}
	for _, sq := range p.Passed {
		passed += g.Name(sq)
	}
	if passed == "" {
		passed = "-"
	}
	return fmt.Sprintf("%s %s %s %s %d %d", strings.Join(rows, "/"), side, rights, passed, p.Half, p.Full)
}
