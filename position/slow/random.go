package slow

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Random returns the text of a position with odd material, not always a sound
// one: kings often at home with their corner pieces, few to many other pieces
// of every kind, pawns often just charged. Pick returns a number below n.
func (g *Game) Random(pick func(n int) int) string {
	p := &Position{Game: g, Board: make([]byte, len(g.setUp)), Black: pick(2) == 1, Rights: "KQkq", Half: pick(30), Full: 1 + pick(90)}
	for _, black := range []bool{false, true} {
		home := pick(2) == 0
		for _, kingside := range []bool{false, true} {
			if k := g.castling(black, kingside); home && k != nil {
				p.Board[k.king], p.Board[k.corner] = g.setUp[k.king], g.setUp[k.corner]
			}
		}
	}
	for _, black := range []bool{false, true} {
		if !strings.ContainsRune(string(p.Board), rune(colored(g.king, black))) {
			p.Board[p.emptySquare(pick)] = colored(g.king, black)
		}
	}
	kinds := g.Def.Pieces
	favourite := kinds[pick(len(kinds))].Letter // many of one kind, so that paths cross
	for range pick(min(26, len(p.Board)/3)) {
		c := favourite
		if pick(3) > 0 {
			c = kinds[pick(len(kinds))].Letter
		}
		sq := p.emptySquare(pick)
		rank := sq / g.files
		if c == g.king || g.kind(c).Pawn && (rank == 0 || rank == g.ranks-1) {
			continue
		}
		p.Board[sq] = colored(c, pick(2) == 0)
	}
	f := strings.Fields(p.FEN())
	f[3] = p.randomPassed(pick)
	return strings.Join(f, " ")
}

// emptySquare returns some empty square; the board must have one.
func (p *Position) emptySquare(pick func(n int) int) int {
	sq := pick(len(p.Board))
	for p.Board[sq] != 0 {
		sq = (sq + 1) % len(p.Board)
	}
	return sq
}

// randomPassed puts a charged pawn on the board, if there is room, and returns
// an en-passant field for it. A neighbour that could take is likely.
func (p *Position) randomPassed(pick func(n int) int) string {
	g := p.Game
	pawn := byte(0)
	for i := range g.Def.Pieces {
		if c := g.Def.Pieces[i].Letter; g.charges(c) {
			pawn = c
		}
	}
	if pawn == 0 || pick(2) == 0 {
		return "-"
	}
	up := forward(!p.Black)
	file, rank := pick(g.files), g.lastRank(p.Black)+up
	n := 2 + pick(2) // how far the pawn went
	if g.on(file, rank+n*up) < 0 {
		return "-"
	}
	for i := range n + 1 {
		if c := p.Board[g.on(file, rank+i*up)]; c != 0 {
			return "-"
		}
	}
	if last := rank + n*up; last == 0 || last == g.ranks-1 {
		return "-"
	}
	p.Board[g.on(file, rank+n*up)] = colored(pawn, !p.Black)
	field := ""
	for i := 1; i < n; i++ {
		at := rank + i*up
		if up < 0 {
			at = rank - (n - i)
		}
		field += g.Name(g.on(file, at))
		if sq := g.on(file-1+2*pick(2), rank+(i+1)*up); sq >= 0 && p.Board[sq] == 0 && pick(3) > 0 {
			p.Board[sq] = colored(pawn, p.Black)
		}
	}
	return field
}

// Flip returns a position text with the colours exchanged and the board turned
// over. It is the same game when the set-up and the movements are.
func (g *Game) Flip(fen string) string {
	f := strings.Fields(fen)
	rows := strings.Split(f[0], "/")
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	f[0] = swapCase(strings.Join(rows, "/"))
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	rights := ""
	for _, r := range "KQkq" {
		if strings.Contains(f[2], swapCase(string(r))) {
			rights += string(r)
		}
	}
	if rights != "" {
		f[2] = rights
	}
	if f[3] != "-" {
		field := ""
		for rank := range g.ranks {
			for file := range g.files {
				from := g.Name(g.on(file, rank))
				to := g.Name(g.on(file, g.ranks-1-rank))
				if has(f[3], to) {
					field += from
				}
			}
		}
		f[3] = field
	}
	return strings.Join(f, " ")
}

// has reports whether an en-passant field lists a square: "e1" is not in
// "e10".
func has(field, square string) bool {
	i := strings.Index(field, square)
	if i < 0 {
		return false
	}
	rest := field[i+len(square):]
	return rest == "" || rest[0] < '0' || rest[0] > '9' || has(rest, square)
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}, s)
}

// FlipUCI returns the text of a move on the board that Flip turns over.
func (g *Game) FlipUCI(m Move) string {
	turn := func(sq int) int { return g.on(sq%g.files, g.ranks-1-sq/g.files) }
	m.From, m.To = turn(m.From), turn(m.To)
	return g.UCI(m)
}

// String returns the move with its marks, for messages of tests.
func (m Move) String() string {
	return fmt.Sprintf("%d-%d%c pair=%v castle=%v ep=%v", m.From, m.To, max(m.Promotion, '.'), m.Pair, m.Castle, m.EnPassant)
}

// Picker returns a pick for Random that is determined by a seed.
func Picker(seed []byte) func(n int) int {
	var s [32]byte
	copy(s[:], seed)
	r := rand.New(rand.NewChaCha8(s))
	return r.IntN
}
