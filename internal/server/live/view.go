package live

import (
	"slices"
	"time"

	"tagmate/notation"
	"tagmate/position"
)

// View is a game as the holder of some seats may see it. It does not change
// once it is made and is shared between viewers with the same seats.
type View struct {
	ID       string
	Seq      int64
	Variant  string
	Mode     Mode
	Since    time.Time // when the game was made
	Ended    time.Time // when it was over, or zero
	Start    string    // position text of the first position
	FEN      string
	Ply      int
	Turn     string
	Moves    []Ply
	Legal    []Choice // none when the game is over
	Check    bool
	Checkers []string // squares
	You      []string // the seats
	Players  map[string]Player
	Clock    *ClockView
	Claim    string // what the side to move may claim, or ""
	Offer    string // the side whose draw offer stands, or ""
	Declined string // the side that declined the last one, or ""
	Thinking bool   // a computer player is to move
	Result   string
	Reason   string
	Waiting  []string // free seats
	Asks     string   // the side that asks to take back, or ""
	Touch    bool
	Tag      *TagView // Tag Chess only
	Rematch  []string // seats that want another game
	Keep     []string // those of them who want to keep their seats
	Next     string   // the id of that game, or ""
	Chat     *ChatView
}

// Choice is a legal move.
type Choice struct{ UCI, SAN string }

// ClockView is a clock at a moment.
type ClockView struct {
	Initial, Increment time.Duration
	Left               map[string]time.Duration
	Running            string // "" while no time runs
	At                 time.Time
}

// view shows the state to the holder of seats.
func (s *state) view(seats []string, now time.Time) *View {
	pos := s.game.Position()
	result := s.game.Result()
	v := &View{
		ID: s.id, Seq: s.seq, Variant: s.setup.Variant, Mode: s.setup.Mode, Since: s.since, Ended: s.ended,
		Start: s.setup.Start, FEN: pos.FEN(), Ply: s.game.Ply(), Turn: s.turn(),
		Moves: slices.Clip(s.plies), Check: pos.InCheck(), You: seats,
		Players: s.setup.Players, Offer: s.offer, Declined: s.declined,
		Result: result.Outcome.String(), Reason: result.Reason.String(),
		Waiting: s.free(), Asks: s.asks, Touch: s.setup.Touch,
		Rematch: s.wishes(false), Keep: s.wishes(true), Next: s.next, Chat: s.viewChat(seats),
	}
	for sq := range pos.Checkers().Squares() {
		v.Checkers = append(v.Checkers, pos.Rules().Shape().Name(sq))
	}
	if k := s.clock; k != nil {
		v.Clock = &ClockView{Initial: k.initial, Increment: k.increment, Left: map[string]time.Duration{}, At: now}
		for side := range k.left {
			v.Clock.Left[side] = k.at(side, now)
		}
		if !now.Before(k.since) {
			v.Clock.Running = k.running
		}
	}
	if s.forfeit {
		v.Reason = "abandoned"
	}
	if s.tag != nil {
		v.Tag = s.viewTeam()
		v.Start = sixFields(s.tag.Start())
		if !s.started {
			return v
		}
	}
	if s.over() {
		return v
	}
	if s.tag == nil {
		// In a team it would tell what the partner does.
		_, v.Thinking = s.computerToMove()
	}
	var buf [256]position.Move
	for _, m := range pos.AppendMoves(buf[:0]) {
		v.Legal = append(v.Legal, Choice{notation.UCI(pos.Rules(), m), notation.SAN(pos, m)})
	}
	if reason, ok := s.game.CanClaim(); ok {
		v.Claim = reason.String()
	}
	return v
}

// Captured returns the letters, lower case, of what a side has lost, in order.
func (v *View) Captured(side string) []string {
	var lost []string
	mover := other(v.firstTurn())
	for _, p := range v.Moves {
		mover = other(mover)
		if p.Captured != "" && other(mover) == side {
			lost = append(lost, p.Captured)
		}
	}
	return lost
}

// firstTurn is the side that moved first.
func (v *View) firstTurn() string {
	if len(v.Moves)%2 == 0 {
		return v.Turn
	}
	return other(v.Turn)
}
