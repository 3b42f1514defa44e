package live

import (
	"context"
	"sync"
	"time"
)

const (
	// A game that has not begun is closed when nothing has happened in it for
	// waitTime and nobody is there: a table may be set up in the morning for the
	// evening.
	waitTime = 12 * time.Hour
	// tidyEvery is how often the server looks for such games, and tidyAtOnce how
	// many it closes then.
	tidyEvery  = 10 * time.Minute
	tidyAtOnce = 1000
)

// Tend has the games go on that need a server and nobody who asks: first those
// in which something was going on when the server stopped, then, until ctx
// ends, those that never begin.
func (h *Hub) Tend(ctx context.Context) error {
	if err := h.Resume(ctx); err != nil {
		return err
	}
	if h.nodes != nil {
		var keeping sync.WaitGroup
		defer keeping.Wait()
		keeping.Go(func() { h.keep(ctx) })
	}
	every := time.NewTicker(tidyEvery)
	defer every.Stop()
	for {
		if err := h.tidy(ctx); err != nil && ctx.Err() == nil {
			h.log.Warn("waiting games not closed", "err", err)
		}
		select {
		case <-every.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// Resume opens the rooms of all games in which a clock runs or a computer
// player is to act. It may take a while.
func (h *Hub) Resume(ctx context.Context) error {
	games, err := h.store.TimedGames(ctx)
	if err != nil {
		return err
	}
	resumed := 0
	for _, g := range games {
		s, err := h.readState(ctx, g.ID)
		if err == nil && s.rests() {
			continue
		}
		var v *Visit
		if err == nil {
			v, err = h.Enter(ctx, g.ID)
		}
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			h.log.Error("game not resumed", "game", g.ID, "err", err)
			continue
		}
		v.Leave()
		resumed++
	}
	if resumed > 0 {
		h.log.Info("games resumed", "games", resumed, "looked at", len(games))
	}
	return nil
}

// rests reports whether nothing happens in a game until somebody comes.
func (s *state) rests() bool {
	_, running := s.clock.deadline()
	_, toMove := s.computerToMove()
	_, asked := s.computerAsked()
	return !running && !toMove && !asked && !s.agreed()
}

// tidy closes games that never begin.
func (h *Hub) tidy(ctx context.Context) error {
	games, err := h.store.Waiting(ctx, time.Now().Add(-waitTime), tidyAtOnce)
	if err != nil {
		return err
	}
	for _, g := range games {
		v, err := h.Enter(ctx, g.ID)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue // logged by who could not read it
		}
		err = v.room.post(ctx, func(time.Time) { v.room.expire(time.Now()) })
		v.Leave()
		if err != nil {
			return err
		}
	}
	return nil
}

// expire closes the game if it never begins.
func (r *room) expire(now time.Time) {
	s := r.state
	if !s.waits() || len(r.watchers) > 0 || now.Sub(s.touched) < waitTime {
		return
	}
	if err := r.keep(event(kindAbort, "", now, timed{Clock: s.clock.stopped(now)})); err != nil {
		r.log.Warn("waiting game not closed", "err", err)
	}
}
