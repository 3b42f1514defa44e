package engine

import "tagmate/position"

// probCut looks for a capture by which the position is so much better than
// beta, at a shallow depth, that it will be no worse than beta at the full one
// (Buro, "ProbCut", 1995). Static is the evaluation here, bar what has to be
// reached.
func (w *worker) probCut(bar Score, depth, ply int, static Score, cut bool) (Score, bool) {
	f := &w.stack[ply]
	f.moves = w.pos.AppendCaptures(f.moves[:0])
	w.rank(f, position.NoMove, ply)
	for i := range f.moves {
		m := w.pick(f, i)
		if f.scores[i] < 0 {
			break // from here on all lose the exchange
		}
		if !w.wins(m, int32(bar-static)) {
			continue
		}
		w.make(m, ply)
		score := -w.quiesce(-bar, -bar+1, ply+1, false)
		if score >= bar && depth > probCutDepth+1 {
			score = -w.search(-bar, -bar+1, depth-probCutDepth, ply+1, true, !cut)
		}
		w.unmake(m, ply)
		if w.s.stopped.Load() {
			return 0, false
		}
		if score >= bar {
			w.table.store(w.pos.Key()^w.salt, entry{move: m, score: toTable(score, ply), depth: depth - probCutDepth + 1, bound: atLeast})
			return score, true
		}
	}
	return 0, false
}

const (
	probCutDepth  = 4   // by how much the search that decides is shallower
	probCutMargin = 180 // centipawns by which it has to be better than beta
)
