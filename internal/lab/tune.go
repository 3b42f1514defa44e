package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"tagmate/engine"
	"tagmate/position"
)

// Tuner fits the weights of the evaluation to the results of games: it lessens
// the mean square of what the evaluation, turned into points by a logistic
// curve, is off by (the method of Texel, Österlund 2014). The evaluation is taken for
// linear around the present weights; it is looked at anew in each of several rounds.
type Tuner struct {
	Rounds int
	Steps  int     // of descent in a round
	Blend  float64 // part of the search's score in what is aimed at; the rest is the result
	Pull   float64 // toward the weights that it began with, against chance
	Tell   func(Progress)
}

// Progress is how far a fit has come.
type Progress struct {
	Round     int
	Positions int
	Scale     float64 // centipawns by which the odds grow e-fold
	Part      float64 // of the round's positions that have been looked at, 0 to 1
	Loss      float64 // before the first round, then after each
	HeldOut   float64 // loss on the games that were held out
	Finished  bool    // the round has ended
}

// heldOut is the one of how many games that is left out of the fit, to see
// what the fit is worth.
const heldOut = 10

// difference is by how much a weight is changed to see what it does.
const difference = 24

// example is a position as the fit sees it.
type example struct {
	base   float64   // evaluation by the weights of the round
	result float64   // of the game
	score  float64   // that the search gave
	aim    float64   // points to come near
	index  []uint16  // weights that matter here
	effect []float32 // of each on the evaluation
	test   bool      // held out
	used   bool      // the weights have a part in it
}

// Fit changes weights to fit games.
func (t *Tuner) Fit(ctx context.Context, w *engine.Weights, r *position.Rules, games []Course) error {
	far := make([]float64, w.Len()) // from the weights that it began with
	scale := 0.0
	for round := 1; round <= t.Rounds; round++ {
		all, err := t.look(ctx, w, r, games, round)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return errors.New("lab: there are no positions to tune with")
		}
		if scale == 0 {
			scale = bestScale(all)
		}
		for i := range all {
			e := &all[i]
			e.aim = (1-t.Blend)*e.result + t.Blend*points(e.score, scale)
		}
		if round == 1 {
			loss, test := losses(all, make([]float64, len(far)), scale)
			t.tell(Progress{Positions: len(all), Scale: scale, Loss: loss, HeldOut: test, Finished: true})
		}
		change := t.descend(ctx, all, far, scale)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		loss, test := losses(all, change, scale)
		for i, c := range change {
			c = math.Round(c)
			far[i] += c
			w.Set(i, w.At(i)+int(c))
		}
		t.tell(Progress{Round: round, Positions: len(all), Scale: scale, Part: 1, Loss: loss, HeldOut: test, Finished: true})
	}
	return nil
}

func (t *Tuner) tell(p Progress) {
	if t.Tell != nil {
		t.Tell(p)
	}
}

// batch is how many positions are held at once: set out they are large.
const batch = 512

