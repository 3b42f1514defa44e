package game

import "tagmate/position"

// Reason is why a game ended, or why a draw may be claimed.
type Reason uint8

// The reasons.
const (
	NoReason       Reason = iota
	Checkmate             // the side to move is mated
	StalemateDraw         // no legal move: a draw
	StalemateWins         // no legal move, and the stalemated side wins
	StalemateLoses        // no legal move, and the stalemated side loses
	Material              // lack of mating potential
	Threefold             // repetition, claimed
	Fivefold              // repetition, drawn at once
	MoveLimitClaim        // too long without capture or pawn move, claimed
	MoveLimit             // the same, drawn at once
	Resignation           // a side gave up
	Agreement             // both sides agreed on a draw
	Flag                  // a side ran out of time
	FlagMaterial          // a side ran out of time, but the other could not have won
	Aborted               // ended without a result
	reasons               // how many there are
)

var reasonCodes = [reasons]string{
	"", "checkmate", "stalemate", "stalemate-wins", "stalemate-loses", "material", "threefold", "fivefold",
	"move-limit-claim", "move-limit", "resignation", "agreement", "flag", "flag-material", "aborted",
}

// String returns the code of a reason, such as "checkmate" or
// "move-limit-claim"; "" for NoReason. Codes are stable: they are stored and
// sent.
func (r Reason) String() string {
	if r < reasons {
		return reasonCodes[r]
	}
	return ""
}

// ReasonOf returns the reason with a code, and whether there is one.
func ReasonOf(code string) (Reason, bool) {
	for r, c := range reasonCodes {
		if c == code && r != 0 {
			return Reason(r), true
		}
	}
	return NoReason, false
}

// Result is how a game ended.
type Result struct {
	Outcome position.Outcome
	Reason  Reason
}

// Over reports whether the game is over; an aborted game is over without an
// outcome.
func (r Result) Over() bool { return r.Reason != NoReason }
