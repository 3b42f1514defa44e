package live_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tagmate/internal/server/bots"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/storetest"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

// table is a game, and one visit of the one who made it.
type table struct {
	t     *testing.T
	hub   *live.Hub
	made  live.Created
	visit *live.Visit
	seats []string
	ids   int
}

func newHub(t *testing.T, st store.Store, p bots.Player) *live.Hub {
	t.Helper()
	h := live.NewHub(st, p, quiet)
	t.Cleanup(h.Close)
	return h
}

func create(t *testing.T, h *live.Hub, s live.Setup) *table {
	t.Helper()
	made, err := h.Create(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return enter(t, h, made)
}

func enter(t *testing.T, h *live.Hub, made live.Created) *table {
	t.Helper()
	v, err := h.Enter(t.Context(), made.ID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Leave)
	return &table{t: t, hub: h, made: made, visit: v, seats: v.Seats(made.Token)}
}

func (x *table) try(a live.Action, move string) (int64, error) {
	x.ids++
	return x.send(live.Command{ID: fmt.Sprint(x.ids), Action: a, Move: move, Ply: -1})
}

func (x *table) send(c live.Command) (int64, error) {
	return x.visit.Do(x.t.Context(), x.seats, c)
}

func (x *table) do(a live.Action, move string) int64 {
	x.t.Helper()
	seq, err := x.try(a, move)
	if err != nil {
		x.t.Fatalf("%s %s: %v", a, move, err)
	}
	return seq
}

func (x *table) play(moves string) {
	x.t.Helper()
	for m := range strings.FieldsSeq(moves) {
		x.do(live.ActMove, m)
	}
}

func (x *table) view() *live.View {
	x.t.Helper()
	v, err := x.visit.View(x.t.Context(), x.seats)
	if err != nil {
		x.t.Fatal(err)
	}
	return v
}

func code(err error) live.Code {
	if r, ok := errors.AsType[*live.Refusal](err); ok {
		return r.Code
	}
	return live.Code(fmt.Sprint(err))
}

func clocked(initial, increment time.Duration) *live.Control {
	return &live.Control{Initial: initial, Increment: increment}
}

// atRest is a view without what depends on the moment.
func atRest(v *live.View) live.View {
	c := *v
	if c.Clock != nil {
		k := *c.Clock
		k.Running, k.At = "", time.Time{}
		c.Clock = &k
	}
	c.Since = c.Since.Round(0).UTC().Truncate(time.Microsecond)
	return c
}

// TestReplayIsLive plays nonsense in every game and mode, and reads the game
// anew now and then: what comes back is what was there.
func TestReplayIsLive(t *testing.T) {
	for _, variant := range []string{"chess", "teammate", "teutonic", "teutonic-princess"} {
		for _, mode := range []live.Mode{live.HotSeat, live.Computer} {
			t.Run(variant+" "+string(mode), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { testReplay(t, variant, mode) })
			})
		}
	}
}

func testReplay(t *testing.T, variant string, mode live.Mode) {
	rng := rand.New(rand.NewPCG(1, 2))
	st := &storetest.Memory{}
	hub := newHub(t, st, botstest.Greedy{})
	x := create(t, hub, live.Setup{Variant: variant, Mode: mode, Color: "black", Clock: clocked(time.Hour, time.Second)})
	actions := []live.Action{live.ActTakeback, live.ActDraw, live.ActClaim}
	for n := range 200 {
		synctest.Wait()
		v := x.view()
		if v.Result != "*" {
			break
		}
		time.Sleep(time.Duration(rng.IntN(2500)) * time.Millisecond)
		a := live.ActMove
		if rng.IntN(10) == 0 && !(mode == live.HotSeat) {
			a = actions[rng.IntN(len(actions))]
		} else if rng.IntN(10) == 0 {
			a = live.ActTakeback
		}
		x.try(a, v.Legal[rng.IntN(len(v.Legal))].UCI)
		if n%40 == 39 {
			synctest.Wait()
			before := atRest(x.view())
			x.visit.Leave()
			x.hub.Close()
			ids := x.ids
			x = enter(t, newHub(t, st, botstest.Greedy{}), x.made)
			x.ids = ids
			after := atRest(x.view())
			// Only the clock's pause has come between.
			if after.Seq != before.Seq && after.Seq != before.Seq+1 {
				t.Errorf("event %d before, %d after", before.Seq, after.Seq)
			}
			after.Seq = before.Seq
			if !reflect.DeepEqual(before, after) {
				t.Fatalf("before\n%+v, after\n%+v", before, after)
			}
		}
	}
	if v := x.view(); v.Ply < 20 && v.Result == "*" {
		t.Errorf("only %d plies were played", v.Ply)
	}
}

