package live

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tagmate/internal/server/bots"
	"tagmate/internal/server/store"
)

// table is who sits where. The players are in created; both maps are replaced
// and never changed, since views and readers outside the room share them.
type table struct {
	tokens map[string]store.TokenHash // by seat, of people who hold one
	ready  map[string]bool            // of people, before a Tag game starts
}

// longestName is in characters.
const longestName = 40

// cleanName checks a player's name and makes its spaces single.
func cleanName(name string) (string, *Refusal) {
	name = strings.Join(strings.Fields(name), " ")
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > longestName {
		return "", refuse(BadRequest, "a name has at most %d characters", longestName).at("name")
	}
	for _, c := range name {
		// Marks that turn the direction of writing would reach beyond the name.
		if !unicode.IsPrint(c) && c != '\u200d' {
			return "", refuse(BadRequest, "a name has no control characters").at("name")
		}
	}
	return name, nil
}

// heldIn returns the seats that a token holds, ordered by name.
func heldIn(tokens map[string]store.TokenHash, hash store.TokenHash) []string {
	var held []string
	for seat, h := range tokens {
		if h == hash {
			held = append(held, seat)
		}
	}
	slices.Sort(held)
	return held
}

func (s *state) held(hash store.TokenHash) []string { return heldIn(s.tokens, hash) }

// free returns the seats that nobody has yet, in the order in which they are
// given to those who do not choose.
func (s *state) free() []string {
	var list []string
	for seat, p := range s.setup.Players {
		if p.Free {
			list = append(list, seat)
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(s.crowd(a), s.crowd(b)), -cmp.Compare(a, b))
	})
	return list
}

// crowd counts the people of a seat's side.
func (s *state) crowd(seat string) int {
	n := 0
	for x, p := range s.setup.Players {
		if s.sideOf(x) == s.sideOf(seat) && !p.Free && !p.Computer {
			n++
		}
	}
	return n
}

// sit puts a player into a seat. A nil hash is that of nobody.
func (s *state) sit(seat string, p Player, hash *store.TokenHash) {
	s.setup.Players = maps.Clone(s.setup.Players)
	s.setup.Players[seat] = p
	s.tokens = maps.Clone(s.tokens)
	delete(s.tokens, seat)
	if hash != nil {
		s.tokens[seat] = *hash
	}
	s.mark(seat, false)
}

func (s *state) mark(seat string, ready bool) {
	marks := map[string]bool{}
	maps.Copy(marks, s.ready)
	delete(marks, seat)
	if ready {
		marks[seat] = true
	}
	s.ready = marks
}

// alreadySeated says that one who wants a seat has one, with which he is served.
var alreadySeated = refuse(Conflict, "you have a seat already")

// decideJoin is decide for one who wants a seat.
func (s *state) decideJoin(c Command, now time.Time) (store.Event, *Refusal) {
	fail := func(r *Refusal) (store.Event, *Refusal) { return store.Event{}, r }
	from := ""
	if held := s.held(c.hash); len(held) > 0 {
		if s.tag == nil || c.Seat == "" || slices.Contains(held, c.Seat) {
			return fail(alreadySeated)
		}
		if s.started {
			return fail(refuse(Conflict, "you have a seat already"))
		}
		from = held[0]
	}
	if s.over() {
		return fail(refuse(GameOver, "the game is over"))
	}
	name, r := cleanName(c.Name)
	if r != nil {
		return fail(r)
	}
	if name == "" && from != "" {
		name = s.setup.Players[from].Name
	}
	free := s.free()
	if len(free) == 0 {
		return fail(refuse(Conflict, "all seats are taken"))
	}
	seat := cmp.Or(c.Seat, free[0])
	p, ok := s.setup.Players[seat]
	if !ok {
		return fail(refuse(BadRequest, "the game has no seat %.20q", c.Seat).at("seat"))
	}
	if !p.Free {
		return fail(refuse(Conflict, "the seat is taken").at("seat"))
	}
	e := event(kindJoin, seat, now, joined{Name: name, Hash: c.hash[:], From: from})
	e.Player = c.hash
	return e, nil
}

