package trial_test

import (
	"flag"
	"sync/atomic"
	"testing"
	"time"

	"tagmate/internal/server/trial"
)

var (
	loadGames = flag.Int("load", 0, "games of TestLoad, which is not run without")
	loadTime  = flag.Duration("loadtime", time.Minute, "how long each step of TestLoad takes")
)

// TestLoad plays many games at once, a move in each every 5 s, and then more of
// them until it breaks.
func TestLoad(t *testing.T) {
	if *loadGames == 0 {
		t.Skip("-load is not set")
	}
	s, err := trial.Start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Kill()
	l := trial.NewLoad(s.URL)
	defer l.Close()
	idle := s.Memory()
	for n := *loadGames; ; n += *loadGames {
		before := time.Now()
		if err := l.Grow(t.Context(), n); err != nil {
			t.Logf("it breaks at %d games: %v", n, err)
			break
		}
		t.Logf("%d games are set up after %v; memory %d MB, %d KB a game with its four sockets",
			n, time.Since(before).Round(time.Second), s.Memory()>>20, (s.Memory()-idle)>>10/int64(n))
		r := l.Run(t.Context(), s, 5*time.Second, *loadTime)
		t.Logf("%v; memory %d MB, %d KB a game", r, s.Memory()>>20, (s.Memory()-idle)>>10/int64(n))
		if n == *loadGames && r.Failed > 0 {
			t.Errorf("%d failures", r.Failed)
		}
		if r.Failed > 0 || r.P99 > time.Second {
			break
		}
	}
	l.Failures.Range(func(what, n any) bool {
		t.Logf("%d× %s", n.(*atomic.Int64).Load(), what)
		return true
	})
}
