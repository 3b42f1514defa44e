package live

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"time"

	"tagmate/game"
	"tagmate/internal/server/bots"
	"tagmate/internal/server/store"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/variant"
)

// state is a game as its events have made it. Nothing but apply changes it.
type state struct {
	id    string
	seq   int64 // of the last event
	setup created
	since time.Time // of the first event
	ended time.Time // of the event by which the game was over
	// touched is the time of the last event: of the server's calendar, for what
	// need not be exact.
	touched time.Time
	// still is until when clocks stand still, after a start of the server.
	still time.Time
	game  *game.Game
	plies []Ply
	table
	team         // of Tag Chess
	again        // after the end
	chat         // between the players
	clock *clock // nil without one
	pools lags   // only where there is a clock

	// posSeq is the event that made the position on the board: it names the
	// position, also among those that a takeback has brought back.
	posSeq int64

	offer    string // the side whose draw offer stands, or ""
	declined string // the side that declined the last offer, until the next move
	asks     string // the side that asks to take back, or ""
	offerSeq int64  // the event of the offer that stands
	offered  map[string]int

	done map[commandKey]int64 // the event that each command became
}

type commandKey struct{ seat, id string }

// Ply is a move that was played.
type Ply struct {
	UCI, SAN string
	FEN      string        // after the move
	Left     time.Duration // on the mover's clock after the move
	Captured string        // the letter of what was taken, lower case, or ""
}

// rebuild applies all events of a game.
func rebuild(list []store.Event, seats []store.Seat) (*state, error) {
	s := &state{}
	s.tokens = map[string]store.TokenHash{}
	for _, x := range seats {
		s.tokens[x.Name] = x.Hash
	}
	for _, e := range list {
		if err := s.apply(e); err != nil {
			return nil, err
		}
	}
	if s.seq == 0 {
		return nil, fmt.Errorf("live: game without events")
	}
	return s, nil
}

// apply makes one event, the next one, part of the state.
func (s *state) apply(e store.Event) error {
	if e.Seq != s.seq+1 {
		return fmt.Errorf("live: event %d of %s follows event %d", e.Seq, e.Game, s.seq)
	}
	wasOver := s.game != nil && s.over()
	if err := s.change(e); err != nil {
		return err
	}
	if s.over() && !wasOver {
		s.ended = e.At
	}
	s.seq, s.touched = e.Seq, e.At
	if e.Command != "" {
		s.done[commandKey{e.Seat, e.Command}] = e.Seq
	}
	if s.over() || !s.clockRuns() {
		s.clock.run("", e.At)
	} else {
		since := e.At
		if since.Before(s.still) {
			since = s.still
		}
		s.clock.run(s.turn(), since)
	}
	return nil
}

func (s *state) change(e store.Event) error {
	if (e.Kind == kindCreated) != (e.Seq == 1) {
		return fmt.Errorf("live: event %d of %s is %q", e.Seq, e.Game, e.Kind)
	}
	switch e.Kind {
	case kindCreated:
		c, err := payload[created](e)
		if err != nil {
			return err
		}
		if c.Version > version {
			return fmt.Errorf("live: game %s is of form %d, this server knows %d", e.Game, c.Version, version)
		}
		var g *game.Game
		if c.Mode == Tag {
			if s.tag, err = newTagGame(c.Start, nil); err == nil {
				g = s.tag.Base()
			}
		} else {
			g, err = newGame(c.Variant, c.Start)
		}
		if err != nil {
			return fmt.Errorf("live: start of %s: %w", e.Game, err)
		}
		s.id, s.setup, s.since, s.game, s.posSeq = e.Game, c, e.At, g, e.Seq
		s.done, s.offered = map[commandKey]int64{}, map[string]int{}
		if c.Clock != nil {
			s.clock = newClock(*c.Clock)
		}
		for _, uci := range c.Moves {
			if err := s.play(moved{UCI: uci}); err != nil {
				return fmt.Errorf("live: start of %s: %w", e.Game, err)
			}
		}
		s.startTeams(e)
	case kindMove:
		p, err := payload[moved](e)
		if err != nil {
			return err
		}
		if err := s.play(p); err != nil {
			return fmt.Errorf("live: event %d of %s: %w", e.Seq, e.Game, err)
		}
		s.charge(e.Seat, p.timed, true)
		s.acted(e)
	case kindTakeback:
		p, err := payload[tookBack](e)
		if err != nil {
			return err
		}
		if p.Plies < 1 || p.Plies > len(s.plies) {
			return fmt.Errorf("live: event %d of %s takes back %d of %d plies", e.Seq, e.Game, p.Plies, len(s.plies))
		}
		for range p.Plies {
			s.game.TakeBack()
		}
		// A copy: views share what is behind the slice.
		s.plies = slices.Clone(s.plies[:len(s.plies)-p.Plies])
		s.clock.set(p.Clock)
		s.posSeq, s.offer, s.declined, s.asks = e.Seq, "", "", ""
		clear(s.offered)
	case kindOffer:
		side := s.sideOf(e.Seat)
		s.offer, s.offerSeq, s.declined = side, e.Seq, ""
		s.offered[side] = s.game.Ply()
	case kindDecline:
		s.offer, s.declined = "", s.sideOf(e.Seat)
	case kindAsk:
		s.asks = s.sideOf(e.Seat)
	case kindRefuse:
		s.asks = ""
	case kindFlag:
		p, err := payload[flagged](e)
		if err != nil {
			return err
		}
		s.clock.set(p.Clock)
		s.game.Flag(colorOf(p.Side))
		s.offer = ""
	case kindAgree, kindClaim, kindResign, kindAbort, kindPause:
		p, err := payload[timed](e)
		if err != nil {
			return err
		}
		s.clock.set(p.Clock)
		if e.Kind == kindPause {
			return nil
		}
		s.offer, s.asks = "", ""
		switch e.Kind {
		case kindAgree:
			s.game.Agree()
		case kindClaim:
			if err := s.game.Claim(); err != nil {
				return fmt.Errorf("live: event %d of %s: %w", e.Seq, e.Game, err)
			}
		case kindResign:
			s.game.Resign(colorOf(s.sideOf(e.Seat)))
		case kindAbort:
			s.game.Abort()
		}
	case kindRematch:
		p, err := payload[wished](e)
		if err != nil {
			return err
		}
		s.wish = maps.Clone(s.wish)
		if s.wish == nil {
			s.wish = map[string]wished{}
		}
		s.wish[e.Seat] = p
	case kindNext:
		p, err := payload[followed](e)
		if err != nil {
			return err
		}
		s.next = p.Game
	case kindChat, kindSay:
		return s.changeChat(e)
	case kindJoin, kindLeave, kindBot, kindHolder, kindReady:
		return s.changeTable(e)
	case kindPass, kindFoul, kindTakeOver, kindForfeit:
		return s.changeTeam(e)
	default:
		return fmt.Errorf("live: event %d of %s is of unknown kind %q", e.Seq, e.Game, e.Kind)
	}
	return nil
}

