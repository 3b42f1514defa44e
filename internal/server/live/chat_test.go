package live_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store/storetest"
)

func said(c *live.ChatView) string {
	if c == nil {
		return "none"
	}
	var lines []string
	for _, l := range c.Lines {
		lines = append(lines, l.Seat+": "+l.Text)
	}
	return fmt.Sprint(c.On, c.Open, " ", strings.Join(lines, "|"))
}

func (x *table) hears(want string) {
	x.t.Helper()
	if got := said(x.view().Chat); got != want {
		x.t.Errorf("%v hears %s, want %s", x.seats, got, want)
	}
}

func say(text string) live.Command    { return live.Command{Action: live.ActSay, Text: text} }
func switchChat(on bool) live.Command { return live.Command{Action: live.ActChat, On: on} }

func TestChatOfTwo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		h := newHub(t, st, botstest.Script{})
		ann := create(t, h, live.Setup{Variant: "chess", Mode: live.Link, Color: "white"})
		ann.hears("[] false ")
		ann.command(switchChat(true))
		ann.refused(live.ChatClosed, say("is anybody there?"))
		bob := ann.sit("", "Bob")
		bob.hears("[white] false ")
		bob.refused(live.ChatClosed, say("hello"))
		bob.command(switchChat(true))
		bob.command(say("  hello  "))
		for _, text := range []string{"", "   ", strings.Repeat("x", 301), "a\nb", "a\u202eb", "a\x00b", "a\u2028b", "a\xffb"} {
			ann.refused(live.BadRequest, say(text))
		}
		ann.command(say(strings.Repeat("ü", 300)))
		ann.command(say("👩‍👩‍👧 <b>"))
		want := "[black white] true black: hello|white: " + strings.Repeat("ü", 300) + "|white: 👩‍👩‍👧 <b>"
		ann.hears(want)
		bob.hears(want)
		stranger := *bob
		stranger.seats = nil
		stranger.hears("none")
		stranger.refused(live.NotYourSeat, say("me, too"))

		// A spectator is not even told that something was said.
		w, err := bob.visit.Watch(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		<-w.Views()
		bob.command(say("psst"))
		select {
		case v := <-w.Views():
			t.Errorf("the spectator is told of event %d", v.Seq)
		default:
		}
		bob.visit.Unwatch(w)

		// Each may switch it off; what was said stays, and all of it is kept.
		ann.command(switchChat(false))
		bob.refused(live.ChatClosed, say("why?"))
		bob.do(live.ActResign, "")
		ann.command(switchChat(true))
		ann.command(say("good game"))
		before := said(ann.view().Chat)
		h.Close()
		h = newHub(t, st, botstest.Script{})
		ann = enter(t, h, ann.made)
		ann.hears(before)
		if !strings.HasSuffix(before, "|black: psst|white: good game") {
			t.Errorf("heard %s", before)
		}
	})
}

func TestChatOfFour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		early := create(t, h, live.Setup{Mode: live.Tag})
		early.refused(live.ChatClosed, switchChat(true))
		p := seatFour(t, h, live.Setup{})
		p["wk"].hears("none")
		p["wq"].refused(live.ChatClosed, switchChat(true))
		p["wq"].refused(live.ChatClosed, say("pass!"))
		p["wk"].do(live.ActResign, "")
		p["bq"].hears("[bk bq wk wq] true ")
		p["bq"].command(say("good game"))
		p["wk"].command(switchChat(false))
		p["wk"].refused(live.ChatClosed, say("no"))
		p["wk"].hears("[bk bq wq] false bq: good game")
		p["wq"].hears("[bk bq wq] true bq: good game")
	})
}

func TestNoChat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		for _, mode := range []live.Mode{live.HotSeat, live.Computer} {
			x := create(t, h, live.Setup{Variant: "chess", Mode: mode})
			x.hears("none")
			x.refused(live.ChatClosed, say("hello"))
			x.refused(live.ChatClosed, switchChat(true))
		}
	})
}

func TestChatIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		ann := create(t, h, live.Setup{Variant: "chess", Mode: live.Link})
		bob := ann.sit("", "Bob")
		ann.command(switchChat(true))
		bob.command(switchChat(true))
		for n := range 500 {
			ann.command(say(fmt.Sprint(n)))
		}
		ann.refused(live.ChatClosed, say("more"))
		c := bob.view().Chat
		if len(c.Lines) != 100 || c.Lines[99].Text != "499" || c.Open {
			t.Errorf("%d lines, open %v", len(c.Lines), c.Open)
		}
	})
}

func TestRematchKeeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		h := newHub(t, st, botstest.Script{})
		keep, swap := live.Command{Action: live.ActRematch, Keep: true}, live.Command{Action: live.ActRematch}
		ann := create(t, h, live.Setup{Variant: "chess", Mode: live.Link, Color: "white", Name: "Ann", Clock: clocked(time.Minute, 0)})
		bob := ann.sit("", "Bob")
		bob.do(live.ActResign, "")
		ann.command(keep)
		ann.refused(live.Conflict, keep)
		bob.command(swap)
		if v := ann.view(); fmt.Sprint(v.Rematch, v.Keep) != "[black white] [white]" || v.Next != "" {
			t.Errorf("%v, of them %v keep, next %q", v.Rematch, v.Keep, v.Next)
		}
		// Whoever gives in decides.
		bob.command(keep)
		next := ann.view().Next
		x := enter(t, h, live.Created{ID: next, Token: ann.made.Token})
		if v := x.view(); fmt.Sprint(x.seats) != "[white]" || v.Players["black"].Name != "Bob" || v.Clock == nil {
			t.Errorf("seats %v, %+v", x.seats, v.Players)
		}
		bob.refused(live.Conflict, swap)
		if games, err := st.History(t.Context(), bob.made.Token.Hash(), time.Now().Add(time.Hour), 9); err != nil || len(games) != 2 {
			t.Errorf("Bob's history: %v, %v", games, err)
		}

		p := seatFour(t, h, live.Setup{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 kq -"})
		p["wk"].do(live.ActResign, "")
		for _, seat := range []string{"wk", "wq", "bq", "bk"} {
			p[seat].command(keep)
		}
		y := enter(t, h, live.Created{ID: p["bk"].view().Next, Token: p["wq"].made.Token})
		if v := y.view(); fmt.Sprint(y.seats) != "[wq]" || v.Tag.Holder != "wk" || v.Tag.Phase != "play" {
			t.Errorf("seats %v, %+v", y.seats, v.Tag)
		}
	})
}

// TestRematchIsMadeOnce has the server fail between the new game and the event
// that names it: afterwards there is one game, not two.
func TestRematchIsMadeOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		h := newHub(t, st, botstest.Script{})
		ann := create(t, h, live.Setup{Variant: "chess", Mode: live.Link, Color: "white"})
		bob := ann.sit("", "Bob")
		bob.do(live.ActResign, "")
		bob.do(live.ActRematch, "")
		appends := 0
		st.Fail(func(op string) (error, bool) {
			if op == "append" {
				if appends++; appends > 1 {
					return fmt.Errorf("killed"), false
				}
			}
			return nil, false
		})
		ann.try(live.ActRematch, "")
		h.Close()
		st.Fail(nil)
		h = newHub(t, st, botstest.Script{})
		ann = enter(t, h, ann.made)
		synctest.Wait()
		if v := ann.view(); v.Next == "" {
			t.Fatal("there is no next game")
		}
		games, err := st.History(t.Context(), bob.made.Token.Hash(), time.Now().Add(time.Hour), 9)
		if err != nil || len(games) != 2 {
			t.Errorf("%d games, %v", len(games), err)
		}
	})
}
