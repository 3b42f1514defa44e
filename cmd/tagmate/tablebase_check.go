package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"tagmate/position"
	"tagmate/tablebase"
)

func newTableVerifyCommand() *cobra.Command {
	var t tablesFlags
	var sample int
	c := &cobra.Command{
		Use:     "verify [ENDING...]",
		Short:   "Check tables: their checksums, and entries against their moves",
		Example: `  tagmate tablebase verify -v teammate KJUk`,
		Long: `Check the tables of a game, all of them if none is named: every block against its
checksum, and entries against the values of their moves. --sample says how many
entries, 0 for every one.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := t.open(args...)
			if err != nil {
				return err
			}
			defer o.lib.Close()
			if sample < 0 {
				return badInput(fmt.Errorf("--sample: expected 0 or more, got %d", sample))
			}
			list := o.endings
			var bad []error
			if len(list) == 0 {
				bad, err = o.files(func(f *tablebase.File) error {
					if f.Info().Pure != t.pure {
						return nil
					}
					e, err := tablebase.ParseEnding(o.rules, f.Info().Ending)
					if err == nil {
						list = append(list, e)
					}
					return err
				})
				if err != nil {
					return err
				}
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			good := 0
			for _, e := range list {
				f, err := o.lib.File(e)
				if errors.Is(err, fs.ErrNotExist) {
					err = fmt.Errorf("there is no table of %s in %s", e.Name(o.rules), o.dir)
				}
				if err == nil {
					err = f.Verify()
				}
				n := 0
				if err == nil {
					n, err = o.lib.Check(ctx, e, sample, 1)
				}
				if err != nil {
					bad = append(bad, err)
					continue
				}
				good++
				fmt.Fprintf(cmd.OutOrStdout(), "%-7s good, %d positions agree with their moves\n", e.Name(o.rules), n)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d tables good, %d bad\n", good, len(bad))
			return errors.Join(bad...)
		},
	}
	t.add(c)
	c.Flags().IntVar(&sample, "sample", 2000, "`number` of entries to check against their moves, 0 for all")
	return c
}

func newTableStatsCommand() *cobra.Command {
	var t tablesFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "stats ENDING...",
		Short: "Count wins, draws and losses of endings",
		Long: `Count the legal positions of endings, on the whole board, and how many of them are
won, drawn and lost for each side to move. Two men that are bound to one colour of
squares are counted by same and different colour as well.`,
		Example: `  tagmate tablebase stats -v teammate KJJk KMBk`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := t.open(args...)
			if err != nil {
				return err
			}
			defer o.lib.Close()
			out := cmd.OutOrStdout()
			for _, e := range o.endings {
				stats, err := o.lib.Stats(cmd.Context(), e)
				if err != nil {
					return badInput(err)
				}
				for _, s := range stats {
					if asJSON {
						if err := writeJSON(out, s); err != nil {
							return err
						}
						continue
					}
					printStats(out, s)
				}
			}
			return nil
		},
	}
	t.add(c)
	c.Flags().BoolVarP(&asJSON, "json", "j", false, "answer with a line of JSON an ending, or a part of one")
	return c
}

func printStats(out io.Writer, s tablebase.Stats) {
	title := s.Ending
	if s.Pure {
		title += ", pure"
	}
	if s.Squares != "all" {
		title += ", squares of " + s.Squares + " colour"
	}
	fmt.Fprintln(out, title)
	for i, x := range []tablebase.SideStats{s.White, s.Black} {
		fmt.Fprintf(out, "  %s to move: %d legal, %d won (%.2f %%), %d drawn, %d lost (%.2f %%), %d mates, %d stalemates\n",
			position.Color(i), x.Legal, x.Wins, x.WinPercent, x.Draws, x.Losses, x.LosePct, x.Checkmates, x.Stalemates)
		if x.LongestFEN != "" {
			fmt.Fprintf(out, "    longest win %d plies: %s\n", x.Longest, x.LongestFEN)
		}
		if x.LossFEN != "" {
			fmt.Fprintf(out, "    longest loss %d plies: %s\n", x.LongLoss, x.LossFEN)
		}
	}
}
