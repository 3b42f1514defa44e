package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"tagmate/notation"
	"tagmate/position"
	"tagmate/tablebase"
)

// probed is what probe answers.
type probed struct {
	FEN   string       `json:"fen"`
	Value string       `json:"value"` // for the side to move
	DTM   *int         `json:"dtm"`   // plies to the end; null for a draw
	Moves []probedMove `json:"moves"`
}

// probedMove is a move with its value for the side that makes it; its plies
// include the move.
type probedMove struct {
	UCI   string `json:"uci"`
	SAN   string `json:"san"`
	Value string `json:"value"`
	DTM   *int   `json:"dtm"`
}

func plies(v tablebase.Value) *int {
	if v.Outcome != tablebase.Win && v.Outcome != tablebase.Loss {
		return nil
	}
	return &v.Plies
}

func probe(ctx context.Context, lib *tablebase.Library, text string) (*probed, error) {
	r := lib.Rules()
	p, err := position.ParseFEN(r, text)
	if err != nil {
		return nil, err
	}
	v, err := lib.Probe(ctx, p)
	if err != nil {
		return nil, err
	}
	moves, err := lib.Moves(ctx, p)
	if err != nil {
		return nil, err
	}
	out := &probed{FEN: p.FEN(), Value: v.Outcome.String(), DTM: plies(v), Moves: []probedMove{}}
	for _, m := range moves {
		out.Moves = append(out.Moves, probedMove{notation.UCI(r, m.Move), notation.SAN(p, m.Move), m.Value.Outcome.String(), plies(m.Value)})
	}
	return out, nil
}

func newTableProbeCommand() *cobra.Command {
	var t tablesFlags
	var fen, batch string
	var asJSON bool
	c := &cobra.Command{
		Use:   "probe",
		Short: "Look up a position and its moves",
		Long: `Look up a position: win, draw or loss for the side to move, the distance to the
end in plies, and the same for every move (its plies include the move). A table that
is not there is built in memory: in a moment for up to four men, in some ten seconds
for five.

With --batch each line of a file is a position, and each line of the answer a JSON
object; a line that cannot be answered gives {"error":…,"line":n}.`,
		Example: `  tagmate tablebase probe -v teammate --fen "kB6/8/8/8/8/8/8/K4M2 w - - 0 1"
  tagmate tablebase probe -v chess --batch positions.txt > values.jsonl`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			hasFEN, hasBatch := cmd.Flags().Changed("fen"), cmd.Flags().Changed("batch")
			if hasFEN == hasBatch {
				return badInput(errors.New("expected either --fen or --batch"))
			}
			o, err := t.open()
			if err != nil {
				return err
			}
			defer o.lib.Close()
			if hasBatch {
				return runBatch(cmd, batch, func(line []byte) (any, error) { return nonNil(probe(cmd.Context(), o.lib, string(line))) })
			}
			a, err := probe(cmd.Context(), o.lib, fen)
			if err != nil {
				return badInput(err)
			}
			out := cmd.OutOrStdout()
			if asJSON {
				return writeJSON(out, a)
			}
			words := func(value string, dtm *int) string {
				if dtm == nil {
					return value
				}
				return fmt.Sprintf("%s in %d plies (%d moves)", value, *dtm, (*dtm+1)/2)
			}
			fmt.Fprintf(out, "%s\n%s\n", a.FEN, words(a.Value, a.DTM))
			for _, m := range a.Moves {
				fmt.Fprintf(out, "%-8s %-8s %s\n", m.UCI, m.SAN, words(m.Value, m.DTM))
			}
			return nil
		},
	}
	t.add(c)
	f := c.Flags()
	f.StringVarP(&fen, "fen", "f", "", "`position` text")
	f.StringVarP(&batch, "batch", "b", "", "`file` with one position a line, - for standard input")
	f.BoolVarP(&asJSON, "json", "j", false, "answer with JSON")
	return c
}
