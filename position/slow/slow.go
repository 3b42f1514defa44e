package slow

import (
	"slices"
	"strings"

	"tagmate/betza"
	"tagmate/variant"
)

// Game is a game to play the plain way.
type Game struct {
	Def   *variant.Def
	files int
	ranks int
	setUp []byte                // the board of the set-up
	king  byte                  // letter of the royal piece
	paths map[byte][]betza.Path // by upper-case letter
}

// New returns the game of a definition, whose set-up must be sound.
func New(d *variant.Def) (*Game, error) {
	g := &Game{Def: d, files: d.Shape.Files, ranks: d.Shape.Ranks, paths: map[byte][]betza.Path{}}
	for i := range d.Pieces {
		g.paths[d.Pieces[i].Letter] = d.Pieces[i].Movement.Paths()
		if d.Pieces[i].Royal {
			g.king = d.Pieces[i].Letter
		}
	}
	placement, _, _ := strings.Cut(d.Start, " ")
	var err error
	g.setUp, err = g.readBoard(placement)
	return g, err
}

// Position is one position. Board has FEN letters by rank × files + file, 0
// for an empty square.
type Position struct {
	Game   *Game
	Board  []byte
	Black  bool   // Black is to move
	Rights string // a part of KQkq, in that order
	Passed []int  // the en-passant field: passed squares with a legal capture, ascending
	Half   int
	Full   int
}

// Move is a move.
type Move struct {
	From, To  int
	Promotion byte // upper-case letter, 0 for none
	Pair      bool
	Castle    bool
	EnPassant bool
}

// UCI returns the text of a move.
func (g *Game) UCI(m Move) string {
	s := g.Name(m.From) + g.Name(m.To)
	if m.Promotion != 0 {
		s += strings.ToLower(string(m.Promotion))
	}
	return s
}

func isBlack(c byte) bool { return c >= 'a' }

func upper(c byte) byte {
	if isBlack(c) {
		return c - 'a' + 'A'
	}
	return c
}

// colored returns a letter in the case of a side.
func colored(c byte, black bool) byte {
	if black {
		return upper(c) - 'A' + 'a'
	}
	return upper(c)
}

// kind returns the definition of a piece by its letter.
func (g *Game) kind(c byte) *variant.Piece {
	return &g.Def.Pieces[g.Def.PieceByLetter(upper(c))]
}

// on returns the square on a file and rank, -1 if there is none.
func (g *Game) on(file, rank int) int {
	if file < 0 || rank < 0 || file >= g.files || rank >= g.ranks {
		return -1
	}
	return rank*g.files + file
}

// OnlyRoyal reports whether a piece attacks nothing but a king.
func (g *Game) OnlyRoyal(c byte) bool { return g.kind(c).OnlyRoyal }

// forward returns how ranks grow for a side.
func forward(black bool) int {
	if black {
		return -1
	}
	return 1
}

// lastRank returns the rank on which a side's pawns promote.
func (g *Game) lastRank(black bool) int {
	if black {
		return 0
	}
	return g.ranks - 1
}

// mayStart reports whether a path with i or ii may start on a square: the
// rank of the set-up, or the one after it.
func (g *Game) mayStart(c byte, from, initial int) bool {
	if initial == 0 {
		return true
	}
	rank := from/g.files - forward(isBlack(c))*(initial-1)
	for file := range g.files {
		if sq := g.on(file, rank); sq >= 0 && g.setUp[sq] == c {
			return true
		}
	}
	return false
}

// Walk calls arrive for each square at which the piece on from arrives by its
// movement, with what that path may do there: go to it when it is empty, or
// take what stands on it. It goes on past empty squares only.
func (g *Game) Walk(b []byte, from int, arrive func(to int, mode betza.Mode)) {
	c := b[from]
	up := forward(isBlack(c))
	for _, path := range g.paths[upper(c)] {
		if !g.mayStart(c, from, path.Initial) {
			continue
		}
		file, rank := from%g.files, from/g.files
		open := true
		for _, v := range path.Via {
			file, rank = file+v.DX, rank+up*v.DY
			sq := g.on(file, rank)
			if sq < 0 || !v.Any && b[sq] != 0 {
				open = false
				break
			}
		}
		for n := 0; open && (path.Range == 0 || n < path.Range); n++ {
			file, rank = file+path.Step.DX, rank+up*path.Step.DY
			sq := g.on(file, rank)
			if sq < 0 {
				break
			}
			arrive(sq, path.Mode)
			open = b[sq] == 0
		}
	}
}

