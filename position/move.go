package position

import "tagmate/board"

// Move is a move of one position: from, to, what a pawn becomes, and marks for
// the moves that change more than two squares. Its text is in package notation.
type Move uint32

// NoMove is the absence of a move.
const NoMove Move = 0

const (
	promotionShift = 14
	pairFlag       = 1 << 18
	castleFlag     = 1 << 19
	enPassantFlag  = 1 << 20
)

func newMove(from, to board.Square) Move { return Move(from) | Move(to)<<7 }

// From returns the square that the move starts from.
func (m Move) From() board.Square { return board.Square(m & 127) }

// To returns the square that the move ends on; for castling, the king's.
func (m Move) To() board.Square { return board.Square(m >> 7 & 127) }

// Promotion returns what the pawn becomes, NoKind if the move is no promotion.
func (m Move) Promotion() Kind { return Kind(m >> promotionShift & 15) }

// IsPair reports whether a second piece appears on the from-square.
func (m Move) IsPair() bool { return m&pairFlag != 0 }

// IsCastle reports whether the move is castling.
func (m Move) IsCastle() bool { return m&castleFlag != 0 }

// IsEnPassant reports whether the move captures en passant.
func (m Move) IsEnPassant() bool { return m&enPassantFlag != 0 }
