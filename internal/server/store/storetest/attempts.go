package storetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"tagmate/internal/server/store"
)

func attempt(n int) store.Attempt {
	return store.Attempt{
		ID: fmt.Sprintf("a%04d", n), Variant: "teammate", Ending: "KAJk", Role: "attack", At: start.Add(time.Duration(n) * time.Second),
		Won: n%2 == 0, Used: 9 + n%5, Least: 9, Hints: n % 3,
	}
}

func attempts(t *testing.T, s store.Store, player store.TokenHash) []store.Attempt {
	t.Helper()
	list, err := s.Attempts(t.Context(), player)
	must(t, err)
	return list
}

func testAttempts(t *testing.T, open func() store.Store) {
	s := open()
	ann, bob := store.NewToken().Hash(), store.NewToken().Hash()
	add := func(want int, player store.TokenHash, list ...store.Attempt) {
		t.Helper()
		if n, err := s.AddAttempts(t.Context(), player, list); err != nil || n != want {
			t.Fatalf("%d added, %v; want %d", n, err, want)
		}
	}
	if got := attempts(t, s, ann); len(got) != 0 {
		t.Fatalf("%v before any", got)
	}
	add(2, ann, attempt(3), attempt(1))
	add(0, ann)
	// What is kept stays as it was, whatever comes under its name later.
	other := attempt(1)
	other.Won, other.At = !other.Won, start.Add(time.Hour)
	add(1, ann, other, attempt(2), attempt(3))
	add(1, bob, other)
	for range 2 {
		if got, want := attempts(t, s, ann), []store.Attempt{attempt(3), attempt(2), attempt(1)}; !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		if got := attempts(t, s, bob); !slices.Equal(got, []store.Attempt{other}) {
			t.Fatalf("of another player: %v", got)
		}
		must(t, s.Close())
		s = open()
	}
	must(t, s.Close())
}

func testOldAttempts(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	player := store.NewToken().Hash()
	list := make([]store.Attempt, store.MaxAttempts)
	for i := range list {
		list[i] = attempt(i)
	}
	_, err := s.AddAttempts(t.Context(), player, list)
	must(t, err)
	// One that is older than all is not kept, one that is newer has the oldest go.
	for _, n := range []int{-1, store.MaxAttempts} {
		_, err := s.AddAttempts(t.Context(), player, []store.Attempt{attempt(n)})
		must(t, err)
	}
	got := attempts(t, s, player)
	if len(got) != store.MaxAttempts || got[0] != attempt(store.MaxAttempts) || got[len(got)-1] != attempt(1) {
		t.Errorf("%d kept, from %v to %v", len(got), got[len(got)-1].ID, got[0].ID)
	}
}

func testAttemptRace(t *testing.T, open func() store.Store) {
	s := opened(t, open)
	player := store.NewToken().Hash()
	const writers, each = 8, 10
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			// Neighbours send half of what the next one sends, in another order.
			list := make([]store.Attempt, 0, each)
			for i := range each {
				list = append(list, attempt(w*each/2+i))
			}
			if w%2 == 1 {
				slices.Reverse(list)
			}
			if _, err := s.AddAttempts(context.Background(), player, list); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := attempts(t, s, player); len(got) != (writers+1)*each/2 {
		t.Errorf("%d kept of %d", len(got), (writers+1)*each/2)
	}
}
