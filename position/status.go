package position

import (
	"tagmate/board"
	"tagmate/variant"
)

// Status is what a position says about the game without its history.
type Status uint8

// The statuses, in the order in which they are looked for (RULES "Position
// text": checkmate, stalemate, lack of material).
const (
	Ongoing Status = iota
	Checkmate
	Stalemate
	DrawMaterial
)

// String returns "ongoing", "checkmate", "stalemate" or "draw-material".
func (s Status) String() string {
	switch s {
	case Checkmate:
		return "checkmate"
	case Stalemate:
		return "stalemate"
	case DrawMaterial:
		return "draw-material"
	}
	return "ongoing"
}

// Outcome is a result.
type Outcome uint8

// The outcomes.
const (
	NoOutcome Outcome = iota
	WhiteWins
	BlackWins
	Drawn
)

// String returns the outcome as in PGN: "*", "1-0", "0-1" or "1/2-1/2".
func (o Outcome) String() string {
	switch o {
	case WhiteWins:
		return "1-0"
	case BlackWins:
		return "0-1"
	case Drawn:
		return "1/2-1/2"
	}
	return "*"
}

// WinFor returns the outcome that a side wins.
func WinFor(c Color) Outcome {
	if c == White {
		return WhiteWins
	}
	return BlackWins
}

// Status returns the status of the position. Counters and repetition play no
// part in it.
func (p *Position) Status() Status {
	if !p.HasMove() {
		if p.InCheck() {
			return Checkmate
		}
		return Stalemate
	}
	if p.DeadMaterial() {
		return DrawMaterial
	}
	return Ongoing
}

// Outcome returns the outcome that a status of this position means by the
// rules of the game.
func (p *Position) Outcome(s Status) Outcome {
	switch s {
	case Checkmate:
		return WinFor(p.turn.Other())
	case Stalemate:
		switch p.rules.def.Ending.Stalemate {
		case variant.Win:
			return WinFor(p.turn)
		case variant.Loss:
			return WinFor(p.turn.Other())
		}
		return Drawn
	case DrawMaterial:
		return Drawn
	}
	return NoOutcome
}

// IsBare reports whether a side has nothing but its king.
func (p *Position) IsBare(c Color) bool {
	return p.byColor[c].IsOne()
}

// DeadMaterial reports whether the pieces are among those with which the game
// is drawn at once.
func (p *Position) DeadMaterial() bool {
	if p.IsBare(Black) && p.CannotWin(White) || p.IsBare(White) && p.CannotWin(Black) {
		return true
	}
	m := &p.rules.def.Draws.Material
	if !m.BothSides {
		return false
	}
	return p.oneColor(p.Occupied().AndNot(p.byKind[p.rules.royal]))
}

// CannotWin reports whether a side's pieces are among those that the game
// holds unable to win against a bare king.
func (p *Position) CannotWin(c Color) bool {
	r := p.rules
	others := p.byColor[c].Without(p.king[c])
	n := others.Count()
	if n == 1 && r.def.Draws.Material.AnySingle && !r.pawn[p.board[others.First()].Kind()] {
		return true
	}
	for _, set := range r.dead {
		if len(set) == n && p.has(set, others) {
			return true
		}
	}
	return n > 0 && p.oneColor(others)
}

// has reports whether the squares hold exactly the kinds of a set, which is
// sorted and as large.
func (p *Position) has(set []Kind, squares board.Set) bool {
	for i := 0; i < len(set); {
		j := i
		for j < len(set) && set[j] == set[i] {
			j++
		}
		if squares.And(p.byKind[set[i]]).Count() != j-i {
			return false
		}
		i = j
	}
	return true
}

// oneColor reports whether all pieces on the squares are of the kinds that the
// game lists as colour-bound, and stand on squares of one colour.
func (p *Position) oneColor(squares board.Set) bool {
	r := p.rules
	if len(r.deadColor) == 0 || squares.Meets(r.dark) && !squares.Within(r.dark) {
		return false
	}
	var bound board.Set
	for _, k := range r.deadColor {
		bound = bound.Or(p.byKind[k])
	}
	return squares.Within(bound)
}