func TestRefusals(t *testing.T) {
	for _, tc := range []struct {
		name  string
		setup live.Setup
		moves string
		as    string // seats; "" for those of the maker
		c     live.Command
		want  live.Code
	}{
		{name: "spectator", as: "-", c: live.Command{Action: live.ActMove, Move: "e2e4", Ply: -1}, want: live.NotYourSeat},
		{name: "other seat", as: "black", c: live.Command{Action: live.ActMove, Move: "e2e4", Ply: -1}, want: live.NotYourTurn},
		{name: "claim out of turn", as: "black", c: live.Command{Action: live.ActClaim}, want: live.NotYourTurn},
		{name: "no claim", c: live.Command{Action: live.ActClaim}, want: live.NoClaim},
		{name: "illegal move", c: live.Command{Action: live.ActMove, Move: "e2e5", Ply: 0}, want: live.BadMove},
		{name: "no move", c: live.Command{Action: live.ActMove, Move: "", Ply: 0}, want: live.BadMove},
		{name: "SAN is not asked for", c: live.Command{Action: live.ActMove, Move: "e4", Ply: 0}, want: live.BadMove},
		{name: "old ply", moves: "e2e4", c: live.Command{Action: live.ActMove, Move: "e7e5", Ply: 0}, want: live.Conflict},
		{name: "ply to come", c: live.Command{Action: live.ActMove, Move: "e2e4", Ply: 1}, want: live.Conflict},
		{name: "nothing to take back", c: live.Command{Action: live.ActTakeback}, want: live.Conflict},
		{name: "nothing to decline", c: live.Command{Action: live.ActDecline}, want: live.Conflict},
		{name: "unknown", c: live.Command{Action: "dance"}, want: live.BadRequest},
		{name: "over", moves: "f2f3 e7e5 g2g4 d8h4", c: live.Command{Action: live.ActMove, Move: "e2e4", Ply: 4}, want: live.GameOver},
		{name: "over, resign", moves: "f2f3 e7e5 g2g4 d8h4", c: live.Command{Action: live.ActResign}, want: live.GameOver},
		{name: "over, take back", moves: "f2f3 e7e5 g2g4 d8h4", c: live.Command{Action: live.ActTakeback}, want: live.GameOver},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := create(t, newHub(t, &storetest.Memory{}, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.HotSeat})
				x.play(tc.moves)
				before := x.view()
				switch tc.as {
				case "":
				case "-":
					x.seats = nil
				default:
					x.seats = []string{tc.as}
				}
				if _, err := x.send(tc.c); code(err) != tc.want {
					t.Errorf("error is %v, want %s", err, tc.want)
				}
				if after := x.view(); after.Seq != before.Seq {
					t.Errorf("a refusal left event %d", after.Seq)
				}
			})
		})
	}
}

