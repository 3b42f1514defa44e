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
)

//go:embed migrations/*.sql
var migrations embed.FS

// uniqueViolation is PostgreSQL's code for a broken uniqueness.
const uniqueViolation = "23505"

// Store is a store.Store in a PostgreSQL database.
type Store struct{ pool *pgxpool.Pool }

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
	return &Store{pool}, nil
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
	b := &pgx.Batch{} // one round trip, and one transaction
	b.Queue(`INSERT INTO games (`+columns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		g.ID, g.Variant, g.Mode, g.CreatedAt.UnixMicro(), g.Timed, g.Open, g.Listed, g.Waiting)
	for _, seat := range seats {
		b.Queue(`INSERT INTO seats (game, name, token_hash) VALUES ($1, $2, $3)`, g.ID, seat.Name, seat.Hash[:])
		b.Queue(`INSERT INTO players (token_hash, created_at, game) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
			seat.Hash[:], g.CreatedAt.UnixMicro(), g.ID)
	}
	b.Queue(`INSERT INTO events (game, seq, kind, payload, at, seat, command) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		first.Game, first.Seq, first.Kind, string(first.Payload), first.At.UnixMicro(), first.Seat, first.Command)
	err := s.pool.SendBatch(ctx, b).Close()
	if _, taken := violated(err); taken {
		return store.ErrConflict
	}
	return wrap(err)
}

// violated returns the name of the uniqueness that was broken.
func violated(err error) (string, bool) {
	e, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || e.Code != uniqueViolation {
		return "", false
	}
	return e.ConstraintName, true
}

func wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("postgres: %w", err)
}

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, e store.Event) error {
	query := `INSERT INTO events (game, seq, kind, payload, at, seat, command)
		SELECT $1::text, $2::bigint, $3::text, $4::json, $5::bigint, $6::text, $7::text
		WHERE (SELECT max(seq) FROM events WHERE game = $1) = $2 - 1
		AND ($7 = '' OR NOT EXISTS (SELECT FROM events WHERE game = $1 AND seat = $6 AND command = $7))`
	args := []any{e.Game, e.Seq, e.Kind, string(e.Payload), e.At.UnixMicro(), e.Seat, e.Command}
	if e.Player != (store.TokenHash{}) {
		// The row is counted though it may be there already.
		query = `WITH kept AS (` + query + ` RETURNING game)
			INSERT INTO players (token_hash, created_at, game)
			SELECT $8::bytea, created_at, id FROM games JOIN kept ON kept.game = id
			ON CONFLICT (token_hash, created_at, game) DO UPDATE SET game = excluded.game`
		args = append(args, e.Player[:])
	}
	tag, err := s.pool.Exec(ctx, query, args...)
	if _, taken := violated(err); err != nil && !taken {
		return wrap(err)
	}
	if err == nil && tag.RowsAffected() == 1 {
		return nil
	}
	// Rare enough to ask in a second step why not.
	var exists, repeated bool
	err = s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM games WHERE id = $1),
		$3 <> '' AND EXISTS (SELECT FROM events WHERE game = $1 AND seat = $2 AND command = $3)`,
		e.Game, e.Seat, e.Command).Scan(&exists, &repeated)
	switch {
	case err != nil:
		return wrap(err)
	case !exists:
		return store.ErrNotFound
	case repeated:
		return store.ErrRepeated
	}
	return store.ErrConflict
}

// Finish implements store.Store.
func (s *Store) Finish(ctx context.Context, game string) error {
	return s.set(ctx, `UPDATE games SET open = false WHERE id = $1`, game)
}

// List implements store.Store.
func (s *Store) List(ctx context.Context, game string, on bool) error {
	return s.set(ctx, `UPDATE games SET listed = $2 WHERE id = $1`, game, on)
}

// Begin implements store.Store.
func (s *Store) Begin(ctx context.Context, game string) error {
	return s.set(ctx, `UPDATE games SET waiting = false WHERE id = $1`, game)
}

// set changes one game.
func (s *Store) set(ctx context.Context, query string, args ...any) error {
	tag, err := s.pool.Exec(ctx, query, args...)
	if err != nil {
		return wrap(err)
	}
	if tag.RowsAffected() == 0 {
		return store.ErrNotFound
	}
	return nil
}

const columns = `id, variant, mode, created_at, timed, open, listed, waiting`

func scanGame(row pgx.CollectableRow) (store.Game, error) {
	var g store.Game
	var created int64
	err := row.Scan(&g.ID, &g.Variant, &g.Mode, &created, &g.Timed, &g.Open, &g.Listed, &g.Waiting)
	g.CreatedAt = time.UnixMicro(created).UTC()
	return g, err
}

// games returns what a query for columns finds.
func (s *Store) games(ctx context.Context, query string, args ...any) ([]store.Game, error) {
	rows, err := s.pool.Query(ctx, `SELECT `+columns+` FROM games `+query, args...)
	if err != nil {
		return nil, wrap(err)
	}
	list, err := pgx.CollectRows(rows, scanGame)
	return list, wrap(err)
}

// Game implements store.Store.
func (s *Store) Game(ctx context.Context, id string) (store.Game, error) {
	list, err := s.games(ctx, `WHERE id = $1`, id)
	if err != nil {
		return store.Game{}, err
	}
	if len(list) == 0 {
		return store.Game{}, store.ErrNotFound
	}
	return list[0], nil
}

// TimedGames implements store.Store.
func (s *Store) TimedGames(ctx context.Context) ([]store.Game, error) {
	return s.games(ctx, `WHERE open AND timed ORDER BY created_at, id`)
}

// Listed implements store.Store.
func (s *Store) Listed(ctx context.Context, after time.Time, limit int) ([]store.Game, error) {
	return s.games(ctx, `WHERE open AND listed AND created_at > $1 ORDER BY created_at DESC, id LIMIT $2`,
		after.UnixMicro(), limit)
}

// Waiting implements store.Store.
func (s *Store) Waiting(ctx context.Context, before time.Time, limit int) ([]store.Game, error) {
	return s.games(ctx, `WHERE open AND waiting AND created_at < $1 ORDER BY created_at, id LIMIT $2`,
		before.UnixMicro(), limit)
}

// History implements store.Store.
func (s *Store) History(ctx context.Context, player store.TokenHash, before time.Time, limit int) ([]store.Game, error) {
	return s.games(ctx, `JOIN (SELECT game FROM players WHERE token_hash = $1 AND created_at < $2
		ORDER BY created_at DESC, game LIMIT $3) AS mine ON game = id ORDER BY created_at DESC, id`,
		player[:], before.UnixMicro(), limit)
}

// Events implements store.Store.
func (s *Store) Events(ctx context.Context, game string, after int64) ([]store.Event, error) {
	rows, err := s.pool.Query(ctx, `SELECT seq, kind, payload::text, at, seat, command
		FROM events WHERE game = $1 AND seq > $2 ORDER BY seq`, game, after)
	if err != nil {
		return nil, wrap(err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (store.Event, error) {
		e := store.Event{Game: game}
		var at int64
		var payload string
		err := row.Scan(&e.Seq, &e.Kind, &payload, &at, &e.Seat, &e.Command)
		e.Payload, e.At = []byte(payload), time.UnixMicro(at).UTC()
		return e, err
	})
	return list, wrap(err)
}

// Seats implements store.Store.
func (s *Store) Seats(ctx context.Context, game string) ([]store.Seat, error) {
	rows, err := s.pool.Query(ctx, `SELECT name, token_hash FROM seats WHERE game = $1 ORDER BY name COLLATE "C"`, game)
	if err != nil {
		return nil, wrap(err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (store.Seat, error) {
		var seat store.Seat
		var hash []byte
		err := row.Scan(&seat.Name, &hash)
		copy(seat.Hash[:], hash)
		return seat, err
	})
	return list, wrap(err)
}
