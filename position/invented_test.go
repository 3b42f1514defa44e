package position_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tagmate/position"
	"tagmate/position/slow"
	"tagmate/variant"
)

// movements are parts from which invented pieces are put together.
var movements = []string{
	"W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "R", "B", "Q", "NN", "DD", "AA", "FF", "R3", "B2", "C3",
	"fW", "bF", "sR", "fB", "vD", "fN", "bsN", "frF", "mW", "cF", "mR", "cB", "mN", "cN", "cQ", "mDD", "cAA",
	"nD", "nA", "nN", "nH", "nG", "mnN", "cnA", "fnD",
	"WyafsW", "FyafsF", "yafsW", "yafsF", "mpafsK", "mafsK", "KafsK", "mpafsafF", "mpasW", "mpabW", "mabW", "WafW", "mpafmpafF", "masafsK",
	"myasW", "mafabW", "mpafabW", "WafsafsK", "mpafyafsK",
	"[W?B]", "[F?R]", "[W-B]", "[F-R]", "[N?W]", "[N-R]", "[W?F][F?W]", "[A?F]", "[D?W]", "[C-F]", "[W-sW]", "[F?rB]", "[W?W3]", "[fW?B]", "[N?F2]",
}

var pawnMoves = []string{
	"fmWfceFifmnD", "fmWfceFifmW3iifmnD", "fmFfcW", "fmWfcF", "fmKfcF", "fmWfceFifmW2", "fmWfcN", "fmWfceKifmnD", "fmWceFifmnD",
	"fmWfceFfcDifmnD", "mWfceFifmnD", "fsmWfceF",
}

// invent writes a game file from chance.
func invent(pick func(int) int) string {
	files, ranks := 4+pick(9), 5+pick(6)
	for files*ranks > 128 {
		ranks--
	}
	var b strings.Builder
	castles := pick(2) == 0 && files >= 7
	letters := "ABCDEFGH"[:3+pick(5)]
	back := make([]byte, files)
	for i := range back {
		back[i] = letters[pick(len(letters))]
	}
	back[files/2] = 'K'
	first := string(back)
	fmt.Fprintf(&b, "id = \"invented\"\nname = \"Invented\"\nfiles = %d\nranks = %d\n", files, ranks)
	fmt.Fprintf(&b, "start = \"%s/%s%s/%s/%s w %s - 0 1\"\n", strings.ToLower(first), strings.Repeat("p", files),
		strings.Repeat(fmt.Sprintf("/%d", files), ranks-4), strings.Repeat("P", files), first, map[bool]string{true: "KQkq", false: "-"}[castles])
	fmt.Fprintf(&b, "[end]\nstalemate = %q\n[draws.material]\nagainst_bare_king = [\"\", \"*\", \"AB\"]\n", []string{"draw", "win", "loss"}[pick(3)])
	king := "K"
	if castles {
		king = "KisO2"
	}
	fmt.Fprintf(&b, "[[piece]]\nletter = \"K\"\nname = \"king\"\nmove = %q\nroyal = true\n", king)
	for _, l := range letters {
		move := ""
		for range 1 + pick(3) {
			move += movements[pick(len(movements))]
		}
		fmt.Fprintf(&b, "[[piece]]\nletter = \"%c\"\nname = \"piece\"\nmove = %q\n", l, move)
		if pick(6) == 0 {
			fmt.Fprintf(&b, "attacks = \"royal\"\n")
		}
	}
	fmt.Fprintf(&b, "[[piece]]\nletter = \"P\"\nname = \"pawn\"\nmove = %q\npawn = true\npromotes = %q\npairs = %q\n",
		pawnMoves[pick(len(pawnMoves))], letters, letters[:pick(3)])
	return b.String()
}

// TestTwoWaysInvented plays games that nobody has seen before.
func TestTwoWaysInvented(t *testing.T) {
	played, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		pick := picker(t)
		for range 2 {
			text := invent(pick)
			d, err := variant.Parse("invented", []byte(text))
			if err != nil {
				refused++
				continue
			}
			r, err := position.Compile(d)
			if err != nil {
				refused++
				continue
			}
			g, err := slow.New(d)
			if err != nil {
				t.Fatal(err)
			}
			played++
			for range 2 {
				if p, s := randomPosition(t, twin{r, g}, pick); p != nil {
					t.Log(text)
					walk(t, p, s, pick, 1, 1)
				}
			}
		}
	})
	if played < refused/3 {
		t.Errorf("%d games played, %d refused", played, refused)
	}
}

// TestCompileRefuses has games that cannot be played or written.
func TestCompileRefuses(t *testing.T) {
	const form = `
id = "small"
name = "Small"
files = 8
ranks = 8
start = "rrr1krrr/pppppppp/8/8/8/8/PPPPPPPP/RRR1KRRR w - - 0 1"
[[piece]]
letter = "K"
name = "king"
move = "%s"
royal = true
[[piece]]
letter = "R"
name = "rook"
move = "%s"
[[piece]]
letter = "P"
name = "pawn"
move = "%s"
pawn = true
promotes = "%s"
`
	for _, c := range []struct{ name, king, rook, pawn, promotes, want string }{
		{"sound", "KisO2", "R", "fmWfceFifmnD", "R", ""},
		{"pawn without promotion", "K", "R", "fmWfcF", "", "a pawn could go to a8"},
		{"pawn that goes back", "K", "R", "mWfcF", "R", "a pawn could go to a1"},
		{"pawn that takes back", "K", "R", "fmWcF", "R", "a pawn could go to"},
		{"step and en passant alike", "K", "R", "fmWfmFfceFifmnD", "R", "could go to a2 by a plain move and by a capture en passant"},
		{"piece that steps and passes alike", "K", "RfceF[F?R]", "fmWfceFifmnD", "R", "captur"},
		{"castling and a leap alike", "KDisO2", "R", "fmWfceFifmnD", "R", "castling: king could go to g1 by a plain move too"},
		{"corner piece too near", "KisO3", "R", "fmWfceFifmnD", "R", "stands too near the king"},
		{"first move that is not straight", "K", "RifcW3", "fmWfceFifmnD", "R", "first moves (i) of more than one square"},
		{"en passant of a slider", "K", "RfceB", "fmWfceFifmnD", "R", "captures en passant (e) are supported for single leaps"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := variant.Parse("small", fmt.Appendf(nil, form, c.king, c.rook, c.pawn, c.promotes))
			if err != nil {
				t.Fatal(err)
			}
			_, err = position.Compile(d)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
	// A piece for which the board is too small stands still, in peace.
	d, err := variant.Parse("small", []byte(strings.Replace(fmt.Sprintf(form, "K", "mpabW", "fmWfcF", "R"), `move = "mpabW"`, "move = \"mpabW\"\nattacks = \"royal\"", 1)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := position.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	if q, c, k := r.Start().Reach(0); q.Or(c).Or(k).Any() {
		t.Errorf("it reaches %v %v %v", q, c, k)
	}
}