// decideTable is decide for what happens at a table before the game starts.
func (s *state) decideTable(seat string, c Command, now time.Time) (store.Event, *Refusal) {
	fail := func(r *Refusal) (store.Event, *Refusal) { return store.Event{}, r }
	done := func(kind string, payload any) (store.Event, *Refusal) {
		return event(kind, seat, now, payload), nil
	}
	switch c.Action {
	case ActSeatBot:
		p, ok := s.setup.Players[c.Seat]
		if !ok {
			return fail(refuse(BadRequest, "the game has no seat %.20q", c.Seat).at("seat"))
		}
		if !p.Free && !p.Computer {
			return fail(refuse(Conflict, "the seat is taken").at("seat"))
		}
		level, r := checkLevel(c.Level)
		if r != nil {
			return fail(r)
		}
		return done(kindBot, placed{Seat: c.Seat, Level: level})
	case ActUnseat:
		which := cmp.Or(c.Seat, seat)
		if p := s.setup.Players[which]; which != seat && !p.Computer {
			return fail(refuse(NotYourSeat, "only a computer player can be sent away").at("seat"))
		}
		return done(kindLeave, placed{Seat: which})
	case ActHolder:
		if c.Side != "q" && c.Side != "k" {
			return fail(refuse(BadRequest, `expected "q" or "k", got %.20q`, c.Side).at("side"))
		}
		return done(kindHolder, sided{c.Side})
	case ActReady:
		return done(kindReady, marked{c.Ready})
	case ActMove, ActAttempt, ActPass, ActResign, ActDraw, ActDecline, ActClaim, ActAbort, ActTakeOver, ActClaimWin:
		return fail(refuse(Conflict, "the game has not started"))
	}
	return fail(refuse(BadRequest, "unknown command %.20q", c.Action).at("t"))
}

func checkLevel(level int) (int, *Refusal) {
	if level == 0 {
		return defaultLevel, nil
	}
	if level < bots.MinLevel || level > bots.MaxLevel {
		return 0, refuse(BadRequest, "expected %d to %d, got %d", bots.MinLevel, bots.MaxLevel, level).at("level")
	}
	return level, nil
}

// changeTable is change for the events of a table.
func (s *state) changeTable(e store.Event) error {
	switch e.Kind {
	case kindJoin:
		p, err := payload[joined](e)
		if err != nil {
			return err
		}
		var hash store.TokenHash
		if len(p.Hash) != len(hash) {
			return fmt.Errorf("live: event %d of %s has no hash", e.Seq, e.Game)
		}
		copy(hash[:], p.Hash)
		if p.From != "" {
			s.sit(p.From, Player{Free: true}, nil)
		}
		s.sit(e.Seat, Player{Name: p.Name}, &hash)
	case kindLeave:
		p, err := payload[placed](e)
		if err != nil {
			return err
		}
		s.sit(p.Seat, Player{Free: true}, nil)
		if len(s.tokens) == 0 {
			s.game.Abort()
		}
	case kindBot:
		p, err := payload[placed](e)
		if err != nil {
			return err
		}
		s.sit(p.Seat, Player{Computer: true, Level: p.Level}, nil)
	case kindHolder:
		p, err := payload[sided](e)
		if err != nil {
			return err
		}
		if err := s.choose(s.sideOf(e.Seat), p.Side); err != nil {
			return fmt.Errorf("live: event %d of %s: %w", e.Seq, e.Game, err)
		}
		s.mark(partner(e.Seat), false)
	case kindReady:
		p, err := payload[marked](e)
		if err != nil {
			return err
		}
		s.mark(e.Seat, p.Ready)
	}
	s.startTeams(e)
	return nil
}
