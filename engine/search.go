package engine

import (
	"math"
	"slices"

	"tagmate/position"
)

// reductions by depth and number of the move, in plies.
var reductions = func() (t [64][64]int8) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			t[d][n] = int8(0.8 + math.Log(float64(d))*math.Log(float64(n))/1.9)
		}
	}
	return t
}()

// search returns the score of the position at a ply within (alpha, beta), or
// a bound on it outside (fail-soft). The PV of the ply is left in its frame.
// Null says that a null move may be tried; cut that a refutation is expected.
func (w *worker) search(alpha, beta Score, depth, ply int, null, cut bool) Score {
	f := &w.stack[ply]
	f.pvLen = 0
	inCheck := w.pos.InCheck()
	if inCheck && ply < 2*w.depth {
		depth++
	}
	if depth <= 0 {
		return w.quiesce(alpha, beta, ply, true)
	}
	if w.count() {
		return 0
	}
	w.seldepth = max(w.seldepth, ply)
	excluded := f.excluded
	if ply > 0 {
		if w.isDraw() {
			return 0
		}
		if ply >= MaxPly {
			return w.evaluate()
		}
		if score, ok := w.lookUp(ply); ok {
			return score
		}
		// No line from here can be better than a mate that is nearer.
		alpha, beta = max(alpha, -wonIn(ply)), min(beta, wonIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}
	isPV := beta-alpha > 1

	key := w.pos.Key() ^ w.salt
	hit, found := entry{}, false
	if excluded == position.NoMove {
		if hit, found = w.table.load(key); found {
			hit.score = fromTable(hit.score, ply)
			if !isPV && hit.depth >= depth && !w.plain && !w.nearLimit() &&
				(hit.bound == exact || hit.bound == atLeast && hit.score >= beta || hit.bound == atMost && hit.score <= alpha) {
				return hit.score
			}
		}
	}

	// How good is it to stand here?
	static := -infinite
	improving := false
	if inCheck {
		f.static = -infinite
	} else {
		static = w.corrected(w.evaluate(), ply)
		f.static = static
		improving = ply < 2 || static > w.stack[ply-2].static
		if found && (hit.bound == exact || hit.bound == atLeast && hit.score > static || hit.bound == atMost && hit.score < static) {
			if _, mate := hit.score.Mate(); !mate {
				static = hit.score
			}
		}
	}

	if !isPV && !inCheck && ply > 0 && excluded == position.NoMove && !w.plain {
		// So far ahead that the opponent will not come here.
		margin := Score(85 * depth)
		if improving {
			margin -= 60
		}
		if depth <= 7 && static-margin >= beta && static < decided {
			return static
		}
		// Hopeless but for captures.
		if depth <= 3 && static+Score(220*depth) < alpha {
			if score := w.quiesce(alpha, alpha+1, ply, true); score <= alpha || w.s.stopped.Load() {
				return score
			}
		}
		// If passing is good enough, a move will be too: but not where to have
		// to move is the trouble.
		if null && depth >= 3 && static >= beta && w.mayPass() {
			r := 4 + depth/3 + int(min((static-beta)/180, 4))
			w.pass(ply)
			score := -w.search(-beta, -beta+1, depth-r, ply+1, false, !cut)
			w.unpass(ply)
			if w.s.stopped.Load() {
				return 0
			}
			if score >= beta {
				if score >= decided {
					score = beta
				}
				return score
			}
		}
		bar := beta + probCutMargin
		if improving {
			bar -= probCutMargin / 4
		}
		if depth > probCutDepth && beta < decided && beta > -decided && w.blind == nil &&
			(!found || hit.depth <= depth-probCutDepth || hit.score >= bar) {
			score, ok := w.probCut(bar, depth, ply, static, cut)
			if ok || w.s.stopped.Load() {
				return score
			}
		}
	}
	first := hit.move
	if first != position.NoMove && !w.pos.IsLegal(first) {
		first = position.NoMove // of another position with the same key
	}
	if first == position.NoMove && depth >= 5 && (isPV || cut) && !w.plain {
		depth-- // without a move to begin with, find one more cheaply
	}

	// A move without which the position would be much worse is searched
	// deeper.
	extension := 0
	if ply > 0 && ply < 2*w.depth && depth >= 7 && !w.plain && first != position.NoMove && hit.bound != atMost && hit.depth >= depth-3 {
		if _, mate := hit.score.Mate(); !mate {
			bar := hit.score - Score(2*depth)
			f.excluded = first
			score := w.search(bar-1, bar, (depth-1)/2, ply, false, cut)
			f.excluded = position.NoMove
			f.pvLen = 0
			if w.s.stopped.Load() {
				return 0
			}
			switch {
			case score < bar:
				extension = 1
			case bar >= beta:
				return bar // two moves are good enough
			case hit.score >= beta:
				extension = -1
			}
		}
	}

	best, bestMove := -infinite, position.NoMove
	kind := atMost
	generated, next := false, 0
	quiets := 0
	missed := false
	f.tried = f.tried[:0]
	w.stack[ply+1].killers = [2]position.Move{}
	for n := 0; ; n++ {
		var m position.Move
		mark := int32(firstMark)
		if n == 0 && first != position.NoMove {
			m = first
		} else {
			if !generated {
				generated = true
				f.moves = w.pos.AppendMoves(f.moves[:0])
				w.rank(f, first, ply)
			}
			if next == len(f.moves) {
				break
			}
			m = w.pick(f, next)
			mark = f.scores[next]
			next++
		}
		if m == excluded || ply == 0 && w.isSkipped(m) {
			continue
		}
		if w.blind != nil && w.misses(m) {
			missed = true
			continue
		}
		quiet := !w.loud(m)
		if quiet {
			quiets++
		}
		if best > -decided && ply > 0 && !inCheck && !w.plain {
			if quiet {
				if !isPV && mark < killerMark && (quiets > lateMoves(depth, improving) || depth <= 7 && static+Score(90+100*depth) <= alpha) {
					break // nor do the moves that come later promise more
				}
				if depth <= 3 && mark < -6000*int32(depth) {
					continue
				}
				if depth <= 6 && mark < killerMark && !w.wins(m, int32(-45*depth)) {
					continue
				}
			} else if depth <= 5 && mark < 0 && !w.wins(m, int32(-110*depth)) {
				continue
			}
		}
		f.tried = append(f.tried, m)
		w.make(m, ply)
		newDepth := depth - 1
		if n == 0 {
			newDepth += extension
		}
		var score Score
		if len(f.tried) == 1 {
			score = -w.search(-beta, -alpha, newDepth, ply+1, true, !isPV && !cut)
		} else {
			reduced := newDepth
			if depth >= 3 && n >= 2 && (quiet || mark < 0) && !w.plain {
				r := int(reductions[min(depth, 63)][min(n, 63)])
				if isPV {
					r--
				}
				if cut {
					r++
				}
				if !improving {
					r++
				}
				if w.pos.InCheck() || inCheck {
					r--
				}
				switch {
				case mark >= killerMark:
					r--
				case quiet:
					r -= int(mark / 16000)
				}
				reduced = min(max(newDepth-r, 1), newDepth)
			}
			score = -w.search(-alpha-1, -alpha, reduced, ply+1, true, true)
			if score > alpha && reduced < newDepth {
				// By far the best so far: worth a look one deeper, and the
				// other way round.
				switch {
				case score > best+50+Score(2*newDepth):
					newDepth++
				case score < best+8 && newDepth-1 > reduced:
					newDepth--
				}
				score = -w.search(-alpha-1, -alpha, newDepth, ply+1, true, !cut)
			}
			if score > alpha && score < beta {
				score = -w.search(-beta, -alpha, newDepth, ply+1, true, false)
			}
		}
		w.unmake(m, ply)
		if w.s.stopped.Load() {
			if ply == 0 && best > -infinite {
				return best
			}
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove, kind = score, m, exact
				f.keepPV(m, &w.stack[ply+1])
				if score >= beta {
					kind = atLeast
					w.learn(f, depth, ply)
					break
				}
			}
		}
	}
	if best == -infinite {
		if missed {
			return w.evaluate()
		}
		if excluded != position.NoMove || ply == 0 {
			return alpha
		}
		return w.final(inCheck, ply)
	}
	if !inCheck && excluded == position.NoMove && w.blind == nil && best < decided && best > -decided &&
		(bestMove == position.NoMove || !w.loud(bestMove)) &&
		(kind == exact || kind == atLeast && best > f.static || kind == atMost && best < f.static) {
		w.correct(best-f.static, depth, ply)
	}
	if excluded == position.NoMove && (ply > 0 || len(w.skip) == 0 && w.s.only == nil) {
		w.table.store(key, entry{move: bestMove, score: toTable(best, ply), depth: depth, bound: kind})
	}
	return best
}

