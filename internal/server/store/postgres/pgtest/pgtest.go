// Package pgtest starts a PostgreSQL for tests.
package pgtest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Start starts a PostgreSQL of its own, or uses that of TAGMATE_TEST_POSTGRES,
// and returns the URL of its first database. Where there is none, and none can
// be installed, the test is skipped.
func Start(t *testing.T) string {
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
	c := exec.Command(script(t), dir)
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

// script finds the script that starts a PostgreSQL, above the package.
func script(t *testing.T) string {
	t.Helper()
	for dir := "."; len(dir) < 40; dir = filepath.Join("..", dir) {
		path := filepath.Join(dir, "scripts", "postgres-test.sh")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Fatal("no scripts/postgres-test.sh above the package")
	return ""
}

var databases atomic.Int32

// Database makes an empty database in the server of a URL, which goes when the
// test ends, and returns its own URL.
func Database(t *testing.T, url string) string {
	t.Helper()
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
	return strings.Replace(url, "/postgres?", "/"+name+"?", 1)
}
