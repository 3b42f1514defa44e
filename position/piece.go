package position

// Color is a side.
type Color uint8

// The sides. White moves first.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Kind is a kind of piece: k stands for Def.Pieces[k-1], and 0 for none.
type Kind uint8

// NoKind is the absence of a kind.
const NoKind Kind = 0

// maxKinds bounds kinds, 0 included: variant.MaxKinds + 1.
const maxKinds = 16

// Piece is a kind and a colour; 0 is an empty square.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

// MakePiece returns a piece of a kind (not NoKind) and colour.
func MakePiece(k Kind, c Color) Piece { return Piece(k)<<1 | Piece(c) }

// Kind returns the kind of a piece.
func (p Piece) Kind() Kind { return Kind(p >> 1) }

// Color returns the colour of a piece; White for an empty square.
func (p Piece) Color() Color { return Color(p & 1) }
