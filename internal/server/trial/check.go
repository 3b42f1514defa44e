package trial

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
)

// Report is what a comparison has counted.
type Report struct {
	Games, Finished, Events, Acknowledged, Refused, Connections, Repeats int
	// Exact is how many clocks were compared to the millisecond, Bounded how
	// many had the server's end in between, which gives time back.
	Exact, Bounded int
}

func (r Report) String() string {
	return fmt.Sprintf("%d games, %d of them finished; %d events; %d commands acknowledged, %d refused; %d connections, %d commands sent again; clocks: %d exact, %d within bounds",
		r.Games, r.Finished, r.Events, r.Acknowledged, r.Refused, r.Connections, r.Repeats, r.Exact, r.Bounded)
}

// timed is what events with a clock have in common.
type timed struct {
	UCI   string
	Clock map[string]int64
	Lag   int64
}

// Check compares the log of a game with what its players were told, and reads
// the game as a server does. starts are when the server was started.
func (r *Report) Check(ctx context.Context, st store.Store, x *Table, kind Kind, starts []time.Time) error {
	list, err := st.Events(ctx, x.Game, 0)
	if err != nil {
		return err
	}
	r.Games++
	r.Events += len(list)
	commands := map[[2]string]int64{}
	for i, e := range list {
		if e.Seq != int64(i)+1 {
			return fmt.Errorf("event %d of %s has number %d", i+1, x.Game, e.Seq)
		}
		key := [2]string{e.Seat, e.Command}
		if e.Command != "" && commands[key] != 0 {
			return fmt.Errorf("%s: the command %s of %s is there twice, as %d and %d", x.Game, e.Command, e.Seat, commands[key], e.Seq)
		}
		commands[key] = e.Seq
	}
	for _, p := range x.Players {
		r.Connections += p.Connections
		r.Repeats += p.Repeats
		for _, d := range p.Deeds {
			seq := commands[[2]string{d.Seat, d.ID}]
			switch {
			case d.Seq == 0 && seq != 0:
				return fmt.Errorf("%s: %+v was refused, and is event %d", x.Game, d, seq)
			case d.Seq != seq:
				return fmt.Errorf("%s: %+v was acknowledged, and is event %d", x.Game, d, seq)
			case d.Seq == 0:
				r.Refused++
				continue
			}
			r.Acknowledged++
			var p timed
			if json.Unmarshal(list[seq-1].Payload, &p) != nil || p.UCI != d.UCI {
				return fmt.Errorf("%s: %+v was acknowledged, and is %s", x.Game, d, list[seq-1].Payload)
			}
		}
	}
	if err := r.clocks(list, kind, starts); err != nil {
		return fmt.Errorf("%s: %w", x.Game, err)
	}
	return r.read(ctx, st, x.Game, list)
}

// clocks checks that each clock shows what the log's times make of it.
func (r *Report) clocks(list []store.Event, kind Kind, starts []time.Time) error {
	// A room that was read anew has its clock stand still for live.Grace; when
	// it was read is known to within slack.
	const slack, rounding = 3 * time.Second, 3 * time.Millisecond
	left := map[string]time.Duration{}
	var since time.Time
	for _, e := range list {
		var p timed
		if err := json.Unmarshal(e.Payload, &p); err != nil {
			return err
		}
		if e.Seq == 1 || p.Clock == nil {
			continue
		}
		mover := e.Seat
		if kind == Tag {
			mover = map[byte]string{'w': "white", 'b': "black"}[e.Seat[0]]
		}
		now := map[string]time.Duration{}
		for side, ms := range p.Clock {
			now[side] = time.Duration(ms) * time.Millisecond
		}
		if since.IsZero() {
			left, since = now, e.At
			continue
		}
		restarted := false
		for _, s := range starts {
			restarted = restarted || !s.Add(live.Grace+slack).Before(since) && !s.After(e.At)
		}
		gain := time.Duration(p.Lag) * time.Millisecond
		if e.Kind == "move" {
			gain += kind.increment()
		}
		if e.Kind == "agree" || e.Kind == "resign" {
			break // either side's doing
		}
		other := map[string]string{"white": "black", "black": "white"}[mover]
		used := left[mover] + gain - now[mover]
		elapsed := e.At.Sub(since)
		switch {
		case now[other] != left[other]:
			return fmt.Errorf("event %d (%s by %s) changes %s's clock from %v to %v", e.Seq, e.Kind, e.Seat, other, left[other], now[other])
		case used < -rounding || used > elapsed+rounding:
			return fmt.Errorf("event %d (%s by %s) took %v of %v that passed", e.Seq, e.Kind, e.Seat, used, elapsed)
		case restarted:
			r.Bounded++
		case used < elapsed-rounding:
			return fmt.Errorf("event %d (%s by %s) took %v, though %v passed", e.Seq, e.Kind, e.Seat, used, elapsed)
		default:
			r.Exact++
		}
		left, since = now, e.At
	}
	return nil
}

// read reads the game as a server does after a start.
func (r *Report) read(ctx context.Context, st store.Store, id string, list []store.Event) error {
	hub := live.NewHub(st, botstest.Script{}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	defer hub.Close()
	v, err := hub.Enter(ctx, id)
	if err != nil {
		return fmt.Errorf("%s is not read: %w", id, err)
	}
	defer v.Leave()
	view, err := v.View(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := view.PGN(); err != nil {
		return fmt.Errorf("%s has no record: %w", id, err)
	}
	var want, got []string
	for _, e := range list {
		var p timed
		if err := json.Unmarshal(e.Payload, &p); err != nil {
			return err
		}
		if e.Kind == "move" {
			want = append(want, p.UCI)
		}
	}
	for _, m := range view.Moves {
		got = append(got, m.UCI)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		return fmt.Errorf("%s is read as %v, the log has %v", id, got, want)
	}
	if view.Reason != "" {
		r.Finished++
	}
	return nil
}
