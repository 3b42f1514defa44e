package store

import (
	"context"
	"errors"
	"time"
)

// Reasons why a store says no. Any other error means that the store could not
// answer; after a failed Append it is then unknown whether the event is kept,
// and the caller reads the game again before it goes on.
var (
	// ErrNotFound: there is no such game.
	ErrNotFound = errors.New("store: no such game")
	// ErrConflict: another event has this number already, or the number is not
	// the next one, or the game exists.
	ErrConflict = errors.New("store: not the next event of the game")
	// ErrRepeated: an event with this command id of this seat is kept already.
	ErrRepeated = errors.New("store: command was carried out before")
)

// Event is one thing that happened in a game.
type Event struct {
	Game string
	// Seq counts the events of a game from 1 without gaps.
	Seq  int64
	Kind string
	// Payload is JSON whose shape belongs to Kind.
	Payload []byte
	// At is the server's time, kept to the microsecond.
	At time.Time
	// Seat is who did it; "" for the server itself.
	Seat string
	// Command is the id that the client gave its command; "" if there was none.
	Command string
	// Player, if it is not zero, is the token of one who takes a seat by the
	// event: from then on his History has the game. Events does not return it.
	Player TokenHash
}

// Game is what is known about a game without reading its events.
type Game struct {
	ID        string
	Variant   string
	Mode      string
	CreatedAt time.Time
	// Timed: a server that starts must look after the game though nobody asks
	// for it, because it has a clock or a computer player.
	Timed bool
	// Waiting: the game has not begun yet.
	Waiting bool
	// Open is true until Finish.
	Open bool
	// Listed: the lobby shows the game to everyone while it is open.
	Listed bool
}

// Seat says which token holds a seat. Only the hash of a token is kept.
type Seat struct {
	Name string
	Hash TokenHash
}

// MaxAttempts is how many attempts are kept for each player: that many would be
// twenty a day for a hundred days. The oldest go first.
const MaxAttempts = 2000

// Attempt is one try of a player at an endgame of the trainer.
type Attempt struct {
	// ID is the client's, unlike those of all other attempts of the player: the
	// attempt is kept once, however often it is sent.
	ID              string
	Variant, Ending string
	Role            string
	// At is when it ended, kept to the microsecond.
	At time.Time
	// Won: the mate was given, or held out against to the end.
	Won bool
	// Used are the player's moves, Least those that the tables need at least,
	// or that can be held out at most.
	Used, Least int
	Hints       int
}

// Practice keeps what players have practised. What a player has is a set of
// attempts that only grows until the oldest fall out, so that the sets of several
// tabs and devices are joined by adding each to the others.
type Practice interface {
	// AddAttempts adds attempts of a player, all or nothing, and returns how many
	// were new. Beyond MaxAttempts the oldest are dropped.
	AddAttempts(ctx context.Context, player TokenHash, list []Attempt) (added int, err error)
	// Attempts returns all attempts of a player that are kept, newest first.
	Attempts(ctx context.Context, player TokenHash) ([]Attempt, error)
}

// Store keeps games and what players practise. All methods may be called from
// many goroutines.
type Store interface {
	Practice
	// Create keeps a new game, its first event (seq 1) and its seats, all or
	// nothing; the history of those who sit there has it. ErrConflict if the id
	// is taken.
	Create(ctx context.Context, g Game, first Event, seats []Seat) error
	// Append keeps the next event of a game; it is durable when Append
	// returns nil. ErrNotFound, ErrConflict, ErrRepeated.
	Append(ctx context.Context, e Event) error
	// Game returns a game. ErrNotFound.
	Game(ctx context.Context, id string) (Game, error)
	// Events returns the events of a game with seq > after in order; none for
	// a game that does not exist.
	Events(ctx context.Context, game string, after int64) ([]Event, error)
	// Seats returns the seats of a game that have a holder, ordered by name.
	Seats(ctx context.Context, game string) ([]Seat, error)
	// Finish marks a game as no longer open. It may be repeated. ErrNotFound.
	Finish(ctx context.Context, game string) error
	// List has the lobby show a game, or no longer. It may be repeated.
	// ErrNotFound.
	List(ctx context.Context, game string, on bool) error
	// Listed returns the newest games that are open and listed, at most limit
	// of those that were created after a moment, newest first.
	Listed(ctx context.Context, after time.Time, limit int) ([]Game, error)
	// Begin marks a game as no longer waiting. It may be repeated. ErrNotFound.
	Begin(ctx context.Context, game string) error
	// Waiting returns the oldest games that are open and waiting, at most limit
	// of those that were created before a moment, oldest first.
	Waiting(ctx context.Context, before time.Time, limit int) ([]Game, error)
	// History returns the newest games in which a token holds or held a seat, at
	// most limit of those that were created before a moment, newest first.
	History(ctx context.Context, player TokenHash, before time.Time, limit int) ([]Game, error)
	// TimedGames returns the timed games that are not finished, oldest first.
	TimedGames(ctx context.Context) ([]Game, error)
	// Close waits for running calls and lets go of the files.
	Close() error
}
