package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tagmate/engine"
	"tagmate/notation"
	"tagmate/position"
)

// analysis is one line of what analyze tells: the search as far as a depth.
type analysis struct {
	Depth   int      `json:"depth"`
	Rank    int      `json:"rank"`  // 1 for the best line
	Score   *int     `json:"score"` // centipawns for the side to move; null for a decided game
	Mate    *int     `json:"mate"`  // plies to the end, negative when the side to move loses; null otherwise
	Nodes   uint64   `json:"nodes"`
	Seconds float64  `json:"seconds"`
	PV      []string `json:"pv"` // UCI
	SAN     []string `json:"san"`
}

func newAnalyzeCommand() *cobra.Command {
	var name, fen, dir string
	var depth, hash, threads, lines int
	var seconds float64
	var pure, asJSON bool
	c := &cobra.Command{
		Use:   "analyze",
		Short: "Think about a position and show what is found, depth by depth",
		Long: `Think about a position and show what is found, depth by depth: the evaluation in
pawns for the side to move, and the best line. With --json each depth is one line
of JSON. Ctrl-C ends it.`,
		Example: `  tagmate analyze -v teammate --fen "8/j3P1K1/8/8/8/8/8/k7 w - - 0 1" --depth 12
  tagmate analyze -v teutonic --movetime 10 --multipv 3 --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := loadPosition(cmd, name, fen)
			if err != nil {
				return err
			}
			if depth < 0 || depth > engine.MaxPly || !(seconds >= 0 && seconds < 1e6) || hash < 1 || hash > engine.MaxHashMB || threads < 1 || threads > 256 || lines < 1 || lines > 64 {
				return badInput(fmt.Errorf("expected --depth 0 to %d, --movetime 0 or more seconds, --hash 1 to %d, --threads 1 to 256, --multipv 1 to 64", engine.MaxPly, engine.MaxHashMB))
			}
			if !p.HasMove() {
				status := p.Status()
				return badInput(fmt.Errorf("there is nothing to analyse: %v", status))
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			l := engine.Limits{Depth: depth, MoveTime: time.Duration(seconds * float64(time.Second)), Pure: pure, MultiPV: lines}
			tables, err := engineTables(p.Rules(), dir)
			if err != nil {
				return err
			}
			e := engine.New(p.Rules(), engine.Options{HashMB: hash, Threads: threads, Tables: tables})
			return analyze(ctx, e, p, l, asJSON, cmd.OutOrStdout())
		},
	}
	variantFlag(c, &name, "teammate")
	engineTablesFlag(c, &dir)
	f := c.Flags()
	f.StringVarP(&fen, "fen", "f", "", "`position` text; the set-up if left out")
	f.IntVarP(&depth, "depth", "d", 0, "stop after so many `plies`; 0 for no limit")
	f.Float64VarP(&seconds, "movetime", "t", 5, "stop after so many `seconds`; 0 for no limit")
	f.IntVar(&hash, "hash", 128, "`MiB` of hash table")
	f.IntVar(&threads, "threads", 1, "`number` of threads")
	f.IntVar(&lines, "multipv", 1, "`number` of best lines to show")
	f.BoolVar(&pure, "pure", false, "ignore every automatic draw")
	f.BoolVarP(&asJSON, "json", "j", false, "answer with a line of JSON a depth")
	return c
}

func analyze(ctx context.Context, e *engine.Engine, p *position.Position, l engine.Limits, asJSON bool, out io.Writer) error {
	var failed error
	if !asJSON {
		fmt.Fprintf(out, "%s\n%5s %8s %12s %8s  %s\n", p.FEN(), "depth", "score", "nodes", "time", "best line")
	}
	tell := func(i engine.Info) {
		a := analysisOf(p, i)
		if asJSON {
			if err := writeJSON(out, a); err != nil {
				failed = err
			}
			return
		}
		fmt.Fprintf(out, "%5d %8s %12d %7.2fs  %s\n", a.Depth, scoreWords(a), a.Nodes, a.Seconds, strings.Join(a.SAN, " "))
	}
	e.Think(ctx, p, nil, l, tell)
	return failed
}

func analysisOf(p *position.Position, i engine.Info) analysis {
	a := analysis{Depth: i.Depth, Rank: max(i.Rank, 1), Nodes: i.Nodes, Seconds: i.Time.Seconds(), PV: []string{}, SAN: []string{}}
	if plies, ok := i.Score.Mate(); ok {
		a.Mate = &plies
	} else {
		score := int(i.Score)
		a.Score = &score
	}
	p = p.Clone()
	var u position.Undo
	for _, m := range i.PV {
		if !p.IsLegal(m) {
			break
		}
		a.PV = append(a.PV, notation.UCI(p.Rules(), m))
		a.SAN = append(a.SAN, notation.SAN(p, m))
		p.Make(m, &u)
	}
	return a
}

// scoreWords writes a score for people: pawns, or moves to the end.
func scoreWords(a analysis) string {
	if a.Mate == nil {
		return fmt.Sprintf("%+.2f", float64(*a.Score)/100)
	}
	moves := (max(*a.Mate, -*a.Mate) + 1) / 2
	if *a.Mate < 0 {
		return "-#" + strconv.Itoa(moves)
	}
	return "#" + strconv.Itoa(moves)
}
