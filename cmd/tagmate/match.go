package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tagmate/engine"
	"tagmate/internal/lab"
	"tagmate/notation"
	"tagmate/position"
)

type matchOptions struct {
	variant, tc, pgn, sprt string
	tables                 string
	players                []string
	options                []string
	games, workers, hash   int
	nodes                  uint64
	moveTime               float64
	seed                   uint64
	maxPlies               int
	noPairs, asJSON        bool
}

func newMatchCommand() *cobra.Command {
	var o matchOptions
	c := &cobra.Command{
		Use:   "match PLAYER PLAYER",
		Short: "Play two engines against each other and tell what the result is worth",
		Long: `Play two engines against each other, from balanced openings, each with both
colours. A player is one of

  own            our engine at full strength
  own:LEVEL      our engine at a level, 1 to 8
  uci:COMMAND    a program that speaks UCI
  xboard:COMMAND a program that speaks the XBoard protocol; "xboard/NAME:COMMAND"
                 says by which variant name it knows the game

With --pgn games are added to a file as they end; a match that was interrupted
goes on with the games that are missing there.`,
		Example: `  tagmate match own own:7 -v teammate -n 100 --nodes 20000
  tagmate match own "xboard/team-mate:fairymax" -v teammate --no-pairs -n 200 --tc 10+0.1
  tagmate match own "uci:stockfish" -v chess --tc 1+0.05 --sprt 0,10`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.players = args
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			return runMatch(ctx, cmd, o)
		},
	}
	variantFlag(c, &o.variant, "teammate")
	engineTablesFlag(c, &o.tables)
	f := c.Flags()
	f.IntVarP(&o.games, "games", "n", 100, "`number` of games")
	f.StringVar(&o.tc, "tc", "10+0.1", "time control, `seconds+increment`")
	f.Float64Var(&o.moveTime, "movetime", 0, "fixed `seconds` a move instead of a clock")
	f.Uint64Var(&o.nodes, "nodes", 0, "fixed `nodes` a move instead of time (own and UCI players)")
	f.IntVarP(&o.workers, "concurrency", "c", 1, "`games` at once")
	f.IntVar(&o.hash, "hash", 32, "`MiB` of hash table of our own engine")
	f.Uint64Var(&o.seed, "seed", 1, "`seed` of the openings")
	f.StringVar(&o.pgn, "pgn", "", "`file` to add the games to")
	f.StringVar(&o.sprt, "sprt", "", "end by a test of `elo0,elo1` with 5 % errors")
	f.IntVar(&o.maxPlies, "max-plies", 600, "a longer game is drawn")
	f.BoolVar(&o.noPairs, "no-pairs", false, "play without promotion to a pair, for programs that do not know it")
	f.StringArrayVar(&o.options, "option", nil, "`name=value` sent to UCI players (repeatable)")
	f.BoolVarP(&o.asJSON, "json", "j", false, "answer with JSON")
	return c
}

// matchReport is the result of a match.
type matchReport struct {
	Players [2]string      `json:"players"`
	Variant string         `json:"variant"`
	Games   int            `json:"games"`
	Wins    int            `json:"wins"`
	Draws   int            `json:"draws"`
	Losses  int            `json:"losses"`
	Points  float64        `json:"points"` // share of the first player, 0 to 1
	Elo     *float64       `json:"elo"`    // null where all points went one way
	Margin  *float64       `json:"margin"` // 95 %
	Faults  map[string]int `json:"faults"` // "PLAYER: fault" → games
	Endings map[string]int `json:"endings"`
	LLR     *float64       `json:"llr,omitempty"`
	Verdict string         `json:"verdict,omitempty"`
}