// Reach returns where the piece on from may go, legality aside: empty squares,
// enemies, and squares on which it attacks a king only. Each is sorted.
func (g *Game) Reach(b []byte, from int) (quiet, captures, royal []int) {
	c := b[from]
	p := g.kind(c)
	g.Walk(b, from, func(to int, mode betza.Mode) {
		enemy := b[to] != 0 && isBlack(b[to]) != isBlack(c)
		switch {
		case p.OnlyRoyal:
			if b[to] == 0 {
				quiet = append(quiet, to)
			}
			if b[to] == 0 || enemy {
				royal = append(royal, to)
			}
		case b[to] == 0 && mode&betza.Quiet != 0:
			quiet = append(quiet, to)
		case enemy && mode&betza.Capture != 0:
			captures = append(captures, to)
		}
	})
	return sorted(quiet), sorted(captures), sorted(royal)
}

// sorted sorts squares and drops those that stand there twice.
func sorted(s []int) []int {
	slices.Sort(s)
	return slices.Compact(s)
}

// attackers returns the pieces of a side that would take an enemy king on sq,
// where one stands.
func (g *Game) attackers(b []byte, sq int, black bool) []int {
	var out []int
	for from, c := range b {
		if c == 0 || isBlack(c) != black {
			continue
		}
		_, captures, royal := g.Reach(b, from)
		if slices.Contains(captures, sq) || slices.Contains(royal, sq) {
			out = append(out, from)
		}
	}
	return out
}

// inCheck reports whether a side's king could be taken.
func (g *Game) inCheck(b []byte, black bool) bool {
	return len(g.attackers(b, slices.Index(b, colored(g.king, black)), !black)) > 0
}

// Attacked reports whether a side would attack an enemy king on sq.
func (p *Position) Attacked(sq int, black bool) bool {
	b := slices.Clone(p.Board)
	b[sq] = colored(p.Game.king, !black)
	return len(p.Game.attackers(b, sq, black)) > 0
}

// Checkers returns the pieces that give check to the side to move.
func (p *Position) Checkers() []int {
	return p.Game.attackers(p.Board, slices.Index(p.Board, colored(p.Game.king, p.Black)), !p.Black)
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return len(p.Checkers()) > 0 }

// after returns the board after a move.
func (p *Position) after(m Move) []byte {
	b := slices.Clone(p.Board)
	c := b[m.From]
	if m.EnPassant {
		b[p.Game.beyond(b, m.To, !p.Black)] = 0
	}
	b[m.From], b[m.To] = 0, c
	if m.Promotion != 0 {
		b[m.To] = colored(m.Promotion, p.Black)
		if m.Pair {
			b[m.From] = b[m.To]
		}
	}
	if m.Castle {
		k := p.Game.castling(p.Black, m.To > m.From)
		b[k.cornerTo], b[k.corner] = b[k.corner], 0
	}
	return b
}

// beyond returns the first piece beyond sq as a side goes forward, -1 if there
// is none.
func (g *Game) beyond(b []byte, sq int, black bool) int {
	for rank := sq/g.files + forward(black); ; rank += forward(black) {
		at := g.on(sq%g.files, rank)
		if at < 0 || b[at] != 0 {
			return at
		}
	}
}

// Moves returns the legal moves.
func (p *Position) Moves() []Move {
	var legal []Move
	for _, m := range p.plausible() {
		if !p.Game.inCheck(p.after(m), p.Black) {
			legal = append(legal, m)
		}
	}
	return legal
}

// plausible returns the moves that are legal unless they leave the own king
// attacked.
func (p *Position) plausible() []Move {
	g := p.Game
	var out []Move
	for from, c := range p.Board {
		if c == 0 || isBlack(c) != p.Black {
			continue
		}
		quiet, captures, _ := g.Reach(p.Board, from)
		for _, to := range slices.Concat(quiet, captures) {
			choices := g.kind(c).Promotions
			if len(choices) == 0 || to/g.files != g.lastRank(p.Black) {
				out = append(out, Move{From: from, To: to})
				continue
			}
			for _, choice := range choices {
				out = append(out, Move{From: from, To: to, Promotion: g.Def.Pieces[choice.Kind].Letter, Pair: choice.Pair})
			}
		}
	}
	for _, sq := range p.Passed {
		out = append(out, p.enPassant(sq)...)
	}
	for _, right := range p.Rights {
		kingside := right == 'K' || right == 'k'
		if isBlack(byte(right)) == p.Black && p.mayCastle(kingside) {
			k := g.castling(p.Black, kingside)
			out = append(out, Move{From: k.king, To: k.kingTo, Castle: true})
		}
	}
	return out
}

