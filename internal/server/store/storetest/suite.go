package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tagmate/internal/server/store"
)

// Run runs the suite. place makes a fresh, empty place to keep games in and
// returns a function that opens the store there; the suite closes a store
// before it opens the place again, and in the end.
func Run(t *testing.T, place func(t *testing.T) (open func() store.Store)) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, open func() store.Store)
	}{
		{"a game comes back as it was kept", testRoundTrip},
		{"what is not there is not found", testNotFound},
		{"an id is given once", testCreateTwice},
		{"a failed create keeps nothing", testCreateWhole},
		{"numbers have no gap and no double", testConflict},
		{"a command happens once", testRepeated},
		{"one of many writers wins each number", testRace},
		{"games do not disturb each other", testManyGames},
		{"timed games are listed until they end", testTimedGames},
		{"listed games are in the lobby until they end", testListed},
		{"games wait until they begin", testWaiting},
		{"a player has a history", testHistory},
		{"attempts of a player are a set that grows", testAttempts},
		{"the oldest attempts fall out", testOldAttempts},
		{"attempts of many writers are all kept", testAttemptRace},
		{"everything survives closing", testReopen},
		{"a call that was given up does not hurt the next", testCancelled},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, place(t)) })
	}
}

var start = time.Date(2026, 3, 4, 5, 6, 7, 891_000, time.UTC)

func game(id string) store.Game {
	return store.Game{ID: id, Variant: "teammate", Mode: "computer", CreatedAt: start, Timed: true, Open: true}
}

func event(id string, seq int64) store.Event {
	return store.Event{
		Game: id, Seq: seq, Kind: "move", Payload: fmt.Appendf(nil, `{"uci":"e2e4","n":%d}`, seq),
		At: start.Add(time.Duration(seq) * time.Second), Seat: "white", Command: fmt.Sprintf("c%d", seq),
	}
}

func opened(t *testing.T, open func() store.Store) store.Store {
	t.Helper()
	s := open()
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func want(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error is %v, want %v", err, want)
	}
}

func events(t *testing.T, s store.Store, id string, after int64) []store.Event {
	t.Helper()
	list, err := s.Events(t.Context(), id, after)
	must(t, err)
	return list
}

func sameEvents(t *testing.T, got, want []store.Event) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d events, want %d", len(got), len(want))
	}
	for i := range got {
		if fmt.Sprintf("%+v", got[i]) != fmt.Sprintf("%+v", want[i]) {
			t.Fatalf("event %d is\n%+v, want\n%+v", i, got[i], want[i])
		}
	}
}

func testRoundTrip(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	white, black := store.NewToken(), store.NewToken()
	seats := []store.Seat{{Name: "white", Hash: white.Hash()}, {Name: "black", Hash: black.Hash()}}
	first := event("g", 1)
	first.Command, first.Seat = "", ""
	first.Payload = []byte(`{"text":"é \" \\ <>&"}`)
	must(t, s.Create(t.Context(), game("g"), first, seats))
	must(t, s.Append(t.Context(), event("g", 2)))
	must(t, s.Append(t.Context(), event("g", 3)))

	g, err := s.Game(t.Context(), "g")
	must(t, err)
	if g != game("g") {
		t.Errorf("game is %+v, want %+v", g, game("g"))
	}
	all := []store.Event{first, event("g", 2), event("g", 3)}
	sameEvents(t, events(t, s, "g", 0), all)
	sameEvents(t, events(t, s, "g", 2), all[2:])
	sameEvents(t, events(t, s, "g", 3), nil)
	sameEvents(t, events(t, s, "g", 99), nil)

	got, err := s.Seats(t.Context(), "g")
	must(t, err)
	if !slices.Equal(got, []store.Seat{seats[1], seats[0]}) {
		t.Errorf("seats are %v", got)
	}
}

func testNotFound(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	_, err := s.Game(t.Context(), "nobody")
	want(t, err, store.ErrNotFound)
	want(t, s.Append(t.Context(), event("nobody", 2)), store.ErrNotFound)
	want(t, s.Finish(t.Context(), "nobody"), store.ErrNotFound)
	sameEvents(t, events(t, s, "nobody", 0), nil)
	seats, err := s.Seats(t.Context(), "nobody")
	must(t, err)
	if len(seats) != 0 {
		t.Errorf("seats of no game: %v", seats)
	}
}

func testCreateTwice(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	must(t, s.Create(t.Context(), game("g"), event("g", 1), nil))
	want(t, s.Create(t.Context(), game("g"), event("g", 1), nil), store.ErrConflict)
	sameEvents(t, events(t, s, "g", 0), []store.Event{event("g", 1)})
}

func testCreateWhole(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	want(t, s.Create(t.Context(), game("g"), event("g", 2), nil), store.ErrConflict)
	want(t, s.Create(t.Context(), game("g"), event("h", 1), nil), store.ErrConflict)
	_, err := s.Game(t.Context(), "g")
	want(t, err, store.ErrNotFound)
}

