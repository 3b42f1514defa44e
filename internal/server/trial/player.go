package trial

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/coder/websocket"
)

// State is what a player needs of a state of the protocol.
type State struct {
	T, ID, Code string
	Seq         int64
	Ply         int
	Turn        string
	Reason      string
	You         []string
	DrawOffer   string
	Legal       []struct{ UCI string }
	Tag         *struct {
		Phase, Holder string
		CanPass       bool
		Plays, Fouls  []struct{ UCI string }
		Seats         map[string]struct{ Ready bool }
	}
}

// Deed is a command that was answered.
type Deed struct {
	Seat, ID, Kind, UCI string
	// Seq is the event that it became; 0 for one that was refused.
	Seq int64
}

// Player is the client of one seat. It plays at random, and keeps at it through
// whatever happens to its connection: a command without an answer is sent again,
// with the same id, until there is one.
type Player struct {
	URL, Game, Secret string
	Rng               *rand.Rand
	// Pace is how long it thinks at most.
	Pace time.Duration
	// Plies is when it gives the game up.
	Plies int
	// Patience is how long it waits for an answer, or for anything at all.
	Patience time.Duration

	Deeds       []Deed
	Connections int
	Repeats     int // commands that were sent again
	Over        bool

	state   State
	pending *command
	acked   int64 // the event of the last command
	ids     int
}

type command struct {
	T     string `json:"t"`
	ID    string `json:"id"`
	Ply   *int   `json:"ply,omitempty"`
	UCI   string `json:"uci,omitempty"`
	Ready bool   `json:"ready,omitempty"`
	seat  string
}

// Play plays until the game is over or ctx ends.
func (p *Player) Play(ctx context.Context) {
	for !p.Over && ctx.Err() == nil {
		p.connect(ctx)
		select {
		case <-time.After(time.Duration(p.Rng.IntN(50)) * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// connect plays over one connection until that ends.
func (p *Player) connect(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dialing, stop := context.WithTimeout(ctx, p.Patience)
	conn, _, err := websocket.Dial(dialing, p.URL+"/api/v1/games/"+p.Game+"/socket", &websocket.DialOptions{Subprotocols: []string{"tagmate.v1"}})
	stop()
	if err != nil {
		return
	}
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 20)
	p.Connections++
	incoming := make(chan State)
	go func() {
		defer close(incoming)
		for {
			_, text, err := conn.Read(ctx)
			if err != nil {
				return
			}
			var m State
			if json.Unmarshal(text, &m) != nil {
				return
			}
			select {
			case incoming <- m:
			case <-ctx.Done():
				return
			}
		}
	}()
	if p.send(ctx, conn, map[string]string{"t": "hello", "token": p.Secret}) != nil {
		return
	}
	// The command that has no answer goes out again when the server has shown the
	// game: on a line that swaps frames it would overtake the hello.
	greeted := false
	silence := time.NewTimer(p.Patience)
	for !p.Over {
		select {
		case m, ok := <-incoming:
			if !ok || !p.hear(m) {
				return
			}
			silence.Reset(p.Patience)
			if !greeted && m.T == "state" {
				greeted = true
				if p.pending != nil {
					p.Repeats++
					if p.send(ctx, conn, p.pending) != nil {
						return
					}
				}
			}
		case <-silence.C:
			return // perhaps the line is dead
		case <-ctx.Done():
			return
		}
		if greeted && p.pending == nil && p.state.Seq >= p.acked {
			if p.pending = p.choose(ctx); p.pending != nil && p.send(ctx, conn, p.pending) != nil {
				return
			}
		}
	}
}

func (p *Player) send(ctx context.Context, conn *websocket.Conn, m any) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, p.Patience)
	defer cancel()
	return conn.Write(limited, websocket.MessageText, text)
}

// hear takes a message in. It returns false when the command should be sent
// again over a new connection.
func (p *Player) hear(m State) bool {
	switch {
	case m.T == "state" && m.Seq >= p.state.Seq:
		p.state = m
		p.Over = m.Reason != ""
	case m.T == "ack" && p.pending != nil && m.ID == p.pending.ID:
		p.answered(m.Seq)
		p.acked = m.Seq
	case m.T == "error" && p.pending != nil && m.ID == p.pending.ID:
		if slices.Contains([]string{"unavailable", "internal", "rate-limited", "not-your-seat"}, m.Code) {
			return false
		}
		p.answered(0)
	}
	return true
}

func (p *Player) answered(seq int64) {
	c := p.pending
	p.Deeds = append(p.Deeds, Deed{c.seat, c.ID, c.T, c.UCI, seq})
	p.pending = nil
}

// choose thinks about the state and returns what to do, or nil.
func (p *Player) choose(ctx context.Context) *command {
	s := &p.state
	if s.T == "" || len(s.You) == 0 || p.Over {
		return nil
	}
	me := s.You[0]
	p.ids++
	c := &command{ID: fmt.Sprintf("%s-%d-%x", me, p.ids, p.Rng.Uint32()), seat: me}
	play := func(kind string, moves []struct{ UCI string }) *command {
		c.T, c.Ply, c.UCI = kind, &s.Ply, moves[p.Rng.IntN(len(moves))].UCI
		return c
	}
	think := func() {
		select {
		case <-time.After(time.Duration(p.Rng.Int64N(int64(p.Pace) + 1))):
		case <-ctx.Done():
		}
	}
	switch luck := p.Rng.IntN(100); {
	case s.Tag == nil && s.Turn != me:
		return nil
	case s.Tag == nil && len(s.Legal) == 0:
		return nil // the other player is not here yet
	case s.Tag == nil:
		think()
		if s.Ply >= p.Plies {
			c.T = "resign"
			return c
		}
		if luck < 3 {
			c.T = "draw"
			return c
		}
		return play("move", s.Legal)
	case s.Tag.Phase == "table":
		if s.Tag.Seats[me].Ready {
			return nil
		}
		c.T, c.Ready = "ready", true
		return c
	case s.Tag.Holder != me:
		return nil
	default:
		think()
		if s.Ply >= p.Plies {
			c.T = "resign"
			return c
		}
		switch {
		case luck < 15 || len(s.Tag.Plays) == 0:
			c.T, c.Ply = "pass", &s.Ply // refused when the partner is stuck
			return c
		case luck < 25 && len(s.Tag.Fouls) > 0:
			return play("attempt", s.Tag.Fouls)
		case luck < 28:
			return play("attempt", []struct{ UCI string }{{"e1e8"}})
		}
		return play("attempt", s.Tag.Plays)
	}
}

// errGone means that a request was not answered.
var errGone = errors.New("trial: no answer")
