package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"tagmate/internal/server/store"
	"tagmate/internal/server/store/postgres/queries"
)

//go:embed migrations/*.sql
var migrations embed.FS

// uniqueViolation is PostgreSQL's code for a broken uniqueness.
const uniqueViolation = "23505"

// Store is a store.Store in a PostgreSQL database.
type Store struct {
	q    *queries.Queries
	pool *pgxpool.Pool
}

var _ store.Store = (*Store)(nil)

// Open connects to a database, by a URL such as postgres://user@host/name or a
// text of key=value pairs, and brings its tables up to date.
func Open(ctx context.Context, url string) (*Store, error) {
	c, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err) // it hides the password
	}
	c.ConnConfig.RuntimeParams["synchronous_commit"] = "on"
	if c.ConnConfig.RuntimeParams["application_name"] == "" {
		c.ConnConfig.RuntimeParams["application_name"] = "tagmate"
	}
	pool, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	if err := migrate(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	return &Store{queries.New(pool), pool}, nil
}

func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	one, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, dir, goose.WithSessionLocker(one))
	if err != nil {
		return fmt.Errorf("postgres: migrations: %w", err)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("postgres: migrations: %w", err)
	}
	return nil
}

// Close waits for running calls and ends the connections.
func (s *Store) Close() error {
	s.pool.Close()
	return nil
}

// Create implements store.Store.
func (s *Store) Create(ctx context.Context, g store.Game, first store.Event, seats []store.Seat) error {
	if first.Seq != 1 || first.Game != g.ID {
		return fmt.Errorf("postgres: first event of %q is (%q, %d): %w", g.ID, first.Game, first.Seq, store.ErrConflict)
	}
	err := s.transact(ctx, func(q *queries.Queries) error {
		err := q.AddGame(ctx, queries.AddGameParams{
			ID: g.ID, Variant: g.Variant, Mode: g.Mode, CreatedAt: g.CreatedAt.UnixMicro(),
			Timed: g.Timed, Open: g.Open, Listed: g.Listed, Waiting: g.Waiting,
		})
		if err != nil {
			return err
		}
		for _, seat := range seats {
			err := q.AddSeat(ctx, queries.AddSeatParams{Game: g.ID, Name: seat.Name, TokenHash: seat.Hash[:]})
			if err != nil {
				return err
			}
			if err := q.AddPlayer(ctx, queries.AddPlayerParams{TokenHash: seat.Hash[:], Game: g.ID}); err != nil {
				return err
			}
		}
		return q.AddFirstEvent(ctx, queries.AddFirstEventParams{
			Game: first.Game, Kind: first.Kind, Payload: first.Payload, At: first.At.UnixMicro(), Seat: first.Seat, Command: first.Command,
		})
	})
	if violated(err) {
		return store.ErrConflict
	}
	return wrap(err)
}

// transact does something all or not at all.
func (s *Store) transact(ctx context.Context, f func(*queries.Queries) error) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return f(s.q.WithTx(tx)) })
}

// violated reports whether a uniqueness was broken.
func violated(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == uniqueViolation
}

func wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("postgres: %w", err)
}

// errNotAdded has a transaction undone.
var errNotAdded = errors.New("postgres: event not added")

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, e store.Event) error {
	add := func(q *queries.Queries) error {
		n, err := q.AddEvent(ctx, queries.AddEventParams{
			Game: e.Game, Seq: e.Seq, Kind: e.Kind, Payload: e.Payload, At: e.At.UnixMicro(), Seat: e.Seat, Command: e.Command,
		})
		if err == nil && n == 0 {
			err = errNotAdded
		}
		return err
	}
	var err error
	if e.Player == (store.TokenHash{}) {
		err = add(s.q)
	} else {
		err = s.transact(ctx, func(q *queries.Queries) error {
			if err := add(q); err != nil {
				return err
			}
			return q.AddPlayer(ctx, queries.AddPlayerParams{TokenHash: e.Player[:], Game: e.Game})
		})
	}
	if err == nil || err != errNotAdded && !violated(err) {
		return wrap(err)
	}
	// Rare enough to ask in a second step why not.
	why, err := s.q.WhyNot(ctx, queries.WhyNotParams{Game: e.Game, Seat: e.Seat, Command: e.Command})
	switch {
	case err != nil:
		return wrap(err)
	case !why.Found:
		return store.ErrNotFound
	case why.Repeated:
		return store.ErrRepeated
	}
	return store.ErrConflict
}