func runMatch(ctx context.Context, cmd *cobra.Command, o matchOptions) error {
	r, err := loadRules(o.variant)
	if err != nil {
		return err
	}
	if o.noPairs {
		if r, err = position.Compile(r.Def().WithoutPairs()); err != nil {
			return err
		}
	}
	base, increment, err := parseControl(o.tc)
	if err != nil {
		return badInput(err)
	}
	if o.games < 1 || o.games > 1_000_000 || o.workers < 1 || o.workers > 256 {
		return badInput(fmt.Errorf("--games: expected 1 to 1000000, --concurrency: 1 to 256"))
	}
	if o.hash < 1 || o.hash > engine.MaxHashMB {
		return badInput(fmt.Errorf("--hash: expected 1 to %d, got %d", engine.MaxHashMB, o.hash))
	}
	var test *lab.Test
	if o.sprt != "" {
		if test, err = parseSPRT(o.sprt); err != nil {
			return badInput(err)
		}
	}
	rep := matchReport{Variant: r.Def().ID, Faults: map[string]int{}, Endings: map[string]int{}, Players: [2]string(o.players)}
	var score lab.Score
	known := map[int]bool{}
	if o.pgn != "" {
		if err := resumeMatch(o.pgn, r, &score, known, &rep); err != nil {
			return badInput(err)
		}
	}
	m := &lab.Match{
		Rules: r, Games: o.games, Seed: o.seed, Base: base, Increment: increment,
		MoveTime: time.Duration(o.moveTime * float64(time.Second)), Nodes: o.nodes,
		Concurrency: o.workers, MaxPlies: o.maxPlies, Margin: 20 * time.Millisecond,
		Skip: func(i int) bool { return known[i] },
		New:  func(ctx context.Context, which int) (lab.Player, error) { return o.player(ctx, r, which) },
	}
	errOut := cmd.ErrOrStderr()
	var writeErr error
	m.Done = func(p lab.Played) bool {
		count(&score, p)
		rep.Endings[p.Ending]++
		if p.Fault != lab.NoFault {
			rep.Faults[o.players[p.ByWhom]+": "+string(p.Fault)]++
		}
		if o.pgn != "" {
			if writeErr = appendGame(o.pgn, p.Record); writeErr != nil {
				return false
			}
		}
		if !o.asJSON {
			fmt.Fprintf(errOut, "%d/%d  +%d =%d -%d  %s (%s)\n", score.Games(), o.games, score.Wins, score.Draws, score.Losses, eloText(score), p.Ending)
		}
		if test == nil {
			return true
		}
		llr := test.LLR(score)
		lower, upper := test.Bounds()
		return llr > lower && llr < upper
	}
	if err := m.Run(ctx); err != nil {
		return err
	}
	if writeErr != nil {
		return writeErr
	}
	rep.Games, rep.Wins, rep.Draws, rep.Losses, rep.Points = score.Games(), score.Wins, score.Draws, score.Losses, score.Points()
	if diff, margin := score.Elo(); !math.IsInf(diff, 0) {
		rep.Elo, rep.Margin = &diff, &margin
	}
	if test != nil {
		llr := test.LLR(score)
		rep.LLR = &llr
		switch lower, upper := test.Bounds(); {
		case llr >= upper:
			rep.Verdict = "better"
		case llr <= lower:
			rep.Verdict = "not better"
		default:
			rep.Verdict = "open"
		}
	}
	out := cmd.OutOrStdout()
	if o.asJSON {
		return writeJSON(out, rep)
	}
	fmt.Fprintf(out, "%s against %s, %s: %d games, +%d =%d -%d, %.1f %%, %s\n", o.players[0], o.players[1], rep.Variant,
		rep.Games, rep.Wins, rep.Draws, rep.Losses, 100*rep.Points, eloText(score))
	for what, n := range rep.Faults {
		fmt.Fprintf(out, "%s in %d games\n", what, n)
	}
	if rep.Verdict != "" {
		fmt.Fprintf(out, "SPRT: %s, LLR %.2f\n", rep.Verdict, *rep.LLR)
	}
	return nil
}

