package notation_test

import (
	"errors"
	"strings"
	"testing"

	"tagmate/notation"
	"tagmate/position"
)

func gameRules(t testing.TB, id string) *position.Rules {
	t.Helper()
	r, err := position.RulesOf(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const annotated = `[Event "A \"quoted\" event"]
[Variant "team-mate"]
[FEN "ufeakmnc/pppppppp/8/8/8/8/PPPPPPPP/UFEAKMNC w - - 0 1"]

{ The set-up. }
% an escaped line
1. e4 $1 {[%clk 0:09:41]} e5!? (1... d5 2. exd5 (2. e5) 2... Nf6) 2. {[%pass]} Nf3 ; to the end
2... Nf6 3.Mc4 1/2-1/2

[Event "Next"]
`

func TestReadPGN(t *testing.T) {
	g, rest, err := notation.ReadPGN(gameRules(t, "teammate"), annotated)
	if err != nil {
		t.Fatal(err)
	}
	if g.Tag("Event") != `A "quoted" event` || g.Result != "1/2-1/2" || len(g.Moves) != 5 || g.Intro != "The set-up." {
		t.Errorf("%+v", g)
	}
	// XBoard's FEN of the set-up lacks the castling rights that hold.
	if !strings.Contains(g.Start, " KQkq ") {
		t.Errorf("start %s", g.Start)
	}
	if g.Moves[0].NAGs[0] != 1 || g.Moves[0].After != "[%clk 0:09:41]" || g.Moves[2].Before != "[%pass]" || g.Moves[2].After != "to the end" {
		t.Errorf("%+v", g.Moves)
	}
	if v := g.Moves[1].Variations; len(v) != 1 || len(v[0].Moves) != 3 || len(v[0].Moves[1].Variations) != 1 {
		t.Errorf("variations %+v", v)
	}
	if !strings.HasPrefix(strings.TrimSpace(rest), `[Event "Next"]`) {
		t.Errorf("rest %q", rest)
	}
	again, _, err := notation.ReadPGN(gameRules(t, "teammate"), g.String())
	if err != nil || again.String() != g.String() {
		t.Errorf("%v: writes\n%s\nand then\n%s", err, g, again)
	}
}

func TestPGNErrors(t *testing.T) {
	cases := []struct {
		name, text, want string
		line             int
	}{
		{"tag without quote", "[White Name]", "expected a tag", 1},
		{"tag not closed", "[White \"Name]\n", "no closing quote", 1},
		{"bad FEN", "[FEN \"8/8 w - - 0 1\"]\n\n1. e4", "expected 8 ranks", 3},
		{"illegal move", "1. e4 e5\n2. Ke3", "after 2 plies", 2},
		{"comment not closed", "1. e4 {oops", "no closing brace", 1},
		{"variation not closed", "1. e4 (1. d4", "no closing bracket", 1},
		{"bracket", "1. e4 )", "closing bracket without", 1},
		{"variation first", "(1. e4)", "before the first move", 1},
		{"glyph", "1. e4 $x", "after $", 1},
		{"nested too deep", "1. e4" + strings.Repeat(" (1. e4", 40), "nested", 1},
		{"too large", strings.Repeat(" ", 1<<20+1), "at most", 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := notation.ReadPGN(gameRules(t, "teammate"), c.text)
			var e *notation.PGNError
			if !errors.As(err, &e) || e.Line != c.line || !strings.Contains(e.Error(), c.want) {
				t.Errorf("got %v, want line %d with %q", err, c.line, c.want)
			}
		})
	}
}

func FuzzPGN(f *testing.F) {
	f.Add(annotated)
	f.Add("1. e4 e5 2. Nf3 *")
	f.Add("[FEN \"8/j3P1K1/8/8/8/8/8/k7 w - - 0 1\"]\n1. e8(B) Ka2 {x} *")
	r := gameRules(f, "teammate")
	f.Fuzz(func(t *testing.T, text string) {
		g, _, err := notation.ReadPGN(r, text)
		if err != nil {
			return
		}
		out := g.String()
		again, _, err := notation.ReadPGN(r, out)
		if err != nil {
			t.Fatalf("%q is written as %q, which is refused: %v", text, out, err)
		}
		if len(again.Moves) != len(g.Moves) {
			t.Fatalf("%q: %d moves, written and read %d", text, len(g.Moves), len(again.Moves))
		}
	})
}
