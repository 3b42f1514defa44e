package tablebase_test

import (
	"slices"
	"strings"
	"testing"

	"tagmate/position"
	"tagmate/tablebase"
)

// The verdicts as computed; a change of them is a change of the rules, or a
// mistake.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	list, err := tablebase.Claims(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	want := []tablebase.Verdict{
		tablebase.WithExcepts, tablebase.Holds, tablebase.Holds, tablebase.Holds, tablebase.WithExcepts,
		tablebase.WithExcepts, tablebase.WithExcepts, tablebase.Holds, tablebase.Holds, tablebase.Holds,
	}
	var got []tablebase.Verdict
	for _, c := range list {
		got = append(got, c.Verdict)
		for _, p := range c.Exceptions {
			if p.FEN == "" || p.Note == "" {
				t.Errorf("claim %d: an exception without position or note", c.Number)
			}
			r := rulesOf(t, p.Game)
			_, err := position.ParseFEN(r, p.FEN)
			if err != nil && p.What != "without-king" {
				t.Errorf("claim %d: %s: %v", c.Number, p.FEN, err)
			}
		}
		if c.Claim == "" || c.Finding == "" || c.Source == "" || c.By == "" || len(c.Numbers) == 0 {
			t.Errorf("claim %d is not complete: %+v", c.Number, c)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("verdicts %q, expected %q", got, want)
	}
	// Where the line of a general win is drawn does not matter.
	for _, c := range list {
		for _, n := range c.Numbers {
			if strings.HasPrefix(n.What, "keeping") && n.Value > 3 && n.Value < 99 {
				t.Errorf("claim %d: %s is won in %.2f %% of the positions in which White can keep its men", c.Number, n.Ending, n.Value)
			}
		}
	}
	// The one position, and its mirror image, in which the pawn needs a queen
	// or a rook.
	if x := list[5].Exceptions; len(x) != 1 || x[0].FEN != "k7/2P5/K7/8/8/8/8/8 w - - 0 1" {
		t.Errorf("king and pawn: %+v", x)
	}
}
