package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tagmate/notation"
	"tagmate/position"
)

// applied is what apply tells.
type applied struct {
	FEN    string   `json:"fen"`
	SAN    []string `json:"san"`
	Check  bool     `json:"check"`
	Status string   `json:"status"`
	Result string   `json:"result"`
}

// apply plays moves given as UCI text or SAN. The rules of movement alone count:
// draws end nothing.
func apply(p *position.Position, moves []string) (applied, error) {
	a := applied{SAN: []string{}}
	var u position.Undo
	for i, text := range moves {
		m, err := notation.ParseMove(p, text)
		if err != nil {
			return a, fmt.Errorf("move %d of %d: %w", i+1, len(moves), err)
		}
		a.SAN = append(a.SAN, notation.SAN(p, m))
		p.Make(m, &u)
	}
	status := p.Status()
	a.FEN, a.Check, a.Status, a.Result = p.FEN(), p.InCheck(), status.String(), p.Outcome(status).String()
	return a, nil
}

// applyLine is a line of a batch.
type applyLine struct {
	FEN   *string  `json:"fen"`
	Moves []string `json:"moves"`
}

func applyBatchLine(r *position.Rules, line []byte) (any, error) {
	var in applyLine
	if err := decodeLine(line, &in); err != nil {
		return nil, err
	}
	if in.Moves == nil {
		return nil, fmt.Errorf(`moves: expected a list such as ["e2e4"], which may be empty`)
	}
	p := r.Start()
	if in.FEN != nil {
		var err error
		if p, err = position.ParseFEN(r, *in.FEN); err != nil {
			return nil, err
		}
	}
	return nonNil(apply(p, in.Moves))
}

func newApplyCommand() *cobra.Command {
	var name, fen, batch string
	var asJSON bool
	c := &cobra.Command{
		Use:   "apply MOVE…",
		Short: "Play moves from a position and show where they lead",
		Long: `Play moves, given as UCI text or SAN, and show the position after them.

With --batch each line of a file is a JSON object {"fen":…,"moves":[…]}, a
missing fen meaning the set-up.`,
		Example: `  tagmate apply -v teammate --fen "4k2c/6P1/8/8/8/8/8/4K3 w k - 2 7" g7h8b
  tagmate apply -v teutonic e5 Tc8 --json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if cmd.Flags().Changed("batch") {
				if cmd.Flags().Changed("fen") || len(args) > 0 {
					return badInput(fmt.Errorf("--batch excludes --fen and moves on the command line"))
				}
				r, err := loadRules(name)
				if err != nil {
					return err
				}
				return runBatch(cmd, batch, func(line []byte) (any, error) { return applyBatchLine(r, line) })
			}
			if len(args) == 0 {
				return badInput(fmt.Errorf("expected moves, such as e4 or e2e4 (see tagmate apply --help)"))
			}
			p, err := loadPosition(cmd, name, fen)
			if err != nil {
				return err
			}
			a, err := apply(p, args)
			if err != nil {
				return badInput(err)
			}
			if asJSON {
				return writeJSON(out, a)
			}
			words := positionReport{Status: a.Status, Result: a.Result, Check: a.Check}.words()
			fmt.Fprintf(out, "%s\n%s\n%s\n", strings.Join(a.SAN, " "), a.FEN, words)
			return nil
		},
	}
	variantFlag(c, &name, "teammate")
	c.Flags().StringVarP(&fen, "fen", "f", "", "`position` text; the set-up if left out")
	c.Flags().StringVarP(&batch, "batch", "b", "", "`file` with one JSON object a line, - for standard input")
	c.Flags().BoolVarP(&asJSON, "json", "j", false, "answer with JSON")
	return c
}
