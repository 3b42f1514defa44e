package game

import (
	"errors"

	"tagmate/notation"
	"tagmate/position"
	"tagmate/variant"
)

// The errors of this package, besides those of package notation for moves that
// cannot be read.
var (
	ErrOver    = errors.New("game: the game is over")
	ErrIllegal = errors.New("game: the move is not legal here")
	ErrNoClaim = errors.New("game: no draw can be claimed here")
)

// Game is a game in progress or ended. It is not safe for concurrent use.
type Game struct {
	pos    *position.Position
	start  string
	moves  []position.Move
	undos  []position.Undo
	sans   []string
	keys   []uint64 // of every position so far, the present one included
	result Result
	offer  [2]bool // draw offers that stand
}

// New starts a game from the set-up.
func New(r *position.Rules) *Game { return from(r.Start()) }

// FromFEN starts a game from any position. A game may be over as it starts.
// Errors are of type *position.FENError.
func FromFEN(r *position.Rules, fen string) (*Game, error) {
	p, err := position.ParseFEN(r, fen)
	if err != nil {
		return nil, err
	}
	return from(p), nil
}

func from(p *position.Position) *Game {
	g := &Game{pos: p, start: p.FEN(), keys: []uint64{p.Key()}}
	g.adjudicate()
	return g
}

// Position returns the present position. It is to be read only, and changes
// with the game.
func (g *Game) Position() *position.Position { return g.pos }

// Rules returns the rules of the game.
func (g *Game) Rules() *position.Rules { return g.pos.Rules() }

// StartFEN returns the normalised text of the first position.
func (g *Game) StartFEN() string { return g.start }

// Ply returns the number of moves played by both sides together.
func (g *Game) Ply() int { return len(g.moves) }

// Moves returns the moves played. The slice is the game's own.
func (g *Game) Moves() []position.Move { return g.moves }

// SANs returns the moves played in SAN. The slice is the game's own.
func (g *Game) SANs() []string { return g.sans }

// Keys returns the hash keys of all positions so far, the present one last:
// the history that a search needs to see repetitions. The slice is the game's
// own.
func (g *Game) Keys() []uint64 { return g.keys }

// Result returns the result so far; NoReason while the game goes on.
func (g *Game) Result() Result { return g.result }

// Play plays a legal move. A move also declines the opponent's draw offer. The
// errors are ErrOver and ErrIllegal.
func (g *Game) Play(m position.Move) error {
	if g.result.Over() {
		return ErrOver
	}
	if !g.pos.IsLegal(m) {
		return ErrIllegal
	}
	g.offer[g.pos.Turn().Other()] = false
	g.sans = append(g.sans, notation.SAN(g.pos, m))
	g.moves = append(g.moves, m)
	g.undos = append(g.undos, position.Undo{})
	g.pos.Make(m, &g.undos[len(g.undos)-1])
	g.keys = append(g.keys, g.pos.Key())
	g.adjudicate()
	return nil
}

// PlayText reads a move as UCI text or SAN and plays it.
func (g *Game) PlayText(text string) (position.Move, error) {
	if g.result.Over() {
		return position.NoMove, ErrOver
	}
	m, err := notation.ParseMove(g.pos, text)
	if err != nil {
		return position.NoMove, err
	}
	return m, g.Play(m)
}

// TakeBack takes back the last move, and whatever ended the game after it. It
// reports whether there was one.
func (g *Game) TakeBack() bool {
	n := len(g.moves)
	if n == 0 {
		return false
	}
	g.pos.Unmake(g.moves[n-1], &g.undos[n-1])
	g.moves, g.undos, g.sans, g.keys = g.moves[:n-1], g.undos[:n-1], g.sans[:n-1], g.keys[:n]
	g.offer = [2]bool{}
	g.result = Result{}
	g.adjudicate()
	return true
}

// adjudicate ends the game where the rules end it without a claim.
func (g *Game) adjudicate() {
	p := g.pos
	draws := &p.Rules().Def().Draws
	status := p.Status()
	switch {
	case status == position.Checkmate:
		g.end(p.Outcome(status), Checkmate)
	case status == position.Stalemate:
		g.end(p.Outcome(status), stalemateReason(p.Rules().Def().Ending.Stalemate))
	case status == position.DrawMaterial:
		g.end(position.Drawn, Material)
	case draws.RepetitionAuto > 0 && g.Repetitions() >= draws.RepetitionAuto:
		g.end(position.Drawn, Fivefold)
	case draws.MovesAuto > 0 && p.Halfmove() >= 2*draws.MovesAuto:
		g.end(position.Drawn, MoveLimit)
	}
}

