package position_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tagmate/notation"
	"tagmate/position"
)

// perftNodes bounds the counts that TestPerft goes through: all of those in
// testdata have fewer than 10^9 leaves.
var perftNodes = flag.Uint64("perft-nodes", 10_000_000, "greatest count of leaves that the perft tests go through")

func rules(t testing.TB, id string) *position.Rules {
	t.Helper()
	r, err := position.RulesOf(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func parse(t testing.TB, r *position.Rules, fen string) *position.Position {
	t.Helper()
	p, err := position.ParseFEN(r, fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

func lines(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		out = append(out, s.Text())
	}
	if s.Err() != nil || len(out) == 0 {
		t.Fatalf("%s: %d lines, %v", name, len(out), s.Err())
	}
	return out
}

func uciList(p *position.Position) []string {
	var out []string
	for _, m := range p.AppendMoves(nil) {
		out = append(out, notation.UCI(p.Rules(), m))
	}
	slices.Sort(out)
	return out
}

// Counts made by programs written from RULES alone, and by Fairy-Stockfish.
func TestPerft(t *testing.T) {
	limit := *perftNodes
	if testing.Short() {
		limit = 100_000
	}
	for _, line := range lines(t, "perft.tsv")[1:] {
		f := strings.Split(line, "\t")
		depth, _ := strconv.Atoi(f[1])
		want, _ := strconv.ParseUint(f[2], 10, 64)
		if want > limit {
			continue
		}
		p := parse(t, rules(t, f[0]), f[3])
		if got := position.Perft(p, depth); got != want {
			t.Errorf("%s depth %d: %d, want %d: %s", f[0], depth, got, want, f[3])
		}
	}
}

// Counts that a peer publishes; the games it shares with us.
func TestPeerPerft(t *testing.T) {
	limit := *perftNodes
	if testing.Short() {
		limit = 100_000
	}
	ran := 0
	for _, line := range lines(t, "peer-perft.tsv")[1:] {
		f := strings.Split(line, "\t")
		want, _ := strconv.ParseUint(f[3], 10, 64)
		if f[0] != "chess" || f[4] == "true" || want > limit {
			continue
		}
		fen := f[1]
		if fen == "startpos" {
			fen = rules(t, "chess").Def().Start
		}
		for n := len(strings.Fields(fen)); n < 6; n++ {
			fen += map[int]string{4: " 0", 5: " 1"}[n]
		}
		depth, _ := strconv.Atoi(f[2])
		p := parse(t, rules(t, "chess"), fen)
		if got := position.Perft(p, depth); got != want {
			t.Errorf("depth %d: %d, want %d: %s", depth, got, want, fen)
		}
		ran++
	}
	if ran == 0 && !testing.Short() {
		t.Error("no line of the file was used")
	}
}

func TestFuzzVectors(t *testing.T) {
	for _, id := range []string{"chess", "teammate", "teutonic", "teutonic-princess"} {
		for _, line := range lines(t, "fuzz-"+id+".jsonl") {
			var v struct {
				FEN, Status string
				Moves       []string
				Check       bool
				Perft2      uint64
			}
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatal(err)
			}
			p := parse(t, rules(t, id), v.FEN)
			if got := p.FEN(); got != v.FEN {
				t.Errorf("%s reads as %s", v.FEN, got)
			}
			if got := uciList(p); !slices.Equal(got, v.Moves) {
				t.Errorf("%s %s:\n got %v\nwant %v", id, v.FEN, got, v.Moves)
			}
			if p.InCheck() != v.Check || p.Status().String() != v.Status {
				t.Errorf("%s %s: check %v, %v; want %v, %s", id, v.FEN, p.InCheck(), p.Status(), v.Check, v.Status)
			}
			if got := position.Perft(p, 2); got != v.Perft2 {
				t.Errorf("%s %s: %d at depth 2, want %d", id, v.FEN, got, v.Perft2)
			}
		}
	}
}

func TestApplyVectors(t *testing.T) {
	for _, id := range []string{"chess", "teammate", "teutonic", "teutonic-princess"} {
		for _, line := range lines(t, "apply-"+id+".jsonl") {
			var v struct{ FEN, Move, After string }
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatal(err)
			}
			p := parse(t, rules(t, id), v.FEN)
			m, err := notation.ParseUCI(p, v.Move)
			if err != nil {
				t.Errorf("%s %s: %v", id, v.FEN, err)
				continue
			}
			var u position.Undo
			p.Make(m, &u)
			if got := p.FEN(); got != v.After {
				t.Errorf("%s %s after %s:\n got %s\nwant %s", id, v.FEN, v.Move, got, v.After)
			}
			if again := parse(t, p.Rules(), v.After); again.Key() != p.Key() {
				t.Errorf("%s %s after %s: key %x, from the text %x", id, v.FEN, v.Move, p.Key(), again.Key())
			}
		}
	}
}

// Move lists made by another program that plays Team-Mate Chess.
func TestTeamMateLegal(t *testing.T) {
	r := rules(t, "teammate")
	for _, line := range lines(t, "teammate-legal.tsv") {
		fen, moves, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("no tab in %q", line)
		}
		want := strings.Fields(moves)
		slices.Sort(want)
		if got := uciList(parse(t, r, fen)); !slices.Equal(got, want) {
			t.Errorf("%s:\n got %v\nwant %v", fen, got, want)
		}
	}
}
