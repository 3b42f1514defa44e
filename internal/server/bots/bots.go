package bots

import (
	"context"
	"time"
)

// Levels are the playing strengths, from a beginner's to the full one.
const (
	MinLevel = 1
	MaxLevel = 8
)

// Request is a game as a computer player needs it.
type Request struct {
	Variant string
	Start   string   // position text (FEN) of the first position
	Moves   []string // in UCI form
	Level   int      // MinLevel to MaxLevel
	Seed    uint64   // of the player's whims: the same through a game
	// Left is what the player's clock shows; 0 without a clock.
	Left, Increment time.Duration
	// Claim: a draw may be claimed in place of a move.
	Claim bool
	// Team is set in Tag Chess, for the holder of the side to move.
	Team *Team
}

// Team is what a player of Tag Chess sees beside the board.
type Team struct {
	Text   string // the present position, of eight fields
	Passes int    // how often the move was passed in this turn
}

const (
	// Pass is the answer of a player of Tag Chess who says "Your move".
	Pass = "pass"
	// Claim is the answer of one who claims the draw.
	Claim = "claim"
)

// Player plays for whoever is to move. It stops soon after ctx has ended.
type Player interface {
	// Choose returns a legal move in UCI form, or Pass, or Claim. The game must
	// not be over.
	Choose(ctx context.Context, r Request) (string, error)
	// AcceptsDraw answers a draw offer on behalf of color, "white" or "black",
	// whoever is to move.
	AcceptsDraw(ctx context.Context, r Request, color string) (bool, error)
}

// Workers is a Thinker that lets at most n questions at once reach another one;
// the rest wait in line.
type Workers struct {
	player   Thinker
	slots    chan struct{}
	analysts chan struct{} // those of the slots that analyses may have
}

var _ Thinker = (*Workers)(nil)

// NewWorkers returns n workers, at least one, around a thinker that may be
// asked by several goroutines.
func NewWorkers(p Thinker, n int) *Workers {
	return &Workers{p, make(chan struct{}, max(n, 1)), make(chan struct{}, max(n/2, 1))}
}

func (w *Workers) enter(ctx context.Context) error {
	select {
	case w.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Choose implements Player.
func (w *Workers) Choose(ctx context.Context, r Request) (string, error) {
	if err := w.enter(ctx); err != nil {
		return "", err
	}
	defer func() { <-w.slots }()
	return w.player.Choose(ctx, r)
}

// AcceptsDraw implements Player.
func (w *Workers) AcceptsDraw(ctx context.Context, r Request, color string) (bool, error) {
	if err := w.enter(ctx); err != nil {
		return false, err
	}
	defer func() { <-w.slots }()
	return w.player.AcceptsDraw(ctx, r, color)
}
