package engine

import (
	"time"

	"tagmate/position"
)

// Levels of play, from a beginner to full strength.
const (
	MinLevel = 1
	MaxLevel = 8
)

// level says how a weak level plays. It sees depth plies ahead, misjudges
// positions by up to noise centipawns, always the same way in the same game,
// and overlooks blind of 1000 moves: for those it sees no reply.
type level struct {
	depth int
	noise int32
	blind uint64
	nodes uint64
}

var levels = [MaxLevel]level{
	{depth: 1, noise: 160, blind: 450, nodes: 4_000},
	{depth: 1, noise: 90, blind: 220, nodes: 8_000},
	{depth: 2, noise: 60, blind: 120, nodes: 20_000},
	{depth: 3, noise: 40, blind: 60, nodes: 60_000},
	{depth: 4, noise: 25, blind: 25, nodes: 150_000},
	{depth: 6, noise: 12, blind: 8, nodes: 400_000},
	{depth: 9, nodes: 600_000},
}

// blindness is what a weak level does not see.
type blindness struct{ seed uint64 }

// weak plays below full strength: it searches every move to the level's depth
// and takes the one that looks best to it.
func (s *search) weak(w *worker, l Limits, legal []position.Move, report func(Info)) Info {
	lv := levels[l.Level-1]
	if s.maxNodes == 0 || s.maxNodes > lv.nodes {
		s.maxNodes = lv.nodes
	}
	w.depth = lv.depth
	if lv.noise == 0 {
		s.maxDepth = min(s.maxDepth, lv.depth)
		info := w.iterate(0, l.Mate, report)
		if len(info.PV) == 0 {
			info.PV, info.Score = w.glance(legal)
		}
		return info
	}
	key := w.pos.Key()
	best := Info{Depth: lv.depth, Score: -infinite, PV: legal[:1]}
	for _, m := range legal {
		whim := mix(key ^ uint64(m)<<32 ^ l.Seed)
		depth := lv.depth - 1
		w.make(m, 0)
		var score Score
		if whim%1000 < lv.blind {
			score = -w.evaluate() // does not look what the reply would be
			if !w.pos.HasMove() {
				score = -w.final(w.pos.InCheck(), 1)
			}
		} else {
			// A move that looks worse than the best by more than any whim
			// need not be looked at closer.
			bar := max(best.Score-2*Score(lv.noise), -infinite)
			score = -w.search(-infinite, -bar, depth, 1, false, false)
			if w.s.stopped.Load() {
				w.unmake(m, 0)
				break
			}
		}
		w.unmake(m, 0)
		if _, mate := score.Mate(); !mate && lv.noise > 0 {
			score += Score(int32(whim>>20%uint64(2*lv.noise+1)) - lv.noise)
		}
		if score > best.Score {
			best.Score = score
			best.PV = []position.Move{m}
		}
	}
	w.flush()
	best.Nodes = s.nodes.Load()
	best.Time = time.Since(s.start)
	if report != nil {
		report(best)
	}
	return best
}

// mix is the finaliser of splitmix64: every bit of the result depends on every
// bit of x.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
