// Package linetest holds conversations with line protocols in tests.
package linetest

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
)

// spoken is what a session says, and lets a test wait for words of it.
type spoken struct {
	mu   sync.Mutex
	text bytes.Buffer
	more *sync.Cond
}

func (s *spoken) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.more.Broadcast()
	return s.text.Write(b)
}

// Converse runs a session, sends it lines, waits until it has said word n times,
// ends its input, and returns all that was said once the session has ended.
func Converse(t testing.TB, run func(in io.Reader, out io.Writer) error, lines, word string, n int) string {
	t.Helper()
	out := &spoken{}
	out.more = sync.NewCond(&out.mu)
	in, feed := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- run(in, out) }()
	if _, err := io.WriteString(feed, lines); err != nil {
		t.Fatal(err)
	}
	out.mu.Lock()
	for strings.Count(out.text.String(), word) < n {
		out.more.Wait()
	}
	out.mu.Unlock()
	feed.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	return out.text.String()
}
