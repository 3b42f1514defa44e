package sqlite

import (
	"context"
	"time"

	"tagmate/internal/server/store"
	"tagmate/internal/server/store/sqlite/queries"
)

// AddAttempts implements store.Practice.
func (s *Store) AddAttempts(ctx context.Context, player store.TokenHash, list []store.Attempt) (added int, err error) {
	n := 0
	err = s.do(ctx, func(ctx context.Context, q *queries.Queries) error {
		for _, a := range list {
			rows, err := q.AddAttempt(ctx, queries.AddAttemptParams{
				TokenHash: player[:], ID: a.ID, Variant: a.Variant, Ending: a.Ending, Role: a.Role, At: a.At.UnixMicro(),
				Won: a.Won, Used: int64(a.Used), Least: int64(a.Least), Hints: int64(a.Hints),
			})
			if err != nil {
				return refusal(err)
			}
			n += int(rows)
		}
		return refusal(q.DropAttempts(ctx, queries.DropAttemptsParams{TokenHash: player[:], Most: store.MaxAttempts}))
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// Attempts implements store.Practice.
func (s *Store) Attempts(ctx context.Context, player store.TokenHash) ([]store.Attempt, error) {
	rows, err := s.q.Attempts(ctx, player[:])
	if err != nil {
		return nil, refusal(err)
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
