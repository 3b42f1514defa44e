package tag

import (
	"tagmate/game"
	"tagmate/position"
)

// Event is one action of the game.
type Event struct {
	Kind EventKind
	Move position.Move // for moves and fouls
	By   position.Color
	Side Side // who acted
}

// EventKind is a kind of action.
type EventKind uint8

// The kinds of action.
const (
	Moved EventKind = iota
	Passed
	Fouled
)

// Game is a game of Tag Chess. It is not safe for concurrent use.
type Game struct {
	base   *game.Game
	state  State // over the position of base
	start  string
	events []Event
}

// New starts a game from the set-up of the rules, with who holds the move
// first in each team, White's first.
func New(r *position.Rules, holders [2]Side) *Game {
	return newGame(game.New(r), State{holders: holders})
}

// FromText starts a game from a position text. A game may be over as it
// starts.
func FromText(r *position.Rules, text string) (*Game, error) {
	s, err := Parse(r, text)
	if err != nil {
		return nil, err
	}
	base, err := game.FromFEN(r, s.pos.FEN())
	if err != nil {
		return nil, err
	}
	return newGame(base, *s), nil
}

func newGame(base *game.Game, s State) *Game {
	s.pos = base.Position()
	return &Game{base: base, state: s, start: s.Text()}
}

// Base returns the game on the board: its moves and result. Moves are played
// through the tag game only; the results that people decide (Resign, Offer,
// Claim, Flag, Abort) are called on the base.
func (g *Game) Base() *game.Game { return g.base }

// State returns the position of the game. It is to be read only, and changes
// with the game.
func (g *Game) State() *State { return &g.state }

// Start returns the text of the first position.
func (g *Game) Start() string { return g.start }

// Events returns all actions so far. The slice is the game's own.
func (g *Game) Events() []Event { return g.events }

// Pass hands the move to the partner. The error is a Refusal.
func (g *Game) Pass() error {
	switch {
	case g.base.Result().Over():
		return Over
	case !g.state.CanPass():
		return PartnerStuck
	}
	g.note(Passed, position.NoMove)
	g.state.pass()
	return nil
}

// Attempt is a move by the holder, judged by the rules: a legal move with a
// piece on his own files is played; with one of the partner's it is a foul,
// which foul reports; anything else is refused, and nothing changes. The
// error is a Refusal.
func (g *Game) Attempt(m position.Move) (foul bool, err error) {
	if g.base.Result().Over() {
		return false, Over
	}
	switch verdict := g.state.Judge(m); verdict {
	case Allowed:
		g.note(Moved, m)
		g.state.forbidden = nil
		return false, g.base.Play(m)
	case PartnersPiece:
		g.note(Fouled, m)
		g.state.foul(m)
		return true, nil
	default:
		return false, verdict
	}
}

func (g *Game) note(kind EventKind, m position.Move) {
	c := g.base.Position().Turn()
	g.events = append(g.events, Event{Kind: kind, Move: m, By: c, Side: g.state.holders[c]})
}
