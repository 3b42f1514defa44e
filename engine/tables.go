package engine

import (
	"slices"
	"time"

	"tagmate/position"
)

// Tables knows what positions of few men are worth with best play. It must be
// safe for concurrent use.
type Tables interface {
	// Men returns the greatest number of men, kings included, of a position
	// that may be known; 0 for none.
	Men() int
	// Look returns what a position is worth to the side to move: 1 where it
	// wins, 0 for a draw, -1 where it loses, and the plies to the end. Draws by
	// counting moves or by repetition are not looked at; the draw by lack of
	// material is, unless pure. ok is false for a position that is not known.
	// The position may be changed meanwhile and is left as it was.
	Look(p *position.Position, pure bool) (outcome, plies int, ok bool)
}

// tablePV bounds the lines of which every move is looked up.
const tablePV = 24

// lookUp returns the score of the position at a ply if the tables know it. A
// win that the count of moves may stop before its end is left to the search.
func (w *worker) lookUp(ply int) (Score, bool) {
	if w.tableMen == 0 || w.pos.Occupied().Count() > w.tableMen {
		return 0, false
	}
	outcome, plies, ok := w.s.engine.tables.Look(w.pos, w.s.pure)
	if !ok || outcome != 0 && !w.inTime(w.pos.Halfmove(), plies) {
		return 0, false
	}
	return tableScore(outcome, ply+plies), true
}

// inTime reports whether an end in so many plies comes before a draw can be
// claimed, even if nothing is captured and no pawn moves until then. Mate on the
// last of the counted moves goes before the claim.
func (w *worker) inTime(halfmove, plies int) bool {
	return w.s.pure || w.maxClaim == 0 || halfmove+plies <= w.maxClaim
}

// tableScore is the score of an outcome so many plies from the root. The
// farthest ends share one score.
func tableScore(outcome, plies int) Score {
	return Score(outcome) * wonIn(min(plies, 2*MaxPly-1))
}

// tableMove is a root move and what the tables make of it.
type tableMove struct {
	move    position.Move
	outcome int // for the side that makes it
	plies   int // from the root
	repeats bool
}

// order puts the better move first: wins before draws before losses, wins that
// no repetition can spoil before others, short wins and long losses first.
func (k tableMove) order(o tableMove) int {
	if k.outcome != o.outcome {
		return o.outcome - k.outcome
	}
	if k.outcome > 0 && k.repeats != o.repeats {
		if k.repeats {
			return 1
		}
		return -1
	}
	return k.outcome * (k.plies - o.plies)
}

// tableMoves lists the legal moves of a position that the tables know, the best one
// first.
func (w *worker) tableMoves(p *position.Position) []tableMove {
	var out []tableMove
	var u position.Undo
	for _, m := range p.AppendMoves(nil) {
		p.Make(m, &u)
		outcome, plies, ok := w.s.engine.tables.Look(p, w.s.pure)
		p.Unmake(m, &u)
		if ok {
			out = append(out, tableMove{move: m, outcome: -outcome, plies: plies + 1})
		}
	}
	slices.SortStableFunc(out, tableMove.order)
	return out
}

// repeats reports whether a move lets the other side claim a draw by
// repetition, at once or by its reply.
func (w *worker) repeats(m position.Move) bool {
	claim := w.rules.Def().Draws.RepetitionClaim
	if claim == 0 || w.s.pure {
		return false
	}
	seen := func() bool {
		n := 1
		for _, key := range w.keys {
			if key == w.pos.Key() {
				n++
			}
		}
		return n >= claim
	}
	var first, second position.Undo
	w.pos.Make(m, &first)
	defer w.pos.Unmake(m, &first)
	if seen() {
		return true
	}
	for _, reply := range w.pos.AppendMoves(nil) {
		w.pos.Make(reply, &second)
		again := seen()
		w.pos.Unmake(reply, &second)
		if again {
			return true
		}
	}
	return false
}

// byTable plays from the tables where they know the root. A won or lost
// position whose end comes in time is played out by them. In others they
// bar the moves that give something away, and the search chooses from the rest:
// in a drawn one without the tables, so that it still sets problems, and where
// the count of moves is in the way of a win with them, so that it finds the
// capture or pawn move that begins the count anew.
func (s *search) byTable(w *worker, lines int, report func(Info)) (Info, bool) {
	if s.engine.tables == nil {
		return Info{}, false
	}
	s.tableMen = s.engine.tables.Men()
	w.tableMen = s.tableMen
	if w.pos.Occupied().Count() > s.tableMen {
		return Info{}, false
	}
	outcome, plies, ok := s.engine.tables.Look(w.pos, s.pure)
	if !ok {
		return Info{}, false
	}
	moves := w.tableMoves(w.pos)
	if len(moves) == 0 || moves[0].outcome != outcome {
		return Info{}, false // what would have to be known is a move that is not
	}
	if outcome == 0 || !w.inTime(w.pos.Halfmove(), plies) {
		for _, k := range moves {
			if k.outcome < outcome {
				s.barred = append(s.barred, k.move)
			}
		}
		if outcome == 0 {
			s.tableMen, w.tableMen, s.drawn = 0, 0, true
		}
		return Info{}, false
	}
	if outcome > 0 {
		for i := range moves {
			moves[i].repeats = moves[i].outcome > 0 && w.repeats(moves[i].move)
		}
		slices.SortStableFunc(moves, tableMove.order)
	}
	var best Info
	for i, k := range moves[:min(lines, len(moves))] {
		info := Info{
			Rank: i + 1, Depth: 1, SelDepth: 1, Score: tableScore(k.outcome, k.plies),
			Nodes: uint64(len(moves)), Time: time.Since(s.start), PV: w.tableLine(k.move),
		}
		if i == 0 {
			best = info
		}
		if report != nil {
			report(info)
		}
	}
	return best, true
}

// tableLine returns a line of best moves that begins with a move.
func (w *worker) tableLine(m position.Move) []position.Move {
	p := w.pos.Clone()
	var line []position.Move
	var u position.Undo
	for {
		line = append(line, m)
		p.Make(m, &u)
		next := w.tableMoves(p)
		if len(next) == 0 || len(line) == tablePV || !w.s.pure && p.DeadMaterial() {
			return line
		}
		m = next[0].move
	}
}

// level returns report with all scores those of a draw.
func (s *search) level(report func(Info)) func(Info) {
	if report == nil {
		return nil
	}
	return func(i Info) {
		i.Score = 0
		report(i)
	}
}

// unbarred returns the legal moves that are not barred.
func (s *search) unbarred(legal []position.Move) []position.Move {
	return slices.DeleteFunc(slices.Clone(legal), func(m position.Move) bool { return slices.Contains(s.barred, m) })
}
