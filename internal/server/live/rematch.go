package live

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"tagmate/internal/server/store"
)

// again is what the players of a game that is over agree on.
type again struct {
	wish map[string]wished // by seat; replaced and never changed
	next string            // the id of the game that follows, or ""
}

// wishes returns the seats that want another game, or only those that want it
// with the seats as they are.
func (s *state) wishes(keep bool) []string {
	var list []string
	for seat, w := range s.wish {
		if w.Keep || !keep {
			list = append(list, seat)
		}
	}
	slices.Sort(list)
	return list
}

// decideRematch is decide for one who wants another game, or wants it another
// way.
func (s *state) decideRematch(seat string, keep bool, now time.Time) (store.Event, *Refusal) {
	old, wants := s.wish[seat]
	switch {
	case !s.people():
		return store.Event{}, refuse(BadRequest, "make a new game in place of this one").at("t")
	case !s.over():
		return store.Event{}, refuse(Conflict, "the game is not over")
	case s.next != "" || wants && old.Keep == keep:
		return store.Event{}, refuse(Conflict, "it is agreed already")
	case len(s.free()) > 0:
		return store.Event{}, refuse(Conflict, "there was nobody else")
	}
	return event(kindRematch, seat, now, wished{keep}), nil
}

// agreed reports whether everybody wants the same other game, which is not made
// yet.
func (s *state) agreed() bool {
	if s.next != "" || len(s.wish) == 0 || len(s.free()) > 0 {
		return false
	}
	keep := len(s.wishes(true)) > 0
	for seat := range s.tokens {
		if w, ok := s.wish[seat]; !ok || w.Keep != keep {
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

// rematch makes the game that everybody wants: the sides change or stay, the
// tokens stay. Two nodes that do so at once, or a server that did so and was
// killed before it wrote it down, make the same game.
func (r *room) rematch(now time.Time) {
	s := r.state
	c := s.setup
	seatAfter, kind := s.swapped, "swap"
	if len(s.wishes(true)) > 0 {
		seatAfter, kind = func(seat string) string { return seat }, "keep"
	}
	c.Players, c.Listed, c.Seated = map[string]Player{}, false, true
	for seat, p := range s.setup.Players {
		c.Players[seatAfter(seat)] = p
	}
	if s.tag != nil {
		// Who holds the move first stays with the people, too.
		f := strings.Fields(s.tag.Start())
		if kind == "swap" {
			f[6] = f[6][1:] + f[6][:1]
		}
		c.Start = strings.Join(f, " ")
	}
	var seats []store.Seat
	for seat, hash := range s.tokens {
		seats = append(seats, store.Seat{Name: seatAfter(seat), Hash: hash})
	}
	first := event(kindCreated, "", now, c)
	first.Game, first.Seq = store.FollowingID(s.id, kind), 1
	g := store.Game{
		ID: first.Game, Variant: c.Variant, Mode: string(c.Mode), CreatedAt: now, Timed: c.Clock != nil, Open: true, Waiting: s.tag == nil && c.Clock != nil,
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeTime)
	defer cancel()
	err := r.store.Create(ctx, g, first, seats)
	if err == nil || errors.Is(err, store.ErrConflict) {
		err = r.keep(event(kindNext, "", now, followed{g.ID}))
	}
	if err != nil {
		r.log.Error("rematch not made", "err", err) // the next event tries again
	}
}
