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
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"tagmate/position"
	"tagmate/tablebase"
)

func newTableBuildCommand() *cobra.Command {
	var t tablesFlags
	var all3, all4, force bool
	c := &cobra.Command{
		Use:   "build [ENDING...]",
		Short: "Build tables and keep them in files",
		Long: `Build the tables of endings and keep them in files. Tables that are there and
whole are left as they are, so that an interrupted run goes on where it was; a file
appears whole or not at all.

--all-4 stands for all endings of up to four men, kings included. Where a pawn may
become a pair, five men are needed to know the value, and their tables are built
on the way. Two such pawns make six: those endings are left out.`,
		Example: `  tagmate tablebase build -v teammate --all-4
  tagmate tablebase build -v chess KBNk KPk`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if t.memory < 1 || t.memory > 1<<20 {
				return badInput(fmt.Errorf("--memory: expected 1 or more, got %d", t.memory))
			}
			o, err := t.open(args...)
			if err != nil {
				return err
			}
			defer o.lib.Close()
			left := 0
			if all3 || all4 {
				men := 3
				if all4 {
					men = 4
				}
				for _, e := range tablebase.All(o.rules, men) {
					if e.Reach(o.rules) > tablebase.MaxMen {
						left++
						continue
					}
					o.endings = append(o.endings, e)
				}
			}
			if len(o.endings) == 0 {
				return badInput(errors.New("nothing to build: name endings such as KJUk, or give --all-3 or --all-4"))
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			// Tables are few and large: garbage is worth collecting early.
			defer debug.SetGCPercent(debug.SetGCPercent(15))
			return o.build(ctx, cmd, left, t, force)
		},
	}
	t.add(c)
	f := c.Flags()
	f.IntVar(&t.memory, "memory", tablebase.DefaultBytes>>30, "most memory for one table, in `GiB`; what needs more is refused")
	f.BoolVar(&all3, "all-3", false, "all endings of three men")
	f.BoolVar(&all4, "all-4", false, "all endings of three and four men")
	f.BoolVar(&force, "force", false, "build also what is there already")
	return c
}

// build builds the tables of the endings; left says how many were left out.
func (o opened) build(ctx context.Context, cmd *cobra.Command, left int, t tablesFlags, force bool) error {
	r, lib, dir := o.rules, o.lib, o.dir
	out := cmd.OutOrStdout()
	var todo []tablebase.Ending
	var most, disk int64
	kept := 0
	for _, e := range o.endings {
		_, err := lib.File(e)
		if err == nil && !force {
			kept++
			continue
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%v; it is built again\n", err)
		}
		todo = append(todo, e)
		need := tablebase.Need(r, e)
		if limit := int64(t.memory) << 30; need > limit {
			return badInput(fmt.Errorf("%s needs about %d MiB of memory, the limit is %d (--memory)", e.Name(r), need>>20, limit>>20))
		}
		most = max(most, need)
		disk += tablebase.DiskNeed(o.rules, e)
	}
	if kept > 0 {
		fmt.Fprintf(out, "%d of %d tables are there already\n", kept, len(o.endings))
	}
	if left > 0 {
		fmt.Fprintf(out, "%d endings are left out, because two pawns that become pairs make six men\n", left)
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
	uses := lastUses(r, todo)
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
		for _, t := range lib.Tables() {
			if uses[t.Name()] <= i && t.Ending().Men() > 3 {
				lib.Forget(t.Ending())
			}
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

// lastUses returns for each ending that some of a list lead to the number of the
// last one that does, by its name.
func lastUses(r *position.Rules, list []tablebase.Ending) map[string]int {
	last := map[string]int{}
	for i, e := range list {
		for _, x := range e.LeadsTo(r) {
			last[x.Name(r)] = i
		}
	}
	return last
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
