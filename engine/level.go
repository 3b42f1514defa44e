package engine

import (
	"slices"
	"time"

	"tagmate/position"
)

// Levels of play, from a beginner to full strength.
const (
	MinLevel = 1
	MaxLevel = 8
)

// level says how a weak level plays. It sees depth plies ahead and what can be
// taken after that, misjudges its moves by up to noise centipawns, and
// overlooks about blind of 1000 moves, its own and the replies. About lapse of
// 1000 moves it plays without thinking, see lapsed. Whatever it gets wrong, it
// gets wrong the same way while the position is the same.
type level struct {
	depth int
	noise int32
	blind uint64
	nodes uint64
	lapse uint64
}

// The levels below full strength, found by matches of each against the next; the
// ladder is in bench/README.md. Half as many lapses are worth about as much as
// a ply of depth, and both are needed: depth alone leaves the first levels too
// strong for a beginner, lapses alone the last ones too far from full strength.
var levels = [MaxLevel - 1]level{
	{depth: 3, noise: 50, blind: 20, nodes: 15_000, lapse: 450},
	{depth: 3, noise: 46, blind: 16, nodes: 15_000, lapse: 220},
	{depth: 4, noise: 42, blind: 13, nodes: 20_000, lapse: 125},
	{depth: 5, noise: 34, blind: 9, nodes: 30_000, lapse: 90},
	{depth: 6, noise: 24, blind: 6, nodes: 40_000, lapse: 45},
	{depth: 7, noise: 12, blind: 3, nodes: 60_000, lapse: 21},
	{depth: MaxPly, nodes: 25_000, lapse: 9},
}

// lapsed is the level of a move played without thinking: the next move only,
// as it meets the eye.
var lapsed = level{depth: 1, noise: 100, blind: 320, nodes: 1_000}

// at is the level of a move in the position that the seed is of.
func (lv level) at(seed uint64) level {
	if mix(seed^0x6c61707365)%1000 < lv.lapse {
		return lapsed
	}
	return lv
}

// blindness is what a weak level does not see: moves picked by a seed, far ones
// and retreats more often than near ones.
type blindness struct {
	seed uint64
	part uint64 // of 1000
}

// misses reports whether a move is overlooked.
func (w *worker) misses(m position.Move) bool {
	b := w.blind
	from, to := m.From(), m.To()
	part := b.part * uint64(2+min(w.know.dist[from][to], 6)) / 4
	if w.know.toGo[w.pos.Turn()][to] > w.know.toGo[w.pos.Turn()][from] {
		part += part / 4
	}
	return mix(b.seed^uint64(m)<<20^uint64(w.pos.At(from)))%1000 < min(part, 900)
}

// choice is a move of a weak level and what the level thinks of it.
type choice struct {
	move  position.Move
	whim  Score
	score Score
	pv    []position.Move
}

// weak plays below full strength: it searches every move that it sees, deeper
// and deeper up to the level's depth, and takes the one that looks best to it.
func (s *search) weak(w *worker, l Limits, legal []position.Move, report func(Info)) Info {
	seed := mix(w.pos.Key() ^ l.Seed)
	lv := levels[l.Level-1].at(seed)
	if s.maxNodes == 0 || s.maxNodes > lv.nodes {
		s.maxNodes = lv.nodes
	}
	s.maxDepth = min(s.maxDepth, lv.depth)
	if lv.noise == 0 && lv.blind == 0 {
		info := w.iterate(0, l.Mate, report)
		if len(info.PV) == 0 {
			info.PV, info.Score = w.glance(legal)
		}
		return info
	}
	// What is overlooked in this position must not be taken for true in
	// another one.
	w.forget()
	w.salt = seed
	w.blind = &blindness{seed: seed, part: lv.blind}
	var choices []choice
	for _, m := range legal {
		if w.know.dist[m.From()][m.To()] > 2 && w.misses(m) {
			continue // the far end of a long move is overlooked as well
		}
		whim := mix(seed ^ uint64(m)<<32)
		choices = append(choices, choice{move: m, whim: Score(int32(whim%uint64(2*lv.noise+1)) - lv.noise)})
	}
	if len(choices) == 0 {
		choices = append(choices, choice{move: legal[0]})
	}
	pv, score := w.glance(legal)
	best := Info{Rank: 1, Score: score, PV: pv}
	for depth := 1; depth <= s.maxDepth && !s.over(); depth++ {
		w.depth, w.seldepth = depth, 0
		done := 0
		for i := range choices {
			c := &choices[i]
			c.score = -infinite
			bar := -infinite
			if done > 0 {
				bar = max(choices[0].score-2*Score(lv.noise)-1, -infinite)
			}
			w.make(c.move, 0)
			score := -w.search(-infinite, -bar, depth-1, 1, false, false)
			w.unmake(c.move, 0)
			if s.stopped.Load() {
				break
			}
			if _, decided := score.Mate(); !decided {
				score += c.whim
			}
			f := &w.stack[1]
			c.score, c.pv = score, append(append(c.pv[:0], c.move), f.pv[:f.pvLen]...)
			done++
			// Keep the best so far in front; the others stay in order.
			for j := i; j > 0 && choices[j].score > choices[j-1].score; j-- {
				choices[j], choices[j-1] = choices[j-1], choices[j]
			}
		}
		if done == 0 {
			break
		}
		best.Depth, best.SelDepth = depth, w.seldepth
		best.Score, best.PV = choices[0].score, choices[0].pv
		w.flush()
		best.Nodes, best.Time = s.nodes.Load(), time.Since(s.start)
		if report != nil && !s.stopped.Load() {
			report(best)
		}
		if plies, decided := best.Score.Mate(); decided && plies > 0 {
			break
		}
	}
	w.flush()
	best.PV = slices.Clone(best.PV)
	best.Nodes, best.Time = s.nodes.Load(), time.Since(s.start)
	return best
}

// mix is the finaliser of splitmix64: every bit of the result depends on every
// bit of x.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
