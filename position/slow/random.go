package slow

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Random returns the text of a position with odd material, not always a sound
// one: kings often at home with their corner pieces, few to many other pieces
// of every kind, pieces that shield a king, pawns that just charged. Pick
// returns a number below n.
func (g *Game) Random(pick func(n int) int) string {
	p := &Position{Game: g, Board: make([]byte, len(g.setUp)), Black: pick(2) == 1, Rights: "KQkq", Half: pick(30), Full: 1 + pick(90)}
	lone := pick(8) == 0 // the side to move has a king only, in a corner
	for _, black := range []bool{false, true} {
		home := pick(2) == 0 && !(lone && black == p.Black)
		for _, kingside := range []bool{false, true} {
			if k := g.castling(black, kingside); home && k != nil {
				p.Board[k.king], p.Board[k.corner] = g.setUp[k.king], g.setUp[k.corner]
			}
		}
	}
	for _, black := range []bool{false, true} {
		if king := colored(g.king, black); !slices.Contains(p.Board, king) {
			sq := p.emptySquare(pick)
			if lone && black == p.Black && p.Board[0] == 0 {
				sq = 0
			}
			p.Board[sq] = king
		}
	}
	field := "-"
	if !lone {
		field = p.randomPassed(pick)
	}
	favourite := pick(len(g.Def.Pieces)) // many of one kind, so that paths cross
	for range pick([]int{4, min(14, len(p.Board)/3), min(28, len(p.Board)/3)}[pick(3)]) {
		c := g.Def.Pieces[favourite].Letter
		if pick(3) > 0 {
			c = g.Def.Pieces[pick(len(g.Def.Pieces))].Letter
		}
		p.place(p.emptySquare(pick), colored(c, (lone || pick(2) == 0) != p.Black))
	}
	if !lone {
		for range pick(5) {
			p.shield(pick, pick(2) == 0)
		}
		p.shield(pick, !p.Black)
	}
	f := strings.Fields(p.FEN())
	f[3] = field
	return strings.Join(f, " ")
}

// place puts a piece on an empty square, unless it is a king or a pawn that
// may not stand there.
func (p *Position) place(sq int, c byte) {
	rank := sq / p.Game.files
	if upper(c) != p.Game.king && !(p.Game.kind(c).Pawn && (rank == 0 || rank == p.Game.ranks-1)) {
		p.Board[sq] = c
	}
}

// shield attacks a side's king with one more piece, and then puts pieces in
// the way until it is not in check, as far as that goes.
func (p *Position) shield(pick func(n int) int, black bool) {
	g := p.Game
	random := func(black bool) byte {
		if pick(3) == 0 {
			return colored(g.Def.Pieces[len(g.Def.Pieces)-1].Letter, black) // the pawn, as a rule
		}
		return colored(g.Def.Pieces[pick(len(g.Def.Pieces))].Letter, black)
	}
	if strings.Count(string(p.Board), "\x00") < len(p.Board)/3 {
		return // full enough
	}
	if !g.inCheck(p.Board, black) {
		sq := p.emptySquare(pick)
		p.place(sq, random(!black))
	}
	for range 3 {
		checkers := g.attackers(p.Board, slices.Index(p.Board, colored(g.king, black)), !black)
		if len(checkers) == 0 {
			return
		}
		var ways []int
		for sq, c := range p.Board {
			if c == 0 {
				b := slices.Clone(p.Board)
				b[sq] = colored(g.king, !black) // any piece will do
				if len(g.attackers(b, slices.Index(p.Board, colored(g.king, black)), !black)) < len(checkers) {
					ways = append(ways, sq)
				}
			}
		}
		if len(ways) == 0 {
			if upper(p.Board[checkers[0]]) == g.king {
				return
			}
			p.Board[checkers[0]] = 0
			continue
		}
		p.place(ways[pick(len(ways))], random(black))
	}
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
		if c := g.Def.Pieces[i].Letter; g.charges(c) && g.kind(c).Pawn {
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
	// The king to move is often where the pawn attacks it, or on its rank.
	at := [][2]int{{file - 1, rank + (n+1)*up}, {file + 1, rank + (n+1)*up}, {pick(g.files), rank + n*up}}[pick(3)]
	if sq := g.on(at[0], at[1]); pick(2) == 0 && sq >= 0 && p.Board[sq] == 0 {
		p.Board[slices.Index(p.Board, colored(g.king, p.Black))] = 0
		p.Board[sq] = colored(g.king, p.Black)
	}
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
