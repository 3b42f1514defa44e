package engine

import (
	"math"

	"tagmate/position"
)

// reductions by depth and number of the move, in plies.
var reductions = func() (t [64][64]int8) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			t[d][n] = int8(0.6 + math.Log(float64(d))*math.Log(float64(n))/2.2)
		}
	}
	return t
}()

// search returns the score of the position at a ply within (alpha, beta), or
// a bound on it outside (fail-soft). The PV of the ply is left in its frame.
func (w *worker) search(alpha, beta Score, depth, ply int, null bool) Score {
	f := &w.stack[ply]
	f.pvLen = 0
	inCheck := w.pos.InCheck()
	if inCheck {
		depth++
	}
	if depth <= 0 {
		return w.quiesce(alpha, beta, ply, 0)
	}
	if w.count() {
		return 0
	}
	w.seldepth = max(w.seldepth, ply)
	if ply > 0 {
		if w.isDraw() {
			return 0
		}
		if ply >= MaxPly {
			return w.know.evaluate(w.pos)
		}
		// No line from here can be better than a mate that is nearer.
		alpha, beta = max(alpha, -wonIn(ply)), min(beta, wonIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}
	isPV := beta-alpha > 1

	key := w.pos.Key()
	hit, found := w.table.load(key)
	if found {
		hit.score = fromTable(hit.score, ply)
		if !isPV && hit.depth >= depth && w.pos.Halfmove() < 80 &&
			(hit.bound == exact || hit.bound == atLeast && hit.score >= beta || hit.bound == atMost && hit.score <= alpha) {
			return hit.score
		}
	}

	static := w.know.evaluate(w.pos)
	f.static = static
	improving := ply >= 2 && !inCheck && static > w.stack[ply-2].static
	if found && !inCheck && (hit.bound == exact || hit.bound == atLeast && hit.score > static || hit.bound == atMost && hit.score < static) {
		if _, mate := hit.score.Mate(); !mate {
			static = hit.score
		}
	}

	if !isPV && !inCheck && ply > 0 {
		// So far ahead that the opponent will not come here.
		if depth <= 6 && static-Score(90*depth) >= beta && static < decided {
			return static
		}
		// Hopeless but for captures.
		if depth <= 2 && static+Score(250*depth) < alpha {
			if score := w.quiesce(alpha, beta, ply, 0); score < alpha {
				return score
			}
		}
		// If passing is good enough, a move will be too: but not where to have
		// to move is the trouble.
		if null && depth >= 3 && static >= beta && w.mayPass() {
			r := 3 + depth/4 + int(min((static-beta)/200, 3))
			w.stack[ply].played = position.NoMove
			w.pos.MakeNull(&f.undo)
			w.keys = append(w.keys, w.pos.Key())
			score := -w.search(-beta, -beta+1, depth-r, ply+1, false)
			w.keys = w.keys[:len(w.keys)-1]
			w.pos.UnmakeNull(&f.undo)
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
	}
	if isPV && !found && depth >= 5 {
		depth-- // without a move to begin with, find one more cheaply
	}

	var first position.Move
	if found {
		first = hit.move
	}
	f.moves = w.pos.AppendMoves(f.moves[:0])
	if len(f.moves) == 0 {
		return w.final(inCheck, ply)
	}
	w.rank(f, first, ply)

	best, bestMove := -infinite, position.NoMove
	kind := atMost
	us := w.pos.Turn()
	quiets := 0
	w.stack[ply+1].killers = [2]position.Move{}
	for i := range f.moves {
		m := pick(f, i)
		quiet := w.pos.At(m.To()) == position.NoPiece && m.Promotion() == position.NoKind && !m.IsEnPassant()
		if quiet {
			quiets++
		}
		if ply > 0 && best > -decided && !inCheck && !isPV {
			if quiet {
				if depth <= 5 && quiets > 4+2*depth*depth && !improving || depth <= 5 && quiets > 8+3*depth*depth {
					continue
				}
				if depth <= 5 && static+Score(100+110*depth) <= alpha && f.scores[i] < historyMax {
					continue
				}
			} else if depth <= 4 && f.scores[i] < 0 && w.exchange(m) < -120*depth {
				continue
			}
		}
		w.make(m, ply)
		reduced := depth - 1
		if depth >= 3 && i >= 2 && (quiet || f.scores[i] < 0) {
			r := int(reductions[min(depth, 63)][min(i, 63)])
			if isPV {
				r--
			}
			if !improving {
				r++
			}
			if w.pos.InCheck() || inCheck {
				r--
			}
			if quiet {
				r -= int(f.scores[i] / (historyMax / 2))
			}
			reduced = min(max(depth-1-max(r, 0), 1), depth-1)
		}
		var score Score
		switch {
		case i == 0:
			score = -w.search(-beta, -alpha, depth-1, ply+1, true)
		default:
			score = -w.search(-alpha-1, -alpha, reduced, ply+1, true)
			if score > alpha && reduced < depth-1 {
				score = -w.search(-alpha-1, -alpha, depth-1, ply+1, true)
			}
			if score > alpha && score < beta {
				score = -w.search(-beta, -alpha, depth-1, ply+1, true)
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
					if quiet {
						w.reward(f, i, depth, us, ply)
					}
					break
				}
			}
		}
	}
	w.table.store(key, entry{move: bestMove, score: toTable(best, ply), depth: depth, bound: kind})
	return best
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
	pieces := w.pos.Of(us)
	for k := position.Kind(1); k <= w.rules.Kinds(); k++ {
		if w.rules.IsPawn(k) {
			pieces = pieces.AndNot(w.pos.OfKind(us, k))
		}
	}
	n := pieces.Count() - 1
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

// quiesce plays out captures and promotions, and all moves in check.
func (w *worker) quiesce(alpha, beta Score, ply, qply int) Score {
	f := &w.stack[ply]
	f.pvLen = 0
	if w.count() {
		return 0
	}
	w.seldepth = max(w.seldepth, ply)
	if w.isDraw() {
		return 0
	}
	if ply >= MaxPly {
		return w.know.evaluate(w.pos)
	}
	key := w.pos.Key()
	hit, found := w.table.load(key)
	if found && beta-alpha == 1 {
		s := fromTable(hit.score, ply)
		if hit.bound == exact || hit.bound == atLeast && s >= beta || hit.bound == atMost && s <= alpha {
			return s
		}
	}
	inCheck := w.pos.InCheck()
	best := -infinite
	if !inCheck {
		best = w.know.evaluate(w.pos)
		if best >= beta {
			if w.decisive && !w.pos.HasMove() {
				return w.final(false, ply)
			}
			return best
		}
		f.moves = w.pos.AppendCaptures(f.moves[:0])
	} else {
		f.moves = w.pos.AppendMoves(f.moves[:0])
	}
	if len(f.moves) == 0 {
		if inCheck {
			return w.final(true, ply)
		}
		// Where stalemate decides, or one side is bare, it must not be missed.
		if (w.decisive || w.pos.IsBare(w.pos.Turn())) && !w.pos.HasMove() {
			return w.final(false, ply)
		}
		return best
	}
	static := best
	alpha = max(alpha, best)
	w.rank(f, hit.move, ply)
	bestMove, kind := position.NoMove, atMost
	for i := range f.moves {
		m := pick(f, i)
		if !inCheck {
			if f.scores[i] < 0 {
				continue // loses the exchange
			}
			gain := Score(w.know.value[w.pos.At(m.To()).Kind()])
			if m.Promotion() == position.NoKind && static+gain+180 <= alpha {
				best = max(best, static+gain+180)
				continue
			}
		} else if best > -decided && f.scores[i] < 0 {
			continue
		}
		w.make(m, ply)
		score := -w.quiesce(-beta, -alpha, ply+1, qply+1)
		w.unmake(m, ply)
		if w.s.stopped.Load() {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha, bestMove, kind = score, m, exact
				f.keepPV(m, &w.stack[ply+1])
				if score >= beta {
					kind = atLeast
					break
				}
			}
		}
	}
	w.table.store(key, entry{move: bestMove, score: toTable(best, ply), depth: 0, bound: kind})
	return best
}
