package notation_test

import (
	"bufio"
	"errors"
	"os"
	"strings"
	"testing"

	"tagmate/notation"
	"tagmate/position"
)

// samples returns a few positions of several games, with all sorts of moves.
func samples(t testing.TB) []*position.Position {
	t.Helper()
	f, err := os.Open("../position/testdata/perft.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []*position.Position
	s := bufio.NewScanner(f)
	s.Scan()
	for s.Scan() {
		w := strings.Split(s.Text(), "\t")
		if w[1] != "1" {
			continue
		}
		r, err := position.RulesOf(w[0])
		if err != nil {
			t.Fatal(err)
		}
		p, err := position.ParseFEN(r, w[3])
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	if len(out) < 30 {
		t.Fatalf("%d positions", len(out))
	}
	return out
}

var oddTexts = []string{
	"", "e4", "e2e4", "0000", "O-O", "O-O-O", "0-0", "e8=B", "e7e8b", "exd6 e.p.", "Nf3!?", "R1e5", "Ra10", "e10c10",
	"axb8=Q#", "=B", "x", "+", "Pe4", "e2-e4", "e9e10", "a1a1", "e7e8", "e7e8k", "e7e8B", "é4", "Qa1xh8+", "(", "e8(Q)", "e8/Q", "bxc3",
}

func FuzzUCI(f *testing.F) {
	at := samples(f)
	for i := range at {
		for _, text := range oddTexts {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		p := at[int(i)%len(at)].Clone()
		fen := p.FEN()
		m, err := notation.ParseUCI(p, text)
		if p.FEN() != fen {
			t.Fatalf("%s is %s after %q was read", fen, p.FEN(), text)
		}
		if err != nil {
			var me *notation.MoveError
			if m != position.NoMove || !errors.As(err, &me) || me.Detail == "" {
				t.Fatalf("%s %q: %v, error %#v", fen, text, m, err)
			}
			return
		}
		if !p.IsLegal(m) || notation.UCI(p.Rules(), m) != text {
			t.Fatalf("%s %q reads as %s, legal %v", fen, text, notation.UCI(p.Rules(), m), p.IsLegal(m))
		}
	})
}

func FuzzSAN(f *testing.F) {
	at := samples(f)
	for i := range at {
		for _, text := range oddTexts {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		p := at[int(i)%len(at)].Clone()
		fen := p.FEN()
		for name, read := range map[string]func(*position.Position, string) (position.Move, error){"SAN": notation.ParseSAN, "move": notation.ParseMove} {
			m, err := read(p, text)
			if p.FEN() != fen {
				t.Fatalf("%s is %s after %q was read", fen, p.FEN(), text)
			}
			if err != nil {
				var me *notation.MoveError
				if m != position.NoMove || !errors.As(err, &me) || me.Detail == "" {
					t.Fatalf("%s: %s %q: %v, error %#v", fen, name, text, m, err)
				}
				continue
			}
			if !p.IsLegal(m) {
				t.Fatalf("%s: %s %q reads as %s", fen, name, text, notation.UCI(p.Rules(), m))
			}
			san := notation.SAN(p, m)
			if back, err := notation.ParseSAN(p, san); err != nil || back != m {
				t.Fatalf("%s: %s %q is %s, which reads as %v, %v", fen, name, text, san, back, err)
			}
		}
	})
}

// Every text that other programs write for a move, and texts that are no move.
func TestReadSAN(t *testing.T) {
	for _, c := range []struct{ name, id, fen, text, want string }{
		{"pawn", "chess", "", "e4", "e2e4"},
		{"with its letter", "chess", "", "Pe4", "e2e4"},
		{"long", "chess", "", "e2-e4", "e2e4"},
		{"with marks", "chess", "", "Nf3!?", "g1f3"},
		{"castling with zeros", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1"},
		{"castling", "teutonic", "r3k2r/8/8/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O", "e10g10"},
		{"en passant", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "e5d6"},
		{"capture without x", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed6", "e5d6"},
		{"promotion without =", "chess", "7k/2P5/8/8/8/8/8/K7 w - - 0 1", "c8Q+", "c7c8q"},
		{"promotion in brackets", "chess", "7k/2P5/8/8/8/8/8/K7 w - - 0 1", "c8(N)", "c7c8n"},
		{"pair", "teammate", "7k/2P5/8/8/8/8/8/K7 w - - 0 1", "c8=B", "c7c8b"},
		{"file of the piece", "chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rad1", "a1d1"},
		{"tenth rank", "teutonic", "4k3/8/8/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra10+", "a1a10"},
		{"promotion is missing", "chess", "7k/2P5/8/8/8/8/8/K7 w - - 0 1", "c8", "error: expected what the pawn becomes"},
		{"two pieces could", "chess", "4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "Rd1", "error: more than one move"},
		{"not legal", "chess", "", "e5", "error: no legal move"},
		{"capture of nothing", "chess", "", "exd3", "error: no legal move"},
		{"empty", "chess", "", "", "error: expected a move"},
		{"endless", "chess", "", strings.Repeat("e4", 50), "error: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := position.RulesOf(c.id)
			if err != nil {
				t.Fatal(err)
			}
			p := r.Start()
			if c.fen != "" {
				if p, err = position.ParseFEN(r, c.fen); err != nil {
					t.Fatal(err)
				}
			}
			m, err := notation.ParseSAN(p, c.text)
			if want, isErr := strings.CutPrefix(c.want, "error: "); isErr {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%v, error %v", m, err)
				}
				return
			}
			if err != nil || notation.UCI(r, m) != c.want {
				t.Errorf("%s, %v; want %s", notation.UCI(r, m), err, c.want)
			}
		})
	}
}
