package live

import (
	"context"
	"time"

	"tagmate/internal/server/store"
)

// History returns games in which a token holds a seat as its holder may see
// them, newest first: at most limit of those that were made before a moment,
// and whether there are older ones. Games that are not in memory do not come
// there for it. The error is a *Refusal or the context's.
func (h *Hub) History(ctx context.Context, t store.Token, before time.Time, limit int) (list []*View, more bool, err error) {
	for {
		games, err := h.store.History(ctx, t.Hash(), before, limit+1)
		if err != nil {
			return nil, false, h.unread("history", err)
		}
		if more = len(games) > limit; more {
			games = wholeMilliseconds(games)
		}
		for _, g := range games {
			s, err := h.readState(ctx, g.ID)
			if err != nil {
				if ctx.Err() != nil {
					return nil, false, ctx.Err()
				}
				continue // logged by who could not read it
			}
			// One who left before the start has not played.
			if v := s.view(s.held(t.Hash()), time.Now()); len(v.You) > 0 || v.Ply > 0 {
				list = append(list, v)
			}
		}
		if len(list) > 0 || !more {
			return list, more, nil
		}
		before = games[len(games)-1].CreatedAt
	}
}

// wholeMilliseconds leaves the last game out, and with it those of the same
// millisecond: who asks on names the last game that he has by that.
func wholeMilliseconds(games []store.Game) []store.Game {
	n := len(games) - 1
	for last := games[n].CreatedAt.UnixMilli(); n > 1 && games[n-1].CreatedAt.UnixMilli() == last; n-- {
	}
	return games[:n]
}

func (h *Hub) unread(what string, err error) *Refusal {
	h.log.Error(what+" not read", "err", err)
	return refuse(Unavailable, "the server cannot read the %s", what)
}