// look evaluates all positions, and finds what each weight does to them.
func (t *Tuner) look(ctx context.Context, w *engine.Weights, r *position.Rules, games []Course, round int) ([]example, error) {
	type place struct{ game, sample int }
	var places []place
	for g := range games {
		for s := range games[g].Samples {
			places = append(places, place{g, s})
		}
	}
	all := make([]example, len(places))
	jobs := make(chan int, len(places)/batch+1)
	for from := 0; from < len(places); from += batch {
		jobs <- from
	}
	close(jobs)
	var mu sync.Mutex
	var failed error
	done := 0
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		own := engine.NewWeights(r)
		for i := range own.Len() {
			own.Set(i, w.At(i))
		}
		workers.Go(func() {
			for from := range jobs {
				if ctx.Err() != nil {
					return
				}
				to := min(from+batch, len(places))
				ps := make([]*position.Position, 0, batch)
				for i := from; i < to; i++ {
					at := places[i]
					c := &games[at.game]
					p, err := position.ParseFEN(r, c.Samples[at.sample].FEN)
					if err != nil {
						mu.Lock()
						failed = fmt.Errorf("game %d: %w", c.Game, err)
						mu.Unlock()
						return
					}
					ps = append(ps, p)
					e := &all[i]
					var base engine.Score
					base, e.used = own.Evaluate(p)
					e.base, e.test = float64(base), c.Game%heldOut == 0
					e.result, e.score = c.Result, float64(c.Samples[at.sample].Score)
				}
				for k := range own.Len() {
					v := own.At(k)
					own.Set(k, v+difference)
					plus := make([]engine.Score, len(ps))
					for i, p := range ps {
						plus[i], _ = own.Evaluate(p)
					}
					own.Set(k, v-difference)
					for i, p := range ps {
						minus, _ := own.Evaluate(p)
						if d := plus[i] - minus; d != 0 {
							e := &all[from+i]
							e.index = append(e.index, uint16(k))
							e.effect = append(e.effect, float32(d)/(2*difference))
						}
					}
					own.Set(k, v)
				}
				mu.Lock()
				done += to - from
				t.tell(Progress{Round: round, Part: float64(done) / float64(len(places))})
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if failed != nil {
		return nil, failed
	}
	return slices.DeleteFunc(all, func(e example) bool { return !e.used }), ctx.Err()
}

// bestScale returns the centipawns by which the odds grow e-fold that fit the
// results best.
func bestScale(all []example) float64 {
	best, least := 0.0, math.Inf(1)
	for scale := 60.0; scale < 600; scale *= 1.03 {
		sum := 0.0
		for i := range all {
			d := points(all[i].base, scale) - all[i].result
			sum += d * d
		}
		if sum < least {
			best, least = scale, sum
		}
	}
	return best
}

// points turns an evaluation into a share of the points.
func points(score, scale float64) float64 { return 1 / (1 + math.Exp(-score/scale)) }

// value is the evaluation of an example when the weights have changed by so
// much since it was looked at.
func (e *example) value(change []float64) float64 {
	v := e.base
	for j, k := range e.index {
		v += change[k] * float64(e.effect[j])
	}
	return v
}

// losses returns the mean square of what is off, of the examples to fit and of
// those held out.
func losses(all []example, change []float64, scale float64) (fit, test float64) {
	var sum [2]float64
	var n [2]float64
	for i := range all {
		e := &all[i]
		d := points(e.value(change), scale) - e.aim
		which := 0
		if e.test {
			which = 1
		}
		sum[which] += d * d
		n[which]++
	}
	return sum[0] / max(n[0], 1), sum[1] / max(n[1], 1)
}

// descend fits the change of the weights by gradient descent (Adam, Kingma and
// Ba 2014, with its usual constants) on all examples at once. Far is how far the weights
// are from where the fit began.
func (t *Tuner) descend(ctx context.Context, all []example, far []float64, scale float64) []float64 {
	n := len(far)
	change, slope := make([]float64, n), make([]float64, n)
	mean, spread := make([]float64, n), make([]float64, n)
	parts := runtime.GOMAXPROCS(0)
	slopes := make([][]float64, parts)
	for i := range slopes {
		slopes[i] = make([]float64, n)
	}
	const beta1, beta2 = 0.9, 0.999
	for step := 1; step <= t.Steps && ctx.Err() == nil; step++ {
		var workers sync.WaitGroup
		for part := range parts {
			workers.Go(func() {
				g := slopes[part]
				clear(g)
				for i := part; i < len(all); i += parts {
					e := &all[i]
					if e.test {
						continue
					}
					p := points(e.value(change), scale)
					d := (p - e.aim) * p * (1 - p)
					for j, k := range e.index {
						g[k] += d * float64(e.effect[j])
					}
				}
			})
		}
		workers.Wait()
		for k := range slope {
			slope[k] = 0
			for _, g := range slopes {
				slope[k] += g[k]
			}
			slope[k] = slope[k]/float64(len(all)) + t.Pull*(far[k]+change[k])/scale
		}
		rate := 1.5 * (1 + math.Cos(math.Pi*float64(step)/float64(t.Steps))) / 2
		for k := range slope {
			mean[k] = beta1*mean[k] + (1-beta1)*slope[k]
			spread[k] = beta2*spread[k] + (1-beta2)*slope[k]*slope[k]
			m := mean[k] / (1 - math.Pow(beta1, float64(step)))
			v := spread[k] / (1 - math.Pow(beta2, float64(step)))
			change[k] -= rate * m / (math.Sqrt(v) + 1e-12)
		}
	}
	return change
}
