package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/pressly/goose/v3"
	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"tagmate/internal/server/store"
)

//go:embed migrations/*.sql
var migrations embed.FS

// readers is the number of connections that read beside the writer. Reads are
// short and rare (a game is read once, then lives in memory).
const readers = 4

// Store is a store.Store in one SQLite file.
type Store struct {
	read  *sql.DB
	write *sql.DB

	jobs   chan job
	closed chan struct{} // closed by Close: no new jobs
	done   chan struct{} // closed when the writer has ended
	once   sync.Once
}

var _ store.Store = (*Store)(nil)

// Open opens the file, makes it and its directory if they are missing, and
// brings its tables up to date.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	write, err := open(path, 1)
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, write); err != nil {
		write.Close()
		return nil, err
	}
	read, err := open(path, readers)
	if err != nil {
		write.Close()
		return nil, err
	}
	s := &Store{
		read:   read,
		write:  write,
		jobs:   make(chan job, maxBatch),
		closed: make(chan struct{}),
		done:   make(chan struct{}),
	}
	go s.writer()
	return s, nil
}

func open(path string, conns int) (*sql.DB, error) {
	q := url.Values{
		"_pragma": {"journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)", "busy_timeout(5000)"},
		"_txlock": {"immediate"},
	}
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: q.Encode()}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

func migrate(ctx context.Context, db *sql.DB) error {
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, dir)
	if err != nil {
		return fmt.Errorf("sqlite: migrations: %w", err)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("sqlite: migrations: %w", err)
	}
	return nil
}

// Close carries out what was asked for before, then closes the file.
func (s *Store) Close() error {
	s.once.Do(func() { close(s.closed) })
	<-s.done
	return errors.Join(s.read.Close(), s.write.Close())
}

// Create implements store.Store.
func (s *Store) Create(ctx context.Context, g store.Game, first store.Event, seats []store.Seat) error {
	if first.Seq != 1 || first.Game != g.ID {
		return fmt.Errorf("sqlite: first event of %q is (%q, %d): %w", g.ID, first.Game, first.Seq, store.ErrConflict)
	}
	return s.do(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO games (`+columns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			g.ID, g.Variant, g.Mode, g.CreatedAt.UnixMicro(), g.Timed, g.Open, g.Listed, g.Waiting)
		if err != nil {
			return refusal(err)
		}
		for _, seat := range seats {
			_, err := tx.Exec(`INSERT INTO seats (game, name, token_hash) VALUES (?, ?, ?)`,
				g.ID, seat.Name, seat.Hash[:])
			if err != nil {
				return refusal(err)
			}
			if err := remember(tx, g.ID, seat.Hash); err != nil {
				return err
			}
		}
		return insert(tx, first)
	})
}

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, e store.Event) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		var last sql.NullInt64
		if err := tx.QueryRow(`SELECT max(seq) FROM events WHERE game = ?`, e.Game).Scan(&last); err != nil {
			return fmt.Errorf("sqlite: %w", err)
		}
		if !last.Valid {
			return store.ErrNotFound
		}
		if e.Command != "" {
			var n int
			err := tx.QueryRow(`SELECT count(*) FROM events WHERE game = ? AND seat = ? AND command = ?`,
				e.Game, e.Seat, e.Command).Scan(&n)
			if err != nil {
				return fmt.Errorf("sqlite: %w", err)
			}
			if n > 0 {
				return store.ErrRepeated
			}
		}
		if e.Seq != last.Int64+1 {
			return store.ErrConflict
		}
		if e.Player != (store.TokenHash{}) {
			if err := remember(tx, e.Game, e.Player); err != nil {
				return err
			}
		}
		return insert(tx, e)
	})
}

// remember puts a game into a player's history, where it may be already.
func remember(tx *sql.Tx, game string, player store.TokenHash) error {
	_, err := tx.Exec(`INSERT OR IGNORE INTO players (token_hash, created_at, game)
		SELECT ?, created_at, id FROM games WHERE id = ?`, player[:], game)
	return refusal(err)
}

func insert(tx *sql.Tx, e store.Event) error {
	_, err := tx.Exec(`INSERT INTO events (game, seq, kind, payload, at, seat, command) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		e.Game, e.Seq, e.Kind, string(e.Payload), e.At.UnixMicro(), e.Seat, e.Command)
	return refusal(err)
}

// Finish implements store.Store.
func (s *Store) Finish(ctx context.Context, game string) error {
	return s.set(ctx, `UPDATE games SET open = 0 WHERE id = ?`, game)
}

// List implements store.Store.
func (s *Store) List(ctx context.Context, game string, on bool) error {
	return s.set(ctx, `UPDATE games SET listed = ? WHERE id = ?`, on, game)
}

// Begin implements store.Store.
func (s *Store) Begin(ctx context.Context, game string) error {
	return s.set(ctx, `UPDATE games SET waiting = 0 WHERE id = ?`, game)
}

// set changes one game.
func (s *Store) set(ctx context.Context, query string, args ...any) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		r, err := tx.Exec(query, args...)
		if err != nil {
			return fmt.Errorf("sqlite: %w", err)
		}
		if n, err := r.RowsAffected(); err != nil {
			return fmt.Errorf("sqlite: %w", err)
		} else if n == 0 {
			return store.ErrNotFound
		}
		return nil
	})
}