func testConflict(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	must(t, s.Create(t.Context(), game("g"), event("g", 1), nil))
	must(t, s.Append(t.Context(), event("g", 2)))
	for _, seq := range []int64{0, 1, 2, 4, -1} {
		e := event("g", seq)
		e.Command = "other"
		want(t, s.Append(t.Context(), e), store.ErrConflict)
	}
	must(t, s.Append(t.Context(), event("g", 3)))
	sameEvents(t, events(t, s, "g", 0), []store.Event{event("g", 1), event("g", 2), event("g", 3)})
}

func testRepeated(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	must(t, s.Create(t.Context(), game("g"), event("g", 1), nil))
	must(t, s.Append(t.Context(), event("g", 2)))
	again := event("g", 3)
	again.Command = event("g", 2).Command
	want(t, s.Append(t.Context(), again), store.ErrRepeated)
	again.Seq = 2
	want(t, s.Append(t.Context(), again), store.ErrRepeated)
	// The same words from another seat are another command.
	again.Seq, again.Seat = 3, "black"
	must(t, s.Append(t.Context(), again))
	// And events of the server have none.
	for seq := int64(4); seq < 7; seq++ {
		e := event("g", seq)
		e.Command, e.Seat = "", ""
		must(t, s.Append(t.Context(), e))
	}
	// The same words in another game are another command, too.
	must(t, s.Create(t.Context(), game("h"), event("h", 1), nil))
	must(t, s.Append(t.Context(), event("h", 2)))
}

func testRace(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	must(t, s.Create(t.Context(), game("g"), event("g", 1), nil))
	const writers, numbers = 8, 20
	for seq := int64(2); seq < 2+numbers; seq++ {
		var won atomic.Int32
		var wg sync.WaitGroup
		for w := range writers {
			wg.Go(func() {
				e := event("g", seq)
				e.Command = fmt.Sprintf("%d of %d", seq, w)
				switch err := s.Append(t.Context(), e); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, store.ErrConflict):
					t.Errorf("writer %d at %d: %v", w, seq, err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			t.Fatalf("number %d was won %d times", seq, won.Load())
		}
	}
}

func testManyGames(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	const games, length = 20, 15
	var wg sync.WaitGroup
	for n := range games {
		id := fmt.Sprintf("g%d", n)
		wg.Go(func() {
			if err := s.Create(t.Context(), game(id), event(id, 1), nil); err != nil {
				t.Errorf("%s: %v", id, err)
			}
			for seq := int64(2); seq <= length; seq++ {
				// One that fails beside each that succeeds, in the same batch.
				bad := event(id, seq+5)
				bad.Command = "bad"
				if err := s.Append(t.Context(), bad); !errors.Is(err, store.ErrConflict) {
					t.Errorf("%s: bad append: %v", id, err)
				}
				if err := s.Append(t.Context(), event(id, seq)); err != nil {
					t.Errorf("%s: %v", id, err)
				}
			}
		})
	}
	wg.Wait()
	for n := range games {
		if got := len(events(t, s, fmt.Sprintf("g%d", n), 0)); got != length {
			t.Errorf("game %d has %d events", n, got)
		}
	}
}

func testTimedGames(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	for n, id := range []string{"c", "a", "b"} {
		g := game(id)
		g.CreatedAt = start.Add(time.Duration(n) * time.Minute)
		must(t, s.Create(t.Context(), g, event(id, 1), nil))
	}
	untimed := game("d")
	untimed.Timed = false
	must(t, s.Create(t.Context(), untimed, event("d", 1), nil))
	must(t, s.Finish(t.Context(), "a"))
	must(t, s.Finish(t.Context(), "a"))
	list, err := s.TimedGames(t.Context())
	must(t, err)
	if len(list) != 2 || list[0].ID != "c" || list[1].ID != "b" {
		t.Errorf("timed games: %+v", list)
	}
	g, err := s.Game(t.Context(), "a")
	must(t, err)
	if g.Open {
		t.Error("the finished game is open")
	}
}

func testListed(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	for n, id := range []string{"a", "b", "c", "d", "e"} {
		g := game(id)
		g.CreatedAt = start.Add(time.Duration(n) * time.Minute)
		g.Listed = id != "e"
		must(t, s.Create(t.Context(), g, event(id, 1), nil))
	}
	listed := func(after time.Time, limit int) string {
		list, err := s.Listed(t.Context(), after, limit)
		must(t, err)
		ids := ""
		for _, g := range list {
			if !g.Listed || !g.Open || g.Variant != game("a").Variant || g.Mode != game("a").Mode || !g.Timed {
				t.Errorf("listed: %+v", g)
			}
			ids += g.ID
		}
		return ids
	}
	same := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("listed are %q, want %q", got, want)
		}
	}
	same(listed(start.Add(-time.Second), 9), "dcba")
	same(listed(start.Add(time.Minute), 9), "dc")
	same(listed(start.Add(-time.Second), 2), "dc")
	must(t, s.Finish(t.Context(), "d"))
	must(t, s.List(t.Context(), "c", false))
	must(t, s.List(t.Context(), "c", false))
	must(t, s.List(t.Context(), "e", true))
	same(listed(start.Add(-time.Second), 9), "eba")
	g, err := s.Game(t.Context(), "e")
	must(t, err)
	if !g.Listed {
		t.Error("the game does not know that it is listed")
	}
	want(t, s.List(t.Context(), "nobody", true), store.ErrNotFound)
}

