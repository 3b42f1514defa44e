package tablebase_test

import (
	"context"
	"fmt"

	"tagmate/notation"
	"tagmate/position"
	"tagmate/tablebase"
)

// The longest mate with Mortar and Brute takes 45 moves.
func Example() {
	rules, err := position.RulesOf("teammate")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := position.ParseFEN(rules, "kB6/8/8/8/8/8/8/K4M2 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	tables := tablebase.NewLibrary(rules, tablebase.Options{})
	v, err := tables.Probe(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	moves, err := tables.Moves(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Outcome, v.Plies, notation.SAN(p, moves[0].Move))
	// Output: win 89 Bc7
}
