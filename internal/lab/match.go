package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"tagmate/game"
	"tagmate/notation"
	"tagmate/position"
)

// Match is two players, a game, and how it is to be played. Each opening is
// played twice, with colours changed.
type Match struct {
	Rules       *position.Rules
	Games       int
	Seed        uint64
	Base        time.Duration
	Increment   time.Duration
	MoveTime    time.Duration
	Nodes       uint64
	Concurrency int
	MaxPlies    int // a game that is longer is drawn; 0 for no limit
	// New starts player 0 or 1; each worker has its own pair.
	New func(ctx context.Context, which int) (Player, error)
	// Done is told each game as it ends, from one goroutine at a time. A false
	// answer ends the match.
	Done func(Played) bool
	// Skip says that game i was played before.
	Skip func(i int) bool
	// Margin is how far a clock may fall below zero: what a match on a busy
	// machine forgives.
	Margin time.Duration
}

// Played is a game of a match.
type Played struct {
	Index   int
	White   int // which player had White
	Outcome position.Outcome
	Ending  string // the rules' reason, or what went wrong
	Fault   Fault
	ByWhom  int // which player was at fault
	Record  *notation.PGN
	Names   [2]string
}

// Fault is what a program did wrong.
type Fault string

// The faults.
const (
	NoFault  Fault = ""
	Crash    Fault = "crash"
	Illegal  Fault = "illegal-move"
	TimeLoss Fault = "time-loss"
	Claim    Fault = "claim" // a result that the rules do not bear out, or a refused move
)

// Points returns 2, 1 or 0 half points of the first player.
func (p Played) Points() int {
	switch p.Outcome {
	case position.Drawn:
		return 1
	case position.WhiteWins:
		return 2 * (1 - p.White)
	case position.BlackWins:
		return 2 * p.White
	}
	return 1
}

// Run plays the match.
func (m *Match) Run(ctx context.Context) error {
	openings := Openings(m.Rules, (m.Games+1)/2, m.Seed)
	if len(openings) == 0 {
		return errors.New("lab: no balanced openings were found")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	jobs := make(chan int)
	go func() {
		defer close(jobs)
		for i := range m.Games {
			if m.Skip != nil && m.Skip(i) {
				continue
			}
			select {
			case jobs <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var mu sync.Mutex
	var first error
	var workers sync.WaitGroup
	for range max(m.Concurrency, 1) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			if err := m.work(ctx, jobs, openings, func(p Played) {
				mu.Lock()
				defer mu.Unlock()
				if ctx.Err() == nil && !m.Done(p) {
					cancel()
				}
			}); err != nil {
				mu.Lock()
				if first == nil && ctx.Err() == nil {
					first = err
				}
				mu.Unlock()
				cancel()
			}
		}()
	}
	workers.Wait()
	return first
}

func (m *Match) work(ctx context.Context, jobs <-chan int, openings [][]position.Move, done func(Played)) error {
	var players [2]Player
	defer func() {
		for _, p := range players {
			if p != nil {
				_ = p.Close()
			}
		}
	}()
	for i := range jobs {
		for which := range players {
			if players[which] == nil {
				p, err := m.New(ctx, which)
				if err != nil {
					return err
				}
				players[which] = p
			}
		}
		p := m.play(ctx, i, openings[i/2%len(openings)], players)
		if ctx.Err() != nil {
			return nil
		}
		done(p)
		if p.Fault != NoFault {
			// A program at fault is started anew.
			_ = players[p.ByWhom].Close()
			players[p.ByWhom] = nil
		}
	}
	return nil
}

func (m *Match) play(ctx context.Context, index int, opening []position.Move, players [2]Player) Played {
	out := Played{Index: index, White: index % 2, Names: [2]string{players[0].Name(), players[1].Name()}}
	g := game.New(m.Rules)
	for _, mv := range opening {
		if err := g.Play(mv); err != nil {
			break
		}
	}
	fail := func(who int, f Fault, why string) Played {
		out.Fault, out.ByWhom, out.Ending = f, who, string(f)+": "+why
		loser := position.White
		if who != out.White {
			loser = position.Black
		}
		out.Outcome = position.WinFor(loser.Other())
		out.Record = m.record(g, &out)
		return out
	}
	for who, p := range players {
		if err := p.Begin(ctx, g); err != nil {
			return fail(who, Crash, err.Error())
		}
	}
	c := Clocks{Left: [2]time.Duration{m.Base, m.Base}, Increment: m.Increment, MoveTime: m.MoveTime, Nodes: m.Nodes}
	timed := m.MoveTime == 0 && m.Nodes == 0
	for !g.Result().Over() && (m.MaxPlies == 0 || g.Ply() < m.MaxPlies) {
		// Both sides claim what they may: the match does it for them.
		if _, ok := g.CanClaim(); ok {
			_ = g.Claim()
			break
		}
		turn := g.Position().Turn()
		who := out.White
		if turn == position.Black {
			who = 1 - out.White
		}
		start := time.Now()
		mv, err := players[who].Move(ctx, g, c)
		spent := time.Since(start)
		var bad illegal
		var said claimed
		switch {
		case ctx.Err() != nil:
			return out
		case errors.As(err, &bad):
			return fail(who, Illegal, bad.text)
		case errors.As(err, &said):
			if said.text == "resign" || lost(said.text, turn) {
				g.Resign(turn)
				continue
			}
			return fail(who, Claim, said.text)
		case err != nil:
			return fail(who, Crash, err.Error())
		}
		if timed {
			c.Left[turn] -= spent
			if c.Left[turn] < -m.Margin {
				return fail(who, TimeLoss, fmt.Sprintf("%v too late", -c.Left[turn]))
			}
			c.Left[turn] = max(c.Left[turn], 0) + m.Increment
		}
		if err := g.Play(mv); err != nil {
			return fail(who, Illegal, notation.UCI(m.Rules, mv))
		}
	}
	r := g.Result()
	out.Outcome, out.Ending = r.Outcome, r.Reason.String()
	if !r.Over() {
		out.Outcome, out.Ending = position.Drawn, "too long"
	}
	out.Record = m.record(g, &out)
	return out
}

// lost reports whether a result that was claimed is a loss for a side.
func lost(text string, c position.Color) bool {
	return strings.HasPrefix(text, "0-1") && c == position.White || strings.HasPrefix(text, "1-0") && c == position.Black
}

func (m *Match) record(g *game.Game, p *Played) *notation.PGN {
	rec := g.Record()
	rec.Result = p.Outcome.String()
	rec.Set("Event", "tagmate match")
	rec.Set("Round", fmt.Sprint(p.Index+1))
	rec.Set("White", p.Names[p.White])
	rec.Set("Black", p.Names[1-p.White])
	rec.Set("Result", rec.Result)
	rec.Set("Termination", p.Ending)
	return rec
}