// Finish implements store.Store.
func (s *Store) Finish(ctx context.Context, game string) error {
	return changed(s.q.Finish(ctx, game))
}

// List implements store.Store.
func (s *Store) List(ctx context.Context, game string, on bool) error {
	return changed(s.q.List(ctx, queries.ListParams{ID: game, Listed: on}))
}

// Begin implements store.Store.
func (s *Store) Begin(ctx context.Context, game string) error {
	return changed(s.q.Begin(ctx, game))
}

// changed is what it means that a change of one game has changed so many rows.
func changed(rows int64, err error) error {
	if err == nil && rows == 0 {
		return store.ErrNotFound
	}
	return wrap(err)
}

// Game implements store.Store.
func (s *Store) Game(ctx context.Context, id string) (store.Game, error) {
	g, err := s.q.Game(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return store.Game{}, store.ErrNotFound
	}
	if err != nil {
		return store.Game{}, wrap(err)
	}
	return game(g), nil
}

// TimedGames implements store.Store.
func (s *Store) TimedGames(ctx context.Context) ([]store.Game, error) {
	return games(s.q.TimedGames(ctx))
}

// Listed implements store.Store.
func (s *Store) Listed(ctx context.Context, after time.Time, limit int) ([]store.Game, error) {
	return games(s.q.Listed(ctx, queries.ListedParams{After: after.UnixMicro(), Most: int32(limit)}))
}

// Waiting implements store.Store.
func (s *Store) Waiting(ctx context.Context, before time.Time, limit int) ([]store.Game, error) {
	return games(s.q.Waiting(ctx, queries.WaitingParams{Before: before.UnixMicro(), Most: int32(limit)}))
}

// History implements store.Store.
func (s *Store) History(ctx context.Context, player store.TokenHash, before time.Time, limit int) ([]store.Game, error) {
	return games(s.q.History(ctx, queries.HistoryParams{TokenHash: player[:], Before: before.UnixMicro(), Most: int32(limit)}))
}

// Events implements store.Store.
func (s *Store) Events(ctx context.Context, game string, after int64) ([]store.Event, error) {
	rows, err := s.q.Events(ctx, queries.EventsParams{Game: game, After: after})
	if err != nil {
		return nil, wrap(err)
	}
	var list []store.Event
	for _, e := range rows {
		list = append(list, store.Event{
			Game: game, Seq: e.Seq, Kind: e.Kind, Payload: []byte(e.Payload), At: time.UnixMicro(e.At).UTC(), Seat: e.Seat, Command: e.Command,
		})
	}
	return list, nil
}

// Seats implements store.Store.
func (s *Store) Seats(ctx context.Context, game string) ([]store.Seat, error) {
	rows, err := s.q.Seats(ctx, game)
	if err != nil {
		return nil, wrap(err)
	}
	var list []store.Seat
	for _, x := range rows {
		seat := store.Seat{Name: x.Name}
		copy(seat.Hash[:], x.TokenHash)
		list = append(list, seat)
	}
	return list, nil
}

func game(g queries.Game) store.Game {
	return store.Game{
		ID: g.ID, Variant: g.Variant, Mode: g.Mode, CreatedAt: time.UnixMicro(g.CreatedAt).UTC(),
		Timed: g.Timed, Open: g.Open, Listed: g.Listed, Waiting: g.Waiting,
	}
}

func games(rows []queries.Game, err error) ([]store.Game, error) {
	if err != nil {
		return nil, wrap(err)
	}
	list := make([]store.Game, len(rows))
	for i, g := range rows {
		list[i] = game(g)
	}
	return list, nil
}
