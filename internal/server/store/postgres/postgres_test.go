package postgres_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"tagmate/internal/server/store"
	"tagmate/internal/server/store/postgres"
	"tagmate/internal/server/store/storetest"
)

// server starts a PostgreSQL of its own, or uses that of
// TAGMATE_TEST_POSTGRES, and returns the URL of its first database.
func server(t *testing.T) string {
	t.Helper()
	if url := os.Getenv("TAGMATE_TEST_POSTGRES"); url != "" {
		return url
	}
	if testing.Short() {
		t.Skip("starts a PostgreSQL: not in short mode")
	}
	// t.TempDir is too long a name for a socket.
	dir, err := os.MkdirTemp("", "tagmate-pg")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	c := exec.Command("../../../../scripts/postgres-test.sh", dir)
	errOut, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Signal(os.Interrupt) // a fast shutdown
		c.Wait()
	})
	var said strings.Builder
	for s := bufio.NewScanner(errOut); s.Scan(); {
		said.WriteString(s.Text() + "\n")
		if strings.Contains(s.Text(), "ready to accept connections") {
			go io.Copy(io.Discard, errOut)
			return "postgres://postgres@/postgres?host=" + dir
		}
	}
	if err := c.Wait(); c.ProcessState.ExitCode() == 3 {
		t.Skipf("PostgreSQL cannot be installed here: %s", said.String())
	} else {
		t.Fatalf("PostgreSQL did not start (%v):\n%s", err, said.String())
	}
	return ""
}

func TestSuite(t *testing.T) {
	url := server(t)
	var databases atomic.Int32
	storetest.Run(t, func(t *testing.T) func() store.Store {
		name := fmt.Sprintf("tagmate_test_%d_%d", os.Getpid(), databases.Add(1))
		admin := func(query string) {
			c, err := pgx.Connect(context.Background(), url)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close(context.Background())
			if _, err := c.Exec(context.Background(), query); err != nil {
				t.Error(err)
			}
		}
		admin("CREATE DATABASE " + name)
		t.Cleanup(func() { admin("DROP DATABASE " + name + " WITH (FORCE)") })
		return func() store.Store {
			s, err := postgres.Open(t.Context(), strings.Replace(url, "/postgres?", "/"+name+"?", 1))
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	})
}

func TestOpenFailsWithAReason(t *testing.T) {
	for _, url := range []string{"postgres://u:secret@127.0.0.1:1/x?connect_timeout=1", "postgres://u:secret@%zz/x"} {
		s, err := postgres.Open(t.Context(), url)
		if err == nil {
			s.Close()
			t.Errorf("opened %s", url)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error has the password: %v", err)
		}
	}
}
