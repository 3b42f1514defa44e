package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"tagmate/engine"
	"tagmate/position"
	"tagmate/tablebase"
)

// tablesFlags are the flags that the commands about tables share.
type tablesFlags struct {
	game, dir string
	pure      bool
	threads   int
	memory    int // GiB for building a table; 0 for the default
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

// engineTablesFlag adds the flag that says where an engine finds its tables.
func engineTablesFlag(c *cobra.Command, dir *string) {
	c.Flags().StringVar(dir, "tables", "", "`directory` of endgame tables for the engine, or none; $XDG_DATA_HOME/tagmate/tables if left out")
}

// engineTablesDir returns the directory that the flag means, "" for none.
func engineTablesDir(flag string) (string, error) {
	if flag == "none" {
		return "", nil
	}
	dir, err := tablesDir(flag)
	if err != nil && flag == "" {
		return "", nil // an engine without a home does without
	}
	return dir, err
}

// engineTables returns what an engine looks up, nil for nothing.
func engineTables(r *position.Rules, flag string) (engine.Tables, error) {
	dir, err := engineTablesDir(flag)
	if err != nil || dir == "" {
		return nil, err
	}
	return tablebase.NewProber(r, dir), nil
}

// opened is what a command about tables works with. Its user closes lib.
type opened struct {
	rules   *position.Rules
	lib     *tablebase.Library
	dir     string
	endings []tablebase.Ending // that the arguments name
}

// open opens what the flags ask for and reads the names of endings.
func (t *tablesFlags) open(names ...string) (opened, error) {
	var o opened
	if t.threads < 1 || t.threads > 256 {
		return o, badInput(fmt.Errorf("--threads: expected 1 to 256, got %d", t.threads))
	}
	var err error
	if o.rules, err = loadRules(t.game); err != nil {
		return o, err
	}
	if o.dir, err = tablesDir(t.dir); err != nil {
		return o, err
	}
	for _, name := range names {
		e, err := tablebase.ParseEnding(o.rules, name)
		if err != nil {
			return o, badInput(err)
		}
		o.endings = append(o.endings, e)
	}
	o.lib = tablebase.NewLibrary(o.rules, tablebase.Options{Pure: t.pure, Threads: t.threads, Dir: o.dir, BuildMen: 5, MaxBytes: int64(t.memory) << 30})
	return o, nil
}

// files calls do for each table of the game in the directory, by name, and
// returns what is wrong with those that cannot be opened.
func (o opened) files(do func(*tablebase.File) error) (bad []error, err error) {
	names, err := filepath.Glob(filepath.Join(o.dir, o.rules.Def().ID, "*"+tablebase.Extension))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	cache := tablebase.NewCache(0)
	for _, name := range names {
		f, err := tablebase.OpenFile(o.rules, name, cache)
		if err != nil {
			bad = append(bad, err)
			continue
		}
		err = do(f)
		f.Close()
		if err != nil {
			return bad, err
		}
	}
	return bad, nil
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

func newTableListCommand() *cobra.Command {
	var t tablesFlags
	var asJSON bool
	c := &cobra.Command{
		Use:     "list",
		Short:   "List the tables of a game",
		Example: `  tagmate tablebase list -v teammate`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := t.open()
			if err != nil {
				return err
			}
			defer o.lib.Close()
			out := cmd.OutOrStdout()
			var bytes int64
			n := 0
			bad, err := o.files(func(f *tablebase.File) error {
				i := f.Info()
				n++
				bytes += i.Bytes
				if asJSON {
					i.Stats = nil
					return writeJSON(out, i)
				}
				s := i.Stats[0]
				fmt.Fprintf(out, "%-7s %-5s %9d bytes  White to move wins %6.2f %%, longest %d\n", i.Ending, pureWord(i.Pure), i.Bytes, s.White.WinPercent, s.White.Longest)
				return nil
			})
			if err != nil {
				return err
			}
			if !asJSON {
				fmt.Fprintf(out, "%d tables of %s, %.1f MiB in %s\n", n, o.rules.Def().Name, float64(bytes)/(1<<20), o.dir)
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
			o, err := t.open(args...)
			if err != nil {
				return err
			}
			defer o.lib.Close()
			for _, e := range o.endings {
				f, err := o.lib.File(e)
				if errors.Is(err, fs.ErrNotExist) {
					return badInput(fmt.Errorf("there is no table of %s; it would take about %d MiB of memory to build", e.Name(o.rules), tablebase.Need(o.rules, e)>>20+1))
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
