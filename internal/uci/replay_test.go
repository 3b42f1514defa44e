package uci_test

import (
	"bufio"
	"context"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"tagmate/internal/uci"
)

// TestReplay replays conversations as interfaces have them. In the files, "> "
// is a line of the interface, and "< " the pattern of the next answer, where * stands
// for anything, and "< ..." for any answers up to the next pattern; what a
// search tells on its way is left out but where it is asked for.
func TestReplay(t *testing.T) {
	files, err := filepath.Glob("testdata/*.uci")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d conversations, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".uci"), func(t *testing.T) { replay(t, name) })
	}
}

func replay(t *testing.T, name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- uci.New("tagmate test", out).Run(context.Background(), in)
		out.Close()
	}()
	answers := bufio.NewScanner(fromEngine)
	number := 0
	skip := false // answers that do not match
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case strings.HasPrefix(line, "> "):
			if _, err := io.WriteString(toEngine, line[2:]+"\n"); err != nil {
				t.Fatal(err)
			}
		case strings.HasPrefix(line, "< "):
			want := line[2:]
			if want == "..." {
				skip = true
				continue
			}
			for {
				if !answers.Scan() {
					t.Fatalf("line %d: no answer, want %s", number, want)
				}
				got := answers.Text()
				if strings.HasPrefix(got, "info depth") && !strings.HasPrefix(want, "info depth") {
					continue
				}
				// A slash is like any other character here, and brackets are, too.
				plain := strings.NewReplacer("/", "|", "[", "(", "]", ")")
				ok, err := path.Match(plain.Replace(want), plain.Replace(got))
				if err != nil || !ok && !skip {
					t.Fatalf("line %d: got %q, want %q (%v)", number, got, want, err)
				}
				if ok {
					skip = false
					break
				}
			}
		default:
			t.Fatalf("line %d: expected > or <", number)
		}
	}
	toEngine.Close()
	go func() { _, _ = io.Copy(io.Discard, fromEngine) }()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
