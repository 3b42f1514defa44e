package live_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/storetest"
)

func TestOwnSecret(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		secret, weak := store.ParseToken("ABCDEFGHIJKLMNOPQRSTUV"), store.ParseToken("secret")
		other := store.ParseToken(strings.Repeat("-", 22))
		if _, err := h.Create(t.Context(), live.Setup{Variant: "chess", Mode: live.Link, Token: weak}); code(err) != live.BadRequest {
			t.Errorf("a weak secret: %v", err)
		}
		ann := create(t, h, live.Setup{Variant: "chess", Mode: live.Link, Color: "white", Token: secret})
		if ann.made.Token != secret || fmt.Sprint(ann.seats) != "[white]" {
			t.Fatalf("token %v, seats %v", ann.made.Token, ann.seats)
		}
		join := func(x *table, token store.Token, seat string) (string, live.Code) {
			made, err := x.visit.Join(t.Context(), token, seat, "Bob")
			if err != nil {
				return "", code(err)
			}
			if made.Token != token {
				t.Errorf("the token has changed")
			}
			return fmt.Sprint(made.Seats, made.Held), ""
		}
		for _, tc := range []struct {
			name  string
			token store.Token
			seat  string
			want  string
			code  live.Code
		}{
			{"weak", weak, "", "", live.BadRequest},
			{"the maker again", secret, "", "[white] true", ""},
			{"the maker as the other", secret, "black", "[white] true", ""},
			{"another one", other, "", "[black] false", ""},
			{"the other again", other, "white", "[black] true", ""},
		} {
			if got, c := join(ann, tc.token, tc.seat); got != tc.want || c != tc.code {
				t.Errorf("%s: %s %s", tc.name, got, c)
			}
		}
		ann.do(live.ActResign, "")
		if got, c := join(ann, other, ""); got != "[black] true" || c != "" {
			t.Errorf("after the end: %s %s", got, c)
		}

		// At a Tag table one changes to the seat that one names.
		tag := create(t, h, live.Setup{Mode: live.Tag, Seat: "wq", Token: secret})
		for _, tc := range []struct{ seat, want string }{
			{"", "[wq] true"},
			{"wq", "[wq] true"},
			{"bk", "[bk] false"},
			{"", "[bk] true"},
		} {
			if got, c := join(tag, secret, tc.seat); got != tc.want || c != "" {
				t.Errorf("%q: %s %s", tc.seat, got, c)
			}
		}
		if got, c := join(tag, other, "bk"); c != live.Conflict {
			t.Errorf("a taken seat: %s %s", got, c)
		}
	})
}

func TestHistory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		mine, others := store.NewToken(), store.NewToken()
		var want []string
		made := func(x *table) *table {
			want = append([]string{x.made.ID}, want...)
			time.Sleep(time.Second)
			return x
		}
		lost := made(create(t, h, live.Setup{Variant: "teutonic", Mode: live.HotSeat, Token: mine, Clock: clocked(time.Minute, 0)}))
		lost.play("e2e4")
		lost.do(live.ActResign, "")
		link := create(t, h, live.Setup{Variant: "chess", Mode: live.Link, Color: "black", Token: others, Name: "Ann"})
		time.Sleep(time.Second)
		// A table that was left before the start is not part of it.
		left := create(t, h, live.Setup{Mode: live.Tag, Token: mine})
		left.command(live.Command{Action: live.ActUnseat})
		time.Sleep(time.Second)
		made(create(t, h, live.Setup{Variant: "chess", Mode: live.Computer, Color: "white", Token: mine}))
		if _, err := link.visit.Join(t.Context(), mine, "", "Bob"); err != nil {
			t.Fatal(err)
		}
		want = slices.Insert(want, 1, link.made.ID)

		rooms := h.Rooms()
		var got []string
		before := time.Now().Add(time.Hour)
		for page := 0; ; page++ {
			views, more, err := h.History(t.Context(), mine, before, 1)
			if err != nil || len(views) == 0 || page > 9 {
				t.Fatalf("page %d: %d games, %v", page, len(views), err)
			}
			for _, v := range views {
				got = append(got, v.ID)
				before = v.Since
			}
			if !more {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("history %v, want %v", got, want)
		}
		views, more, err := h.History(t.Context(), mine, time.Now().Add(time.Hour), 100)
		if err != nil || more || len(views) != 3 || h.Rooms() != rooms {
			t.Fatalf("%d games, more %v, %v, %d rooms", len(views), more, err, h.Rooms())
		}
		if v := views[2]; v.Reason != "resignation" || v.Ended.Sub(v.Since) < 0 || v.Ended.IsZero() || fmt.Sprint(v.You) != "[black white]" {
			t.Errorf("%+v", v)
		}
		if v := views[1]; fmt.Sprint(v.You) != "[white]" || v.Players["black"].Name != "Ann" || !v.Ended.IsZero() || v.Reason != "" {
			t.Errorf("%+v", v)
		}
		if views, _, err := h.History(t.Context(), store.NewToken(), time.Now().Add(time.Hour), 100); err != nil || len(views) != 0 {
			t.Errorf("a stranger's history: %v, %v", views, err)
		}
	})
}

// TestHistoryOfOneMoment makes more games in one millisecond than a page has.
func TestHistoryOfOneMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		mine := store.NewToken()
		for n := range 9 {
			create(t, h, live.Setup{Variant: "chess", Mode: live.HotSeat, Token: mine})
			if n%3 == 2 {
				time.Sleep(time.Millisecond)
			}
		}
		seen := map[string]bool{}
		before := time.Now().Add(time.Hour)
		for range 9 {
			views, more, err := h.History(t.Context(), mine, before, 4)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range views {
				if seen[v.ID] {
					t.Errorf("%s comes twice", v.ID)
				}
				seen[v.ID] = true
				before = time.UnixMilli(v.Since.UnixMilli())
			}
			if !more {
				break
			}
		}
		if len(seen) != 9 {
			t.Errorf("%d games of 9", len(seen))
		}
	})
}
