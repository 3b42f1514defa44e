package bots_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"tagmate/internal/server/bots"
)

type player struct {
	inside, most atomic.Int32
	leave        chan struct{}
}

func (p *player) Choose(ctx context.Context, r bots.Request) (string, error) {
	n := p.inside.Add(1)
	defer p.inside.Add(-1)
	for m := p.most.Load(); n > m && !p.most.CompareAndSwap(m, n); m = p.most.Load() {
	}
	select {
	case <-p.leave:
		return "e2e4", nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (p *player) AcceptsDraw(ctx context.Context, r bots.Request, color string) (bool, error) {
	_, err := p.Choose(ctx, r)
	return err == nil, err
}

func (p *player) Analyse(ctx context.Context, r bots.Request, nodes uint64) (bots.Opinion, error) {
	_, err := p.Choose(ctx, r)
	return bots.Opinion{}, err
}

func TestAnalysesLeaveWorkersToPlayers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &player{leave: make(chan struct{})}
		w := bots.NewWorkers(p, 4)
		for range 10 {
			go w.Analyse(t.Context(), bots.Request{}, 1)
		}
		synctest.Wait()
		if n := p.inside.Load(); n != 2 {
			t.Errorf("%d analyses at work, want half of the 4 workers", n)
		}
		for range 3 {
			go w.Choose(t.Context(), bots.Request{})
		}
		synctest.Wait()
		if n := p.inside.Load(); n != 4 {
			t.Errorf("%d at work, want 4", n)
		}
		close(p.leave)
		synctest.Wait()
	})
}

func TestWorkersAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &player{leave: make(chan struct{})}
		w := bots.NewWorkers(p, 2)
		var done atomic.Int32
		for i := range 10 {
			go func() {
				var err error
				if i%2 == 0 {
					_, err = w.Choose(t.Context(), bots.Request{})
				} else {
					_, err = w.AcceptsDraw(t.Context(), bots.Request{}, "white")
				}
				if err != nil {
					t.Error(err)
				}
				done.Add(1)
			}()
		}
		synctest.Wait()
		if n := p.inside.Load(); n != 2 {
			t.Errorf("%d at work, want 2", n)
		}
		// One who waits can give up, and hold up nobody.
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := w.Choose(ctx, bots.Request{}); !errors.Is(err, context.Canceled) {
			t.Errorf("gave up with %v", err)
		}
		close(p.leave)
		synctest.Wait()
		if done.Load() != 10 || p.most.Load() != 2 {
			t.Errorf("%d done, %d at once", done.Load(), p.most.Load())
		}
	})
}