func stalemateReason(v variant.Verdict) Reason {
	switch v {
	case variant.Win:
		return StalemateWins
	case variant.Loss:
		return StalemateLoses
	}
	return StalemateDraw
}

func (g *Game) end(o position.Outcome, r Reason) { g.result = Result{Outcome: o, Reason: r} }

// Repetitions returns how often the present position has occurred, this time
// included.
func (g *Game) Repetitions() int {
	n := 0
	key := g.keys[len(g.keys)-1]
	// A position cannot recur across a capture or pawn move.
	first := max(0, len(g.keys)-1-g.pos.Halfmove())
	for i := len(g.keys) - 1; i >= first; i -= 2 {
		if g.keys[i] == key {
			n++
		}
	}
	return n
}

// CanClaim reports whether the side to move may claim a draw, and for what:
// Threefold or MoveLimitClaim.
func (g *Game) CanClaim() (Reason, bool) {
	if g.result.Over() {
		return NoReason, false
	}
	draws := &g.Rules().Def().Draws
	switch {
	case draws.RepetitionClaim > 0 && g.Repetitions() >= draws.RepetitionClaim:
		return Threefold, true
	case draws.MovesClaim > 0 && g.pos.Halfmove() >= 2*draws.MovesClaim:
		return MoveLimitClaim, true
	}
	return NoReason, false
}

// PlayOn has a game go on that was drawn without a claim (by lack of material, at
// the fifth repetition, at the move limit), for interfaces that do not know of
// such a draw. The next move has it drawn again where the reason still holds. It
// reports whether the game goes on.
func (g *Game) PlayOn() bool {
	switch g.result.Reason {
	case Material, Fivefold, MoveLimit:
		g.result = Result{}
	}
	return !g.result.Over()
}

// Claim ends the game with the draw that CanClaim sees. The errors are ErrOver
// and ErrNoClaim.
func (g *Game) Claim() error {
	if g.result.Over() {
		return ErrOver
	}
	reason, ok := g.CanClaim()
	if !ok {
		return ErrNoClaim
	}
	g.end(position.Drawn, reason)
	return nil
}

// Resign ends the game as a loss for a side. It does nothing when the game is
// over, and so do the calls below.
func (g *Game) Resign(c position.Color) {
	if !g.result.Over() {
		g.end(position.WinFor(c.Other()), Resignation)
	}
}

// Offer notes a side's offer of a draw; the game is drawn when the other side
// has offered one too. An offer stands until the other side moves.
func (g *Game) Offer(c position.Color) {
	if g.result.Over() {
		return
	}
	g.offer[c] = true
	if g.offer[c.Other()] {
		g.Agree()
	}
}

// Offered reports whether a side's draw offer stands.
func (g *Game) Offered(c position.Color) bool { return g.offer[c] }

// Decline ends the other side's draw offer.
func (g *Game) Decline(c position.Color) { g.offer[c.Other()] = false }

// Agree ends the game as a draw by agreement.
func (g *Game) Agree() {
	if !g.result.Over() {
		g.end(position.Drawn, Agreement)
	}
}

// Abort ends the game without an outcome.
func (g *Game) Abort() {
	if !g.result.Over() {
		g.end(position.NoOutcome, Aborted)
	}
}

// Flag ends the game because a side ran out of time: a loss, or a draw where
// the game's rules hold that the other side could not have won.
func (g *Game) Flag(c position.Color) {
	if g.result.Over() {
		return
	}
	other := c.Other()
	cannot := false
	switch g.Rules().Def().Ending.Flag {
	case variant.FlagMaterial:
		cannot = g.pos.CannotWin(other)
	case variant.FlagBare:
		cannot = g.pos.IsBare(other)
	}
	if cannot {
		g.end(position.Drawn, FlagMaterial)
		return
	}
	g.end(position.WinFor(other), Flag)
}
