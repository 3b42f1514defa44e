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
	"tagmate/internal/server/store/sqlite/queries"
)

//go:embed migrations/*.sql
var migrations embed.FS

// readers is the number of connections that read beside the writer. Reads are
// short and rare (a game is read once, then lives in memory).
const readers = 4

// Store is a store.Store in one SQLite file.
type Store struct {
	read  *sql.DB
	q     *queries.Queries
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
		read: read, q: queries.New(read),
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
	return s.do(ctx, func(ctx context.Context, q *queries.Queries) error {
		err := q.AddGame(ctx, queries.AddGameParams{
			ID: g.ID, Variant: g.Variant, Mode: g.Mode, CreatedAt: g.CreatedAt.UnixMicro(),
			Timed: g.Timed, Open: g.Open, Listed: g.Listed, Waiting: g.Waiting,
		})
		if err != nil {
			return refusal(err)
		}
		for _, seat := range seats {
			err := q.AddSeat(ctx, queries.AddSeatParams{Game: g.ID, Name: seat.Name, TokenHash: seat.Hash[:]})
			if err != nil {
				return refusal(err)
			}
			if err := q.AddPlayer(ctx, queries.AddPlayerParams{TokenHash: seat.Hash[:], Game: g.ID}); err != nil {
				return refusal(err)
			}
		}
		return add(ctx, q, first)
	})
}

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, e store.Event) error {
	return s.do(ctx, func(ctx context.Context, q *queries.Queries) error {
		last, err := q.LastSeq(ctx, e.Game)
		if err != nil {
			return refusal(err)
		}
		if last == 0 {
			return store.ErrNotFound
		}
		n, err := q.CountCommand(ctx, queries.CountCommandParams{Game: e.Game, Seat: e.Seat, Command: e.Command})
		if err != nil {
			return refusal(err)
		}
		if n > 0 {
			return store.ErrRepeated
		}
		if e.Seq != last+1 {
			return store.ErrConflict
		}
		if e.Player != (store.TokenHash{}) {
			if err := q.AddPlayer(ctx, queries.AddPlayerParams{TokenHash: e.Player[:], Game: e.Game}); err != nil {
				return refusal(err)
			}
		}
		return add(ctx, q, e)
	})
}

func add(ctx context.Context, q *queries.Queries, e store.Event) error {
	return refusal(q.AddEvent(ctx, queries.AddEventParams{
		Game: e.Game, Seq: e.Seq, Kind: e.Kind, Payload: string(e.Payload), At: e.At.UnixMicro(), Seat: e.Seat, Command: e.Command,
	}))
}

// Finish implements store.Store.
func (s *Store) Finish(ctx context.Context, game string) error {
	return s.set(ctx, func(ctx context.Context, q *queries.Queries) (int64, error) { return q.Finish(ctx, game) })
}

// List implements store.Store.
func (s *Store) List(ctx context.Context, game string, on bool) error {
	return s.set(ctx, func(ctx context.Context, q *queries.Queries) (int64, error) {
		return q.List(ctx, queries.ListParams{ID: game, Listed: on})
	})
}

// Begin implements store.Store.
func (s *Store) Begin(ctx context.Context, game string) error {
	return s.set(ctx, func(ctx context.Context, q *queries.Queries) (int64, error) { return q.Begin(ctx, game) })
}

// set changes one game.
func (s *Store) set(ctx context.Context, change func(context.Context, *queries.Queries) (int64, error)) error {
	return s.do(ctx, func(ctx context.Context, q *queries.Queries) error {
		n, err := change(ctx, q)
		if err == nil && n == 0 {
			return store.ErrNotFound
		}
		return refusal(err)
	})
}

// Game implements store.Store.
func (s *Store) Game(ctx context.Context, id string) (store.Game, error) {
	g, err := s.q.Game(ctx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Game{}, store.ErrNotFound
	}
	if err != nil {
		return store.Game{}, refusal(err)
	}
	return game(g), nil
}

// Events implements store.Store.
func (s *Store) Events(ctx context.Context, game string, after int64) ([]store.Event, error) {
	rows, err := s.q.Events(ctx, queries.EventsParams{Game: game, After: after})
	if err != nil {
		return nil, refusal(err)
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
		return nil, refusal(err)
	}
	var list []store.Seat
	for _, x := range rows {
		seat := store.Seat{Name: x.Name}
		copy(seat.Hash[:], x.TokenHash)
		list = append(list, seat)
	}
	return list, nil
}

// TimedGames implements store.Store.
func (s *Store) TimedGames(ctx context.Context) ([]store.Game, error) {
	return games(s.q.TimedGames(ctx))
}

// Listed implements store.Store.
func (s *Store) Listed(ctx context.Context, after time.Time, limit int) ([]store.Game, error) {
	return games(s.q.Listed(ctx, queries.ListedParams{After: after.UnixMicro(), Most: int64(limit)}))
}

// Waiting implements store.Store.
func (s *Store) Waiting(ctx context.Context, before time.Time, limit int) ([]store.Game, error) {
	return games(s.q.Waiting(ctx, queries.WaitingParams{Before: before.UnixMicro(), Most: int64(limit)}))
}

// History implements store.Store.
func (s *Store) History(ctx context.Context, player store.TokenHash, before time.Time, limit int) ([]store.Game, error) {
	return games(s.q.History(ctx, queries.HistoryParams{TokenHash: player[:], Before: before.UnixMicro(), Most: int64(limit)}))
}

func game(g queries.Game) store.Game {
	return store.Game{
		ID: g.ID, Variant: g.Variant, Mode: g.Mode, CreatedAt: time.UnixMicro(g.CreatedAt).UTC(),
		Timed: g.Timed, Open: g.Open, Listed: g.Listed, Waiting: g.Waiting,
	}
}

func games(rows []queries.Game, err error) ([]store.Game, error) {
	if err != nil {
		return nil, refusal(err)
	}
	list := make([]store.Game, len(rows))
	for i, g := range rows {
		list[i] = game(g)
	}
	return list, nil
}

// refusal turns a broken uniqueness into store.ErrConflict, and says of other
// errors whence they come.
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
