package uci_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tagmate/internal/linetest"
	"tagmate/internal/uci"
)

// talk sends lines and returns all that was said. At the end of input a search
// is ended as by quit.
func talk(t testing.TB, lines string) string {
	t.Helper()
	var out bytes.Buffer
	if err := uci.New("tagmate test", &out).Run(context.Background(), strings.NewReader(lines)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// converse sends lines, waits until word was said n times, and ends the input.
func converse(t testing.TB, lines, word string, n int) string {
	t.Helper()
	return linetest.Converse(t, func(in io.Reader, out io.Writer) error {
		return uci.New("tagmate test", out).Run(context.Background(), in)
	}, lines, word, n)
}

func TestSessions(t *testing.T) {
	cases := []struct {
		name, in string
		want     []string
		not      []string
	}{
		{
			"an interface begins", "uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 4\n",
			[]string{"id name tagmate test", "option name UCI_Variant type combo default chess var chess var teammate var teutonic var teutonic-princess", "uciok", "readyok", "info depth 1", " pv ", "bestmove "},
			[]string{"info string"},
		},
		{
			"a variant is chosen", "setoption name UCI_Variant value teutonic\nposition startpos moves e2e5\nd\n",
			[]string{"info string variant teutonic files 8 ranks 10 pocket 0 template fairy startpos rtdakdtr/", "Fen: rtdakdtr/pppppppp/8/8/8/4P3/8/8/PPPP1PPP/RTDAKDTR b KQkq - 0 1"},
			nil,
		},
		{"mate in two", "setoption name UCI_Variant value chess\nposition fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1\ngo mate 3\n", []string{"score mate ", "bestmove "}, nil},
		{"too big a table", "setoption name Hash value 65536\nisready\n", []string{"Hash: expected 1 to 4096", "readyok"}, nil},
		{"the pair", "setoption name UCI_Variant value teammate\nposition fen 8/j3P1K1/8/8/8/8/8/k7 w - - 0 1 moves e7e8b\nd\ngo depth 3\n", []string{"Fen: 4B3/j3B1K1/8/8/8/8/8/k7 b - - 0 1", "bestmove "}, nil},
		{
			"unknown lines", "hello\nxyzzy isready\ngo depth\ngo depth x\nsetoption name Nonsense value 3\nsetoption name Hash value -1\nsetoption name UCI_Variant value xiangqi\nposition fen 8/8 w - - 0 1\nposition startpos moves e2e5\nposition\n",
			[]string{"info string unknown command", "readyok", "go: depth: expected a number", `got "x"`, "no such option: Nonsense", "Hash: expected 1 to 4096", "unknown variant xiangqi", "expected 8 ranks, got 2", `"e2e5"`, "expected startpos or fen"},
			nil,
		},
		{"no legal move", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n", []string{"bestmove (none)"}, nil},
		{"played on after a draw by material", "position fen 8/8/8/4N3/4k3/8/6K1/8 b - - 0 1 moves e4e5 g2g3 e5e4\nd\ngo depth 2\n", []string{"Fen: 8/8/8/8/4k3/6K1/8/8 w", "bestmove g3"}, []string{"info string"}},
		{"wdl", "setoption name UCI_ShowWDL value true\ngo depth 2\n", []string{" wdl "}, nil},
		{"several lines", "setoption name MultiPV value 3\ngo depth 4\n", []string{" multipv 1 ", " multipv 2 ", " multipv 3 ", "bestmove "}, nil},
		{
			"only some moves", "setoption name MultiPV value 3\nposition startpos\ngo searchmoves a2a3 h2h3 depth 3\n",
			[]string{" multipv 1 ", " multipv 2 ", " pv a2a3", " pv h2h3", "bestmove "},
			[]string{" multipv 3 ", " pv e2e4", "info string"},
		},
		{"only an illegal move", "go searchmoves e2e5 depth 3\nisready\n", []string{"go: searchmoves", "readyok"}, []string{"bestmove"}},
		{"weak level", "setoption name Skill Level value 1\ngo movetime 50\n", []string{"bestmove "}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			n := 0
			for _, w := range c.want {
				if strings.HasPrefix(w, "bestmove ") {
					n++
				}
			}
			got := converse(t, c.in, "bestmove ", n)
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("%q is missing in\n%s", w, got)
				}
			}
			for _, n := range c.not {
				if strings.Contains(got, n) {
					t.Errorf("%q is in\n%s", n, got)
				}
			}
		})
	}
}

// A line that is too long is told, and the next one obeyed.
func TestLongLine(t *testing.T) {
	out := talk(t, strings.Repeat("x", 3<<20)+"\nisready\n")
	if !strings.Contains(out, "info string the line is longer") || !strings.Contains(out, "readyok") {
		t.Error(out)
	}
}

func TestPerft(t *testing.T) {
	out := converse(t, "setoption name UCI_Variant value teammate\ngo perft 5\n", "Nodes searched", 1)
	if !strings.Contains(out, "a2a4: ") || !strings.Contains(out, "Nodes searched: 16338349\n") {
		t.Error(out)
	}
}

// A count that would take years ends at quit and at the end of input.
func TestPerftStops(t *testing.T) {
	for _, end := range []string{"stop\nisready\n", "quit\n", ""} {
		if out := talk(t, "go perft 20\n"+end); !strings.Contains(out, "perft was stopped") {
			t.Errorf("%q: %s", end, out)
		}
	}
}

// An endless search ends at stop, at quit and at the end of input.
func TestStops(t *testing.T) {
	for _, end := range []string{"stop\nquit\n", "quit\n", ""} {
		out := talk(t, "go infinite\n"+end)
		if n := strings.Count(out, "bestmove "); n != 1 {
			t.Errorf("%q: %d best moves in\n%s", end, n, out)
		}
	}
	if out := talk(t, "go ponder wtime 1000 btime 1000\nponderhit\nisready\nstop\n"); !strings.Contains(out, "bestmove ") {
		t.Errorf("ponder: %s", out)
	}
}

func TestVariantPath(t *testing.T) {
	text, err := os.ReadFile("../../variant/games/teammate.toml")
	if err != nil {
		t.Fatal(err)
	}
	own := strings.Replace(string(text), `id = "teammate"`, `id = "mygame"`, 1)
	name := filepath.Join(t.TempDir(), "mygame.toml")
	if err := os.WriteFile(name, []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	out := talk(t, "setoption name VariantPath value "+name+"\nsetoption name UCI_Variant value mygame\nd\n")
	if !strings.Contains(out, "var mygame") || !strings.Contains(out, "variant mygame files 8") || !strings.Contains(out, "Fen: ufeakmnc/") {
		t.Error(out)
	}
	out = talk(t, "setoption name VariantPath value /no/such.toml\n")
	if !strings.Contains(out, "info string setoption: VariantPath") {
		t.Error(out)
	}
}

func FuzzObey(f *testing.F) {
	f.Add("uci\nposition startpos moves e2e4\ngo depth 1\nstop\n")
	f.Add("setoption name UCI_Variant value teammate\nposition fen 8/j3P1K1/8/8/8/8/8/k7 w - - 0 1\ngo nodes 10\n")
	f.Add("go wtime -5 btime 99999999999999999999 winc x\nponderhit\nd\n")
	f.Fuzz(func(t *testing.T, text string) {
		_ = uci.New("fuzz", io.Discard).Run(context.Background(), strings.NewReader(text))
	})
}
