package trial_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"tagmate/internal/server/trial"
)

var (
	kills   = flag.Int("kills", 10, "how often TestKills kills the server")
	lossy   = flag.Duration("lossy", 20*time.Second, "how long TestLossyLine plays")
	tableNo = flag.Int("tables", 8, "tables of TestKills and TestLossyLine, half of them of Tag Chess")
)

func TestMain(m *testing.M) {
	trial.ServeIfChild()
	os.Exit(m.Run())
}

// crowd keeps tables busy: when a game is over the next one begins.
type crowd struct {
	mu    sync.Mutex
	games []played
	wg    sync.WaitGroup
}

type played struct {
	*trial.Table
	kind trial.Kind
}

func (c *crowd) start(ctx context.Context, t *testing.T, url, line string, plies int, patience time.Duration) {
	for n := range *tableNo {
		kind := []trial.Kind{trial.Link, trial.Tag}[n%2]
		rng := rand.New(rand.NewPCG(7, uint64(n)))
		c.wg.Go(func() {
			for ctx.Err() == nil {
				x, err := trial.Seat(ctx, url, line, kind, rng, patience)
				if err != nil {
					if ctx.Err() == nil {
						t.Error(err)
					}
					return
				}
				x.Play(ctx, plies, 20*time.Millisecond)
				c.mu.Lock()
				c.games = append(c.games, played{x, kind})
				c.mu.Unlock()
			}
		})
	}
}

// check compares all games with the store of a server that has ended.
func (c *crowd) check(t *testing.T, s *trial.Server) trial.Report {
	t.Helper()
	st, err := s.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var r trial.Report
	for _, x := range c.games {
		if err := r.Check(t.Context(), st, x.Table, x.kind, s.Starts); err != nil {
			t.Error(err)
		}
	}
	t.Log(r)
	if r.Acknowledged == 0 {
		t.Error("no command was ever acknowledged")
	}
	return r
}

// TestKills kills the server at random moments under play: what was acknowledged
// is there afterwards, once and in its place, clocks are right, and every game
// can be read.
func TestKills(t *testing.T) {
	s, err := trial.Start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var c crowd
	c.start(ctx, t, s.URL, s.URL, 60, 2*time.Second)
	rng := rand.New(rand.NewPCG(3, 4))
	times := *kills
	if testing.Short() {
		times = min(times, 3)
	}
	for n := range times {
		gap := time.Duration(rng.IntN(1200)) * time.Millisecond
		if n%10 == 5 && times >= 100 {
			// Long enough for clocks to run again, and be compared.
			gap += 16 * time.Second
		}
		time.Sleep(gap)
		s.Kill()
		if err := s.Again(); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(2 * time.Second)
	s.Kill() // once more, under play
	stop()
	c.wg.Wait()
	if r := c.check(t, s); r.Repeats == 0 && !t.Failed() {
		t.Error("no kill hit a command")
	}
}

// TestLossyLine plays over a bad line: games finish, every command happens
// exactly once.
func TestLossyLine(t *testing.T) {
	s, err := trial.Start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p, err := trial.NewProxy(strings.TrimPrefix(s.URL, "http://"), rand.New(rand.NewPCG(5, 6)))
	if err != nil {
		t.Fatal(err)
	}
	length := *lossy
	if testing.Short() {
		length = min(length, 5*time.Second)
	}
	ctx, stop := context.WithTimeout(t.Context(), length)
	defer stop()
	var c crowd
	c.start(ctx, t, s.URL, p.URL, 24, 500*time.Millisecond)
	c.wg.Wait()
	p.Close()
	s.Kill()
	r := c.check(t, s)
	t.Logf("frames: %d passed, %d lost, %d doubled, %d swapped, %d delayed, %d cut in the middle",
		p.Passed, p.Lost, p.Doubled, p.Swapped, p.Delayed, p.Cut)
	if !t.Failed() && (r.Finished == 0 || r.Repeats == 0 || p.Lost == 0 || p.Cut == 0) {
		t.Error("the line was too good, or too bad")
	}
}
