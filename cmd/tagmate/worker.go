package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	"tagmate/internal/server/bus"
	"tagmate/internal/server/endings"
)

func newWorkerCommand() *cobra.Command {
	var url, tables string
	var n int
	c := &cobra.Command{
		Use:   "worker",
		Short: "Think for the computer players of a site",
		Long: `Think for the computer players of a site, on a machine of its own. The servers
of the site and their workers find each other through a NATS server. A worker
keeps nothing: start and stop as many as you like.`,
		Example: `  tagmate worker --nats nats://bus:4222
  tagmate worker --nats nats://bus:4222 --workers 16`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if url == "" {
				return badInput(errors.New("nats: expected the URL of the site's NATS server"))
			}
			if n < 1 || n > 1024 {
				return badInput(fmt.Errorf("workers: expected 1 to 1024, got %d", n))
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return work(ctx, cmd, url, n, tables)
		},
	}
	c.Flags().StringVar(&url, "nats", "", "`URL` of the site's NATS server")
	c.Flags().IntVarP(&n, "workers", "w", runtime.NumCPU(), "`number` of computer players that think at once")
	engineTablesFlag(c, &tables)
	return c
}

func work(ctx context.Context, cmd *cobra.Command, url string, n int, tables string) error {
	dir, err := engineTablesDir(tables)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	b, err := bus.Open(url, log)
	if err != nil {
		return fmt.Errorf("nats: %w", err)
	}
	defer b.Close()
	k := endings.New(dir, false, log)
	defer k.Close()
	player := newComputerPlayer(nil)
	if dir != "" {
		player = newComputerPlayer(k.Engine)
	}
	return b.WorkReady(ctx, player, n, func() {
		fmt.Fprintf(cmd.OutOrStdout(), "tagmate works for %s\n", b.URL())
	})
}