// lateMoves is how many quiet moves are looked at before the rest is held to
// be no better.
func lateMoves(depth int, improving bool) int {
	if depth > 6 {
		return 1 << 20
	}
	if improving {
		return 5 + 2*depth*depth
	}
	return 3 + depth*depth
}

// isSkipped reports whether a first move is left out.
func (w *worker) isSkipped(m position.Move) bool {
	return slices.Contains(w.skip, m) || w.s.only != nil && !slices.Contains(w.s.only, m)
}

// nearLimit reports whether the draw by counting moves is so near that scores
// found without it are not to be trusted.
func (w *worker) nearLimit() bool {
	return w.maxClaim > 0 && w.pos.Halfmove() >= w.maxClaim-20 && !w.s.pure
}

// final scores a position without legal moves.
func (w *worker) final(inCheck bool, ply int) Score {
	status := position.Stalemate
	if inCheck {
		status = position.Checkmate
	}
	switch w.pos.Outcome(status) {
	case position.Drawn:
		return 0
	case position.WinFor(w.pos.Turn()):
		return wonIn(ply)
	}
	return -wonIn(ply)
}

// mayPass reports whether a null move proves anything: not for a side with
// pawns or a single piece alone, nor where stalemate decides the game and a
// side could run out of moves.
func (w *worker) mayPass() bool {
	us := w.pos.Turn()
	n := w.pos.Of(us).AndNot(w.know.pawnSet(w.pos, us)).Count() - 1
	if w.decisive {
		return n >= 3 && !w.pos.IsBare(us.Other())
	}
	return n >= 2 && !w.pos.IsBare(us.Other())
}

func (f *frame) keepPV(m position.Move, next *frame) {
	f.pv[0] = m
	n := copy(f.pv[1:], next.pv[:next.pvLen])
	f.pvLen = n + 1
}

// Mates are stored by their distance from the position, and read as distance
// from the root.
func toTable(s Score, ply int) Score {
	switch {
	case s >= decided:
		return s + Score(ply)
	case s <= -decided:
		return s - Score(ply)
	}
	return s
}

func fromTable(s Score, ply int) Score {
	switch {
	case s >= decided:
		return s - Score(ply)
	case s <= -decided:
		return s + Score(ply)
	}
	return s
}
