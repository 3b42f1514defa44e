package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tagmate/notation"
	"tagmate/position"
	"tagmate/tag"
)

// tagReport is what the command tells of a position of Tag Chess.
type tagReport struct {
	FEN    string            `json:"fen"`
	Plays  []string          `json:"plays"`
	Pass   bool              `json:"pass"`
	Fouls  []string          `json:"fouls"`
	Check  bool              `json:"check"`
	Status string            `json:"status"`
	After  map[string]string `json:"after,omitempty"`
}

func reportTag(r *position.Rules, text string, actions []string) (tagReport, error) {
	s, err := tag.Parse(r, text)
	if err != nil {
		return tagReport{}, err
	}
	plays, fouls, _ := s.Moves()
	p := s.Position()
	rep := tagReport{
		FEN: s.Text(), Plays: sortedUCI(r, plays), Pass: s.CanPass(), Fouls: sortedUCI(r, fouls),
		Check: p.InCheck(), Status: p.Status().String(),
	}
	for _, a := range actions {
		if rep.After == nil {
			rep.After = map[string]string{}
		}
		// Each action is tried from the position that was given.
		s, err := tag.Parse(r, text)
		if err != nil {
			return tagReport{}, err
		}
		if err := s.Act(a); err != nil {
			rep.After[a] = "refused: " + err.Error()
		} else {
			rep.After[a] = s.Text()
		}
	}
	return rep, nil
}

func sortedUCI(r *position.Rules, moves []position.Move) []string {
	out := []string{}
	for _, m := range moves {
		out = append(out, notation.UCI(r, m))
	}
	slices.Sort(out)
	return out
}

// tagLine is a line of a batch.
type tagLine struct {
	FEN     string   `json:"fen"`
	Actions []string `json:"actions"`
}

func newTagCommand() *cobra.Command {
	var fen, batch string
	var asJSON bool
	c := &cobra.Command{
		Use:   "tag [ACTION…]",
		Short: "Show what the players of a Tag Chess position may do",
		Long: `Show a position of Tag Chess: what the holder may play, whether he may pass,
and which moves would be fouls. Each action is tried from that position: a
move such as e2e4, pass, or foul:g1f3 for an attempt on a partner's piece,
which a plain move is not.

With --batch each line of a file is a JSON object {"fen":…,"actions":[…]}.`,
		Example: `  tagmate tag --fen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 kq -" pass foul:b1c3
  tagmate tag --batch positions.jsonl`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := position.RulesOf("tag")
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("batch") {
				if cmd.Flags().Changed("fen") || len(args) > 0 {
					return badInput(fmt.Errorf("--batch excludes --fen and actions on the command line"))
				}
				return runBatch(cmd, batch, func(line []byte) (any, error) {
					var in tagLine
					if err := decodeLine(line, &in); err != nil {
						return nil, err
					}
					return nonNil(reportTag(r, in.FEN, in.Actions))
				})
			}
			if !cmd.Flags().Changed("fen") {
				fen = r.Def().Start + " kk -"
			}
			rep, err := reportTag(r, fen, args)
			if err != nil {
				return badInput(err)
			}
			out := cmd.OutOrStdout()
			if asJSON {
				return writeJSON(out, rep)
			}
			pass := "no"
			if rep.Pass {
				pass = "yes"
			}
			fmt.Fprintf(out, "%s\n%s\nplays: %s\npass:  %s\nfouls: %s\n", rep.FEN, rep.Status,
				strings.Join(rep.Plays, " "), pass, strings.Join(rep.Fouls, " "))
			for _, a := range args {
				fmt.Fprintf(out, "%s → %s\n", a, rep.After[a])
			}
			return nil
		},
	}
	c.Flags().StringVarP(&fen, "fen", "f", "", "`position` text with holders and forbidden moves; the set-up if left out")
	c.Flags().StringVarP(&batch, "batch", "b", "", "`file` with one JSON object a line, - for standard input")
	c.Flags().BoolVarP(&asJSON, "json", "j", false, "answer with JSON")
	return c
}
