package main

import (
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"tagmate/tablebase"
)

func newClaimsCommand() *cobra.Command {
	var asJSON bool
	var threads int
	c := &cobra.Command{
		Use:   "claims",
		Short: "Check what the inventors claim about endings, by computation",
		Example: `  tagmate claims
  tagmate claims --json`,
		Long: `Check what the inventors of Team-Mate Chess and Teutonic Knight's Chess claim about
their endings: the tables are built, and each claim is shown with its verdict, the
numbers and the positions that it does not fit. A claim, or a part of it, is quoted
where a source was found; the others are in the words of our own task, and the page
that is named is that of the game. With --json each claim is one line.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if threads < 1 || threads > 256 {
				return badInput(fmt.Errorf("--threads: expected 1 to 256, got %d", threads))
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			list, err := tablebase.Claims(ctx, threads)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			for i, x := range list {
				if asJSON {
					if err := writeJSON(out, x); err != nil {
						return err
					}
					continue
				}
				if i > 0 {
					fmt.Fprintln(out)
				}
				fmt.Fprintf(out, "%d. %s\n", x.Number, x.Claim)
				switch {
				case x.Quote == "":
					fmt.Fprintf(out, "   In the words of our own task; no source found. The game: %s, %s\n", x.By, x.Source)
				case x.Partly:
					fmt.Fprintf(out, "   Of a part of it: “%s” (%s, %s)\n", x.Quote, x.By, x.Source)
				default:
					fmt.Fprintf(out, "   “%s” (%s, %s)\n", x.Quote, x.By, x.Source)
				}
				fmt.Fprintf(out, "   %s. %s\n", x.Verdict, x.Finding)
				for _, n := range x.Numbers {
					fmt.Fprintf(out, "     %s %s  %s\n", strconv.FormatFloat(n.Value, 'f', decimals(n.Unit), 64), n.Unit, n.Name)
				}
				for _, p := range x.Exceptions {
					fmt.Fprintf(out, "     %s  %s\n", p.FEN, p.Note)
				}
			}
			return nil
		},
	}
	c.Flags().BoolVarP(&asJSON, "json", "j", false, "answer with a line of JSON a claim")
	c.Flags().IntVar(&threads, "threads", runtime.GOMAXPROCS(0), "`number` of threads")
	return c
}

func decimals(unit string) int {
	if unit == "%" {
		return 2
	}
	return 0
}
