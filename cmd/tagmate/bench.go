package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tagmate/engine"
	"tagmate/position"
	"tagmate/variant"
)

// benchReport is one game's part of bench.
type benchReport struct {
	Variant       string  `json:"variant"`
	PerftDepth    int     `json:"perftDepth"`
	PerftNodes    uint64  `json:"perftNodes"`
	PerftSeconds  float64 `json:"perftSeconds"`
	SearchNodes   uint64  `json:"searchNodes"` // the signature of search and evaluation
	SearchSeconds float64 `json:"searchSeconds"`
}

func newBenchCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "bench",
		Short: "Time the rules and the engine on fixed positions",
		Long: `Count positions (perft from the set-up) and search fixed positions to a fixed
depth on one thread. The number of nodes searched is a signature: a change that
leaves it alone has not changed what the engine plays.`,
		Example: `  tagmate bench
  tagmate bench --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			var all []benchReport
			for _, id := range variant.IDs() {
				d, err := variant.Lookup(id)
				if err != nil {
					return err
				}
				if d.Team() {
					continue
				}
				rep, err := bench(id)
				if err != nil {
					return err
				}
				all = append(all, rep)
				if !asJSON {
					fmt.Fprintf(out, "%-18s perft %d %11d in %.2f s, %6.1f million/s   search %9d nodes in %.2f s, %5.2f million/s\n",
						id, rep.PerftDepth, rep.PerftNodes, rep.PerftSeconds, float64(rep.PerftNodes)/rep.PerftSeconds/1e6,
						rep.SearchNodes, rep.SearchSeconds, float64(rep.SearchNodes)/rep.SearchSeconds/1e6)
				}
			}
			if asJSON {
				return writeJSON(out, all)
			}
			var sum uint64
			for _, rep := range all {
				sum += rep.SearchNodes
			}
			fmt.Fprintf(out, "Bench: %d\n", sum)
			return nil
		},
	}
	c.Flags().BoolVarP(&asJSON, "json", "j", false, "answer with JSON")
	return c
}

// benchPerft is the depth of the count: tens of millions of positions.
const benchPerft = 5

func bench(id string) (benchReport, error) {
	rep := benchReport{Variant: id, PerftDepth: benchPerft}
	r, err := position.RulesOf(id)
	if err != nil {
		return rep, err
	}
	start := time.Now()
	rep.PerftNodes = position.Perft(r.Start(), benchPerft)
	rep.PerftSeconds = max(time.Since(start).Seconds(), 1e-9)
	start = time.Now()
	if rep.SearchNodes, err = engine.Bench(id); err != nil {
		return rep, err
	}
	rep.SearchSeconds = max(time.Since(start).Seconds(), 1e-9)
	return rep, nil
}
