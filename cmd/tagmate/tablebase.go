package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"tagmate/notation"
	"tagmate/position"
	"tagmate/tablebase"
)

// tablesFlags are the flags that the commands about tables share.
type tablesFlags struct {
	game, dir string
	pure      bool
	threads   int
}

func (t *tablesFlags) add(c *cobra.Command) {
	variantFlag(c, &t.game, "teammate")
	f := c.Flags()
	f.StringVar(&t.dir, "tables", "", "`directory` of the tables; $XDG_DATA_HOME/tagmate/tables if left out")
	f.BoolVar(&t.pure, "pure", false, "ignore every automatic draw, lack of material too")
	f.IntVar(&t.threads, "threads", runtime.GOMAXPROCS(0), "`number` of threads")
}

// tablesDir returns the directory of the tables.
func tablesDir(flag string) (string, error) {
	if flag != "" {
		return flag, nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tagmate", "tables"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no home directory for the tables, give one with --tables: %w", err)
	}
	return filepath.Join(home, ".local", "share", "tagmate", "tables"), nil
}

// open returns the rules and the library that the flags ask for.
func (t *tablesFlags) open() (*position.Rules, *tablebase.Library, string, error) {
	if t.threads < 1 || t.threads > 256 {
		return nil, nil, "", badInput(fmt.Errorf("--threads: expected 1 to 256, got %d", t.threads))
	}
	r, err := loadRules(t.game)
	if err != nil {
		return nil, nil, "", err
	}
	dir, err := tablesDir(t.dir)
	if err != nil {
		return nil, nil, "", err
	}
	return r, tablebase.NewLibrary(r, tablebase.Options{Pure: t.pure, Threads: t.threads, Dir: dir, BuildMen: 5}), dir, nil
}

func parseEndings(r *position.Rules, args []string) ([]tablebase.Ending, error) {
	var out []tablebase.Ending
	for _, a := range args {
		e, err := tablebase.ParseEnding(r, a)
		if err != nil {
			return nil, badInput(err)
		}
		out = append(out, e)
	}
	return out, nil
}

func newTablebaseCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "tablebase",
		Short: "Build, check and ask endgame tables",
		Example: `  tagmate tablebase build -v teammate KJUk
  tagmate tablebase probe -v teammate --fen "kB6/8/8/8/8/8/8/K4M2 w - - 0 1"`,
		Long: `Build, check and ask endgame tables: the value and the distance to the end of
every position of an ending.

An ending is written with White's men in upper case and Black's in lower case, as
KJUk or KAkj. Its table serves with the colours exchanged as well.`,
		Args: noCommand,
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	c.AddCommand(newTableBuildCommand(), newTableListCommand(), newTableInfoCommand(), newTableProbeCommand(), newTableVerifyCommand(), newTableStatsCommand())
	return c
}

func newTableBuildCommand() *cobra.Command {
	var t tablesFlags
	var all3, all4, pairs, force bool
	c := &cobra.Command{
		Use:   "build [ENDING...]",
		Short: "Build tables and keep them in files",
		Long: `Build the tables of endings and keep them in files. Tables that are there and
whole are left as they are, so that an interrupted run goes on where it was; a file
appears whole or not at all.

--all-4 stands for all endings of up to four men, kings included. Where a pawn may
become a pair and another man stands beside it, five men are needed to know the
value; those endings are left out unless --pairs asks for them.`,
		Example: `  tagmate tablebase build -v teammate --all-4
  tagmate tablebase build -v chess KBNk KPk`,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, lib, dir, err := t.open()
			if err != nil {
				return err
			}
			defer lib.Close()
			list, err := parseEndings(r, args)
			if err != nil {
				return err
			}
			left := 0
			if all3 || all4 {
				men := 3
				if all4 {
					men = 4
				}
				for _, e := range tablebase.All(r, men) {
					if reach := e.Reach(r); reach > 5 || reach > 4 && !pairs {
						left++
						continue
					}
					list = append(list, e)
				}
			}
			if len(list) == 0 {
				return badInput(errors.New("nothing to build: name endings such as KJUk, or give --all-3 or --all-4"))
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			// Tables are few and large: garbage is worth collecting early.
			defer debug.SetGCPercent(debug.SetGCPercent(15))
			return buildTables(ctx, cmd, r, lib, dir, list, left, t, force)
		},
	}
	t.add(c)
	f := c.Flags()
	f.BoolVar(&all3, "all-3", false, "all endings of three men")
	f.BoolVar(&all4, "all-4", false, "all endings of three and four men")
	f.BoolVar(&pairs, "pairs", false, "with --all-4, also those that lead to more than four men")
	f.BoolVar(&force, "force", false, "build also what is there already")
	return c
}

