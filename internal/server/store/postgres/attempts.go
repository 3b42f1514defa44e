package postgres

import (
	"cmp"
	"context"
	"slices"
	"time"

	"tagmate/internal/server/store"
	"tagmate/internal/server/store/postgres/queries"
)

// AddAttempts implements store.Practice.
func (s *Store) AddAttempts(ctx context.Context, player store.TokenHash, list []store.Attempt) (added int, err error) {
	// In one order, so that two that add the same attempts at once do not each
	// wait for the other.
	list = slices.SortedFunc(slices.Values(list), func(a, b store.Attempt) int { return cmp.Compare(a.ID, b.ID) })
	err = s.transact(ctx, func(q *queries.Queries) error {
		for _, a := range list {
			rows, err := q.AddAttempt(ctx, queries.AddAttemptParams{
				TokenHash: player[:], ID: a.ID, Variant: a.Variant, Ending: a.Ending, Role: a.Role, At: a.At.UnixMicro(),
				Won: a.Won, Used: int32(a.Used), Least: int32(a.Least), Hints: int32(a.Hints),
			})
			if err != nil {
				return err
			}
			added += int(rows)
		}
		return q.DropAttempts(ctx, queries.DropAttemptsParams{TokenHash: player[:], Most: store.MaxAttempts})
	})
	if err != nil {
		return 0, wrap(err)
	}
	return added, nil
}

// Attempts implements store.Practice.
func (s *Store) Attempts(ctx context.Context, player store.TokenHash) ([]store.Attempt, error) {
	rows, err := s.q.Attempts(ctx, player[:])
	if err != nil {
		return nil, wrap(err)
	}
	list := make([]store.Attempt, len(rows))
	for i, a := range rows {
		list[i] = store.Attempt{
			ID: a.ID, Variant: a.Variant, Ending: a.Ending, Role: a.Role, At: time.UnixMicro(a.At).UTC(),
			Won: a.Won, Used: int(a.Used), Least: int(a.Least), Hints: int(a.Hints),
		}
	}
	return list, nil
}
