package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"tagmate/engine"
	"tagmate/internal/lab"
)

type tuneOptions struct {
	variant string
	out     string
	games   []string
	play    lab.SelfPlay
	fit     lab.Tuner
}

func newTuneCommand() *cobra.Command {
	var o tuneOptions
	c := &cobra.Command{
		Use:   "tune",
		Short: "Fit the engine's evaluation of a game to games against itself",
		Long: `Play games of the engine against itself, and fit the numbers of its evaluation to
their results. The games go to a file; one that was interrupted is gone on with, and games that
are there already are not played again. The table is written to --out when all
is done; the engine takes it over when it is built with it in engine/weights.

The same engine, seed, number of games and nodes give the same table, on any
number of processors.`,
		Example: `  tagmate tune -v teutonic -n 20 --nodes 500 --steps 50 --games-file games.jsonl --out teutonic.toml`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			return tune(ctx, cmd, o)
		},
	}
	variantFlag(c, &o.variant, "teammate")
	f := c.Flags()
	f.StringVar(&o.play.File, "games-file", "", "`file` of the games, VARIANT.jsonl if left out")
	f.StringVarP(&o.out, "out", "o", "", "`file` of the table, VARIANT.toml if left out")
	f.StringSliceVar(&o.games, "for", nil, "`games` that the table is for; the one that it is tuned for if left out")
	f.IntVarP(&o.play.Games, "games", "n", 4000, "`number` of games to play")
	f.Uint64Var(&o.play.Nodes, "nodes", 5000, "`nodes` a move")
	f.Uint64Var(&o.play.Seed, "seed", 1, "`seed` of the openings")
	f.IntVarP(&o.play.Workers, "concurrency", "c", runtime.GOMAXPROCS(0), "`games` at once")
	f.IntVar(&o.fit.Rounds, "rounds", 3, "how often the positions are looked at anew")
	f.IntVar(&o.fit.Steps, "steps", 600, "steps of descent in a round")
	f.Float64Var(&o.fit.Blend, "blend", 0.3, "`part` of the search's score in what is aimed at, 0 to 1; the rest is the result")
	f.Float64Var(&o.fit.Pull, "pull", 1e-6, "pull toward the weights that it begins with")
	return c
}

func tune(ctx context.Context, cmd *cobra.Command, o tuneOptions) error {
	r, err := loadRules(o.variant)
	if err != nil {
		return err
	}
	if r.Def().Team() {
		return badInput(fmt.Errorf("%s is played on the board of %s: tune that", r.Def().Name, r.Def().Base))
	}
	if o.play.Games < 2 || o.play.Games > 10_000_000 || o.play.Workers < 1 || o.play.Workers > 256 || o.play.Nodes < 1 {
		return badInput(fmt.Errorf("--games: expected 2 to 10000000, --concurrency: 1 to 256, --nodes: 1 or more"))
	}
	if o.fit.Rounds < 1 || o.fit.Rounds > 100 || o.fit.Steps < 1 || !(o.fit.Blend >= 0 && o.fit.Blend <= 1) || !(o.fit.Pull >= 0) {
		return badInput(fmt.Errorf("--rounds: expected 1 to 100, --steps: 1 or more, --blend: 0 to 1, --pull: 0 or more"))
	}
	id := r.Def().ID
	if o.play.File == "" {
		o.play.File = id + ".jsonl"
	}
	if o.out == "" {
		o.out = id + ".toml"
	}
	if len(o.games) == 0 {
		o.games = []string{id}
	}
	out, errOut := cmd.OutOrStdout(), cmd.ErrOrStderr()
	b := newBar(errOut, o.play.Games)
	o.play.Rules = r
	o.play.Done = func(done int) { b.show(done, "games") }
	games, err := o.play.Run(ctx)
	b.clear()
	if err != nil {
		return badInput(err)
	}
	w := engine.NewWeights(r)
	b = newBar(errOut, 1000)
	o.fit.Tell = func(p lab.Progress) {
		if !p.Finished {
			b.show(int(1000*p.Part), fmt.Sprintf("of round %d", p.Round))
			return
		}
		b.clear()
		fmt.Fprintf(out, "round %d: %d weights, %d positions, scale %.0f, loss %.6f, held out %.6f\n", p.Round, w.Len(), p.Positions, p.Scale, p.Loss, p.HeldOut)
	}
	err = o.fit.Fit(ctx, w, r, games)
	b.clear()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	note := fmt.Sprintf("Weights of %s, written by:\ntagmate tune -v %s -n %d --nodes %d --seed %d --rounds %d --steps %d --blend %g --pull %g --for %s",
		r.Def().Name, id, o.play.Games, o.play.Nodes, o.play.Seed, o.fit.Rounds, o.fit.Steps, o.fit.Blend, o.fit.Pull, strings.Join(o.games, ","))
	if err := w.Write(&text, o.games, note); err != nil {
		return err
	}
	return replaceFile(o.out, text.Bytes())
}

// replaceFile writes a file whole or not at all.
func replaceFile(name string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".unfinished-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