func buildTables(ctx context.Context, cmd *cobra.Command, r *position.Rules, lib *tablebase.Library, dir string, list []tablebase.Ending, left int, t tablesFlags, force bool) error {
	out := cmd.OutOrStdout()
	var todo []tablebase.Ending
	var most, disk int64
	kept := 0
	for _, e := range list {
		f, err := lib.File(e)
		if err == nil && !force {
			_ = f
			kept++
			continue
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%v; it is built again\n", err)
		}
		todo = append(todo, e)
		need := tablebase.Need(r, e)
		if need > tablebase.MaxBytes {
			return badInput(fmt.Errorf("%s needs %d MiB of memory, the limit is %d", e.Name(r), need>>20, tablebase.MaxBytes>>20))
		}
		most = max(most, need)
		disk += need / 60 // as measured: a quarter of a byte an entry, and less
	}
	if kept > 0 {
		fmt.Fprintf(out, "%d of %d tables are there already\n", kept, len(list))
	}
	if left > 0 {
		fmt.Fprintf(out, "%d endings are left out, because a pawn that becomes a pair leads to five men or more (--pairs builds those that lead to five)\n", left)
	}
	if len(todo) == 0 {
		return nil
	}
	fmt.Fprintf(out, "%d tables to build into %s: up to about %d MiB of memory for the largest one, %d MiB on disk in all\n", len(todo), dir, most>>20, disk>>20+1)
	sweep(filepath.Join(dir, r.Def().ID))
	bar := newBar(cmd.ErrOrStderr(), len(todo))
	defer bar.clear()
	start := time.Now()
	var bytes int64
	for i, e := range todo {
		bar.show(i, e.Name(r))
		table, err := lib.Table(ctx, e)
		if err == nil {
			err = table.WriteFile(dir, t.threads)
		}
		if errors.Is(err, context.Canceled) {
			return fmt.Errorf("interrupted after %d of %d tables; the same command goes on from there", i, len(todo))
		}
		if err != nil {
			return err
		}
		if info, err := os.Stat(filepath.Join(dir, tablebase.FileName(r, e, t.pure))); err == nil {
			bytes += info.Size()
		}
		if e.Men() > 3 && !needed(r, todo[i+1:], e) {
			lib.Forget(e)
		}
		lib.ForgetLarge(4)
	}
	bar.clear()
	fmt.Fprintf(out, "%d tables in %.1f s, %.1f MiB\n", len(todo), time.Since(start).Seconds(), float64(bytes)/(1<<20))
	return nil
}

// sweep removes what builds that were killed have left, which no file's name
// refers to. A build that runs elsewhere writes a file within minutes.
func sweep(dir string) {
	names, err := filepath.Glob(filepath.Join(dir, ".unfinished-*"))
	if err != nil {
		return
	}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > 10*time.Minute {
			os.Remove(name)
		}
	}
}

// needed reports whether an ending may be what another one leads to: one with
// more men by a capture, one that a pair makes larger by a promotion too.
func needed(r *position.Rules, rest []tablebase.Ending, e tablebase.Ending) bool {
	return slices.ContainsFunc(rest, func(x tablebase.Ending) bool { return x.Reach(r) > e.Men() })
}

// bar is a line of progress, on a terminal only.
type bar struct {
	w     io.Writer
	total int
	start time.Time
}

func newBar(w io.Writer, total int) *bar {
	b := &bar{total: total, start: time.Now()}
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			b.w = f
		}
	}
	return b
}

func (b *bar) show(done int, what string) {
	if b.w == nil {
		return
	}
	const width = 30
	full := width * done / max(b.total, 1)
	left := ""
	if gone := time.Since(b.start); done > 0 {
		left = fmt.Sprintf(", %s left", (gone / time.Duration(done) * time.Duration(b.total-done)).Round(time.Second))
	}
	fmt.Fprintf(b.w, "\r\x1b[K[%s%s] %d/%d %s%s", strings.Repeat("#", full), strings.Repeat(".", width-full), done, b.total, what, left)
}

