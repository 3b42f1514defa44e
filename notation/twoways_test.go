package notation_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tagmate/notation"
	"tagmate/position"
	"tagmate/position/slow"
	"tagmate/variant"
)

// games returns the built-in games and the odd ones of package position.
func games(t testing.TB) map[string]*position.Rules {
	t.Helper()
	var defs []*variant.Def
	for _, id := range variant.IDs() {
		d, err := variant.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		defs = append(defs, d)
	}
	files, err := filepath.Glob("../position/testdata/games/*.toml")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d odd games, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := variant.Parse(name, text)
		if err != nil {
			t.Fatal(err)
		}
		defs = append(defs, d)
	}
	out := map[string]*position.Rules{}
	for _, d := range defs {
		r, err := position.Compile(d)
		if err != nil {
			t.Fatal(err)
		}
		out[d.ID] = r
	}
	return out
}

// TestMoveTexts writes and reads every legal move of random positions.
func TestMoveTexts(t *testing.T) {
	for id, r := range games(t) {
		t.Run(id, func(t *testing.T) {
			g, err := slow.New(r.Def())
			if err != nil {
				t.Fatal(err)
			}
			rapid.Check(t, func(t *rapid.T) {
				seed := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "seed")
				p, err := position.ParseFEN(r, g.Random(slow.Picker(seed)))
				if err != nil {
					return
				}
				checkTexts(t, p)
			})
		})
	}
}

func checkTexts(t *rapid.T, p *position.Position) {
	fen, key := p.FEN(), p.Key()
	seen := map[string]position.Move{}
	for _, m := range p.AppendMoves(nil) {
		uci, san := notation.UCI(p.Rules(), m), notation.SAN(p, m)
		for _, text := range []string{uci, san} {
			if other, ok := seen[text]; ok && other != m {
				t.Fatalf("%s: two moves are written %s: %s and %s", fen, text, notation.UCI(p.Rules(), other), uci)
			}
			seen[text] = m
			if back, err := notation.ParseMove(p, text); err != nil || back != m {
				t.Fatalf("%s: %s reads back as %s: %v", fen, text, notation.UCI(p.Rules(), back), err)
			}
		}
		if back, err := notation.ParseUCI(p, uci); err != nil || back != m {
			t.Fatalf("%s: %s reads back as %s: %v", fen, uci, notation.UCI(p.Rules(), back), err)
		}
		if back, err := notation.ParseSAN(p, san); err != nil || back != m {
			t.Fatalf("%s: %s reads back as %s: %v", fen, san, notation.UCI(p.Rules(), back), err)
		}
		var u position.Undo
		p.Make(m, &u)
		mark := ""
		switch {
		case p.Status() == position.Checkmate:
			mark = "#"
		case p.InCheck():
			mark = "+"
		}
		p.Unmake(m, &u)
		if got := san[len(strings.TrimRight(san, "+#")):]; got != mark {
			t.Fatalf("%s: %s is marked %q, want %q", fen, san, got, mark)
		}
	}
	if p.FEN() != fen || p.Key() != key {
		t.Fatalf("%s is %s after its moves were written", fen, p.FEN())
	}
}