func TestSetupIsChecked(t *testing.T) {
	h := live.NewHub(&storetest.Memory{}, botstest.Script{}, quiet)
	defer h.Close()
	for _, tc := range []struct {
		name  string
		setup live.Setup
		code  live.Code
		where string
	}{
		{"unknown game", live.Setup{Variant: "checkers", Mode: live.HotSeat}, live.NotFound, "variant"},
		{"team game", live.Setup{Variant: "tag", Mode: live.HotSeat}, live.BadRequest, "variant"},
		{"unknown mode", live.Setup{Variant: "chess", Mode: "blindfold"}, live.BadRequest, "mode"},
		{"unknown colour", live.Setup{Variant: "chess", Mode: live.Computer, Color: "red"}, live.BadRequest, "color"},
		{"level", live.Setup{Variant: "chess", Mode: live.Computer, Level: 9}, live.BadRequest, "level"},
		{"negative level", live.Setup{Variant: "chess", Mode: live.Computer, Level: -1}, live.BadRequest, "level"},
		{"no time", live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: clocked(0, time.Second)}, live.BadRequest, "clock.initial"},
		{"a day", live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: clocked(24*time.Hour, 0)}, live.BadRequest, "clock.initial"},
		{"negative increment", live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: clocked(time.Hour, -1)}, live.BadRequest, "clock.increment"},
		{"no position", live.Setup{Variant: "chess", Mode: live.HotSeat, FEN: "8/8"}, live.BadFEN, "fen"},
		{"mate on the board", live.Setup{Variant: "chess", Mode: live.HotSeat, FEN: "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"}, live.BadFEN, "fen"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := h.Create(t.Context(), tc.setup)
			r, ok := errors.AsType[*live.Refusal](err)
			if !ok || r.Code != tc.code || r.Where != tc.where {
				t.Errorf("error is %v, want %s at %s", err, tc.code, tc.where)
			}
		})
	}
	if _, err := h.Enter(t.Context(), "nobody"); code(err) != live.NotFound {
		t.Errorf("entering no game: %v", err)
	}
}

func TestRepeatedCommandIsAnsweredAlike(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		x := create(t, newHub(t, st, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.HotSeat})
		first := live.Command{ID: "one", Action: live.ActMove, Move: "e2e4", Ply: 0}
		wrong := live.Command{ID: "two", Action: live.ActMove, Move: "e2e4", Ply: 1}
		seq, err := x.send(first)
		if err != nil {
			t.Fatal(err)
		}
		_, refused := x.send(wrong)
		if code(refused) != live.BadMove {
			t.Fatal(refused)
		}
		x.play("e7e5 g1f3")
		for range 2 {
			if again, err := x.send(first); err != nil || again != seq {
				t.Errorf("the same command: event %d, %v; at first %d", again, err, seq)
			}
			x.hub.Close()
			x = enter(t, newHub(t, st, botstest.Script{}), x.made)
		}
		if v := x.view(); v.Ply != 3 {
			t.Errorf("%d plies", v.Ply)
		}
	})
}

func TestRefusalIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := create(t, newHub(t, &storetest.Memory{}, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.HotSeat})
		c := live.Command{ID: "early", Action: live.ActMove, Move: "e7e5", Ply: -1}
		if _, err := x.send(c); code(err) != live.BadMove {
			t.Fatal(err)
		}
		x.play("e2e4")
		// It would be legal now, but it has its answer.
		if _, err := x.send(c); code(err) != live.BadMove {
			t.Errorf("the second time: %v", err)
		}
	})
}

func TestFlagFallsAtTheMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		x := create(t, newHub(t, st, botstest.Script{}), live.Setup{Variant: "teutonic", Mode: live.HotSeat, Clock: clocked(10*time.Second, 2*time.Second)})
		w, err := x.visit.Watch(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer x.visit.Unwatch(w)
		time.Sleep(time.Minute) // nothing runs before the first move
		x.play("e2e4")
		time.Sleep(4 * time.Second)
		x.play("e9e8")
		if v := x.view(); v.Clock.Left["black"] != 8*time.Second || v.Clock.Left["white"] != 10*time.Second || v.Clock.Running != "white" {
			t.Fatalf("clock %+v", v.Clock)
		}
		start := time.Now()
		<-w.Views()
		for v := range w.Views() {
			if v.Result == "*" {
				continue
			}
			if got := time.Since(start); got != 10*time.Second {
				t.Errorf("the flag fell after %v", got)
			}
			if v.Result != "0-1" || v.Reason != "flag" || v.Clock.Left["white"] != 0 || v.Clock.Running != "" || len(v.Legal) != 0 {
				t.Errorf("%s %s, clock %+v", v.Result, v.Reason, v.Clock)
			}
			break
		}
		if _, err := x.try(live.ActMove, "d2d4"); code(err) != live.GameOver {
			t.Errorf("a move after the fall: %v", err)
		}
	})
}

