package engine

import (
	"time"

	"tagmate/position"
)

// maxHistory is how many keys of earlier positions are looked at.
const maxHistory = 1024

// worker is one thread of a search.
type worker struct {
	s     *search
	know  *knowledge
	table *table
	pos   *position.Position
	rules *position.Rules

	keys     []uint64 // of the game and then of the line searched
	root     int      // index in keys of the root
	nodes    uint64   // since the last report to s
	seldepth int

	stack   [MaxPly + 2]frame
	history [2][16][128]int32
	replies [16 * 128]position.Move // the move that last refuted one of a piece to a square

	maxClaim int // plies without progress at which a draw can be claimed, 0 for never
	decisive bool
}

// frame is what a worker keeps for each ply.
type frame struct {
	moves   []position.Move
	scores  []int32
	killers [2]position.Move
	played  position.Move
	piece   position.Kind
	static  Score
	undo    position.Undo
	pv      [MaxPly + 2]position.Move
	pvLen   int
}

func newWorker(s *search, root *position.Position, history []uint64) *worker {
	w := &worker{
		s: s, know: s.engine.know, table: s.engine.table, pos: root.Clone(), rules: root.Rules(),
	}
	if len(history) > maxHistory {
		history = history[len(history)-maxHistory:]
	}
	w.keys = make([]uint64, 0, len(history)+MaxPly+8)
	w.keys = append(w.keys, history...)
	w.root = len(w.keys)
	w.keys = append(w.keys, root.Key())
	w.maxClaim = 2 * w.rules.Def().Draws.MovesClaim
	w.decisive = w.rules.Def().Ending.Stalemate != 0
	for i := range w.stack {
		w.stack[i].moves = make([]position.Move, 0, 256)
		w.stack[i].scores = make([]int32, 0, 256)
	}
	return w
}

// iterate searches deeper and deeper. Helpers start at another depth, so that
// they are ahead of the main thread half of the time.
func (w *worker) iterate(offset, mate int, report func(Info)) Info {
	var best Info
	var score Score
	for depth := 1 + offset; depth <= w.s.maxDepth; depth++ {
		w.seldepth = 0
		score = w.aspire(depth, score)
		complete := !w.s.stopped.Load()
		if !complete && w.stack[0].pvLen == 0 {
			break
		}
		// A search that was stopped has still searched the old best move
		// first: what is best now is at least as good.
		best.PV = append([]position.Move(nil), w.stack[0].pv[:w.stack[0].pvLen]...)
		best.Score = score
		if complete {
			best.Depth = depth
		}
		best.SelDepth = w.seldepth
		w.flush()
		best.Nodes = w.s.nodes.Load()
		best.Time = time.Since(w.s.start)
		if report != nil && complete {
			report(best)
		}
		if !complete || w.s.over() {
			break
		}
		if plies, ok := score.Mate(); ok && (plies > 0 && (mate > 0 && plies <= mate || depth > plies+2) || plies <= 0 && depth > 3-plies) {
			break // a decided game needs no deeper look
		}
		if w.s.soft > 0 && time.Since(w.s.start) >= w.s.soft {
			break
		}
	}
	w.flush()
	return best
}

// aspire searches with a window around the last score, and wider as needed.
func (w *worker) aspire(depth int, last Score) Score {
	if depth < 5 {
		return w.search(-infinite, infinite, depth, 0, true)
	}
	delta := Score(20)
	alpha, beta := max(last-delta, -infinite), min(last+delta, infinite)
	for {
		score := w.search(alpha, beta, depth, 0, true)
		if w.s.stopped.Load() {
			return score
		}
		switch {
		case score <= alpha:
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -infinite)
		case score >= beta:
			beta = min(score+delta, infinite)
		default:
			return score
		}
		delta *= 3
		if delta > 1500 {
			alpha, beta = -infinite, infinite
		}
	}
}

// flush reports nodes to the search.
func (w *worker) flush() {
	w.s.nodes.Add(w.nodes)
	w.nodes = 0
}

// count counts a node and reports whether the search is over.
func (w *worker) count() bool {
	w.nodes++
	if w.nodes >= 512 || w.s.maxNodes > 0 && w.nodes >= 16 {
		w.flush()
		return w.s.over()
	}
	return w.s.stopped.Load()
}

// make plays a move at a ply.
func (w *worker) make(m position.Move, ply int) {
	f := &w.stack[ply]
	f.played, f.piece = m, w.pos.At(m.From()).Kind()
	w.pos.Make(m, &f.undo)
	w.keys = append(w.keys, w.pos.Key())
}

func (w *worker) unmake(m position.Move, ply int) {
	w.keys = w.keys[:len(w.keys)-1]
	w.pos.Unmake(m, &w.stack[ply].undo)
}

// isDraw reports whether the position is drawn by repetition, the move limit
// or lack of material, unless it is mate or stalemate, which goes before: those
// are looked for only where it matters.
func (w *worker) isDraw() bool {
	if w.s.pure {
		return false
	}
	half := w.pos.Halfmove()
	if w.maxClaim > 0 && half >= w.maxClaim || w.pos.DeadMaterial() {
		return w.pos.HasMove()
	}
	n := len(w.keys) - 1
	key := w.keys[n]
	again := 0
	for i := n - 4; i >= 0 && i >= n-half; i -= 2 {
		if w.keys[i] != key {
			continue
		}
		// Once since the root is enough, since what was best then is best now;
		// what was on the board before must come a third time.
		if again++; i > w.root || again == 2 {
			return true
		}
	}
	return false
}
