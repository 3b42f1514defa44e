package engine

import (
	"tagmate/board"
	"tagmate/position"
)

// quiesce plays out captures and promotions, and all moves in check. Checks
// says that quiet moves that give check are tried, too.
func (w *worker) quiesce(alpha, beta Score, ply int, checks bool) Score {
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
		return w.evaluate()
	}
	if score, ok := w.lookUp(ply); ok {
		return score
	}
	key := w.pos.Key() ^ w.salt
	hit, found := w.table.load(key)
	if found && beta-alpha == 1 {
		s := fromTable(hit.score, ply)
		if hit.bound == exact || hit.bound == atLeast && s >= beta || hit.bound == atMost && s <= alpha {
			return s
		}
	}
	inCheck := w.pos.InCheck()
	best, static := -infinite, -infinite
	if !inCheck {
		static = w.evaluate()
		if best = static; best >= beta {
			if w.missesStalemate() {
				return w.final(false, ply)
			}
			return best
		}
		if checks {
			f.moves = w.forcing(w.pos.AppendMoves(f.moves[:0]))
		} else {
			f.moves = w.pos.AppendCaptures(f.moves[:0])
		}
		if len(f.moves) == 0 {
			if w.missesStalemate() {
				return w.final(false, ply)
			}
			return best
		}
	} else if f.moves = w.pos.AppendMoves(f.moves[:0]); len(f.moves) == 0 {
		return w.final(true, ply)
	}
	alpha = max(alpha, best)
	w.rank(f, position.NoMove, ply)
	if found && hit.move != position.NoMove {
		for i, m := range f.moves {
			if m == hit.move {
				f.scores[i] = firstMark
			}
		}
	}
	bestMove, kind := position.NoMove, atMost
	for i := range f.moves {
		m := w.pick(f, i)
		if !inCheck && !w.loud(m) {
			if !w.wins(m, 0) {
				continue
			}
		} else if !inCheck {
			if f.scores[i] < 0 {
				if checks {
					continue // checks may be among the rest
				}
				break // from here on all lose the exchange
			}
			if m.Promotion() == position.NoKind {
				most := static + Score(w.know.value[w.pos.At(m.To()).Kind()]) + 180
				if most <= alpha {
					best = max(best, most)
					continue
				}
			}
		} else if best > -decided && f.scores[i] < killerMark && i > 1 {
			break
		}
		if w.blind != nil && w.misses(m) {
			continue
		}
		w.make(m, ply)
		score := -w.quiesce(-beta, -alpha, ply+1, false)
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
	if best == -infinite {
		return w.evaluate() // in check, and every answer was overlooked
	}
	w.table.store(key, entry{move: bestMove, score: toTable(best, ply), depth: 0, bound: kind})
	return best
}

// forcing keeps the captures, the promotions and the moves that give check with
// the piece that moves.
func (w *worker) forcing(moves []position.Move) []position.Move {
	p := w.pos
	us := p.Turn()
	king := p.King(us.Other())
	free := p.Occupied().Not()
	var from [16]board.Set
	for _, kind := range w.know.kinds {
		if p.OfKind(us, kind).Any() {
			from[kind] = p.Hits(kind, us, king, free)
		}
	}
	n := 0
	for _, m := range moves {
		if w.loud(m) || from[p.At(m.From()).Kind()].Has(m.To()) {
			moves[n] = m
			n++
		}
	}
	return moves[:n]
}

// missesStalemate reports whether the side to move, which is not in check, has
// no move: looked for only where stalemate decides the game, or where it saves
// a bare king.
func (w *worker) missesStalemate() bool {
	return (w.decisive || w.pos.IsBare(w.pos.Turn())) && !w.pos.HasMove()
}