// TestArrivalDecides has a command wait for a slow store: what counts is when
// it came, not when its turn came.
func TestArrivalDecides(t *testing.T) {
	for _, tc := range []struct {
		name  string
		after time.Duration
		want  live.Code
	}{
		{"in time", 9900 * time.Millisecond, "<nil>"},
		{"too late", 10 * time.Second, live.GameOver},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				st := &storetest.Memory{}
				x := create(t, newHub(t, st, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.Computer, Color: "black", Clock: clocked(10*time.Second, 0)})
				computer := *x
				computer.seats = []string{"white"}
				computer.play("e2e4")
				time.Sleep(9 * time.Second)
				st.Fail(func(string) (error, bool) { time.Sleep(3 * time.Second); return nil, false })
				go x.try(live.ActDraw, "") // keeps the room busy until 12 s
				synctest.Wait()
				time.Sleep(tc.after - 9*time.Second)
				_, err := x.send(live.Command{ID: "move", Action: live.ActMove, Move: "e7e5", Ply: -1})
				if code(err) != tc.want {
					t.Errorf("error is %v, want %s", err, tc.want)
				}
			})
		})
	}
}

func TestStoreThatFails(t *testing.T) {
	broken := errors.New("disk full")
	for _, kept := range []bool{false, true} {
		t.Run(fmt.Sprintf("kept %v", kept), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				st := &storetest.Memory{}
				x := create(t, newHub(t, st, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.HotSeat})
				w, err := x.visit.Watch(t.Context(), x.seats)
				if err != nil {
					t.Fatal(err)
				}
				<-w.Views()
				st.Fail(func(string) (error, bool) { return broken, kept })
				c := live.Command{ID: "one", Action: live.ActMove, Move: "e2e4", Ply: 0}
				if _, err := x.send(c); code(err) != live.Unavailable {
					t.Fatalf("error is %v", err)
				}
				select {
				case v := <-w.Views():
					t.Errorf("ply %d was shown and is not known to be kept", v.Ply)
				default:
				}
				st.Fail(nil)
				// Sent again it is carried out, once.
				if seq, err := x.send(c); err != nil || seq != 2 {
					t.Errorf("again: event %d, %v", seq, err)
				}
				if v := x.view(); v.Ply != 1 || v.Seq != 2 {
					t.Errorf("ply %d, event %d", v.Ply, v.Seq)
				}
				x.play("e7e5")
			})
		})
	}
}

func TestFlagWhileStoreFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		x := create(t, newHub(t, st, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: clocked(10*time.Second, 0)})
		x.play("e2e4")
		st.Fail(func(string) (error, bool) { return errors.New("gone"), false })
		time.Sleep(30 * time.Second)
		if v := x.view(); v.Result != "*" {
			t.Fatalf("%s, and nobody could keep it", v.Result)
		}
		st.Fail(nil)
		time.Sleep(2 * time.Second)
		if v := x.view(); v.Result != "1-0" || v.Reason != "flag" {
			t.Errorf("%s %s", v.Result, v.Reason)
		}
	})
}

func TestDowntimeCostsNobodyTime(t *testing.T) {
	for _, tc := range []struct {
		name  string
		crash bool
		left  time.Duration
	}{
		{"orderly stop", false, 53 * time.Second},
		{"crash", true, 60 * time.Second}, // the thinking since the last event is given back
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				st := &storetest.Memory{}
				x := create(t, newHub(t, st, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: clocked(time.Minute, 0)})
				x.play("e2e4")
				time.Sleep(7 * time.Second)
				if tc.crash {
					st.Fail(func(string) (error, bool) { return errors.New("killed"), false })
				}
				x.visit.Leave()
				x.hub.Close()
				st.Fail(nil)
				time.Sleep(time.Hour)

				h := newHub(t, st, botstest.Script{})
				if err := h.Resume(t.Context()); err != nil || h.Rooms() != 1 {
					t.Fatalf("%d rooms, %v", h.Rooms(), err)
				}
				time.Sleep(live.Grace - time.Millisecond)
				x = enter(t, h, x.made)
				v := x.view()
				if v.Clock.Left["black"] != tc.left || v.Clock.Running != "" {
					t.Errorf("clock %+v, want black %v and standing", v.Clock, tc.left)
				}
				w, err := x.visit.Watch(t.Context(), x.seats)
				if err != nil {
					t.Fatal(err)
				}
				<-w.Views()
				if v := <-w.Views(); v.Clock.Running != "black" {
					t.Errorf("after the grace time clock %+v", v.Clock)
				}
				time.Sleep(tc.left)
				synctest.Wait()
				if v := x.view(); v.Reason != "flag" {
					t.Errorf("reason %q", v.Reason)
				}
			})
		})
	}
}

