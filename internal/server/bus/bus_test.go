package bus_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"tagmate/internal/server/bots"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/bus"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/storetest"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

// cluster starts a NATS server that listens, and returns its URL.
func cluster(t *testing.T) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("no NATS server")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s.ClientURL()
}

func open(t *testing.T, url string) *bus.Bus {
	t.Helper()
	b, err := bus.Open(url, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func TestInside(t *testing.T) {
	b := open(t, "")
	if err := b.Listen(live.Ears{Told: func(string) { t.Error("heard itself") }}); err != nil {
		t.Fatal(err)
	}
	b.Tell("g")
	if r, ok := b.Ask(t.Context(), "g"); ok {
		t.Errorf("it told itself %+v", r)
	}
	if _, err := bus.Open("nats://127.0.0.1:1", quiet); err == nil {
		t.Error("joined nothing")
	}
}

// node is one of two servers.
type node struct {
	bus *bus.Bus
	hub *live.Hub
}

func newNode(t *testing.T, url string, st store.Store) node {
	t.Helper()
	n := node{open(t, url), live.NewHub(st, botstest.Greedy{}, quiet)}
	if err := n.hub.Join(n.bus); err != nil {
		t.Fatal(err)
	}
	return n
}

func enter(t *testing.T, n node, id string) *live.Visit {
	t.Helper()
	v, err := n.hub.Enter(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Leave)
	return v
}

// TestTwoNodes plays a game whose players sit at different nodes. Each sees the
// other's moves without asking; then one node is gone, and its player goes on
// at the other one. No event is lost or doubled.
func TestTwoNodes(t *testing.T) {
	url, st := cluster(t), &storetest.Memory{}
	a, b := newNode(t, url, st), newNode(t, url, st)
	t.Cleanup(b.hub.Close)
	made, err := a.hub.Create(t.Context(), live.Setup{Variant: "chess", Mode: live.Link, Color: "white", Clock: &live.Control{Initial: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	white, black := enter(t, a, made.ID), enter(t, b, made.ID)
	joined, err := black.Join(t.Context(), store.Token{}, "", "Bob")
	if err != nil {
		t.Fatal(err)
	}
	watch := func(v *live.Visit) *live.Watch {
		w, err := v.Watch(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	atPly := func(w *live.Watch, ply int) {
		t.Helper()
		late := time.After(10 * time.Second)
		for {
			select {
			case v := <-w.Views():
				if v.Ply == ply && len(v.Waiting) == 0 {
					return
				}
			case <-late:
				t.Fatalf("ply %d is not seen", ply)
			}
		}
	}
	ww, bw := watch(white), watch(black)
	moves := strings.Fields("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8")
	for i, m := range moves {
		v, token := white, made.Token
		if i%2 == 1 {
			v, token = black, joined.Token
		}
		if i < 10 || i%2 == 1 {
			atPly(map[bool]*live.Watch{true: ww, false: bw}[i%2 == 0], i)
		}
		c := live.Command{ID: fmt.Sprint(i), Action: live.ActMove, Move: m, Ply: i}
		if _, err := v.DoAs(t.Context(), token, c); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		if i == 9 {
			// The first node is cut off in the middle; White reconnects.
			a.bus.Close()
			old := white
			white = enter(t, b, made.ID)
			// What it sent before is not played again.
			if _, err := white.DoAs(t.Context(), made.Token, live.Command{ID: "8", Action: live.ActMove, Move: moves[8], Ply: 8}); err != nil {
				t.Errorf("a repeated move: %v", err)
			}
			old.Leave()
		}
	}
	// The lost node knows better as soon as it tries to play.
	stale := enter(t, a, made.ID)
	_, err = stale.DoAs(t.Context(), made.Token, live.Command{ID: "stale", Action: live.ActMove, Move: "d2d4", Ply: 10})
	if r, ok := errors.AsType[*live.Refusal](err); !ok || r.Code != live.Conflict {
		t.Errorf("a move from the lost node: %v", err)
	}
	list, err := st.Events(t.Context(), made.ID, 0)
	if err != nil || len(list) != 2+len(moves) {
		t.Errorf("%d events, %v", len(list), err)
	}
	a.hub.Close()
}

// TestWordsBetweenNodes: what a node keeps is heard by the others, and who knows
// a game's clock answers.
func TestWordsBetweenNodes(t *testing.T) {
	url := cluster(t)
	a, b, c := open(t, url), open(t, url), open(t, url)
	heard := make(chan live.Kept, 9)
	knows := live.Running{Seq: 7, Ran: -time.Second}
	for n, x := range []*bus.Bus{a, b, c} {
		err := x.Listen(live.Ears{
			Told: func(string) {},
			Kept: func(k live.Kept) { heard <- k },
			Asked: func(game string) (live.Running, bool) {
				return knows, game == "g" && n == 2
			},
			Missed: func() {},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	a.Keep(live.Kept{Node: "a", Visited: []string{"g"}, Alone: []string{"h", "i"}})
	for range 2 {
		select {
		case k := <-heard:
			if k.Node != "a" || fmt.Sprint(k.Visited, k.Alone) != "[g] [h i]" {
				t.Errorf("heard %+v", k)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("nothing was heard")
		}
	}
	if r, ok := a.Ask(t.Context(), "g"); !ok || r != knows {
		t.Errorf("answer %+v, %v", r, ok)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if r, ok := a.Ask(ctx, "nobody knows"); ok {
		t.Errorf("answer %+v", r)
	}
}

func TestWorkers(t *testing.T) {
	url := cluster(t)
	site := open(t, url)
	here := botstest.Script{OnChoose: func(context.Context, bots.Request) (string, error) { return "here", nil }}
	p := site.Thinker(here)
	ask := func() string {
		t.Helper()
		move, err := p.Choose(t.Context(), bots.Request{Variant: "chess", Seed: 1<<64 - 1, Team: &bots.Team{Text: "x"}})
		if err != nil {
			t.Fatal(err)
		}
		return move
	}
	if got := ask(); got != "here" {
		t.Errorf("without workers: %s", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	there := botstest.Script{
		OnChoose: func(_ context.Context, r bots.Request) (string, error) {
			if r.Seed != 1<<64-1 || r.Team == nil {
				return "", fmt.Errorf("asked %+v", r)
			}
			return "there", nil
		},
		OnDraw: func(_ context.Context, _ bots.Request, color string) (bool, error) { return color == "black", nil },
		OnAnalyse: func(_ context.Context, _ bots.Request, nodes uint64) (bots.Opinion, error) {
			return bots.Opinion{Score: int(nodes), UCI: []string{"e2e4"}}, nil
		},
	}
	done := make(chan error, 1)
	worker := open(t, url)
	ready := make(chan struct{})
	go func() { done <- worker.WorkReady(ctx, there, 2, func() { close(ready) }) }()
	<-ready
	if got := ask(); got != "there" {
		t.Errorf("with a worker: %s", got)
	}
	if yes, err := p.AcceptsDraw(t.Context(), bots.Request{}, "black"); err != nil || !yes {
		t.Errorf("draw: %v, %v", yes, err)
	}
	if o, err := p.Analyse(t.Context(), bots.Request{}, 42); err != nil || o.Score != 42 || len(o.UCI) != 1 {
		t.Errorf("analysis: %+v, %v", o, err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	worker.Close()
	if got := ask(); got != "here" {
		t.Errorf("after the worker: %s", got)
	}
}
