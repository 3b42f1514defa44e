package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tagmate/internal/server/store"
	"tagmate/internal/server/store/sqlite"
	"tagmate/internal/server/store/storetest"
)

func open(tb testing.TB, path string) *sqlite.Store {
	tb.Helper()
	s, err := sqlite.Open(context.Background(), path)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestSuite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) func() store.Store {
		// A name with the characters that mean something in a URL.
		path := filepath.Join(t.TempDir(), "made by the store", "a?b #%20é.db")
		return func() store.Store { return open(t, path) }
	})
}

func TestFileIsWhereItWasAsked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a?b #%20é.db")
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
}

func TestOpenFailsWithAReason(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("not a database, but longer than a header: 0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "below a file")} {
		if s, err := sqlite.Open(t.Context(), path); err == nil {
			s.Close()
			t.Errorf("opened %s", path)
		}
	}
}

// TestClosedWhileUsed closes the store under a crowd of writers: each gets an
// answer, and what was answered with yes is there.
func TestClosedWhileUsed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.db")
	s := open(t, path)
	const writers = 16
	var kept [writers]atomic.Int64
	var started, wg sync.WaitGroup
	for w := range writers {
		id := fmt.Sprint(w)
		started.Add(1)
		wg.Go(func() {
			g := store.Game{ID: id, Variant: "chess", Mode: "hotseat", CreatedAt: time.Now(), Open: true}
			e := store.Event{Game: id, Seq: 1, Kind: "k", Payload: []byte(`{}`), At: time.Now()}
			err := s.Create(context.Background(), g, e, nil)
			started.Done()
			for err == nil {
				kept[w].Store(e.Seq)
				e.Seq++
				err = s.Append(context.Background(), e)
			}
		})
	}
	started.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	s = open(t, path)
	defer s.Close()
	for w := range writers {
		list, err := s.Events(t.Context(), fmt.Sprint(w), 0)
		if err != nil || int64(len(list)) != kept[w].Load() {
			t.Errorf("writer %d was promised %d events, has %d, %v", w, kept[w].Load(), len(list), err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, games := range []int{1, 16, 128} {
		b.Run(fmt.Sprint(games), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "t.db"))
			defer s.Close()
			var left atomic.Int64
			left.Store(int64(b.N))
			var wg sync.WaitGroup
			for n := range games {
				id := fmt.Sprint(n)
				g := store.Game{ID: id, Variant: "chess", Mode: "hotseat", CreatedAt: time.Now(), Open: true}
				e := store.Event{Game: id, Seq: 1, Kind: "move", Payload: []byte(`{"uci":"e2e4"}`), At: time.Now()}
				if err := s.Create(context.Background(), g, e, nil); err != nil {
					b.Fatal(err)
				}
				wg.Go(func() {
					for left.Add(-1) >= 0 {
						e.Seq++
						e.Command = fmt.Sprint(e.Seq)
						if err := s.Append(context.Background(), e); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "t.db")
	open(b, path).Close()
	for b.Loop() {
		open(b, path).Close()
	}
}