func testWaiting(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	for n, id := range []string{"b", "a", "c", "d"} {
		g := game(id)
		g.CreatedAt = start.Add(time.Duration(n) * time.Minute)
		g.Waiting = id != "d"
		must(t, s.Create(t.Context(), g, event(id, 1), nil))
	}
	waiting := func(before time.Time, limit int, want string) {
		t.Helper()
		list, err := s.Waiting(t.Context(), before, limit)
		must(t, err)
		if got := ids(list); got != want {
			t.Errorf("waiting are %q, want %q", got, want)
		}
	}
	late := start.Add(time.Hour)
	waiting(late, 9, "bac")
	waiting(late, 2, "ba")
	waiting(start.Add(2*time.Minute), 9, "ba")
	must(t, s.Begin(t.Context(), "a"))
	must(t, s.Begin(t.Context(), "a"))
	must(t, s.Finish(t.Context(), "b"))
	waiting(late, 9, "c")
	g, err := s.Game(t.Context(), "c")
	must(t, err)
	if !g.Waiting {
		t.Error("the game does not know that it waits")
	}
	want(t, s.Begin(t.Context(), "nobody"), store.ErrNotFound)
}

func ids(list []store.Game) string {
	text := ""
	for _, g := range list {
		text += g.ID
	}
	return text
}

func testHistory(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	ann, bob := store.NewToken().Hash(), store.NewToken().Hash()
	for n, id := range []string{"a", "b", "c", "d", "e"} {
		g := game(id)
		g.CreatedAt = start.Add(time.Duration(n) * time.Minute)
		seats := []store.Seat{{Name: "white", Hash: ann}, {Name: "black", Hash: ann}}
		if id == "e" {
			seats = nil
		}
		must(t, s.Create(t.Context(), g, event(id, 1), seats))
	}
	late := start.Add(time.Hour)
	history := func(who store.TokenHash, before time.Time, limit int, want string) {
		t.Helper()
		list, err := s.History(t.Context(), who, before, limit)
		must(t, err)
		if got := ids(list); got != want {
			t.Errorf("the history is %q, want %q", got, want)
		}
	}
	history(ann, late, 9, "dcba")
	history(ann, late, 3, "dcb")
	history(ann, start.Add(2*time.Minute), 9, "ba")
	history(bob, late, 9, "")
	// Bob joins, leaves and joins again; a join that fails is none.
	for seq, id := range map[int64]string{2: "e", 4: "b"} {
		e := event(id, seq)
		e.Player = bob
		err := s.Append(t.Context(), e)
		if id == "e" {
			must(t, err)
		} else {
			want(t, err, store.ErrConflict)
		}
	}
	again := event("e", 3)
	again.Player = bob
	must(t, s.Append(t.Context(), again))
	again = event("b", 2)
	again.Player = bob
	must(t, s.Append(t.Context(), again))
	history(bob, late, 9, "eb")
	must(t, s.Finish(t.Context(), "e"))
	history(bob, late, 9, "eb")
	history(ann, late, 9, "dcba")
	sameEvents(t, events(t, s, "e", 0), []store.Event{event("e", 1), event("e", 2), event("e", 3)})
	list, err := s.History(t.Context(), bob, late, 1)
	must(t, err)
	first, err := s.Game(t.Context(), "e")
	must(t, err)
	if len(list) != 1 || list[0] != first || first.Open {
		t.Errorf("%+v, want %+v", list, first)
	}
}

func testReopen(t *testing.T, open func() store.Store) {
	s := open()
	tok := store.NewToken()
	must(t, s.Create(t.Context(), game("g"), event("g", 1), []store.Seat{{Name: "white", Hash: tok.Hash()}}))
	must(t, s.Append(t.Context(), event("g", 2)))
	must(t, s.Close())

	s = opened(t, open)
	sameEvents(t, events(t, s, "g", 0), []store.Event{event("g", 1), event("g", 2)})
	again := event("g", 3)
	again.Command = event("g", 2).Command
	want(t, s.Append(t.Context(), again), store.ErrRepeated)
	must(t, s.Append(t.Context(), event("g", 3)))
	seats, err := s.Seats(t.Context(), "g")
	must(t, err)
	if len(seats) != 1 || seats[0].Hash != tok.Hash() {
		t.Errorf("seats are %v", seats)
	}
}

func testCancelled(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	must(t, s.Create(t.Context(), game("g"), event("g", 1), nil))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := s.Append(ctx, event("g", 2))
	next := int64(2)
	if all := events(t, s, "g", 0); len(all) == 2 {
		next = 3 // it was kept all the same: allowed
	} else if err == nil {
		t.Fatal("append said yes and kept nothing")
	}
	e := event("g", next)
	e.Command = "next"
	// The given-up event may still be on its way.
	if err := s.Append(t.Context(), e); errors.Is(err, store.ErrConflict) && next == 2 {
		e.Seq = 3
		must(t, s.Append(t.Context(), e))
	} else {
		must(t, err)
	}
}
