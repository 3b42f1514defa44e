package api_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/bus"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/postgres"
	"tagmate/internal/server/store/sqlite"
	"tagmate/internal/server/web"
)

var kills = flag.Int("kills", 6, "how often TestKill kills the server")

// childDir, when it is set, has this test binary be a server with its data
// there.
const childDir = "TAGMATE_TEST_CHILD"

// childDB and childBus have it use a database and a bus with others.
const (
	childDB  = "TAGMATE_TEST_CHILD_DB"
	childBus = "TAGMATE_TEST_CHILD_BUS"
)

func child(dir string) {
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	var st store.Store
	var err error
	if url := os.Getenv(childDB); url != "" {
		st, err = postgres.Open(context.Background(), url)
	} else {
		st, err = sqlite.Open(context.Background(), filepath.Join(dir, "t.db"))
	}
	if err != nil {
		panic(err)
	}
	hub := live.NewHub(st, botstest.Greedy{}, log)
	if url := os.Getenv(childBus); url != "" {
		nodes, err := bus.Open(url, log)
		if err == nil {
			err = hub.Join(nodes)
		}
		if err != nil {
			panic(err)
		}
	}
	client, err := web.New(nil)
	if err != nil {
		panic(err)
	}
	h, err := api.New(api.Config{Hub: hub, Client: client, Log: log})
	if err != nil {
		panic(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("http://%s\n", l.Addr())
	panic(http.Serve(l, h))
}

// process is a server in a process of its own.
type process struct {
	cmd *exec.Cmd
	url string
}

func spawn(t *testing.T, dir string, env ...string) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), childDir+"="+dir), env...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return &process{cmd, strings.TrimSpace(url)}
}

// TestKill kills a server at random moments while games are played on it: each
// move that was acknowledged is there afterwards, once and in its place.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	p := spawn(t, dir)
	defer func() { p.cmd.Process.Kill(); p.cmd.Wait() }()

	const games = 4
	type player struct {
		api.GameCreated
		acked []string // UCI texts
	}
	var players [games]player
	for i := range players {
		s := &site{t: t, url: p.url}
		players[i].GameCreated = s.newGame(`{"variant":"teammate","mode":"hotseat"}`)
	}
	acked := 0
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range *kills {
		var wg sync.WaitGroup
		for i := range players {
			x := &players[i]
			wg.Go(func() {
				for {
					uci, ok := playOne(p.url, x.GameCreated, fmt.Sprintf("r%d n%d", round, len(x.acked)), len(x.acked))
					if !ok {
						return
					}
					x.acked = append(x.acked, uci)
				}
			})
		}
		time.Sleep(time.Duration(rng.IntN(60)) * time.Millisecond) // a random moment
		p.cmd.Process.Kill()
		p.cmd.Wait()
		wg.Wait()
		p = spawn(t, dir)
		s := &site{t: t, url: p.url}
		for i := range players {
			x := &players[i]
			acked += len(x.acked)
			status, text := s.call("GET", "/api/v1/games/"+x.ID, x.Token, "")
			if status != 200 {
				t.Fatalf("%d %s", status, text)
			}
			st := read[api.State](t, text)
			// One more may be kept whose acknowledgement was lost.
			if n := len(st.Moves); n != len(x.acked) && n != len(x.acked)+1 {
				t.Fatalf("round %d: %d moves are kept, %d were acknowledged", round, n, len(x.acked))
			}
			for n, uci := range x.acked {
				if st.Moves[n].UCI != uci {
					t.Fatalf("round %d: move %d is %s, acknowledged was %s", round, n, st.Moves[n].UCI, uci)
				}
			}
			if len(st.Moves) > len(x.acked) {
				x.acked = append(x.acked, st.Moves[len(x.acked)].UCI)
			}
			if st.Result != "*" {
				s := &site{t: t, url: p.url}
				*x = player{GameCreated: s.newGame(`{"variant":"teammate","mode":"hotseat"}`)}
			}
		}
	}
	if acked == 0 {
		t.Error("no move was ever acknowledged")
	}
}

// playOne plays a random move and returns it when it was acknowledged.
func playOne(url string, g api.GameCreated, id string, ply int) (string, bool) {
	var st api.State
	if !quietly(url+"/api/v1/games/"+g.ID, "GET", g.Token, "", &st) || len(st.Legal) == 0 || st.Ply != ply {
		return "", false
	}
	uci := st.Legal[rand.IntN(len(st.Legal))].UCI
	body := fmt.Sprintf(`{"t":"move","id":%q,"ply":%d,"uci":%q}`, id, ply, uci)
	var ack api.Ack
	if !quietly(url+"/api/v1/games/"+g.ID+"/commands", "POST", g.Token, body, &ack) {
		return "", false
	}
	return uci, true
}

// quietly sends a request and reports whether it was answered well.
func quietly(url, method, token, body string, into any) bool {
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return false
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	return resp.StatusCode == 200 && decode(resp.Body, into)
}
