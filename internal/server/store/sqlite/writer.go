package sqlite

import (
	"context"
	"errors"
	"fmt"

	"tagmate/internal/server/store/sqlite/queries"
)

// maxBatch is the most that one transaction takes in: with more, those that
// wait for the flush would wait longer for the statements than for the disk.
const maxBatch = 256

var errClosed = errors.New("sqlite: store is closed")

// work are one caller's statements, within a transaction.
type work func(context.Context, *queries.Queries) error

// job is one caller's work, and where he waits for the answer.
type job struct {
	do    work
	reply chan error // of capacity 1
}

// do has the writer carry out f and waits until it is durable. When ctx ends
// first, f may still be carried out.
func (s *Store) do(ctx context.Context, f work) error {
	j := job{f, make(chan error, 1)}
	select {
	case <-s.closed:
		return errClosed
	default:
	}
	select {
	case s.jobs <- j:
	case <-s.closed:
		return errClosed
	case <-ctx.Done():
		return fmt.Errorf("sqlite: %w", ctx.Err())
	}
	select {
	case err := <-j.reply:
		return err
	case <-ctx.Done():
		return fmt.Errorf("sqlite: %w", ctx.Err())
	case <-s.done:
		// The writer empties its queue before it ends; a job that came too
		// late for that has no answer.
		select {
		case err := <-j.reply:
			return err
		default:
			return errClosed
		}
	}
}

// writer carries out jobs until the store is closed and none is left.
func (s *Store) writer() {
	defer close(s.done)
	batch := make([]job, 0, maxBatch)
	for {
		batch = batch[:0]
		select {
		case j := <-s.jobs:
			batch = append(batch, j)
		case <-s.closed:
			select {
			case j := <-s.jobs:
				batch = append(batch, j)
			default:
				return
			}
		}
	more:
		for len(batch) < maxBatch {
			select {
			case j := <-s.jobs:
				batch = append(batch, j)
			default:
				break more
			}
		}
		s.commit(batch)
	}
}

// commit carries out a batch as one transaction and answers everyone.
func (s *Store) commit(batch []job) {
	results := make([]error, len(batch))
	err := s.transact(batch, results)
	for i, j := range batch {
		if err != nil && results[i] == nil {
			results[i] = err
		}
		j.reply <- results[i]
	}
}

func (s *Store) transact(batch []job, results []error) error {
	tx, err := s.write.Begin()
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	defer tx.Rollback()
	q := queries.New(tx)
	for i, j := range batch {
		// A savepoint, so that a job of several statements is all or nothing
		// and its failure is not the others'.
		if _, err := tx.Exec(`SAVEPOINT job`); err != nil {
			return fmt.Errorf("sqlite: %w", err)
		}
		if results[i] = j.do(context.Background(), q); results[i] != nil {
			if _, err := tx.Exec(`ROLLBACK TO job`); err != nil {
				return fmt.Errorf("sqlite: %w", err)
			}
		}
		if _, err := tx.Exec(`RELEASE job`); err != nil {
			return fmt.Errorf("sqlite: %w", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	return nil
}
