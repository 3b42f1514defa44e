package live_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store/storetest"
)

// lan connects the hubs of a test.
type lan struct {
	mu    sync.Mutex
	nodes []*lanNode
}

type lanNode struct {
	lan  *lan
	ears live.Ears
	cut  bool
}

func (l *lan) join(t *testing.T, h *live.Hub) *lanNode {
	t.Helper()
	n := &lanNode{lan: l}
	if err := h.Join(n); err != nil {
		t.Fatal(err)
	}
	return n
}

func (n *lanNode) others() []*lanNode {
	n.lan.mu.Lock()
	defer n.lan.mu.Unlock()
	var list []*lanNode
	for _, x := range n.lan.nodes {
		if x != n && !x.cut && !n.cut {
			list = append(list, x)
		}
	}
	return list
}

func (n *lanNode) fail() {
	n.lan.mu.Lock()
	defer n.lan.mu.Unlock()
	n.cut = true
}

func (n *lanNode) Tell(game string) {
	for _, x := range n.others() {
		x.ears.Told(game)
	}
}

func (n *lanNode) Keep(k live.Kept) {
	for _, x := range n.others() {
		x.ears.Kept(k)
	}
}

func (n *lanNode) Ask(_ context.Context, game string) (live.Running, bool) {
	for _, x := range n.others() {
		if r, ok := x.ears.Asked(game); ok {
			return r, true
		}
	}
	return live.Running{}, false
}

func (n *lanNode) Listen(e live.Ears) error {
	n.lan.mu.Lock()
	defer n.lan.mu.Unlock()
	n.ears = e
	n.lan.nodes = append(n.lan.nodes, n)
	return nil
}

// tended is a hub that is tended until the test ends.
func tended(t *testing.T, l *lan, st *storetest.Memory) (*live.Hub, *lanNode, context.CancelFunc) {
	t.Helper()
	h := newHub(t, st, botstest.Script{})
	n := l.join(t, h)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- h.Tend(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return h, n, stop
}

// TestClockRunsOnAtAnotherNode: who goes to another node in the middle of a
// thought does not get the time back.
func TestClockRunsOnAtAnotherNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st, l := &storetest.Memory{}, &lan{}
		a, _, _ := tended(t, l, st)
		b, _, _ := tended(t, l, st)
		x := create(t, a, live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: clocked(time.Minute, 0)})
		x.play("e2e4")
		time.Sleep(20 * time.Second)
		y := enter(t, b, x.made)
		y.ids = 10
		if v := y.view(); v.Clock.Left["black"] != 40*time.Second || v.Clock.Running != "black" {
			t.Errorf("at the other node %+v", v.Clock)
		}
		time.Sleep(5 * time.Second)
		y.play("e7e5")
		if v := x.view(); v.Clock.Left["black"] != 35*time.Second || v.Ply != 2 {
			t.Errorf("at the first node %+v at ply %d", v.Clock, v.Ply)
		}
	})
}

// TestOneNodeKeepsAGame: a game whose players are at one node, or at none, is in
// the memory of one node only; when that is gone another one sees the flag fall.
func TestOneNodeKeepsAGame(t *testing.T) {
	for _, visited := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			st, l := &storetest.Memory{}, &lan{}
			first := newHub(t, st, botstest.Script{})
			x := create(t, first, live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: clocked(time.Hour, 0)})
			x.play("e2e4")
			time.Sleep(time.Second)
			x.visit.Leave()
			first.Close()

			hubs := map[*live.Hub]*lanNode{}
			for range 3 {
				h, n, _ := tended(t, l, st)
				hubs[h] = n
			}
			synctest.Wait()
			rooms := func() (n int, keeper *live.Hub) {
				for h := range hubs {
					if h.Rooms() > 0 {
						n++
						keeper = h
					}
				}
				return n, keeper
			}
			if n, _ := rooms(); n != 3 {
				t.Fatalf("%d nodes have the game after the start", n)
			}
			var there *live.Hub
			for h := range hubs {
				there = h
			}
			var y *table
			if visited {
				y = enter(t, there, x.made)
			}
			time.Sleep(12 * time.Minute)
			n, keeper := rooms()
			if n != 1 || visited && keeper != there {
				t.Fatalf("%d nodes have the game", n)
			}
			list, err := st.Events(t.Context(), x.made.ID, 0)
			if err != nil || len(list) != 3 || list[2].Kind != "pause" { // that of the first node
				t.Errorf("the clocks were stopped: %+v, %v", list, err)
			}
			if visited {
				y.visit.Leave()
			}
			hubs[keeper].fail()
			delete(hubs, keeper)
			time.Sleep(time.Minute)
			if n, _ := rooms(); n != 2 {
				t.Fatalf("%d nodes have taken the game over", n)
			}
			time.Sleep(61 * time.Minute)
			_, other := rooms()
			if other == nil {
				for h := range hubs {
					other = h
				}
			}
			if v := enter(t, other, x.made).view(); v.Reason != "flag" {
				t.Errorf("the flag has not fallen: %+v", v.Clock)
			}
			time.Sleep(12 * time.Minute)
		})
	}
}
