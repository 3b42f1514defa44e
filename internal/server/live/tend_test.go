package live_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"tagmate/internal/server/bots"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store/storetest"
)

// TestUntimedComputerGoesOn: after a restart a computer player moves though
// nobody asks, and games in which nothing happens stay in the store.
func TestUntimedComputerGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		h := newHub(t, st, botstest.Script{}) // never answers
		waits := create(t, h, live.Setup{Variant: "chess", Mode: live.Computer, Color: "black"})
		asked := create(t, h, live.Setup{Variant: "chess", Mode: live.Computer, Color: "white"})
		asked.do(live.ActDraw, "")
		idle := create(t, h, live.Setup{Variant: "chess", Mode: live.Computer, Color: "white"})
		create(t, h, live.Setup{Variant: "chess", Mode: live.Computer, Color: "white", Clock: clocked(time.Minute, 0)})
		h.Close()
		h = newHub(t, st, botstest.Greedy{})
		if err := h.Resume(t.Context()); err != nil || h.Rooms() != 2 {
			t.Errorf("%d rooms, %v", h.Rooms(), err)
		}
		synctest.Wait()
		if list, err := st.Events(t.Context(), waits.made.ID, 1); err != nil || len(list) != 1 || list[0].Kind != "move" {
			t.Errorf("%+v, %v", list, err)
		}
		if list, err := st.Events(t.Context(), asked.made.ID, 2); err != nil || len(list) != 1 || list[0].Kind != "decline" {
			t.Errorf("%+v, %v", list, err)
		}
		if list, err := st.Events(t.Context(), idle.made.ID, 1); err != nil || len(list) != 0 {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

func TestWhatNeverBeginsIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		h := newHub(t, st, botstest.Script{})
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		games := map[string]*table{
			"alone":   create(t, h, live.Setup{Variant: "chess", Mode: live.Link}),
			"watched": create(t, h, live.Setup{Variant: "chess", Mode: live.Link}),
			"table":   create(t, h, live.Setup{Mode: live.Tag, Listed: true}),
			"timed":   create(t, h, live.Setup{Variant: "chess", Mode: live.Link, Clock: clocked(time.Hour, 0), Color: "white"}),
			"untimed": create(t, h, live.Setup{Variant: "chess", Mode: live.Link, Color: "white"}),
			"begun":   create(t, h, live.Setup{Variant: "chess", Mode: live.Link, Color: "white"}),
			"lively":  create(t, h, live.Setup{Mode: live.Tag}),
			"hotseat": create(t, h, live.Setup{Variant: "chess", Mode: live.HotSeat}),
		}
		for _, name := range []string{"timed", "untimed", "begun"} {
			games[name].sit("", "Bob")
		}
		games["begun"].play("e2e4")
		w, err := games["watched"].visit.Watch(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- h.Tend(ctx) }()
		time.Sleep(11 * time.Hour)
		games["lively"].sit("wq", "Carl")
		check := func(closed ...string) {
			t.Helper()
			want := map[string]bool{}
			for _, name := range closed {
				want[name] = true
			}
			for name, x := range games {
				v := x.view()
				g, err := st.Game(t.Context(), x.made.ID)
				if got := v.Reason == "aborted"; got != want[name] || g.Open == got || err != nil {
					t.Errorf("%s: %q, open %v, %v", name, v.Reason, g.Open, err)
				}
			}
		}
		check()
		time.Sleep(2 * time.Hour)
		check("alone", "table", "timed")
		games["watched"].visit.Unwatch(w)
		time.Sleep(12 * time.Hour)
		check("alone", "table", "timed", "watched", "lively")
		if list, err := st.Waiting(t.Context(), time.Now(), 9); err != nil || len(list) != 0 {
			t.Errorf("waiting are %v, %v", list, err)
		}
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestComputerClaims(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		p := botstest.Script{OnChoose: func(_ context.Context, r bots.Request) (string, error) {
			if r.Claim {
				return bots.Claim, nil
			}
			n++
			return []string{"g8f6", "f6g8"}[(n+1)%2], nil
		}}
		x := create(t, newHub(t, &storetest.Memory{}, p), live.Setup{Variant: "chess", Mode: live.Computer, Color: "white"})
		for _, m := range []string{"g1f3", "f3g1", "g1f3", "f3g1"} {
			x.play(m)
			synctest.Wait()
		}
		x.play("g1f3")
		synctest.Wait()
		if v := x.view(); v.Reason != "threefold" || v.Result != "1/2-1/2" {
			t.Errorf("%s %s after %d plies", v.Result, v.Reason, v.Ply)
		}
	})
}
