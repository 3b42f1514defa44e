package tag

import (
	"slices"

	"tagmate/board"
	"tagmate/position"
)

// Side is a half of the board and the player to whom it belongs.
type Side uint8

// The halves.
const (
	QueenSide Side = iota // files a to d
	KingSide              // files e to h
)

// Other returns the partner.
func (s Side) Other() Side { return s ^ 1 }

// String returns "q" or "k", as in the position text.
func (s Side) String() string {
	if s == QueenSide {
		return "q"
	}
	return "k"
}

// Pair is a forbidden move: its squares, whatever it would promote to.
type Pair struct {
	From, To board.Square
}

func pairOf(m position.Move) Pair { return Pair{m.From(), m.To()} }

// State is a position of Tag Chess: the board, who holds the move in each team,
// and the forbidden moves of the team to move. Like package position it knows
// no results: draws by material or counters end nothing here. It is not safe
// for concurrent use.
type State struct {
	pos       *position.Position
	holders   [2]Side
	forbidden []Pair
}

// Position returns the position on the board. It is to be read only.
func (s *State) Position() *position.Position { return s.pos }

// Holder returns who holds the move in a team.
func (s *State) Holder(c position.Color) Side { return s.holders[c] }

// Forbidden returns the forbidden moves of the team to move, oldest first. The
// slice is the state's own.
func (s *State) Forbidden() []Pair { return s.forbidden }

// SideOf returns to whom a square belongs.
func (s *State) SideOf(sq board.Square) Side {
	shape := s.pos.Rules().Shape()
	if shape.File(sq) < shape.Files/2 {
		return QueenSide
	}
	return KingSide
}

// Moves returns the legal moves of both players of the team to move, sorted by
// what they would be: plays of the holder, fouls with the partner's pieces,
// and moves that are forbidden.
func (s *State) Moves() (plays, fouls, forbidden []position.Move) {
	holder := s.holders[s.pos.Turn()]
	for _, m := range s.pos.AppendMoves(nil) {
		switch {
		case slices.Contains(s.forbidden, pairOf(m)):
			forbidden = append(forbidden, m)
		case s.SideOf(m.From()) == holder:
			plays = append(plays, m)
		default:
			fouls = append(fouls, m)
		}
	}
	return plays, fouls, forbidden
}

// stuck reports whether a player of the team to move has no move to play
// although his partner has one.
func (s *State) stuck(who Side) bool {
	own, partners := 0, 0
	for _, m := range s.pos.AppendMoves(nil) {
		switch {
		case slices.Contains(s.forbidden, pairOf(m)):
		case s.SideOf(m.From()) == who:
			own++
		default:
			partners++
		}
	}
	return own == 0 && partners > 0
}

// CanPass reports whether the holder may pass: not when the partner has no
// move to play while the holder has one, and not when the team has no move.
func (s *State) CanPass() bool {
	return s.pos.HasMove() && !s.stuck(s.holders[s.pos.Turn()].Other())
}

// Judge says what an attempt at a move by the holder would be: Allowed,
// PartnersPiece for a foul, or why it is refused.
func (s *State) Judge(m position.Move) Refusal {
	switch {
	case !s.pos.IsLegal(m):
		return Illegal
	case slices.Contains(s.forbidden, pairOf(m)):
		return Forbidden
	case s.SideOf(m.From()) != s.holders[s.pos.Turn()]:
		return PartnersPiece
	}
	return Allowed
}

// pass hands the move to the partner.
func (s *State) pass() {
	c := s.pos.Turn()
	s.holders[c] = s.holders[c].Other()
}

// foul forbids a move and hands the move to the partner, unless that leaves
// him without a move to play while the offender has one.
func (s *State) foul(m position.Move) {
	if !slices.Contains(s.forbidden, pairOf(m)) {
		s.forbidden = append(slices.Clip(s.forbidden), pairOf(m))
	}
	s.relent()
	if c := s.pos.Turn(); !s.stuck(s.holders[c].Other()) {
		s.holders[c] = s.holders[c].Other()
	}
}

// relent allows the forbidden moves again where they are all that the team has
// left: neither mate nor stalemate can come from a penalty.
func (s *State) relent() {
	left := slices.ContainsFunc(s.pos.AppendMoves(nil), func(m position.Move) bool {
		return !slices.Contains(s.forbidden, pairOf(m))
	})
	if !left {
		s.forbidden = nil
	}
}

// Refusal is why an action is not possible.
type Refusal uint8

// The refusals.
const (
	Allowed       Refusal = iota
	Illegal               // orthodox chess does not allow it
	Forbidden             // forbidden to the team until it has moved
	PartnersPiece         // the piece stands on the partner's files
	PartnerStuck          // no pass: the partner could not move
	Over                  // the game is over
)

// Code returns a stable code for machines.
func (r Refusal) Code() string {
	return [...]string{"", "illegal", "forbidden", "partners-piece", "partner-stuck", "game-over"}[r]
}

// Error implements error with a sentence.
func (r Refusal) Error() string {
	return [...]string{
		"allowed",
		"not a legal move here",
		"this move is forbidden to the team until it has moved",
		"the piece stands on the partner's files; to attempt it is a foul",
		"the partner has no move to play, so the move cannot be passed",
		"the game is over",
	}[r]
}
