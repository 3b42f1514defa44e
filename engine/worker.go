package engine

import (
	"time"

	"tagmate/position"
)

// maxHistory is how many keys of earlier positions are looked at.
const maxHistory = 1024

// worker is one thread of a search. Its histories live on from search to
// search.
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
	depth    int  // of the iteration
	plain    bool // search all moves to the full depth

	stack    [MaxPly + 2]frame
	history  [2][16][128]int16     // of quiet moves, by colour, kind and target
	captures [16][128][16]int16    // by kind, target and kind taken
	follows  []int16               // of moves that follow a move, see follow
	replies  []position.Move       // the move that last refuted a move
	wrong    corrections           // of the evaluation
	skip     []position.Move       // root moves that are left out
	lines    int                   // lines to search, the best first
	pawns    [pawnEntries]pawnInfo // evaluations of pawn structures
	evals    [evalEntries]struct {
		key   uint64
		score Score
	}

	maxClaim int // plies without progress at which a draw can be claimed, 0 for never
	decisive bool
	blind    *blindness // what a weak level overlooks; nil for none
	tableMen int        // positions of up to so many men are looked up in tables
	salt     uint64     // keeps what a weak level believes apart in the hash table
}

const (
	pawnEntries = 1 << 11
	evalEntries = 1 << 14
)

// frame is what a worker keeps for each ply.
type frame struct {
	moves    []position.Move
	scores   []int32
	tried    []position.Move // moves searched so far
	killers  [2]position.Move
	played   position.Move
	excluded position.Move // left out to see how good the others are
	at       int           // index of the move played, see knowledge.at
	static   Score
	undo     position.Undo
	pv       [MaxPly + 2]position.Move
	pvLen    int
}

// maxMoves is room for the moves of one position; more would be moved to the
// heap, no harm done.
const maxMoves = 256

func newWorker(e *Engine) *worker {
	w := &worker{know: e.know, table: e.table, rules: e.rules}
	d := e.rules.Def()
	w.maxClaim = 2 * d.Draws.MovesClaim
	w.decisive = d.Ending.Stalemate != 0
	w.follows = make([]int16, w.know.indices*w.know.indices)
	w.wrong = newCorrections(w.know.indices)
	w.replies = make([]position.Move, w.know.indices)
	w.keys = make([]uint64, 0, maxHistory+MaxPly+8)
	moves := make([]position.Move, 0, 2*maxMoves*len(w.stack))
	scores := make([]int32, 0, maxMoves*len(w.stack))
	for i := range w.stack {
		a, b := 2*i*maxMoves, i*maxMoves
		w.stack[i].moves = moves[a : a : a+maxMoves]
		w.stack[i].tried = moves[a+maxMoves : a+maxMoves : a+2*maxMoves]
		w.stack[i].scores = scores[b : b : b+maxMoves]
	}
	return w
}

// begin makes a worker ready for a search.
func (w *worker) begin(s *search, root *position.Position, history []uint64) {
	w.s = s
	w.pos = root.Clone()
	if len(history) > maxHistory {
		history = history[len(history)-maxHistory:]
	}
	w.keys = append(w.keys[:0], history...)
	w.root = len(w.keys)
	w.keys = append(w.keys, root.Key())
	w.nodes, w.seldepth, w.depth, w.plain = 0, 0, 0, false
	w.blind, w.salt = nil, 0
	w.tableMen = s.tableMen
	w.skip, w.lines = w.skip[:0], 1
	for i := range w.stack {
		f := &w.stack[i]
		f.killers, f.excluded, f.pvLen = [2]position.Move{}, position.NoMove, 0
	}
}

// forget clears what was learned in earlier searches.
func (w *worker) forget() {
	clear(w.history[:])
	clear(w.captures[:])
	w.wrong.forget()
	clear(w.follows)
	clear(w.replies)
}