func (b *bar) clear() {
	if b.w != nil {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}

// tableFiles lists the table files of a game in a directory.
func tableFiles(r *position.Rules, dir string) ([]string, error) {
	names, err := filepath.Glob(filepath.Join(dir, r.Def().ID, "*"+tablebase.Extension))
	slices.Sort(names)
	return names, err
}

func newTableListCommand() *cobra.Command {
	var t tablesFlags
	var asJSON bool
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the tables of a game",
		Example: `  tagmate tablebase list -v teammate`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			r, lib, dir, err := t.open()
			if err != nil {
				return err
			}
			defer lib.Close()
			names, err := tableFiles(r, dir)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			cache := tablebase.NewCache(0)
			var bad []error
			var bytes int64
			n := 0
			for _, name := range names {
				f, err := tablebase.OpenFile(r, name, cache)
				if err != nil {
					bad = append(bad, err)
					continue
				}
				i := f.Info()
				f.Close()
				n++
				bytes += i.Bytes
				if asJSON {
					i.Stats = nil
					if err := writeJSON(out, i); err != nil {
						return err
					}
					continue
				}
				s := i.Stats[0]
				fmt.Fprintf(out, "%-7s %-5s %9d bytes  White to move wins %6.2f %%, longest %d\n", i.Ending, pureWord(i.Pure), i.Bytes, s.White.WinPercent, s.White.Longest)
			}
			if !asJSON {
				fmt.Fprintf(out, "%d tables of %s, %.1f MiB in %s\n", n, r.Def().Name, float64(bytes)/(1<<20), dir)
			}
			return errors.Join(bad...)
		},
	}
	t.add(c)
	c.Flags().BoolVarP(&asJSON, "json", "j", false, "answer with a line of JSON a table")
	return c
}

func pureWord(pure bool) string {
	if pure {
		return "pure"
	}
	return ""
}

func newTableInfoCommand() *cobra.Command {
	var t tablesFlags
	c := &cobra.Command{
		Use:     "info ENDING...",
		Short:   "Say what is known of tables, as JSON",
		Example: `  tagmate tablebase info -v teammate KJUk`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, lib, _, err := t.open()
			if err != nil {
				return err
			}
			defer lib.Close()
			list, err := parseEndings(r, args)
			if err != nil {
				return err
			}
			for _, e := range list {
				f, err := lib.File(e)
				if errors.Is(err, fs.ErrNotExist) {
					return badInput(fmt.Errorf("there is no table of %s; it would take about %d MiB of memory to build", e.Name(r), tablebase.Need(r, e)>>20+1))
				}
				if err != nil {
					return err
				}
				if err := writeJSON(cmd.OutOrStdout(), f.Info()); err != nil {
					return err
				}
			}
			return nil
		},
	}
	t.add(c)
	return c
}

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
			_, lib, _, err := t.open()
			if err != nil {
				return err
			}
			defer lib.Close()
			if hasBatch {
				return runBatch(cmd, batch, func(line []byte) (any, error) { return nonNil(probe(cmd.Context(), lib, string(line))) })
			}
			a, err := probe(cmd.Context(), lib, fen)
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
			r, lib, dir, err := t.open()
			if err != nil {
				return err
			}
			defer lib.Close()
			if sample < 0 {
				return badInput(fmt.Errorf("--sample: expected 0 or more, got %d", sample))
			}
			list, err := parseEndings(r, args)
			if err != nil {
				return err
			}
			var bad []error
			if len(list) == 0 {
				names, err := tableFiles(r, dir)
				if err != nil {
					return err
				}
				cache := tablebase.NewCache(0)
				for _, name := range names {
					f, err := tablebase.OpenFile(r, name, cache)
					if err != nil {
						bad = append(bad, err)
						continue
					}
					if f.Info().Pure == t.pure {
						e, err := tablebase.ParseEnding(r, f.Info().Ending)
						if err != nil {
							bad = append(bad, err)
						} else {
							list = append(list, e)
						}
					}
					f.Close()
				}
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			good := 0
			for _, e := range list {
				f, err := lib.File(e)
				if errors.Is(err, fs.ErrNotExist) {
					err = fmt.Errorf("there is no table of %s in %s", e.Name(r), dir)
				}
				if err == nil {
					err = f.Verify()
				}
				n := 0
				if err == nil {
					n, err = lib.Check(ctx, e, sample, 1)
				}
				if err != nil {
					bad = append(bad, err)
					continue
				}
				good++
				fmt.Fprintf(cmd.OutOrStdout(), "%-7s good, %d positions agree with their moves\n", e.Name(r), n)
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
			r, lib, _, err := t.open()
			if err != nil {
				return err
			}
			defer lib.Close()
			list, err := parseEndings(r, args)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			for _, e := range list {
				stats, err := lib.Stats(cmd.Context(), e)
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
