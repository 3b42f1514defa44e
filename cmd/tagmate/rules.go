package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tagmate/internal/gamefile"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/variant"
)

// variantFlag adds -v to a command, with completion.
func variantFlag(c *cobra.Command, to *string, value string) {
	c.Flags().StringVarP(to, "variant", "v", value, "`game`: "+strings.Join(variant.IDs(), ", ")+", or a .toml file")
	if err := c.RegisterFlagCompletionFunc("variant", completeVariants); err != nil {
		panic(err)
	}
}

func completeVariants(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return variant.IDs(), cobra.ShellCompDirectiveDefault
}

// loadRules returns the rules of a built-in game, or of a game file.
func loadRules(name string) (*position.Rules, error) {
	if !strings.HasSuffix(name, ".toml") {
		r, err := position.RulesOf(name)
		return r, badInput(err)
	}
	d, err := gamefile.Load(name)
	if err != nil {
		return nil, badInput(err)
	}
	r, err := position.Compile(d)
	return r, badInput(err)
}

// loadPosition reads the position text that --fen gives, or returns the set-up
// without that flag.
func loadPosition(cmd *cobra.Command, name, fen string) (*position.Position, error) {
	r, err := loadRules(name)
	if err != nil {
		return nil, err
	}
	if !cmd.Flags().Changed("fen") {
		return r.Start(), nil
	}
	p, err := position.ParseFEN(r, fen)
	if err != nil {
		return nil, badInput(fmt.Errorf("--fen: %w", err))
	}
	return p, nil
}

// positionReport is what moves tells of a position.
type positionReport struct {
	FEN    string   `json:"fen"`
	Moves  []string `json:"moves"`
	SAN    []string `json:"san"`
	Check  bool     `json:"check"`
	Status string   `json:"status"`
	Result string   `json:"result"`
}

func reportPosition(p *position.Position) positionReport {
	r := p.Rules()
	legal := p.AppendMoves(nil)
	type written struct {
		move position.Move
		uci  string
	}
	list := make([]written, len(legal))
	for i, m := range legal {
		list[i] = written{m, notation.UCI(r, m)}
	}
	slices.SortFunc(list, func(a, b written) int { return strings.Compare(a.uci, b.uci) })
	status := p.Status()
	rep := positionReport{
		FEN: p.FEN(), Moves: make([]string, len(list)), SAN: make([]string, len(list)), Check: p.InCheck(),
		Status: status.String(), Result: p.Outcome(status).String(),
	}
	for i, m := range list {
		rep.Moves[i], rep.SAN[i] = m.uci, notation.SAN(p, m.move)
	}
	return rep
}

func movesBatchLine(r *position.Rules, line []byte) (any, error) {
	p, err := position.ParseFEN(r, string(line))
	if err != nil {
		return nil, err
	}
	return reportPosition(p), nil
}

// lineError is the answer to a line of a batch that could not be read.
type lineError struct {
	Error string `json:"error"`
	Line  int    `json:"line"`
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// words puts what a position means into words.
func (rep positionReport) words() string {
	s := rep.Status
	if rep.Result != "*" {
		s += " " + rep.Result
	}
	if rep.Check {
		s += ", check"
	}
	return s
}

func newMovesCommand() *cobra.Command {
	var name, fen, batch string
	var asJSON bool
	c := &cobra.Command{
		Use:   "moves",
		Short: "List the legal moves of a position",
		Long: `List the legal moves of a position, sorted, in UCI form and SAN.

Moves are those of the movement rules: they are listed also where the material
is a draw. With --batch each line of a file is a position, and each line of the
answer a JSON object; a line that cannot be read gives {"error":…,"line":n}.`,
		Example: `  tagmate moves -v teammate
  tagmate moves -v teutonic --fen "k7/8/8/8/8/5p2/3p4/8/4P3/K7 w - - 3 1" --json
  tagmate moves -v teammate --batch positions.txt > moves.jsonl`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if cmd.Flags().Changed("batch") {
				if cmd.Flags().Changed("fen") {
					return badInput(fmt.Errorf("--batch excludes --fen"))
				}
				r, err := loadRules(name)
				if err != nil {
					return err
				}
				return runBatch(cmd, batch, func(line []byte) (any, error) { return movesBatchLine(r, line) })
			}
			p, err := loadPosition(cmd, name, fen)
			if err != nil {
				return err
			}
			rep := reportPosition(p)
			if asJSON {
				return writeJSON(out, rep)
			}
			fmt.Fprintf(out, "%s\n%s, %d moves\n", rep.FEN, rep.words(), len(rep.Moves))
			for i, m := range rep.Moves {
				fmt.Fprintf(out, "%-8s %s\n", m, rep.SAN[i])
			}
			return nil
		},
	}
	variantFlag(c, &name, "teammate")
	c.Flags().StringVarP(&fen, "fen", "f", "", "`position` text; the set-up if left out")
	c.Flags().StringVarP(&batch, "batch", "b", "", "`file` with one position a line, - for standard input")
	c.Flags().BoolVarP(&asJSON, "json", "j", false, "answer with JSON")
	return c
}