// TestGraceIsForBoth: who is back first and moves does not start the other's
// clock before its time.
func TestGraceIsForBoth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		x := create(t, newHub(t, st, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: clocked(time.Minute, 0)})
		x.play("e2e4")
		time.Sleep(time.Second)
		x.play("e7e5")
		x.hub.Close()
		x = enter(t, newHub(t, st, botstest.Script{}), x.made)
		x.ids = 10
		time.Sleep(3 * time.Second)
		x.play("g1f3")
		time.Sleep(3 * time.Second)
		if v := x.view(); v.Clock.Left["black"] != 59*time.Second || v.Clock.Left["white"] != time.Minute || v.Clock.Running != "" {
			t.Errorf("within the grace time: %+v", v.Clock)
		}
		time.Sleep(5 * time.Second)
		if v := x.view(); v.Clock.Left["black"] != 58*time.Second || v.Clock.Running != "black" {
			t.Errorf("after the grace time: %+v", v.Clock)
		}
	})
}

func TestTwoNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		x := create(t, newHub(t, st, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.HotSeat})
		y := enter(t, newHub(t, st, botstest.Script{}), x.made)
		y.ids = 100
		y.view()
		x.play("e2e4")
		// y has not heard of it; the store has.
		if _, err := y.send(live.Command{ID: "a", Action: live.ActMove, Move: "d2d4", Ply: 0}); code(err) != live.Conflict {
			t.Fatalf("error is %v", err)
		}
		y.play("e7e5")
		if seq, err := x.send(live.Command{ID: "101", Action: live.ActMove, Move: "e7e5", Ply: 1}); err != nil || seq != 3 {
			t.Errorf("the other node's command again: event %d, %v", seq, err)
		}
		x.play("g1f3")
		y.play("b8c6")
		if a, b := x.view(), y.view(); a.Ply != 3 || b.Ply != 4 {
			t.Errorf("plies %d and %d", a.Ply, b.Ply)
		}
	})
}

func TestTakeback(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := make(chan bots.Request)
		answers := make(chan string)
		p := botstest.Script{OnChoose: func(ctx context.Context, r bots.Request) (string, error) {
			select {
			case asked <- r:
			case <-ctx.Done():
				return "", ctx.Err()
			}
			select {
			case a := <-answers:
				return a, nil
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}}
		x := create(t, newHub(t, &storetest.Memory{}, p), live.Setup{Variant: "teammate", Mode: live.Computer, Color: "white", Level: 5})
		x.play("e2e4")
		if r := <-asked; r.Level != 5 || len(r.Moves) != 1 || r.Variant != "teammate" {
			t.Errorf("asked %+v", r)
		}
		if v := x.view(); !v.Thinking {
			t.Error("nobody thinks")
		}
		// While it thinks, one ply; it gives up.
		x.do(live.ActTakeback, "")
		if v := x.view(); v.Ply != 0 || v.Thinking {
			t.Errorf("ply %d, thinking %v", v.Ply, v.Thinking)
		}
		x.play("d2d4")
		<-asked
		answers <- "d7d5"
		synctest.Wait()
		old := x.view()
		if old.Ply != 2 || len(old.Moves) != 2 {
			t.Fatalf("ply %d", old.Ply)
		}
		// After its answer, two; and an old view stays what it was.
		x.do(live.ActTakeback, "")
		x.play("c2c4")
		if old.Moves[0].UCI != "d2d4" || old.Moves[1].UCI != "d7d5" {
			t.Errorf("an old view has changed: %+v", old.Moves)
		}
		<-asked
		if v := x.view(); v.Ply != 1 || v.Moves[0].UCI != "c2c4" {
			t.Errorf("%+v", v.Moves)
		}
	})
}

func TestComputerThatFailsIsAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		p := botstest.Script{OnChoose: func(ctx context.Context, r bots.Request) (string, error) {
			switch tries++; tries {
			case 1:
				return "", errors.New("crashed")
			case 2:
				return "e2e5", nil
			}
			return "e2e4", nil
		}}
		x := create(t, newHub(t, &storetest.Memory{}, p), live.Setup{Variant: "chess", Mode: live.Computer, Color: "black"})
		time.Sleep(10 * time.Second)
		if v := x.view(); v.Ply != 1 || tries != 3 {
			t.Errorf("ply %d after %d tries", v.Ply, tries)
		}
	})
}

func TestSlowComputerDelaysItsOwnGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := botstest.Script{OnChoose: func(ctx context.Context, r bots.Request) (string, error) {
			if r.Level == 8 {
				<-ctx.Done()
				return "", ctx.Err()
			}
			return botstest.Greedy{}.Choose(ctx, r)
		}}
		h := newHub(t, &storetest.Memory{}, bots.NewWorkers(p, 2))
		slow := create(t, h, live.Setup{Variant: "chess", Mode: live.Computer, Color: "white", Level: 8})
		quick := create(t, h, live.Setup{Variant: "chess", Mode: live.Computer, Color: "white", Level: 1})
		slow.play("e2e4")
		quick.play("e2e4")
		synctest.Wait()
		if v := quick.view(); v.Ply != 2 {
			t.Errorf("the quick game is at ply %d", v.Ply)
		}
		slow.do(live.ActResign, "")
		if v := slow.view(); v.Result != "0-1" || v.Reason != "resignation" || v.Thinking {
			t.Errorf("%s %s", v.Result, v.Reason)
		}
	})
}

func TestDrawOffers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		accept := false
		p := botstest.Script{
			OnChoose: botstest.Greedy{}.Choose,
			OnDraw: func(ctx context.Context, r bots.Request, color string) (bool, error) {
				if color != "black" {
					t.Errorf("asked as %s", color)
				}
				time.Sleep(time.Second)
				return accept, nil
			},
		}
		x := create(t, newHub(t, &storetest.Memory{}, p), live.Setup{Variant: "chess", Mode: live.Computer, Color: "white"})
		x.play("e2e4")
		synctest.Wait()
		x.do(live.ActDraw, "")
		if v := x.view(); v.Offer != "white" {
			t.Errorf("offer %q", v.Offer)
		}
		if _, err := x.try(live.ActDraw, ""); code(err) != live.Conflict {
			t.Errorf("an offer on an offer: %v", err)
		}
		time.Sleep(2 * time.Second)
		if v := x.view(); v.Offer != "" || v.Declined != "black" {
			t.Errorf("offer %q, declined %q", v.Offer, v.Declined)
		}
		if _, err := x.try(live.ActDraw, ""); code(err) != live.Conflict {
			t.Errorf("a second offer in the same move: %v", err)
		}
		accept = true
		x.play("d2d4")
		synctest.Wait()
		x.do(live.ActDraw, "")
		time.Sleep(2 * time.Second)
		if v := x.view(); v.Result != "1/2-1/2" || v.Reason != "agreement" {
			t.Errorf("%s %s", v.Result, v.Reason)
		}
	})
}

