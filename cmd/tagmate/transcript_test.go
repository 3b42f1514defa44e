package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the transcripts")

// result is what a command line came to.
type result struct {
	code        int
	out, errOut string
}

// tagmate runs a command line as main does.
func tagmate(t testing.TB, in string, args ...string) result {
	t.Helper()
	var out, errOut bytes.Buffer
	code := run(t.Context(), args, strings.NewReader(in), &out, &errOut)
	return result{code, out.String(), errOut.String()}
}

// TestTranscripts runs the command lines ("$ tagmate …") of each file in
// testdata/transcripts and compares what they say. Lines after "< " are their
// standard input; a command that fails has its exit code last.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d transcripts, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(t, string(want))
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(want) {
				t.Errorf("%s (-update rewrites it): %s", name, difference(got, string(want)))
			}
		})
	}
}

// timings differ from run to run.
var timings = []struct {
	find *regexp.Regexp
	put  string
}{
	{regexp.MustCompile(`in [0-9.]+ s, [0-9.]+ million`), "in 0.000 s, 0.0 million"},
	{regexp.MustCompile(`"seconds":[0-9.e+-]+`), `"seconds":0`},
}

func replay(t *testing.T, transcript string) string {
	t.Helper()
	var b strings.Builder
	lines := strings.Split(transcript, "\n")
	for i := 0; i < len(lines); i++ {
		switch {
		case strings.HasPrefix(lines[i], "#"):
			fmt.Fprintln(&b, lines[i])
		case strings.HasPrefix(lines[i], "$ tagmate"):
			args, err := splitWords(strings.TrimPrefix(lines[i], "$ tagmate"))
			if err != nil {
				t.Fatalf("%s: %v", lines[i], err)
			}
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n\n") && !strings.HasPrefix(lines[i-1], "#") {
				b.WriteByte('\n')
			}
			fmt.Fprintln(&b, lines[i])
			in := ""
			for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "<") {
				i++
				fmt.Fprintln(&b, lines[i])
				in += strings.TrimPrefix(strings.TrimPrefix(lines[i], "<"), " ") + "\n"
			}
			r := tagmate(t, in, args...)
			said := r.out + r.errOut
			for _, x := range timings {
				said = x.find.ReplaceAllString(said, x.put)
			}
			for _, l := range strings.Split(strings.TrimSuffix(said, "\n"), "\n") {
				fmt.Fprintln(&b, strings.TrimRight(l, " "))
			}
			if r.code != 0 {
				fmt.Fprintf(&b, "exit code %d\n", r.code)
			}
		}
	}
	return b.String()
}

// splitWords splits a line into words, with "double" and 'single' quotes.
func splitWords(line string) ([]string, error) {
	var words []string
	word, open, quote := "", false, rune(0)
	for _, c := range line {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word += string(c)
		case c == '"' || c == '\'':
			quote, open = c, true
		case c == ' ':
			if open {
				words = append(words, word)
			}
			word, open = "", false
		default:
			word, open = word+string(c), true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if open {
		words = append(words, word)
	}
	return words, nil
}

// difference shows the first line that differs.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			return fmt.Sprintf("line %d\n got %q\nwant %q", i+1, a, b)
		}
	}
	return "none"
}
