package tagmate_test

import (
	"context"
	"fmt"

	"tagmate/engine"
	"tagmate/game"
	"tagmate/notation"
	"tagmate/position"
)

// The example of README.md: some moves of Team-Mate Chess, and the engine's next.
func Example() {
	rules, err := position.RulesOf("teammate")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := game.New(rules)
	for _, move := range []string{"e4", "Cg6", "Mc4"} {
		if _, err := g.PlayText(move); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(g.Position().FEN())

	e := engine.New(rules, engine.Options{HashMB: 16})
	best := e.Think(context.Background(), g.Position(), nil, engine.Limits{Depth: 4}, nil)
	fmt.Println("legal:", g.Position().IsLegal(best.PV[0]), "depth:", best.Depth)

	// A position with one pawn move, the promotion to a pair of Brutes: the
	// second one goes on shielding the king from the Adjutant.
	p, err := position.ParseFEN(rules, "8/j3P1K1/8/8/8/8/8/k7 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range p.AppendMoves(nil) {
		if m.Promotion() != position.NoKind {
			fmt.Println(notation.SAN(p, m), "pair:", m.IsPair())
		}
	}
	// Output:
	// ufeakmn1/pppppppp/6c1/8/2M1P3/8/PPPP1PPP/UFEAK1NC b KQq - 2 2
	// legal: true depth: 4
	// e8=B pair: true
}
