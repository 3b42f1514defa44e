package tablebase_test

import (
	"testing"

	"tagmate/position"
	"tagmate/tablebase"
	"tagmate/variant"
)

// Team-Mate Chess on four files and five ranks, with few pieces.
const small = `
id = "small-mates"
name = "Small Mates"
files = 4
ranks = 5
start = "2k1/4/4/4/1K2 w - - 0 1"

[end]
stalemate = "draw"
flag = "material"

[draws]
repetition_claim = 3
repetition_auto = 5
moves_claim = 50
moves_auto = 75

[[piece]]
letter = "K"
name = "king"
move = "K"
royal = true

[[piece]]
letter = "U"
name = "unicorn"
move = "WN"

[[piece]]
letter = "B"
name = "brute"
move = "FbW"
attacks = "royal"

[[piece]]
letter = "P"
name = "pawn"
move = "fmWfceFifmnD"
pawn = true
promotes = "UB"
pairs = "B"
`

// Two pawns that become pairs make six men: too many for a board of 64 squares,
// but the values are right where there is room.
func TestTwoPairs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	d, err := variant.Parse("small", []byte(small))
	if err != nil {
		t.Fatal(err)
	}
	r, err := position.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	lib := tablebase.NewLibrary(r, tablebase.Options{BuildMen: 6})
	for _, name := range []string{"KPPk", "KPkp"} {
		n, err := lib.Check(t.Context(), ending(t, r, name), 20_000, 9)
		if err != nil || n < 5000 {
			t.Errorf("%s: %d positions: %v", name, n, err)
		}
	}
}
