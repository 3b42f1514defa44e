package live

import (
	"context"
	"time"
)

// job is a question that a computer player thinks about. The zero job is none.
type job struct {
	about  int64 // the event that the question is about
	cancel context.CancelFunc
}

func (j *job) drop() {
	if j.cancel != nil {
		j.cancel()
	}
	*j = job{}
}

// answer is what a computer player wants to do, and where to say whether it
// was done.
type answer struct {
	about   int64
	at      time.Time
	seat    string
	command Command
	reply   chan error // of capacity 1
}

const (
	// thinkTime is how long a computer player may be silent before he is asked
	// anew: several times what the strongest level takes for a move.
	thinkTime = 2 * time.Minute
	// A player who fails is asked again after firstRetry, then after twice
	// that and so on up to lastRetry.
	firstRetry = time.Second
	lastRetry  = 30 * time.Second
)

// start has a computer player think about a question in place of what j was
// about, until what he wants is done or the job is dropped.
func (r *room) start(j *job, about int64, seat string, think func(context.Context) (Command, error)) {
	j.drop()
	ctx, cancel := context.WithCancel(r.ctx)
	*j = job{about, cancel}
	r.jobs.Go(func() {
		for wait := firstRetry; ; wait = min(2*wait, lastRetry) {
			err := r.attempt(ctx, about, seat, think)
			if err == nil || ctx.Err() != nil {
				return
			}
			r.log.Error("computer player failed", "seat", seat, "err", err)
			select {
			case <-time.After(wait):
			case <-ctx.Done():
				return
			}
		}
	})
}

func (r *room) attempt(ctx context.Context, about int64, seat string, think func(context.Context) (Command, error)) error {
	limited, cancel := context.WithTimeout(ctx, thinkTime)
	defer cancel()
	c, err := think(limited)
	if err != nil {
		return err
	}
	a := answer{about, time.Now(), seat, c, make(chan error, 1)}
	select {
	case r.answers <- a:
	case <-ctx.Done():
		return ctx.Err()
	}
	// The room answers what it has taken.
	return <-a.reply
}

// heed does what a computer player wants, unless nobody asks that any more.
func (r *room) heed(a answer) {
	if a.about != r.thinking.about && a.about != r.asked.about {
		a.reply <- nil
		return
	}
	_, err := r.do([]string{a.seat}, a.command, a.at)
	a.reply <- err
}
