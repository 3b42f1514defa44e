package position

import (
	"fmt"
	"sync"

	"tagmate/board"
	"tagmate/variant"
)

// Rules is a game compiled into tables. It is read-only and may be shared.
type Rules struct {
	def       *variant.Def
	shape     board.Shape
	n         int // squares
	kinds     Kind
	royal     Kind
	all       board.Set
	dark      board.Set
	last      [2]board.Set // the rank on which pawns of a colour promote
	edges     board.Set    // first and last rank, where no pawn may stand
	move      [2][maxKinds]mover
	attack    [2][maxKinds]attacker
	pieces    []Kind // kinds that the generator takes one by one, the royal one excepted
	pawns     pawns
	pawn      [maxKinds]bool
	onlyRoyal [maxKinds]bool   // attacks a king and nothing else
	promos    [maxKinds][]Move // promotion bits of a move, in the order of the file
	pairs     [maxKinds]int    // how many of promos are pairs
	passer    [maxKinds]bool   // steps of this kind over a square may be captured en passant

	castles   [4]castle
	rightsOff [board.MaxSquares]uint8 // castling rights lost by a move from or to a square

	dead      [][]Kind
	deadColor []Kind

	start Position
}

// mover is how one kind of one colour moves: nil where there is nothing of
// the sort.
type mover struct {
	both    []spots // to empty squares and captures
	quiet   []spots // to empty squares only
	capture []spots // captures only
}

// targets returns where a piece of this kind may go from sq, friends excluded.
func (m *mover) targets(sq board.Square, occ, own board.Set) board.Set {
	var t board.Set
	if m.both != nil {
		t = m.both[sq].from(occ).AndNot(own)
	}
	if m.quiet != nil {
		t = t.Or(m.quiet[sq].from(occ).AndNot(occ))
	}
	if m.capture != nil {
		t = t.Or(m.capture[sq].from(occ).And(occ).AndNot(own))
	}
	return t
}

// attacker is the reverse of a mover: how one kind of one colour attacks a
// square, a king's square at least.
type attacker struct {
	reach     []board.Set         // by attacked square: whence an attack is possible on some board
	block     []board.Set         // [attacked*n+from]: squares that must be empty; nil for pure leapers
	more      map[int][]board.Set // further paths between two squares, where there is more than one
	enPassant []board.Set         // by passed square: whence this kind captures en passant
}

// castle is one of the four castlings.
type castle struct {
	exists             bool
	kingFrom, kingTo   board.Square
	rookFrom, rookTo   board.Square
	rook               Kind
	empty, safe, whole board.Set // must be empty; must not be attacked; all squares that change
}

// Def returns the game that these rules were compiled from.
func (r *Rules) Def() *variant.Def { return r.def }

// Shape returns the board's size.
func (r *Rules) Shape() board.Shape { return r.shape }

// Kinds returns the greatest Kind; kinds are 1 to that number.
func (r *Rules) Kinds() Kind { return r.kinds }

// Royal returns the kind that is mated.
func (r *Rules) Royal() Kind { return r.royal }

// IsPawn reports whether a kind is a pawn.
func (r *Rules) IsPawn(k Kind) bool { return r.pawn[k] }

// CanBePassed reports whether a long step of a kind may be answered by a capture
// en passant.
func (r *Rules) CanBePassed(k Kind) bool { return r.passer[k] }

// EnPassantFrom returns whence a kind of a colour captures en passant on a square
// that was passed.
func (r *Rules) EnPassantFrom(k Kind, c Color, passed board.Square) board.Set {
	if t := r.attack[c][k].enPassant; t != nil {
		return t[passed]
	}
	return board.Set{}
}

// Piece returns what the game's file says of a kind, which must be 1 to Kinds.
func (r *Rules) Piece(k Kind) *variant.Piece { return &r.def.Pieces[k-1] }

// KindByLetter returns a kind by its upper-case letter, NoKind if there is none.
func (r *Rules) KindByLetter(letter byte) Kind { return Kind(r.def.PieceByLetter(letter) + 1) }

// LastRank returns the squares on which pawns of a colour promote.
func (r *Rules) LastRank(c Color) board.Set { return r.last[c] }

// Start returns the set-up as a new position.
func (r *Rules) Start() *Position { return r.start.Clone() }

var cache sync.Map // ID → func() (*Rules, error)

// RulesOf returns the compiled rules of a built-in game. They are compiled on
// first use and kept.
func RulesOf(id string) (*Rules, error) {
	if f, ok := cache.Load(id); ok {
		return f.(func() (*Rules, error))()
	}
	d, err := variant.Lookup(id)
	if err != nil {
		return nil, err
	}
	f, _ := cache.LoadOrStore(id, sync.OnceValues(func() (*Rules, error) { return Compile(d) }))
	return f.(func() (*Rules, error))()
}

// Compile turns a game into tables. Errors name the piece or key that the
// generator cannot play.
func Compile(d *variant.Def) (*Rules, error) {
	r := &Rules{
		def: d, shape: d.Shape, n: d.Shape.Squares(), kinds: Kind(len(d.Pieces)),
		all: d.Shape.All(), dark: d.Shape.DarkSet(),
	}
	r.last = [2]board.Set{d.Shape.RankSet(d.Shape.Ranks - 1), d.Shape.RankSet(0)}
	r.edges = r.last[White].Or(r.last[Black])
	for i := range d.Pieces {
		p, k := &d.Pieces[i], Kind(i+1)
		if p.Royal {
			r.royal = k
		}
		r.pawn[k], r.onlyRoyal[k] = p.Pawn, p.OnlyRoyal
		for _, choice := range p.Promotions {
			m := Move(choice.Kind+1) << promotionShift
			if choice.Pair {
				m |= pairFlag
				r.pairs[k]++
			}
			r.promos[k] = append(r.promos[k], m)
		}
		if err := r.compileKind(k, p); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", d.ID, p.Title, err)
		}
	}
	r.compilePawns()
	for k := Kind(1); k <= r.kinds; k++ {
		if k != r.royal && k != r.pawns.kind {
			r.pieces = append(r.pieces, k)
		}
	}
	for _, set := range d.Draws.Material.AgainstBare {
		var ks []Kind
		for _, i := range set {
			ks = append(ks, Kind(i+1))
		}
		r.dead = append(r.dead, ks)
	}
	for _, i := range d.Draws.Material.OneColour {
		r.deadColor = append(r.deadColor, Kind(i+1))
	}
	if err := r.compileCastling(); err != nil {
		return nil, fmt.Errorf("%s: %w", d.ID, err)
	}
	start, err := ParseFEN(r, d.Start)
	if err != nil {
		return nil, fmt.Errorf("%s: start: %w", d.ID, err)
	}
	r.start = *start
	return r, nil
}