func count(s *lab.Score, p lab.Played) {
	switch p.Points() {
	case 2:
		s.Wins++
	case 1:
		s.Draws++
	default:
		s.Losses++
	}
}

func eloText(s lab.Score) string {
	diff, margin := s.Elo()
	if math.IsInf(diff, 0) {
		return "Elo difference not bounded"
	}
	return fmt.Sprintf("Elo %+.0f ± %.0f", diff, margin)
}

// player starts one of the players.
func (o *matchOptions) player(ctx context.Context, r *position.Rules, which int) (lab.Player, error) {
	kind, rest, _ := strings.Cut(o.players[which], ":")
	kind, name, _ := strings.Cut(kind, "/")
	switch kind {
	case "own":
		level := engine.MaxLevel
		if rest != "" {
			n, err := strconv.Atoi(rest)
			if err != nil || n < engine.MinLevel || n > engine.MaxLevel {
				return nil, badInput(fmt.Errorf("player %q: expected own:1 to own:%d", o.players[which], engine.MaxLevel))
			}
			level = n
		}
		tables, err := engineTables(r, o.tables)
		if err != nil {
			return nil, err
		}
		return lab.NewOwn(r, level, o.hash, tables), nil
	case "uci":
		return lab.NewUCI(ctx, rest, r.Def().ID, o.options)
	case "xboard":
		if name == "" {
			name = r.Def().XBoard
		}
		if name == "normal" {
			name = ""
		}
		return lab.NewXBoard(ctx, rest, name)
	}
	return nil, badInput(fmt.Errorf("player %q: expected own, own:LEVEL, uci:COMMAND or xboard:COMMAND", o.players[which]))
}

// parseControl reads seconds+increment.
func parseControl(text string) (base, increment time.Duration, err error) {
	first, second, _ := strings.Cut(text, "+")
	b, err := strconv.ParseFloat(first, 64)
	inc := 0.0
	if err == nil && second != "" {
		inc, err = strconv.ParseFloat(second, 64)
	}
	if err != nil || !(b > 0 && b < 1e6) || !(inc >= 0 && inc < 1e6) {
		return 0, 0, fmt.Errorf("--tc: expected seconds+increment such as 10+0.1, got %q", text)
	}
	return time.Duration(b * float64(time.Second)), time.Duration(inc * float64(time.Second)), nil
}

func parseSPRT(text string) (*lab.Test, error) {
	first, second, _ := strings.Cut(text, ",")
	e0, err0 := strconv.ParseFloat(first, 64)
	e1, err1 := strconv.ParseFloat(second, 64)
	if err0 != nil || err1 != nil || !(e0 < e1) {
		return nil, fmt.Errorf("--sprt: expected elo0,elo1 such as 0,10, got %q", text)
	}
	return &lab.Test{Elo0: e0, Elo1: e1, Alpha: 0.05, Beta: 0.05}, nil
}

// appendGame adds a game to a file and has it on the disk before it counts.
func appendGame(name string, rec *notation.PGN) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(rec.String() + "\n")
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// resumeMatch counts the games that a file has already.
func resumeMatch(name string, r *position.Rules, score *lab.Score, known map[int]bool, rep *matchReport) error {
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for rest := string(text); strings.TrimSpace(rest) != ""; {
		g, tail, err := notation.ReadPGN(r, rest)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		rest = tail
		round, err := strconv.Atoi(g.Tag("Round"))
		if err != nil || round < 1 || known[round-1] {
			return fmt.Errorf("%s: expected games of a match, each with its own Round", name)
		}
		p := lab.Played{Index: round - 1, White: (round - 1) % 2, Ending: g.Tag("Termination")}
		for o := position.NoOutcome; o <= position.Drawn; o++ {
			if o.String() == g.Result {
				p.Outcome = o
			}
		}
		known[p.Index] = true
		count(score, p)
		rep.Endings[p.Ending]++
	}
	return nil
}