func TestEndings(t *testing.T) {
	for _, tc := range []struct {
		name, variant, fen, moves string
		action                    live.Action
		result, reason            string
	}{
		{"mate", "chess", "", "f2f3 e7e5 g2g4 d8h4", "", "0-1", "checkmate"},
		{"stalemate draws", "chess", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7", "", "1/2-1/2", "stalemate"},
		{"stalemate wins", "teutonic", "k7/8/K7/8/8/8/8/8/8/2R5 w - - 0 1", "c1b1", "", "0-1", "stalemate-wins"},
		{"claim", "chess", "", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", live.ActClaim, "1/2-1/2", "threefold"},
		{"fivefold", "chess", "", strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 4), "", "1/2-1/2", "fivefold"},
		{"material", "teammate", "7k/8/8/8/8/8/4p3/3K4 w - - 0 1", "d1e2", "", "1/2-1/2", "material"},
		{"resignation of the side to move", "chess", "", "e2e4", live.ActResign, "1-0", "resignation"},
		{"agreement at one screen", "chess", "", "e2e4", live.ActDraw, "1/2-1/2", "agreement"},
		{"abort", "chess", "", "e2e4", live.ActAbort, "*", "aborted"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				st := &storetest.Memory{}
				x := create(t, newHub(t, st, botstest.Script{}), live.Setup{Variant: tc.variant, Mode: live.HotSeat, FEN: tc.fen})
				x.play(tc.moves)
				if tc.action != "" {
					x.do(tc.action, "")
				}
				v := x.view()
				if v.Result != tc.result || v.Reason != tc.reason {
					t.Errorf("%s %s, want %s %s", v.Result, v.Reason, tc.result, tc.reason)
				}
				g, err := st.Game(t.Context(), x.made.ID)
				if err != nil || g.Open != (tc.reason == "") {
					t.Errorf("open is %v, %v", g.Open, err)
				}
				if _, err := v.PGN(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestCaptured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := create(t, newHub(t, &storetest.Memory{}, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.HotSeat})
		x.play("e2e4 d7d5 e4d5 d8d5 b1c3 d5d2 c1d2 c7c5 a2a3 c5c4 b2b4 c4b3")
		v := x.view()
		if w, b := fmt.Sprint(v.Captured("white")), fmt.Sprint(v.Captured("black")); w != "[p p p]" || b != "[p q]" {
			t.Errorf("white lost %s, black %s", w, b)
		}
	})
}

func TestSlowWatcherGetsTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := create(t, newHub(t, &storetest.Memory{}, botstest.Script{}), live.Setup{Variant: "chess", Mode: live.HotSeat})
		w, err := x.visit.Watch(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		x.play("e2e4 e7e5 g1f3")
		if v := <-w.Views(); v.Ply != 3 || len(v.You) != 0 {
			t.Errorf("ply %d as %v", v.Ply, v.You)
		}
		x.visit.Unwatch(w)
		x.play("b8c6")
		select {
		case v := <-w.Views():
			t.Errorf("ply %d after the end", v.Ply)
		default:
		}
	})
}

func TestEmptyRoomsAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		idle := create(t, h, live.Setup{Variant: "chess", Mode: live.HotSeat})
		busy := create(t, h, live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: clocked(time.Hour, 0)})
		busy.play("e2e4")
		idle.play("e2e4")
		busy.visit.Leave()
		idle.visit.Leave()
		time.Sleep(20 * time.Minute)
		if n := h.Rooms(); n != 1 {
			t.Errorf("%d rooms", n)
		}
		idle = enter(t, h, idle.made)
		if v := idle.view(); v.Ply != 1 {
			t.Errorf("ply %d", v.Ply)
		}
		time.Sleep(2 * time.Hour)
		if n := h.Rooms(); n != 1 {
			t.Errorf("%d rooms after the flag", n)
		}
	})
}

func TestClosedHub(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		x := create(t, h, live.Setup{Variant: "chess", Mode: live.Computer, Color: "black"})
		w, err := x.visit.Watch(t.Context(), x.seats)
		if err != nil {
			t.Fatal(err)
		}
		<-w.Views()
		h.Close()
		if _, ok := <-w.Views(); ok {
			t.Error("a view after the end")
		}
		if _, err := x.try(live.ActResign, ""); code(err) != live.Unavailable {
			t.Errorf("a command after the end: %v", err)
		}
		if _, err := h.Enter(t.Context(), x.made.ID); code(err) != live.Unavailable {
			t.Errorf("entering after the end: %v", err)
		}
		x.visit.Unwatch(w)
	})
}

func TestTokens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		x := create(t, h, live.Setup{Variant: "chess", Mode: live.Computer, Color: "black"})
		y := create(t, h, live.Setup{Variant: "chess", Mode: live.HotSeat})
		for _, tc := range []struct {
			name  string
			token store.Token
			want  string
		}{
			{"its own", x.made.Token, "[black]"},
			{"another game's", y.made.Token, "[]"},
			{"made up", store.NewToken(), "[]"},
			{"none", store.Token{}, "[]"},
		} {
			if got := fmt.Sprint(x.visit.Seats(tc.token)); got != tc.want {
				t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
			}
		}
		if got := fmt.Sprint(y.visit.Seats(y.made.Token)); got != "[black white]" {
			t.Errorf("both seats: %s", got)
		}
	})
}
