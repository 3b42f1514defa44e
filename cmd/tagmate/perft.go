package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tagmate/notation"
	"tagmate/position"
)

// maxDepth keeps the count within 64 bits, and beyond anyone's patience.
const maxDepth = 30

type perftReport struct {
	Variant string            `json:"variant"`
	FEN     string            `json:"fen"`
	Depth   int               `json:"depth"`
	Nodes   uint64            `json:"nodes"`
	Seconds float64           `json:"seconds"`
	Divide  map[string]uint64 `json:"divide,omitempty"`
}

func newPerftCommand() *cobra.Command {
	var name, fen string
	var depth int
	var divide, asJSON bool
	c := &cobra.Command{
		Use:   "perft",
		Short: "Count the positions at a depth, to check and time the rules",
		Example: `  tagmate perft -v teammate -d 5
  tagmate perft -v teutonic -d 3 --divide`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			least := 0
			if divide {
				least = 1
			}
			if depth < least || depth > maxDepth {
				return badInput(fmt.Errorf("--depth: expected %d to %d, got %d", least, maxDepth, depth))
			}
			p, err := loadPosition(cmd, name, fen)
			if err != nil {
				return err
			}
			rep := perftReport{Variant: p.Rules().Def().ID, FEN: p.FEN(), Depth: depth}
			start := time.Now()
			if divide {
				rep.Divide = map[string]uint64{}
				moves, counts := position.Divide(p, depth)
				for i, m := range moves {
					rep.Divide[notation.UCI(p.Rules(), m)] = counts[i]
					rep.Nodes += counts[i]
				}
			} else {
				rep.Nodes = position.Perft(p, depth)
			}
			rep.Seconds = time.Since(start).Seconds()
			out := cmd.OutOrStdout()
			if asJSON {
				return writeJSON(out, rep)
			}
			var moves []string
			for m := range rep.Divide {
				moves = append(moves, m)
			}
			slices.SortFunc(moves, strings.Compare)
			for _, m := range moves {
				fmt.Fprintf(out, "%s: %d\n", m, rep.Divide[m])
			}
			fmt.Fprintf(out, "%d positions at depth %d in %.3f s, %.1f million a second\n",
				rep.Nodes, depth, rep.Seconds, float64(rep.Nodes)/max(rep.Seconds, 1e-9)/1e6)
			return nil
		},
	}
	variantFlag(c, &name, "teammate")
	c.Flags().IntVarP(&depth, "depth", "d", 4, "`plies` to go")
	c.Flags().StringVarP(&fen, "fen", "f", "", "`position` text; the set-up if left out")
	c.Flags().BoolVar(&divide, "divide", false, "count below each move")
	c.Flags().BoolVarP(&asJSON, "json", "j", false, "answer with JSON")
	return c
}