// enPassant returns the captures on a passed square, legal or not.
func (p *Position) enPassant(sq int) []Move {
	var out []Move
	for from, c := range p.Board {
		if c == 0 || isBlack(c) != p.Black {
			continue
		}
		takes := false
		p.Game.Walk(p.Board, from, func(to int, mode betza.Mode) {
			takes = takes || to == sq && mode&betza.EnPassant != 0
		})
		if takes {
			out = append(out, Move{From: from, To: sq, EnPassant: true})
		}
	}
	return out
}

// canTakeOn reports whether the side to move has a legal en-passant capture on
// a passed square.
func (p *Position) canTakeOn(sq int) bool {
	for _, m := range p.enPassant(sq) {
		if !p.Game.inCheck(p.after(m), p.Black) {
			return true
		}
	}
	return false
}

// castling is one of a side's two castlings: where king and corner piece stand
// in the set-up, and where they go.
type castling struct {
	king, kingTo, corner, cornerTo int
	side                           int // +1 toward the higher files
}

// castling returns nil where the game has none.
func (g *Game) castling(black, kingside bool) *castling {
	n := g.kind(g.king).Movement.Castling()
	king := slices.Index(g.setUp, colored(g.king, black))
	if n == 0 || king < 0 {
		return nil
	}
	k := &castling{king: king, side: 1}
	if !kingside {
		k.side = -1
	}
	k.kingTo = king + k.side*n
	k.cornerTo = k.kingTo - k.side
	k.corner = -1
	for file := king%g.files + k.side; file >= 0 && file < g.files; file += k.side {
		sq := g.on(file, king/g.files)
		if c := g.setUp[sq]; c != 0 && isBlack(c) == black {
			k.corner = sq
		}
	}
	if k.corner < 0 {
		return nil
	}
	return k
}

// mayCastle tests everything but the right itself and the square that the king
// reaches, which is seen by the result.
func (p *Position) mayCastle(kingside bool) bool {
	g := p.Game
	k := g.castling(p.Black, kingside)
	for sq := k.king + k.side; sq != k.corner; sq += k.side {
		if p.Board[sq] != 0 {
			return false
		}
	}
	for sq := k.king; sq != k.kingTo; sq += k.side {
		b := slices.Clone(p.Board)
		b[k.king] = 0
		b[sq] = colored(g.king, p.Black)
		if g.inCheck(b, p.Black) {
			return false
		}
	}
	return true
}

// Play returns the position after a legal move.
func (p *Position) Play(m Move) *Position {
	g := p.Game
	c := p.Board[m.From]
	capture := m.EnPassant || p.Board[m.To] != 0
	q := &Position{Game: g, Board: p.after(m), Black: !p.Black, Half: p.Half + 1, Full: p.Full}
	if capture || g.kind(c).Pawn {
		q.Half = 0
	}
	if p.Black {
		q.Full++
	}
	for _, right := range p.Rights {
		k := g.castling(isBlack(byte(right)), right == 'K' || right == 'k')
		if m.From != k.king && m.To != k.king && m.From != k.corner && m.To != k.corner {
			q.Rights += string(right)
		}
	}
	if g.charges(c) && !capture && m.Promotion == 0 && m.From%g.files == m.To%g.files {
		step := g.files * forward(p.Black)
		for sq := m.From + step; (m.To-sq)*step > 0; sq += step {
			if q.canTakeOn(sq) {
				q.Passed = append(q.Passed, sq)
			}
		}
		slices.Sort(q.Passed)
	}
	return q
}

// charges reports whether a kind has a first move of several squares, which
// may be answered en passant.
func (g *Game) charges(c byte) bool {
	return slices.ContainsFunc(g.paths[upper(c)], func(p betza.Path) bool {
		return p.Initial > 0 && (p.Range != 1 || len(p.Via) > 0)
	})
}

// Perft counts the sequences of legal moves.
func (p *Position) Perft(depth int) int {
	if depth == 0 {
		return 1
	}
	n := 0
	for _, m := range p.Moves() {
		n += p.Play(m).Perft(depth - 1)
	}
	return n
}
