package live

import "fmt"

// Code says why a command is refused. The texts are part of the wire format.
type Code string

// The codes. Package api maps each to an HTTP status.
const (
	BadRequest  Code = "bad-request"   // not understood, or out of range
	BadFEN      Code = "bad-fen"       // no position of the game, or one to play on from
	BadPGN      Code = "bad-pgn"       // no record of the game
	BadMove     Code = "bad-move"      // no move, or not a legal one
	NotYourTurn Code = "not-your-turn" // the other side is to move
	NotYourSeat Code = "not-your-seat" // no seat, or one that may not do this
	GameOver    Code = "game-over"     // the game has a result
	NoClaim     Code = "no-claim"      // nothing can be claimed now
	NotFound    Code = "not-found"     // no such game or variant
	Conflict    Code = "conflict"      // not in this state of the game
	TooLarge    Code = "too-large"     // more bytes than allowed
	RateLimited Code = "rate-limited"  // too many at once
	Unavailable Code = "unavailable"   // the store does not answer, or the server stops
	Internal    Code = "internal"      // a fault of ours

	// Of Tag Chess.
	Illegal      Code = "illegal"       // orthodox chess does not allow it
	Forbidden    Code = "forbidden"     // forbidden to the team until it has moved
	PartnerStuck Code = "partner-stuck" // no pass: the partner could not move

	ChatClosed Code = "chat-closed" // nothing can be said now
)

// Codes returns all codes.
func Codes() []Code {
	return []Code{
		BadRequest, BadFEN, BadPGN, BadMove, NotYourTurn, NotYourSeat, GameOver, NoClaim,
		NotFound, Conflict, TooLarge, RateLimited, Unavailable, Internal,
		Illegal, Forbidden, PartnerStuck, ChatClosed,
	}
}

// Refusal is an error that a person is told.
type Refusal struct {
	Code   Code
	Detail string // one English sentence without the full stop
	Where  string // the field of the request that is meant, or ""
}

// Error implements error.
func (r *Refusal) Error() string {
	if r.Where != "" {
		return fmt.Sprintf("%s: %s: %s", r.Code, r.Where, r.Detail)
	}
	return fmt.Sprintf("%s: %s", r.Code, r.Detail)
}

func refuse(c Code, format string, args ...any) *Refusal {
	return &Refusal{Code: c, Detail: fmt.Sprintf(format, args...)}
}

func (r *Refusal) at(where string) *Refusal {
	r.Where = where
	return r
}
