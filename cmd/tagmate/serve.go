package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots"
	"tagmate/internal/server/bus"
	"tagmate/internal/server/endings"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/postgres"
	"tagmate/internal/server/store/sqlite"
	"tagmate/internal/server/web"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	addr     string
	data     string
	logLevel string
	workers  int
	tlsCert  string
	tlsKey   string
	origins  []string
	proxies  []string
	noLimits bool
	db       string
	nats     string
	tables   string
	build    bool
}

func newServeCommand() *cobra.Command {
	var o serveOptions
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the games to browsers",
		Long: `Serve the games to browsers, with everything in this one binary.

Games are kept in a file in the data directory; a move is on the disk before
anyone sees it. Stop the server with Ctrl-C: open games go on after the next
start, and nobody's clock runs in between.

Several servers share the games with --db and --nats; see docs/hosting.md.`,
		Example: `  tagmate serve
  tagmate serve --addr :8080 --data /var/lib/tagmate
  tagmate serve --db postgres://tagmate@db/tagmate --nats nats://bus:4222
  tagmate serve -a :443 --tls-cert cert.pem --tls-key key.pem`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return serve(ctx, o, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := c.Flags()
	f.StringVarP(&o.addr, "addr", "a", "127.0.0.1:8080", "`address` to listen on; port 0 takes a free one")
	f.StringVarP(&o.data, "data", "d", "", "`directory` to keep games in (default $XDG_DATA_HOME/tagmate or ~/.local/share/tagmate)")
	f.StringVarP(&o.logLevel, "log-level", "l", "warn", "log this `level` and above: debug, info, warn, error")
	f.IntVarP(&o.workers, "workers", "w", 2, "`number` of computer players that think at once")
	f.StringVar(&o.tlsCert, "tls-cert", "", "`file` with the certificate (PEM); serves HTTPS")
	f.StringVar(&o.tlsKey, "tls-key", "", "`file` with the certificate's key (PEM)")
	f.StringSliceVar(&o.origins, "origin", nil, "another `origin` whose pages may use the server, such as https://chess.example (repeatable)")
	f.StringSliceVar(&o.proxies, "proxy", nil, "`network` of a proxy in front, such as 127.0.0.0/8, whose X-Forwarded-For is believed (repeatable)")
	f.BoolVar(&o.noLimits, "no-limits", false, "no limits on rates and connections, for measurements")
	f.StringVar(&o.db, "db", "", "`URL` of a PostgreSQL database to keep games in, in place of a file")
	f.StringVar(&o.nats, "nats", "", "`URL` of a NATS server through which several servers work together (needs --db)")
	f.StringVar(&o.tables, "tables", "", "`directory` of endgame tables, or none (default tables in the data directory)")
	f.BoolVar(&o.build, "build-tables", true, "build the small endgame tables, in the background, when somebody first asks for one")
	c.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	return c
}

const (
	// stopTime is how long the server waits for its clients when it stops.
	stopTime = 10 * time.Second
	database = "tagmate.db"
)

// serve runs the server until ctx ends.
func serve(ctx context.Context, o serveOptions, out, errOut io.Writer) error {
	var level slog.Level
	if err := level.UnmarshalText([]byte(o.logLevel)); err != nil {
		return badInput(fmt.Errorf("log-level: expected debug, info, warn or error, got %q", o.logLevel))
	}
	log := slog.New(slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: level}))
	if o.workers < 1 || o.workers > 256 {
		return badInput(fmt.Errorf("workers: expected 1 to 256, got %d", o.workers))
	}
	if o.nats != "" && o.db == "" {
		return badInput(errors.New("nats: servers that work together need a database that they share: --db"))
	}

	var proxies []netip.Prefix
	for _, text := range o.proxies {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return badInput(fmt.Errorf("proxy: expected a network such as 127.0.0.0/8, got %q", text))
		}
		proxies = append(proxies, p)
	}

	// The address first: that it is taken is the commonest failure.
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return fmt.Errorf("addr: %w", err)
	}
	defer listener.Close()
	st, err := openStore(ctx, o)
	if err != nil {
		return err
	}
	defer func() {
		if err := st.Close(); err != nil {
			log.Error("store not closed", "err", err)
		}
	}()
	nodes, err := bus.Open(o.nats, log)
	if err != nil {
		return fmt.Errorf("nats: %w", err)
	}
	defer nodes.Close()
	tables, err := openTables(o, log)
	if err != nil {
		return err
	}
	think := newComputerPlayer(nil)
	if tables != nil {
		defer tables.Close()
		think = newComputerPlayer(tables.Engine)
	}
	var player bots.Thinker = bots.NewWorkers(think, o.workers)
	if o.nats != "" {
		player = nodes.Thinker(player)
	}
	hub := live.NewHub(st, player, log)
	defer hub.Close()
	metrics := api.NewMetrics()
	hub.Measure(metrics)
	if err := hub.Join(nodes); err != nil {
		return err
	}

	var dist fs.FS
	if d, ok := web.Built(); ok {
		dist = d
	}
	client, err := web.New(dist)
	if err != nil {
		return err
	}
	pages, err := newGuide(dist)
	if err != nil {
		return err
	}
	site, err := api.New(api.Config{
		Hub: hub, Analyst: player, Client: client, Tables: tables, Practice: st, Guide: pages, Log: log, Metrics: metrics,
		Origins: o.origins, Proxies: proxies, Unlimited: o.noLimits,
	})
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           site,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}

	ended := make(chan error, 1)
	scheme := "http"
	if o.tlsCert != "" {
		scheme = "https"
		pair, err := tls.LoadX509KeyPair(o.tlsCert, o.tlsKey)
		if err != nil {
			return fmt.Errorf("tls-cert, tls-key: %w", err)
		}
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
		go func() { ended <- server.ServeTLS(listener, "", "") }()
	} else {
		go func() { ended <- server.Serve(listener) }()
	}
	tending, leave := context.WithCancel(ctx)
	defer leave()
	tended := make(chan struct{})
	go func() {
		defer close(tended)
		if err := hub.Tend(tending); err != nil && tending.Err() == nil {
			log.Error("games not tended", "err", err)
		}
	}()
	fmt.Fprintf(out, "tagmate is ready at %s://%s/\n", scheme, listener.Addr())

	select {
	case err = <-ended:
	case <-ctx.Done():
		log.Info("stopping")
		// New requests are refused, running ones end; then rooms end, which
		// ends the sockets; then the store is closed.
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
		defer cancel()
		err = server.Shutdown(limited)
		hub.Close()
		site.Wait(limited)
	}
	leave()
	<-tended
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	return err
}

// openStore opens the database, or the file if there is none.
func openStore(ctx context.Context, o serveOptions) (store.Store, error) {
	if o.db != "" {
		st, err := postgres.Open(ctx, o.db)
		if err != nil {
			return nil, fmt.Errorf("db: %w", err)
		}
		return st, nil
	}
	dir, err := dataDir(o.data)
	if err != nil {
		return nil, err
	}
	st, err := sqlite.Open(ctx, filepath.Join(dir, database))
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return st, nil
}

// openTables opens the endgame tables, nil for none.
func openTables(o serveOptions, log *slog.Logger) (*endings.Keeper, error) {
	dir := o.tables
	switch dir {
	case "none":
		return nil, nil
	case "":
		data, err := dataDir(o.data)
		if err != nil {
			if o.db != "" {
				return nil, nil // a node without a home keeps nothing
			}
			return nil, err
		}
		dir = filepath.Join(data, "tables")
	}
	return endings.New(dir, o.build, log), nil
}

// dataDir returns where games are kept.
func dataDir(flag string) (string, error) {
	if flag != "" {
		return flag, nil
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tagmate"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("data: no home directory; say where to keep games: %w", err)
	}
	return filepath.Join(home, ".local", "share", "tagmate"), nil
}