func (s *state) play(p moved) error {
	pos := s.game.Position()
	mover := s.turn()
	before := s.counts(pos, colorOf(other(mover)))
	m, err := notation.ParseUCI(pos, p.UCI)
	if err != nil {
		return err
	}
	if s.tag != nil {
		s.note(kindMove, m)
		if foul, err := s.tag.Attempt(m); err != nil || foul {
			return fmt.Errorf("%s is not the holder's move (foul %v): %w", p.UCI, foul, err)
		}
	} else if err := s.game.Play(m); err != nil {
		return err
	}
	if s.people() && s.offer == other(mover) {
		s.offer, s.declined = "", mover
	} else {
		s.declined = ""
	}
	s.asks = ""
	s.clock.set(p.Clock)
	sans := s.game.SANs()
	ply := Ply{UCI: p.UCI, SAN: sans[len(sans)-1], FEN: pos.FEN()}
	if s.clock != nil {
		ply.Left = s.clock.left[mover]
	}
	for k, n := range s.counts(pos, colorOf(other(mover))) {
		if n < before[k] {
			ply.Captured = string(pos.Rules().Def().Pieces[k].Letter | 0x20)
		}
	}
	s.plies = append(s.plies, ply)
	return nil
}

// counts counts a side's pieces by kind.
func (s *state) counts(pos *position.Position, c position.Color) [variant.MaxKinds]int {
	var n [variant.MaxKinds]int
	for k := range pos.Rules().Def().Pieces {
		n[k] = pos.OfKind(c, position.Kind(k+1)).Count()
	}
	return n
}

func (s *state) over() bool { return s.game.Result().Over() }

// turn is the side to move.
func (s *state) turn() string { return sideOf(s.game.Position().Turn()) }

// people reports whether both sides may be people who speak with each other.
func (s *state) people() bool { return s.setup.Mode == Link || s.setup.Mode == Tag }

// clockRuns reports whether the game has come so far that time counts.
func (s *state) clockRuns() bool {
	if s.tag != nil {
		return s.started
	}
	return s.game.Ply() > 0
}

// waits reports whether the game has not begun: players are missing, or the
// clock has never run. A game of two people without a clock begins when both
// are there.
func (s *state) waits() bool {
	switch {
	case s.over() || !s.people():
		return false
	case s.tag != nil:
		return !s.started
	}
	return len(s.free()) > 0 || s.clock != nil && s.game.Ply() == 0
}

// sideOf returns the side that a seat plays for; in games for two they have
// the same names.
func (s *state) sideOf(seat string) string {
	if s.tag != nil {
		return sideOfTag(seat)
	}
	return seat
}

// speaker returns the seat that acts and speaks for a side.
func (s *state) speaker(side string) string {
	if s.tag != nil {
		return tagSeat(side, s.tag.State().Holder(colorOf(side)))
	}
	return side
}

// computerToMove returns the seat of the computer player whose move it is.
func (s *state) computerToMove() (string, bool) {
	seat := s.speaker(s.turn())
	return seat, !s.over() && s.setup.Players[seat].Computer && (s.tag == nil || s.started)
}

// computerAsked returns the seat of the computer player who has to answer a
// draw offer.
func (s *state) computerAsked() (string, bool) {
	if s.offer == "" || s.over() {
		return "", false
	}
	seat := s.speaker(other(s.offer))
	return seat, s.setup.Players[seat].Computer
}

// mayClaim reports whether the side to move may claim a draw.
func (s *state) mayClaim() bool {
	_, ok := s.game.CanClaim()
	return ok
}

// seed is a number of the game's own, or of a seat's where partners should
// differ.
func (s *state) seed(seat string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s.id + seat))
	return h.Sum64()
}

// question is what a computer player in a seat is asked.
func (s *state) question(seat string, now time.Time) bots.Request {
	q := bots.Request{
		Variant: s.setup.Variant, Start: s.setup.Start, Level: s.setup.Players[seat].Level,
		Seed:  s.seed(""),
		Claim: s.mayClaim(),
		Moves: make([]string, len(s.plies)),
	}
	for i, p := range s.plies {
		q.Moves[i] = p.UCI
	}
	if s.clock != nil {
		q.Left, q.Increment = s.clock.at(s.sideOf(seat), now), s.clock.increment
	}
	if s.tag != nil {
		q.Start = sixFields(s.tag.Start())
		q.Team = &bots.Team{Text: s.tag.State().Text(), Passes: s.passes}
		q.Seed = s.seed(seat)
	}
	return q
}
