package live

import (
	"slices"
	"time"

	"tagmate/internal/server/store"
	"tagmate/notation"
)

// Action is what a command wants.
type Action string

// The actions. The texts are part of the wire format.
const (
	ActMove     Action = "move"
	ActTakeback Action = "takeback"
	ActResign   Action = "resign"
	ActClaim    Action = "claim" // a draw by repetition or move limit
	ActDraw     Action = "draw"  // offer one, or accept the one that is offered
	ActDecline  Action = "decline"
	ActAbort    Action = "abort"
	ActRematch  Action = "rematch" // after the end

	// Between players.
	ActChat Action = "chat" // switch it on or off
	ActSay  Action = "say"

	// At a table that fills.
	ActJoin    Action = "join" // not a client's word: see Visit.Join
	ActSeatBot Action = "seat-bot"
	ActUnseat  Action = "unseat"
	ActHolder  Action = "holder"
	ActReady   Action = "ready"

	// In Tag Chess.
	ActAttempt  Action = "attempt"
	ActPass     Action = "pass"
	ActTakeOver Action = "take-over"
	ActClaimWin Action = "claim-win"
)

// Command is one wish of one viewer.
type Command struct {
	// ID is unique among the commands of a seat; the same ID is the same
	// command, however often it comes.
	ID     string
	Action Action
	Move   string // for ActMove and ActAttempt, in UCI form
	Seat   string // for ActSeatBot, ActUnseat, ActJoin
	Level  int    // for ActSeatBot, ActTakeOver; 0 for the default
	Side   string // for ActHolder: "q" or "k"
	Ready  bool   // for ActReady
	Name   string // for ActJoin
	Keep   bool   // for ActRematch: the seats as they are
	On     bool   // for ActChat
	Text   string // for ActSay
	// Lag is the round trip of the connection that the command came by, as the
	// server has measured it; 0 if it was not measured.
	Lag  time.Duration
	hash store.TokenHash
	// Ply, for ActMove, ActAttempt and ActPass, is the number of plies played as the player saw it;
	// negative for "whatever it is".
	Ply int
}

// decide turns a command of the holder of seats into the event that carries it
// out, or refuses it.
func (s *state) decide(seats []string, c Command, now time.Time) (store.Event, *Refusal) {
	fail := func(r *Refusal) (store.Event, *Refusal) { return store.Event{}, r }
	if c.Action == ActJoin {
		return s.decideJoin(c, now)
	}
	if len(seats) == 0 {
		return fail(refuse(NotYourSeat, "spectators cannot act"))
	}
	if (c.Action == ActMove || c.Action == ActAttempt || c.Action == ActPass) && c.Ply >= 0 && c.Ply != s.game.Ply() {
		return fail(refuse(Conflict, "the game is at ply %d, the move was for ply %d", s.game.Ply(), c.Ply))
	}
	switch c.Action {
	case ActRematch:
		return s.decideRematch(seats[0], c.Keep, now)
	case ActChat, ActSay:
		return s.decideChat(seats[0], c, now)
	}
	if s.over() {
		return fail(refuse(GameOver, "the game is over"))
	}
	if s.tag != nil {
		return s.decideTeam(seats[0], c, now)
	}
	if len(s.free()) > 0 && c.Action != ActAbort {
		return fail(refuse(Conflict, "the other player is not here yet"))
	}
	turn := s.turn()
	// seat is who acts: at one screen for two, the side to move.
	seat, toMove := seats[0], slices.Contains(seats, turn)
	if toMove {
		seat = turn
	}
	done := func(kind string, payload any) (store.Event, *Refusal) {
		return event(kind, seat, now, payload), nil
	}
	stopped := timed{Clock: s.clock.stopped(now)}
	switch c.Action {
	case ActMove:
		if !toMove {
			return fail(refuse(NotYourTurn, "%s is to move", turn))
		}
		pos := s.game.Position()
		m, err := notation.ParseUCI(pos, c.Move)
		if err != nil {
			return fail(refuse(BadMove, "%v", err).at("uci"))
		}
		return done(kindMove, moved{notation.UCI(pos.Rules(), m), s.spent(seat, c, true, now)})
	case ActTakeback:
		plies := 1
		if s.setup.Mode != HotSeat && toMove {
			plies = 2
		}
		if s.setup.Mode == Link && s.asks == other(seat) {
			plies = 3 - plies // what the other has asked for
		} else if s.setup.Mode == Link {
			if s.asks == seat {
				return fail(refuse(Conflict, "you have asked already"))
			}
			if len(s.plies) < plies {
				return fail(refuse(Conflict, "there is no move of yours to take back"))
			}
			return done(kindAsk, struct{}{})
		}
		if len(s.plies) < plies {
			return fail(refuse(Conflict, "there is no move of yours to take back"))
		}
		return done(kindTakeback, tookBack{plies, timed{Clock: s.takenBack(plies, now)}})
	case ActResign:
		return done(kindResign, stopped)
	case ActClaim:
		if !toMove {
			return fail(refuse(NotYourTurn, "%s is to move, and only who is to move may claim", turn))
		}
		if _, ok := s.game.CanClaim(); !ok {
			return fail(refuse(NoClaim, "no draw can be claimed in this position"))
		}
		return done(kindClaim, stopped)
	case ActDraw:
		if s.setup.Mode == HotSeat || s.offer != "" && s.offer != seat {
			return done(kindAgree, stopped)
		}
		if s.offer == seat {
			return fail(refuse(Conflict, "your draw offer stands already"))
		}
		if ply, ok := s.offered[seat]; ok && s.game.Ply() < ply+2 {
			return fail(refuse(Conflict, "one draw offer a move"))
		}
		return done(kindOffer, struct{}{})
	case ActDecline:
		if s.asks != "" && s.asks != seat && s.offer != other(seat) {
			return done(kindRefuse, struct{}{})
		}
		if s.offer == "" || s.offer == seat {
			return fail(refuse(Conflict, "there is no draw offer to decline"))
		}
		return done(kindDecline, struct{}{})
	case ActAbort:
		if s.setup.Mode == Link && s.game.Ply() >= 2 {
			return fail(refuse(Conflict, "both have moved; one may resign"))
		}
		return done(kindAbort, stopped)
	}
	return fail(refuse(BadRequest, "unknown command %.20q", c.Action).at("t"))
}

// takenBack is what is left on the clocks after a takeback: the time that was
// used is used, but increments for the moves go back, or a player could gather
// them by playing and taking back.
func (s *state) takenBack(plies int, now time.Time) left {
	l := s.clock.stopped(now)
	if l == nil {
		return nil
	}
	side := s.turn()
	for ply := len(s.plies) - 1; ply >= len(s.plies)-plies; ply-- {
		side = other(side)
		if ply > 0 { // the first move had none
			l[side] = max(l[side]-s.clock.increment.Milliseconds(), min(l[side], leastLeft.Milliseconds()))
		}
	}
	return l
}

// leastLeft is what a takeback leaves on a clock, so that it does not cost the
// game.
const leastLeft = time.Second

// answered returns the event that a command became when it came before.
func (s *state) answered(seats []string, id string) (int64, bool) {
	if id == "" {
		return 0, false
	}
	for _, seat := range seats {
		if seq, ok := s.done[commandKey{seat, id}]; ok {
			return seq, true
		}
	}
	return 0, false
}
