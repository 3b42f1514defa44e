package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"tagmate/internal/server/bots"
)

// question and answer are what goes over the bus.
type question struct {
	bots.Request
	Color string `json:",omitempty"` // asks about a draw
	Nodes uint64 `json:",omitempty"` // asks for an opinion
}

type answer struct {
	Move    string        `json:",omitempty"`
	Accepts bool          `json:",omitempty"`
	Opinion *bots.Opinion `json:",omitempty"`
	Error   string        `json:",omitempty"`
}

// workerTime is how long a worker machine may be silent before the question is
// answered here: longer than any level thinks about a move.
const workerTime = 20 * time.Second

// remote is a bots.Thinker that asks worker machines.
type remote struct {
	bus   *Bus
	local bots.Thinker
}

// Thinker returns one who asks the worker machines of the cluster, and
// local where there are none or none answers.
func (b *Bus) Thinker(local bots.Thinker) bots.Thinker { return &remote{b, local} }

func (r *remote) ask(ctx context.Context, q question) (answer, error) {
	text, err := json.Marshal(q)
	if err != nil {
		return answer{}, fmt.Errorf("bus: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, workerTime)
	defer cancel()
	m, err := r.bus.conn.RequestWithContext(ctx, botSubject, text)
	if err != nil {
		return answer{}, fmt.Errorf("bus: %w", err)
	}
	var a answer
	if err := json.Unmarshal(m.Data, &a); err != nil {
		return answer{}, fmt.Errorf("bus: %w", err)
	}
	if a.Error != "" {
		return answer{}, errors.New(a.Error)
	}
	return a, nil
}

// Choose implements bots.Player.
func (r *remote) Choose(ctx context.Context, q bots.Request) (string, error) {
	a, err := r.ask(ctx, question{Request: q})
	if err == nil {
		return a.Move, nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	r.missed(err)
	return r.local.Choose(ctx, q)
}

// AcceptsDraw implements bots.Player.
func (r *remote) AcceptsDraw(ctx context.Context, q bots.Request, color string) (bool, error) {
	a, err := r.ask(ctx, question{Request: q, Color: color})
	if err == nil {
		return a.Accepts, nil
	}
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	r.missed(err)
	return r.local.AcceptsDraw(ctx, q, color)
}

// Analyse implements bots.Analyst.
func (r *remote) Analyse(ctx context.Context, q bots.Request, nodes uint64) (bots.Opinion, error) {
	a, err := r.ask(ctx, question{Request: q, Nodes: nodes})
	if err == nil && a.Opinion != nil {
		return *a.Opinion, nil
	}
	if ctx.Err() != nil {
		return bots.Opinion{}, ctx.Err()
	}
	r.missed(err)
	return r.local.Analyse(ctx, q, nodes)
}

func (r *remote) missed(err error) {
	if err == nil {
		err = errors.New("no opinion in the answer") // of a worker of another version
	}
	if !errors.Is(err, nats.ErrNoResponders) {
		r.bus.log.Warn("no answer from a worker", "err", err)
	}
}

// WorkReady answers the questions of the cluster with a player, n at once, until
// ctx ends. It calls ready when the first can come.
func (b *Bus) WorkReady(ctx context.Context, p bots.Thinker, n int, ready func()) error {
	messages := make(chan *nats.Msg, n)
	sub, err := b.conn.ChanQueueSubscribe(botSubject, botQueue, messages)
	if err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	defer sub.Unsubscribe()
	if err := b.conn.Flush(); err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	ready()
	var workers sync.WaitGroup
	defer workers.Wait()
	for range n {
		workers.Go(func() {
			for {
				select {
				case m := <-messages:
					b.answer(ctx, p, m)
				case <-ctx.Done():
					return
				}
			}
		})
	}
	<-ctx.Done()
	return nil
}

func (b *Bus) answer(ctx context.Context, p bots.Thinker, m *nats.Msg) {
	ctx, cancel := context.WithTimeout(ctx, workerTime)
	defer cancel()
	var q question
	var a answer
	err := json.Unmarshal(m.Data, &q)
	switch {
	case err != nil:
	case q.Color != "":
		a.Accepts, err = p.AcceptsDraw(ctx, q.Request, q.Color)
	case q.Nodes != 0:
		var o bots.Opinion
		o, err = p.Analyse(ctx, q.Request, q.Nodes)
		a.Opinion = &o
	default:
		a.Move, err = p.Choose(ctx, q.Request)
	}
	if err != nil {
		a = answer{Error: err.Error()}
	}
	text, err := json.Marshal(a)
	if err == nil {
		err = m.Respond(text)
	}
	if err != nil {
		b.log.Warn("answer not sent", "err", err)
	}
}
