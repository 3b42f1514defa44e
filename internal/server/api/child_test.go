package api_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/bus"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/postgres"
	"tagmate/internal/server/store/sqlite"
	"tagmate/internal/server/web"
)

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