// Game implements store.Store.
func (s *Store) Game(ctx context.Context, id string) (store.Game, error) {
	list, err := s.games(ctx, `WHERE id = ?`, id)
	if err != nil {
		return store.Game{}, err
	}
	if len(list) == 0 {
		return store.Game{}, store.ErrNotFound
	}
	return list[0], nil
}

// Events implements store.Store.
func (s *Store) Events(ctx context.Context, game string, after int64) ([]store.Event, error) {
	rows, err := s.read.QueryContext(ctx,
		`SELECT seq, kind, payload, at, seat, command FROM events WHERE game = ? AND seq > ? ORDER BY seq`, game, after)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	var list []store.Event
	for rows.Next() {
		e := store.Event{Game: game}
		var at int64
		if err := rows.Scan(&e.Seq, &e.Kind, &e.Payload, &at, &e.Seat, &e.Command); err != nil {
			return nil, fmt.Errorf("sqlite: %w", err)
		}
		e.At = time.UnixMicro(at).UTC()
		list = append(list, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return list, nil
}

// Seats implements store.Store.
func (s *Store) Seats(ctx context.Context, game string) ([]store.Seat, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT name, token_hash FROM seats WHERE game = ? ORDER BY name`, game)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	var list []store.Seat
	for rows.Next() {
		var seat store.Seat
		var hash []byte
		if err := rows.Scan(&seat.Name, &hash); err != nil {
			return nil, fmt.Errorf("sqlite: %w", err)
		}
		copy(seat.Hash[:], hash)
		list = append(list, seat)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return list, nil
}

// TimedGames implements store.Store.
func (s *Store) TimedGames(ctx context.Context) ([]store.Game, error) {
	return s.games(ctx, `WHERE open = 1 AND timed = 1 ORDER BY created_at, id`)
}

// Listed implements store.Store.
func (s *Store) Listed(ctx context.Context, after time.Time, limit int) ([]store.Game, error) {
	return s.games(ctx, `WHERE open = 1 AND listed = 1 AND created_at > ? ORDER BY created_at DESC, id LIMIT ?`,
		after.UnixMicro(), limit)
}

// Waiting implements store.Store.
func (s *Store) Waiting(ctx context.Context, before time.Time, limit int) ([]store.Game, error) {
	return s.games(ctx, `WHERE open = 1 AND waiting = 1 AND created_at < ? ORDER BY created_at, id LIMIT ?`,
		before.UnixMicro(), limit)
}

// History implements store.Store.
func (s *Store) History(ctx context.Context, player store.TokenHash, before time.Time, limit int) ([]store.Game, error) {
	return s.games(ctx, `JOIN (SELECT game FROM players WHERE token_hash = ? AND created_at < ?
		ORDER BY created_at DESC, game LIMIT ?) ON game = id ORDER BY created_at DESC, id`,
		player[:], before.UnixMicro(), limit)
}

const columns = `id, variant, mode, created_at, timed, open, listed, waiting`

// games returns what a query for columns finds.
func (s *Store) games(ctx context.Context, query string, args ...any) ([]store.Game, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT `+columns+` FROM games `+query, args...)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	var list []store.Game
	for rows.Next() {
		var g store.Game
		var created int64
		if err := rows.Scan(&g.ID, &g.Variant, &g.Mode, &created, &g.Timed, &g.Open, &g.Listed, &g.Waiting); err != nil {
			return nil, fmt.Errorf("sqlite: %w", err)
		}
		g.CreatedAt = time.UnixMicro(created).UTC()
		list = append(list, g)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return list, nil
}

// refusal turns a broken uniqueness into store.ErrConflict.
func refusal(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*driver.Error](err); ok {
		switch e.Code() {
		case sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE:
			return store.ErrConflict
		}
	}
	return fmt.Errorf("sqlite: %w", err)
}
