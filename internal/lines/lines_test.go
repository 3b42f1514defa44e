package lines_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"tagmate/internal/lines"
)

func all(t testing.TB, text string) []string {
	t.Helper()
	r := lines.NewReader(strings.NewReader(text))
	var out []string
	for {
		line, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return out
		case errors.Is(err, lines.ErrTooLong):
			line = "TOO LONG"
		case err != nil:
			t.Fatal(err)
		}
		out = append(out, line)
	}
}

func TestNext(t *testing.T) {
	long := strings.Repeat("x", lines.Max+1)
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"nothing", "", nil},
		{"with and without an end", "a\nb", []string{"a", "b"}},
		{"empty lines count", "\n\na\n", []string{"", "", "a"}},
		{"ends of Windows", "a\r\nb\r\n", []string{"a", "b"}},
		{"as long as may be", long[:lines.Max-1] + "\nb\n", []string{long[:lines.Max-1], "b"}},
		{"too long, and on", "a\n" + long + "\nb\n", []string{"a", "TOO LONG", "b"}},
		{"too long at the end", long, []string{"TOO LONG"}},
	} {
		if got := all(t, c.in); !slices.Equal(got, c.want) {
			t.Errorf("%s: %d lines, want %d", c.name, len(got), len(c.want))
		}
	}
}

func FuzzNext(f *testing.F) {
	f.Add("a\r\nb\n\nc")
	f.Fuzz(func(t *testing.T, text string) {
		for _, line := range all(t, text) {
			if strings.Contains(line, "\n") {
				t.Fatalf("%q holds the end of a line", line)
			}
		}
	})
}
