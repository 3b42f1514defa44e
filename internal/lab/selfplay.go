package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"

	"tagmate/engine"
	"tagmate/game"
	"tagmate/position"
)

// Sample is a quiet position of a game of our engine against itself.
type Sample struct {
	FEN   string       `json:"fen"`
	Score engine.Score `json:"score"` // what the search said, for White
}

// Course is a game of our engine against itself, as far as the tuner needs it.
type Course struct {
	Game    int      `json:"game"`
	Result  float64  `json:"result"` // White's points: 0, 0.5 or 1
	Samples []Sample `json:"samples"`
}

// SelfPlay is how games for the tuner are played. The games depend on the rules,
// the engine, Seed and Nodes alone: not on the number of workers.
type SelfPlay struct {
	Rules   *position.Rules
	Games   int
	Nodes   uint64 // a move
	Seed    uint64
	Workers int
	File    string         // one line of JSON for each game; those that it has are not played again
	Done    func(done int) // told how many games there are, from one goroutine at a time
}

// When a game is over for the tuner, and what it takes as a sample.
const (
	randomPlies  = 8    // of the opening
	sureScore    = 2000 // a game is won after
	surePlies    = 6    // so many plies in a row with such a score
	longestPlies = 400  // drawn then
	sampleScore  = 1200 // what is decided beyond this teaches nothing
)

// Run plays the games that the file has not yet and returns all of them in order.
func (s *SelfPlay) Run(ctx context.Context) ([]Course, error) {
	courses, size, err := readCourses(s.File, s.Games)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(s.File, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	// A line that was cut off by a kill is overwritten.
	if err := f.Truncate(size); err != nil {
		return nil, err
	}
	if _, err := f.Seek(size, 0); err != nil {
		return nil, err
	}
	done := 0
	jobs := make(chan int, s.Games)
	for i, c := range courses {
		if c == nil {
			jobs <- i
		} else {
			done++
		}
	}
	close(jobs)
	var mu sync.Mutex
	var failed error
	var workers sync.WaitGroup
	for range max(s.Workers, 1) {
		workers.Go(func() {
			e := engine.New(s.Rules, engine.Options{HashMB: 4})
			for i := range jobs {
				c := s.play(ctx, e, i)
				if ctx.Err() != nil {
					return
				}
				line, err := json.Marshal(c)
				mu.Lock()
				if err == nil {
					_, err = f.Write(append(line, '\n'))
				}
				if err != nil {
					failed = err
					mu.Unlock()
					return
				}
				courses[i] = c
				done++
				if s.Done != nil {
					s.Done(done)
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if err := errors.Join(failed, ctx.Err()); err != nil {
		return nil, err
	}
	out := make([]Course, len(courses))
	for i, c := range courses {
		out[i] = *c
	}
	return out, nil
}

// readCourses returns the games below n that a file has, by number, and how much of the
// file is whole lines.
func readCourses(name string, n int) ([]*Course, int64, error) {
	text, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return nil, 0, err
	}
	return parseCourses(name, text, n)
}

func parseCourses(name string, text []byte, n int) ([]*Course, int64, error) {
	out := make([]*Course, n)
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	number := 0
	for line := range bytes.Lines(text) {
		number++
		c := new(Course)
		if err := json.Unmarshal(line, c); err != nil || c.Game < 0 || c.Result < 0 || c.Result > 1 {
			return nil, 0, fmt.Errorf("%s: line %d: expected a game of self-play", name, number)
		}
		if c.Game < n {
			out[c.Game] = c
		}
	}
	return out, int64(len(text)), nil
}

// play plays one game.
func (s *SelfPlay) play(ctx context.Context, e *engine.Engine, index int) *Course {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(index)))
	g := randomOpening(s.Rules, rng)
	e.Clear()
	c := &Course{Game: index, Result: 0.5, Samples: []Sample{}}
	sure := 0 // plies for which White, or Black if negative, has been winning
	for !g.Result().Over() && g.Ply() < longestPlies && ctx.Err() == nil {
		if _, ok := g.CanClaim(); ok {
			return c
		}
		p := g.Position()
		keys := g.Keys()
		info := e.Think(ctx, p, keys[:len(keys)-1], engine.Limits{Nodes: s.Nodes}, nil)
		m := info.Best()
		score := info.Score
		if p.Turn() == position.Black {
			score = -score
		}
		quiet := !p.InCheck() && p.At(m.To()) == position.NoPiece && m.Promotion() == position.NoKind && !m.IsEnPassant()
		if quiet && score < sampleScore && score > -sampleScore {
			c.Samples = append(c.Samples, Sample{FEN: p.FEN(), Score: score})
		}
		switch {
		case score > sureScore:
			sure = max(sure, 0) + 1
		case score < -sureScore:
			sure = min(sure, 0) - 1
		default:
			sure = 0
		}
		if sure >= surePlies || sure <= -surePlies {
			c.Result = 0
			if sure > 0 {
				c.Result = 1
			}
			return c
		}
		if err := g.Play(m); err != nil {
			return c
		}
	}
	switch g.Result().Outcome {
	case position.WhiteWins:
		c.Result = 1
	case position.BlackWins:
		c.Result = 0
	}
	return c
}

// randomOpening plays some random moves from the set-up.
func randomOpening(r *position.Rules, rng *rand.Rand) *game.Game {
	g := game.New(r)
	for g.Ply() < randomPlies && !g.Result().Over() {
		moves := g.Position().AppendMoves(nil)
		if err := g.Play(moves[rng.IntN(len(moves))]); err != nil {
			break
		}
	}
	return g
}