// iterate searches deeper and deeper. Helpers start at another depth, so that
// they are ahead of the main thread half of the time.
func (w *worker) iterate(offset, mate int, report func(Info)) Info {
	best := Info{Rank: 1}
	var score Score
	others := make([]Score, w.lines)
	steady := 0 // iterations for which the best move has been the same
	proved := 0 // distance of a decided score that is known to be the shortest
	for depth := 1 + offset; depth <= w.s.maxDepth; depth++ {
		w.seldepth, w.depth = 0, depth
		last := score
		score = w.aspire(depth, score)
		complete := !w.s.stopped.Load()
		if plies, ok := score.Mate(); ok && complete && plies != proved {
			score = w.shorten(score)
			proved, _ = score.Mate()
		}
		if !complete && w.stack[0].pvLen == 0 {
			break
		}
		// A search that was stopped has still searched the old best move
		// first: what is best now is at least as good.
		if len(best.PV) > 0 && best.PV[0] == w.stack[0].pv[0] {
			steady++
		} else {
			steady = 0
		}
		best.PV = append([]position.Move(nil), w.stack[0].pv[:w.stack[0].pvLen]...)
		best.Score = score
		if complete {
			best.Depth = depth
		}
		best.SelDepth = w.seldepth
		w.flush()
		best.Nodes = w.s.nodes.Load()
		best.Time = time.Since(w.s.start)
		if complete {
			if report != nil {
				report(best)
			}
			w.more(best, depth, others, report)
		}
		if !complete || w.s.over() {
			break
		}
		if plies, ok := score.Mate(); ok && (plies > 0 && (mate > 0 && plies <= mate || depth > plies+2) || plies <= 0 && depth > 3-plies) {
			break // a decided game needs no deeper look
		}
		if w.s.soft > 0 && time.Since(w.s.start) >= w.s.patience(steady, last-score) {
			break
		}
	}
	w.flush()
	return best
}

// aspire searches with a window around the last score, and wider as needed.
func (w *worker) aspire(depth int, last Score) Score {
	if depth < 5 {
		return w.search(-infinite, infinite, depth, 0, true, false)
	}
	delta := Score(18)
	alpha, beta := max(last-delta, -infinite), min(last+delta, infinite)
	for {
		score := w.search(alpha, beta, depth, 0, true, false)
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
		delta *= 2
		if delta > 1000 {
			alpha, beta = -infinite, infinite
		}
	}
}

// more searches the lines after the best one and reports them. Last has their
// scores of the iteration before.
func (w *worker) more(best Info, depth int, last []Score, report func(Info)) {
	first := best.PV[0]
	w.skip = append(w.skip[:0], first)
	for i := 1; i < w.lines; i++ {
		w.seldepth = 0
		score := w.aspire(depth, last[i])
		w.flush()
		f := &w.stack[0]
		if w.s.stopped.Load() || f.pvLen == 0 {
			break
		}
		last[i] = score
		if report != nil {
			report(Info{
				Rank: i + 1, Depth: depth, SelDepth: w.seldepth, Score: score,
				Nodes: w.s.nodes.Load(), Time: time.Since(w.s.start),
				PV: append([]position.Move(nil), f.pv[:f.pvLen]...),
			})
		}
		w.skip = append(w.skip, f.pv[0])
	}
	w.skip = w.skip[:0]
}

// provable is the distance of the longest win that is proved to be the shortest:
// the cost is that of all moves of one side less than that deep.
const provable = 7

// shorten looks for a win that is nearer than a decided score says, without
// any pruning that could miss it, and returns the score of the nearest.
func (w *worker) shorten(score Score) Score {
	plies, _ := score.Mate()
	n := abs(plies)
	if n < 3 || n > provable {
		return score
	}
	f := &w.stack[0]
	pv, pvLen := f.pv, f.pvLen
	w.plain = true
	alpha, beta := score, infinite
	if plies < 0 {
		alpha, beta = -infinite, score
	}
	depth := n - 2
	if w.decisive {
		depth = n - 1 // the other side's move may win, too
	}
	again := w.search(alpha, beta, depth, 0, false, false)
	w.plain = false
	if !w.s.stopped.Load() && (plies > 0 && again > score || plies < 0 && again < score) {
		if f.pvLen == 0 {
			f.pv, f.pvLen = pv, pvLen
		}
		return again
	}
	f.pv, f.pvLen = pv, pvLen
	return score
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
	f.played = m
	f.at = w.know.at(w.pos.Turn(), w.pos.At(m.From()).Kind(), m.To())
	w.pos.Make(m, &f.undo)
	w.keys = append(w.keys, w.pos.Key())
}

func (w *worker) unmake(m position.Move, ply int) {
	w.keys = w.keys[:len(w.keys)-1]
	w.pos.Unmake(m, &w.stack[ply].undo)
}

// pass passes the turn at a ply.
func (w *worker) pass(ply int) {
	f := &w.stack[ply]
	f.played = position.NoMove
	w.pos.MakeNull(&f.undo)
	w.keys = append(w.keys, w.pos.Key())
}

func (w *worker) unpass(ply int) {
	w.keys = w.keys[:len(w.keys)-1]
	w.pos.UnmakeNull(&w.stack[ply].undo)
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
