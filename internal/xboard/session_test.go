package xboard

import (
	"context"
	"io"
	"strings"
	"testing"

	"tagmate/internal/linetest"
	"tagmate/position"
)

// converse sends lines, waits until word was said n times, and ends the input.
func converse(t testing.TB, lines, word string, n int) string {
	t.Helper()
	return linetest.Converse(t, func(in io.Reader, out io.Writer) error {
		return New("tagmate test", out).Run(context.Background(), in)
	}, lines, word, n)
}

func TestSessions(t *testing.T) {
	cases := []struct {
		name, in, wait string
		n              int
		want           []string
	}{
		{"features", "xboard\nprotover 2\n", "done=1", 1, []string{`variants="team-mate,teutonic,teutonic-princess,normal"`, "setboard=1", "usermove=1", `option="Pair of Brutes -combo *off /// resync"`}},
		{"Team-Mate is described", "variant team-mate\nping 1\n", "pong 1", 1, []string{
			"setup (P", "8x8+0_fairy ufeakmnc/pppppppp/8/8/8/8/PPPPPPPP/UFEAKMNC w KQkq - 0 1", "piece A& WyafsW", "piece C& NmpafsafF", "piece J& BD0", "piece B& FbW", "piece K& KisO2",
		}},
		{"a move is answered", "new\nvariant team-mate\npost\nsd 3\nusermove e2e4\n", "move ", 1, []string{"1 "}},
		{"ten ranks count from 0", "new\nvariant teutonic\nforce\nusermove e1e4\nusermove e8e5\nsd 2\nusermove d0d2\ngo\n", "move ", 2, []string{"Illegal move (the Archchancellor on d1 cannot go to d3): d0d2"}},
		{"checkmate is told", "new\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4\nusermove d8h4\n", "0-1 {checkmate}", 1, nil},
		{"the set-up as XBoard sends it", "new\nvariant team-mate\nforce\nsetboard ufeakmnc/pppppppp/8/8/8/8/PPPPPPPP/UFEAKMNC w Qq - 0 1\nusermove g1f3\nusermove a7a6\nusermove e2e3\nusermove a6a5\nusermove f1d3\nusermove a5a4\nusermove e1g1\nusermove g1g3\nping 2\n", "pong 2", 1, []string{"the piece on g1 is white's, and black is to move"}},
		{"the pair is off", "new\nvariant team-mate\nforce\nsetboard 8/j3P1K1/8/8/8/8/8/k7 w - - 0 1\nusermove e7e8b\nping 2\n", "pong 2", 1, []string{"Illegal move"}},
		{"the pair resyncs", "option Pair of Brutes=resync\nnew\nvariant team-mate\nforce\nsetboard 8/j3P1K1/8/8/8/8/8/k7 w - - 0 1\nusermove e7e8b\nping 2\n", "pong 2", 1, []string{"setboard 4B3/j3B1K1/8/8/8/8/8/k7 b - - 0 1"}},
		{"bad lines", "nonsense\nlevel x\nst\nmemory lots\nvariant losers\nsetboard 8/8 w - - 0 1\noption X=3\nusermove e2e5\nping 3\n", "pong 3", 1, []string{
			"Error (unknown command): nonsense", "Error (expected a number): level x", "Error (unknown variant): variant losers", "tellusererror Illegal position: fen: placement: expected 8 ranks, got 2", "Illegal move",
		}},
		{"analysis goes on after a move", "analyze\nusermove e2e4\nundo\n", " e4", 0, nil},
		{"more memory than there is", "memory 1048576\nnew\nsd 1\nusermove e2e4\n", "move ", 1, nil},
		{"a line too long", strings.Repeat("x", 3<<20) + "\nping 4\n", "pong 4", 1, []string{"Error (the line is longer"}},
		{"a draw by material is told to a person", "new\nvariant team-mate\nforce\nsetboard 8/8/4k3/4u3/8/8/6K1/5N2 b - - 0 1\nplayother\nsetboard 8/8/8/4N3/3k4/8/6K1/8 b - - 0 1\nusermove d4e5\nping 5\n", "pong 5", 1, []string{"1/2-1/2 {material}"}},
		{"and offered to a program", "new\nvariant team-mate\ncomputer\nsd 2\nforce\nsetboard 8/8/8/4N3/3k4/8/6K1/4N3 b - - 0 1\nplayother\nusermove d4e5\n", "move ", 1, []string{"offer draw\nmove "}},
		{"and accepted", "new\nvariant team-mate\ncomputer\nforce\nsetboard 8/8/8/4N3/3k4/8/6K1/4N3 b - - 0 1\nusermove d4e5\ndraw\n", "offer draw", 1, nil},
		{"and played on", "new\nvariant team-mate\ncomputer\nforce\nsetboard 8/8/8/4N3/3k4/8/6K1/4N3 b - - 0 1\nusermove d4e5\nusermove e1c2\nusermove e5e4\nsd 2\ngo\n", "move ", 1, []string{"offer draw\nmove "}},
		{"a game is played on after a draw", "new\nforce\nsetboard 8/8/8/4N3/4k3/8/6K1/8 b - - 0 1\nusermove e4e5\nusermove g2g3\nping 6\n", "pong 6", 1, []string{"1/2-1/2 {material}"}},
		{"move now", "new\nlevel 0 60 0\npost\ngo\n?\n", "move ", 1, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := converse(t, c.in, c.wait, c.n)
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("%q is missing in\n%s", w, got)
				}
			}
		})
	}
}

