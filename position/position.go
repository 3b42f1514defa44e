package position

import "tagmate/board"

// Position is one position of a game. Its zero value is not usable: take one
// from Rules.Start or ParseFEN. It is not safe for concurrent use; Clone it.
type Position struct {
	rules   *Rules
	board   [board.MaxSquares]Piece
	byKind  [maxKinds]board.Set
	byColor [2]board.Set
	king    [2]board.Square
	turn    Color
	rights  uint8 // castling: bits 0 to 3 are K Q k q
	passed  board.Square
	ep      board.Set // passed squares with a legal en-passant capture
	half    int32     // plies since the last capture or pawn move
	full    int32     // number of the move, from 1
	key     uint64

	// What the generator finds before it starts; valid while known is true.
	known    bool
	checkers board.Set
	answer   board.Set // where any piece but the king may go: all squares, or those that answer every check
	pinned   board.Set
	pin      [board.MaxSquares]board.Set // for pinned pieces only: where they may go
}

// Undo is what Make needs to remember for Unmake. The caller owns it.
type Undo struct {
	key      uint64
	ep       board.Set
	half     int32
	captured Piece
	moved    Piece
	rights   uint8
	passed   board.Square
}

// Captured returns the piece that the move took, NoPiece if it took none.
func (u *Undo) Captured() Piece { return u.captured }

// Clone returns a copy that shares nothing but the rules.
func (p *Position) Clone() *Position {
	q := *p
	return &q
}

// Rules returns the rules of the game.
func (p *Position) Rules() *Rules { return p.rules }

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// At returns the piece on a square below the number of squares.
func (p *Position) At(sq board.Square) Piece { return p.board[sq] }

// Occupied returns all occupied squares.
func (p *Position) Occupied() board.Set { return p.byColor[White].Or(p.byColor[Black]) }

// Of returns the squares of one side's pieces.
func (p *Position) Of(c Color) board.Set { return p.byColor[c] }

// OfKind returns the squares of one side's pieces of one kind.
func (p *Position) OfKind(c Color, k Kind) board.Set { return p.byColor[c].And(p.byKind[k]) }

// King returns the square of a side's king; NoSquare in a Diagram without one.
func (p *Position) King(c Color) board.Square { return p.king[c] }

// Halfmove returns the plies since the last capture or pawn move.
func (p *Position) Halfmove() int { return int(p.half) }

// Fullmove returns the number of the move, from 1.
func (p *Position) Fullmove() int { return int(p.full) }

// HasRights reports whether either side may still castle, now or later.
func (p *Position) HasRights() bool { return p.rights != 0 }

// EnPassant returns the passed squares on which a legal en-passant capture
// exists.
func (p *Position) EnPassant() board.Set { return p.ep }

// Passed returns the square of the pawn that may be captured en passant;
// meaningful when EnPassant is not empty.
func (p *Position) Passed() board.Square { return p.passed }

// Key returns the hash key. Two positions that are the same for repetition
// (placement, side to move, castling rights, en-passant field) have the same
// key, and others another one, but for chance.
func (p *Position) Key() uint64 { return p.key }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Checkers().Any() }

// Checkers returns the pieces that give check to the side to move.
func (p *Position) Checkers() board.Set {
	p.know()
	return p.checkers
}

// Pinned returns the pieces of the side to move that shield their king, so
// that they may move along one path at most.
func (p *Position) Pinned() board.Set {
	p.know()
	return p.pinned
}

// Attacked reports whether a side attacks a square as it would attack a king
// there.
func (p *Position) Attacked(sq board.Square, by Color) bool {
	return p.attacked(sq, by, p.Occupied(), board.Set{})
}

// Reach returns where the piece on a square may go by its movement, whoever's
// turn it is and checks aside: the empty squares, the enemies that it may
// take, and the squares on which it attacks a king only. Castling and en
// passant are left out.
func (p *Position) Reach(sq board.Square) (quiet, captures, royal board.Set) {
	piece := p.board[sq]
	if piece == NoPiece {
		return
	}
	occ, own := p.Occupied(), p.byColor[piece.Color()]
	t := p.rules.move[piece.Color()][piece.Kind()].targets(sq, occ, own)
	if p.rules.Piece(piece.Kind()).OnlyRoyal {
		m := &p.rules.move[piece.Color()][piece.Kind()]
		if m.quiet == nil {
			return // it can go nowhere on this board
		}
		return t, board.Set{}, m.quiet[sq].from(occ).AndNot(own)
	}
	return t.AndNot(occ), t.And(occ), board.Set{}
}

// put places a piece on an empty square, without the key.
func (p *Position) put(sq board.Square, piece Piece) {
	b := board.Bit(sq)
	p.board[sq] = piece
	p.byKind[piece.Kind()] = p.byKind[piece.Kind()].Or(b)
	p.byColor[piece.Color()] = p.byColor[piece.Color()].Or(b)
}

// remove empties a square, without the key.
func (p *Position) remove(sq board.Square) Piece {
	piece := p.board[sq]
	b := board.Bit(sq)
	p.board[sq] = NoPiece
	p.byKind[piece.Kind()] = p.byKind[piece.Kind()].AndNot(b)
	p.byColor[piece.Color()] = p.byColor[piece.Color()].AndNot(b)
	return piece
}
