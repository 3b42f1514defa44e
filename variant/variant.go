package variant

import (
	"slices"

	"tagmate/betza"
	"tagmate/board"
)

// Def is one game. It is read-only once it has been loaded.
type Def struct {
	ID       string // short name on the command line and in protocols, such as "teammate"
	Name     string // full English name
	Inventor string
	Year     int
	Source   string   // where the rules are published
	Summary  string   // one English sentence
	Rules    []string // the rules in short, English sentences
	Record   string   // value of the Variant tag in PGN; "" for what every chess program reads as chess
	XBoard   string   // name of the game in the XBoard protocol
	Base     string   // for a team game: the ID of the game played on the board, else ""
	Shape    board.Shape
	Start    string // position text (FEN) of the set-up
	Pieces   []Piece
	Ending   Ending
	Draws    Draws
}

// Piece is one kind of piece.
type Piece struct {
	Letter   byte   // upper case, as in FEN and SAN
	Name     string // identifier in lower case, such as "teutonic-knight"
	Title    string // English name
	Text     string // movement as written in the file
	Movement betza.Movement
	Value    int  // centipawns, 0 for the royal piece
	Royal    bool // the piece that is mated; exactly one a side
	// OnlyRoyal: the piece moves to empty squares only, but on the squares
	// that it could move to it attacks a royal piece, and nothing else.
	OnlyRoyal  bool
	Pawn       bool        // its moves reset the draw counters; it never stands on the first or last rank
	Promotions []Promotion // what it becomes on the last rank, compulsory; none if empty
	Colour     ColourClass
}

// Promotion is one choice on the last rank.
type Promotion struct {
	Kind int  // index in Def.Pieces
	Pair bool // a second such piece appears on the square that the pawn came from
}

// ColourClass says how a piece's moves change the colour of its square.
type ColourClass uint8

// The classes of colour change.
const (
	ColourFree       ColourClass = iota
	ColourBound                  // never changes colour
	ColourAlternates             // changes colour with every move
)

// String returns "", "bound" or "alternates".
func (c ColourClass) String() string {
	switch c {
	case ColourBound:
		return "bound"
	case ColourAlternates:
		return "alternates"
	}
	return ""
}

// Verdict is what an event means for the side that it happens to.
type Verdict uint8

// The verdicts.
const (
	Draw Verdict = iota
	Loss
	Win
)

// FlagRule says when the fall of a flag draws instead of losing.
type FlagRule uint8

// The flag rules.
const (
	FlagLoses    FlagRule = iota // always a loss
	FlagMaterial                 // a draw where the opponents' material cannot win by the game's material draws
	FlagBare                     // a draw where the opponents have a bare king
)

// Ending says how the game is decided, mate apart.
type Ending struct {
	Stalemate Verdict // for the side without a move
	Flag      FlagRule
}

// Draws has the limits of a game. Moves are counted for each side: 64 moves
// are 128 plies. A limit of 0 does not exist.
type Draws struct {
	RepetitionClaim int // occurrences of a position at which a draw may be claimed
	RepetitionAuto  int // at which the game is drawn
	MovesClaim      int // moves by each side without a capture or pawn move, for a claim
	MovesAuto       int // for a draw
	Material        Material
}

// Material lists what cannot win.
type Material struct {
	// AgainstBare has sets of pieces, as sorted indices in Def.Pieces, that
	// beside their king cannot win against a bare king.
	AgainstBare [][]int
	AnySingle   bool  // any single piece but a pawn is such a set
	OneColour   []int // kinds of which any number, all on squares of one colour, cannot win
	BothSides   bool  // OneColour counts the pieces of both sides together
}

// PieceByLetter returns the index of a piece by its upper-case letter, -1 if
// the game has none.
func (d *Def) PieceByLetter(letter byte) int {
	for i := range d.Pieces {
		if d.Pieces[i].Letter == letter {
			return i
		}
	}
	return -1
}

// Team reports whether the game is played by teams on a base game.
func (d *Def) Team() bool { return d.Base != "" }

// WithoutPairs returns the game without promotions to a pair of pieces, for
// programs that cannot be told of them. A game without pairs is returned as it
// is.
func (d *Def) WithoutPairs() *Def {
	c := *d
	c.Pieces = slices.Clone(d.Pieces)
	for i := range c.Pieces {
		c.Pieces[i].Promotions = slices.DeleteFunc(slices.Clone(c.Pieces[i].Promotions), func(p Promotion) bool { return p.Pair })
	}
	return &c
}
