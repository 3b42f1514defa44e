package live

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"tagmate/internal/server/store"
)

// again is what the players of a game that is over agree on.
type again struct {
	wish map[string]bool // by seat; replaced and never changed
	next string          // the id of the game that follows, or ""
}

// wishes returns the seats that want another game.
func (s *state) wishes() []string { return slices.Sorted(maps.Keys(s.wish)) }

// decideRematch is decide for one who wants another game.
func (s *state) decideRematch(seat string, now time.Time) (store.Event, *Refusal) {
	switch {
	case !s.people():
		return store.Event{}, refuse(BadRequest, "make a new game in place of this one").at("t")
	case !s.over():
		return store.Event{}, refuse(Conflict, "the game is not over")
	case s.next != "" || s.wish[seat]:
		return store.Event{}, refuse(Conflict, "it is agreed already")
	case len(s.free()) > 0:
		return store.Event{}, refuse(Conflict, "there was nobody else")
	}
	return event(kindRematch, seat, now, struct{}{}), nil
}

// agreed reports whether everybody wants another game that is not made yet.
func (s *state) agreed() bool {
	if s.next != "" || len(s.wish) == 0 || len(s.free()) > 0 {
		return false
	}
	for seat := range s.tokens {
		if !s.wish[seat] {
			return false
		}
	}
	return true
}

// swapped returns the seat of the other side.
func (s *state) swapped(seat string) string {
	if s.tag != nil {
		return other(sideOfTag(seat))[:1] + seat[1:]
	}
	return other(seat)
}

// rematch makes the game that everybody wants: the sides change, the tokens
// stay. Of two nodes that do so at once only one gets its game into the log.
func (r *room) rematch(now time.Time) {
	s := r.state
	c := s.setup
	c.Players, c.Listed, c.Seated = map[string]Player{}, false, true
	for seat, p := range s.setup.Players {
		c.Players[s.swapped(seat)] = p
	}
	if s.tag != nil {
		// Who holds the move first stays with the people, too.
		f := strings.Fields(s.tag.Start())
		f[6] = f[6][1:] + f[6][:1]
		c.Start = strings.Join(f, " ")
	}
	var seats []store.Seat
	for seat, hash := range s.tokens {
		seats = append(seats, store.Seat{Name: s.swapped(seat), Hash: hash})
	}
	first := event(kindCreated, "", now, c)
	first.Game, first.Seq = store.NewGameID(), 1
	g := store.Game{
		ID: first.Game, Variant: c.Variant, Mode: string(c.Mode), CreatedAt: now, Timed: c.Clock != nil, Open: true,
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeTime)
	defer cancel()
	err := r.store.Create(ctx, g, first, seats)
	if err == nil {
		err = r.keep(event(kindNext, "", now, followed{g.ID}))
	}
	if err != nil {
		r.log.Error("rematch not made", "err", err) // the next event tries again
	}
}
