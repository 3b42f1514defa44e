package trial

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
	"time"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/sqlite"
	"tagmate/internal/server/web"
)

// The environment by which a test binary is told to be a server.
const (
	dirVariable  = "TAGMATE_TRIAL_DIR"
	addrVariable = "TAGMATE_TRIAL_ADDR"
)

// ServeIfChild is called first in TestMain: in a process that Start has started
// it is a server until the process is killed, and does not return.
func ServeIfChild() {
	dir := os.Getenv(dirVariable)
	if dir == "" {
		return
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	st, err := sqlite.Open(context.Background(), database(dir))
	if err != nil {
		panic(err)
	}
	hub := live.NewHub(st, botstest.Greedy{}, log)
	client, err := web.New(nil)
	if err != nil {
		panic(err)
	}
	h, err := api.New(api.Config{Hub: hub, Client: client, Log: log, Metrics: api.NewMetrics(), Unlimited: true})
	if err != nil {
		panic(err)
	}
	l, err := net.Listen("tcp", os.Getenv(addrVariable))
	if err != nil {
		panic(err)
	}
	go hub.Tend(context.Background())
	fmt.Printf("http://%s\n", l.Addr())
	panic(http.Serve(l, h))
}

func database(dir string) string { return filepath.Join(dir, "trial.db") }

// Server is a server in a process of its own, which keeps its address when it is
// started again.
type Server struct {
	Dir, URL string
	// Starts has when the server was started.
	Starts []time.Time

	cmd *exec.Cmd
}

// Start starts a server with its data in a directory. The test binary has to
// call ServeIfChild.
func Start(dir string) (*Server, error) {
	s := &Server{Dir: dir}
	return s, s.start("127.0.0.1:0")
}

func (s *Server) start(addr string) error {
	s.cmd = exec.Command(os.Args[0])
	s.cmd.Env = append(os.Environ(), dirVariable+"="+s.Dir, addrVariable+"="+addr)
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	s.Starts = append(s.Starts, time.Now())
	if err := s.cmd.Start(); err != nil {
		return err
	}
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return fmt.Errorf("trial: the server did not start: %w", err)
	}
	s.URL = strings.TrimSpace(url)
	go io.Copy(io.Discard, out)
	return nil
}

// Kill kills the server as kill -9 does.
func (s *Server) Kill() {
	s.cmd.Process.Kill()
	s.cmd.Wait()
}

// Again starts the server at the same address after it was killed.
func (s *Server) Again() error { return s.start(strings.TrimPrefix(s.URL, "http://")) }

// Games opens the store of a server that is not running.
func (s *Server) Games(ctx context.Context) (store.Store, error) {
	return sqlite.Open(ctx, database(s.Dir))
}

// Memory returns how much of the machine's memory the server has, in bytes.
func (s *Server) Memory() int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	var kb int64
	if _, after, ok := strings.Cut(string(text), "VmRSS:"); ok {
		fmt.Sscan(after, &kb)
	}
	return kb << 10
}