// XBoard judges who can mate by the places of the table: only the orthodox
// pieces may have those of which it thinks something.
func TestPieceTable(t *testing.T) {
	for id, queen := range map[string]byte{"teammate": 'J', "teutonic": 'A', "teutonic-princess": 'A', "chess": 'Q'} {
		r, err := position.RulesOf(id)
		if err != nil {
			t.Fatal(err)
		}
		table := pieceTable(r.Def())
		white, black := table[:len(table)/2], table[len(table)/2:]
		if white[0] != 'P' || white[queenPlace] != queen || white[places-1] != 'K' || strings.ToLower(white) != black {
			t.Errorf("%s: table %s", id, table)
		}
		for _, p := range r.Def().Pieces {
			if strings.Count(white, string(p.Letter)) != 1 {
				t.Errorf("%s: %s is not in the table %s once", id, p.Title, table)
			}
		}
		for at, may := range map[int]string{1: ".N", 2: ".B", 3: ".R", 5: ".", 6: ".", 9: "."} {
			if !strings.Contains(may, white[at:at+1]) {
				t.Errorf("%s: %c in place %d of %s", id, white[at], at, table)
			}
		}
	}
}

func TestRanksFromZero(t *testing.T) {
	r, err := position.RulesOf("teutonic")
	if err != nil {
		t.Fatal(err)
	}
	for ours, theirs := range map[string]string{"e2e5": "e1e4", "e10c10": "e9c9", "a9a10r": "a8a9r"} {
		if got := toXBoard(r, ours); got != theirs {
			t.Errorf("%s is sent as %s, want %s", ours, got, theirs)
		}
		if got := fromXBoard(r, theirs); got != ours {
			t.Errorf("%s is read as %s, want %s", theirs, got, ours)
		}
	}
}

func FuzzObey(f *testing.F) {
	f.Add("xboard\nprotover 2\nnew\nvariant team-mate\nlevel 40 5 0\ntime 100\nusermove e2e4\n?\n")
	f.Add("analyze\nundo\nsetboard 8/8 w - - 0 1\nremove\nexit\ndraw\n")
	f.Add("variant teutonic\nusermove e1e4\nst 0.01\ngo\n")
	f.Fuzz(func(t *testing.T, text string) {
		_ = New("fuzz", io.Discard).Run(context.Background(), strings.NewReader(text))
	})
}
