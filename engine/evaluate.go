package engine

import (
	"tagmate/board"
	"tagmate/position"
)

// The weights of the evaluation, in centipawns: first estimates after what is
// usual for chess, kept where matches against the version before bore them out.
const (
	tempo          = 14
	complement     = 30 // colour-bound pieces on both colours
	threatByPawn   = 38 // a piece that a pawn attacks
	threatByLesser = 24 // a piece that a lesser piece attacks
	hanging        = 22 // a piece that is attacked and not guarded
)

// terms is a pair of scores: for the middle game, and for the ending.
type terms struct{ mid, end int32 }

func (t *terms) add(mid, end int32) {
	t.mid += mid
	t.end += end
}

// sides is what the evaluation finds out about each side.
type sides struct {
	score   [2]terms
	attacks [2]board.Set // squares attacked by anything
	twice   [2]board.Set // by two or more
	byPawn  [2]board.Set
	lesser  [2]board.Set // by pieces of about a knight's value, pawns apart
	danger  [2]int32     // to this side's king
	hunters [2]int32     // pieces that attack its surroundings
	phase   int32
}

// evaluate returns the static worth for the side to move. Pawns is scratch, or
// the entry of a table of pawn structures that may hold this one.
func (k *knowledge) evaluate(p *position.Position, pawns *pawnInfo) Score {
	us, them := p.Turn(), p.Turn().Other()
	if p.IsBare(them) {
		return k.hunt(p, us)
	}
	if p.IsBare(us) {
		return -k.hunt(p, them)
	}
	if !pawns.matches(k, p) {
		k.learnPawns(p, pawns)
	}
	var s sides
	for c := position.White; c <= position.Black; c++ {
		s.score[c] = pawns.score[c]
		s.byPawn[c] = pawns.attacks[c]
		king := k.near[p.King(c)]
		s.attacks[c] = s.byPawn[c].Or(king)
		s.twice[c] = s.byPawn[c].And(king)
	}
	for c := position.White; c <= position.Black; c++ {
		k.pieces(p, c, &s)
	}
	for c := position.White; c <= position.Black; c++ {
		k.threats(p, c, &s)
		k.king(p, c, &s)
		k.runners(p, c, pawns.passed[c], &s)
	}
	phase := min(s.phase, k.full)
	mid := s.score[us].mid - s.score[them].mid
	end := s.score[us].end - s.score[them].end
	score := (mid*phase + end*(k.full-phase)) / k.full
	if score != 0 {
		winner := us
		if score < 0 {
			winner = them
		}
		score = score * k.chances(p, winner) / 16
	}
	return Score(score + tempo)
}

// pieces sums up the pieces of a side but king and pawns: value, square,
// mobility, and what they attack.
func (k *knowledge) pieces(p *position.Position, c position.Color, s *sides) {
	foe := c.Other()
	zone := k.zone[p.King(foe)]
	denied := s.byPawn[foe].Or(k.pawnSet(p, c))
	var bound [2]bool
	sum := &s.score[c]
	for _, kind := range k.kinds {
		set := p.OfKind(c, kind)
		if set.Empty() {
			continue
		}
		n := int32(set.Count())
		s.phase += n * k.phase[kind]
		sum.add(n*k.value[kind], n*k.value[kind])
		for set.Any() {
			sq := set.Pop()
			square := int32(k.square[c][kind][sq])
			attacks := p.Attacks(sq)
			mobile := k.mobility[kind][attacks.AndNot(denied).Count()]
			if k.quiet[kind] {
				mobile = k.mobility[kind][p.Targets(sq).Count()]
			}
			sum.add(square+int32(mobile), square*2/3+int32(mobile))
			s.twice[c] = s.twice[c].Or(s.attacks[c].And(attacks))
			s.attacks[c] = s.attacks[c].Or(attacks)
			if k.value[kind] <= k.minor {
				s.lesser[c] = s.lesser[c].Or(attacks)
			}
			if hit := attacks.And(zone); hit.Any() {
				s.hunters[foe]++
				s.danger[foe] += int32(hit.Count()) * k.force[kind]
			}
			if k.bound[kind] {
				bound[b2i(k.dark.Has(sq))] = true
			}
		}
	}
	if bound[0] && bound[1] {
		sum.add(complement, complement)
	}
}

// threats sums up what a side attacks.
func (k *knowledge) threats(p *position.Position, c position.Color, s *sides) {
	foe := c.Other()
	targets := p.Of(foe).AndNot(k.pawnSet(p, foe)).Without(p.King(foe)).And(s.attacks[c])
	if targets.Any() {
		n := int32(targets.And(s.byPawn[c]).Count())
		s.score[c].add(n*threatByPawn, n*threatByPawn)
		var greater int32
		for rest := targets.And(s.lesser[c]).AndNot(s.byPawn[c]); rest.Any(); {
			if k.value[p.At(rest.Pop()).Kind()] > k.minor {
				greater++
			}
		}
		s.score[c].add(greater*threatByLesser, greater*threatByLesser)
	}
	n := int32(p.Of(foe).Without(p.King(foe)).And(s.attacks[c]).AndNot(s.attacks[foe]).Count())
	s.score[c].add(n*hanging, n*hanging)
}

// king sums up the safety and the place of a side's king.
func (k *knowledge) king(p *position.Position, c position.Color, s *sides) {
	foe := c.Other()
	sq := p.King(c)
	sum := &s.score[c]
	sum.add(int32(k.square[c][k.rules.Royal()][sq]), int32(k.endgame[c][sq]))
	own := k.pawnSet(p, c)
	sum.mid += int32(own.And(k.shelter[c][sq]).Count())*12 + int32(own.And(k.front[c][sq]).Count())*6
	if s.hunters[c] < 2 {
		return
	}
	weak := k.zone[sq].And(s.attacks[foe]).AndNot(s.twice[c]).AndNot(s.byPawn[c])
	danger := s.danger[c] + int32(weak.Count())*4
	sum.add(-min(danger*danger*k.malice/1024, 700), -min(danger, 60)/2)
}

// runners sums up passed pawns: the nearer to promotion the better, by what
// promotion gains; better yet when the way is free and the own king near.
func (k *knowledge) runners(p *position.Position, c position.Color, passed board.Set, s *sides) {
	foe := c.Other()
	for passed.Any() {
		sq := passed.Pop()
		toGo := int(k.toGo[c][sq])
		mid, end := k.runner[toGo].mid, k.runner[toGo].end
		path := k.path[c][sq]
		next := k.next[c][sq]
		switch {
		case p.Occupied().Has(next):
			mid, end = mid/2, end/2
		case path.Meets(s.attacks[foe].AndNot(s.attacks[c])):
			mid, end = mid*3/4, end*3/4
		case !path.Meets(p.Occupied().Or(s.attacks[foe])):
			end += end / 3
		}
		if near := int32(max(6-toGo, 0)); near > 0 {
			end += near * (2*int32(k.dist[p.King(foe)][next]) - int32(k.dist[p.King(c)][next]))
		}
		s.score[c].add(mid, end)
	}
}

// chances returns how likely a side that stands better wins, in sixteenths:
// little without pawns where what it has cannot win, or where giving up a
// piece for the last pawns would bring the other side there.
func (k *knowledge) chances(p *position.Position, winner position.Color) int32 {
	if k.pawnSet(p, winner).Any() {
		return 16
	}
	if k.rules.Def().Ending.Stalemate == stalemateWins {
		return 14
	}
	if p.CannotWin(winner) {
		return 1
	}
	var material [2]int32
	for c := range material {
		for _, kind := range k.kinds {
			material[c] += int32(p.OfKind(position.Color(c), kind).Count()) * k.value[kind]
		}
	}
	if lead := material[winner] - material[winner.Other()]; lead < k.minor+100 && material[winner] < 4*k.minor {
		return 5
	}
	return 14
}

// hunt scores a position in which one side has a bare king, for the other one:
// material, and how far the king is driven to the edge, or, where all that is
// left to do it with stands on one colour, to the corners of that colour.
func (k *knowledge) hunt(p *position.Position, hunter position.Color) Score {
	turn := Score(tempo)
	if p.Turn() != hunter {
		turn = -turn
	}
	if p.IsBare(hunter) {
		return turn
	}
	prey, king := p.King(hunter.Other()), p.King(hunter)
	var sum, strongest int32
	var bound, free board.Set
	for rest := p.Of(hunter).Without(king); rest.Any(); {
		sq := rest.Pop()
		kind := p.At(sq).Kind()
		sum += k.value[kind]
		if k.rules.IsPawn(kind) {
			sum += int32(k.square[hunter][kind][sq]) * 4
			continue
		}
		sum -= 4 * int32(k.dist[sq][prey])
		if k.bound[kind] {
			bound = bound.With(sq)
		} else {
			free = free.With(sq)
			strongest = max(strongest, k.value[kind])
		}
	}
	sum -= 14 * int32(k.dist[king][prey])
	switch dark := bound.Meets(k.dark); {
	case bound.Any() && (!dark || bound.Within(k.dark)) && strongest > 2*k.minor:
		sum += int32(k.edge[prey])*2 + int32(k.corner[b2i(dark)][prey])
	case bound.Any() && (!dark || bound.Within(k.dark)):
		// The way from the wrong corner leads along the edge.
		sum += int32(k.edge[prey])*2/3 + int32(k.corner[b2i(dark)][prey])*3
	case bound.Empty() && free.Any():
		sum += int32(k.edge[prey])*2 + int32(max(k.corner[0][prey], k.corner[1][prey]))/2
	default:
		sum += int32(k.edge[prey]) * 2
	}
	sum += 200
	if p.CannotWin(hunter) {
		sum /= 16
	}
	return Score(sum) + turn
}

// evaluate returns the static worth of the worker's position, from its table
// of evaluations if it is there.
func (w *worker) evaluate() Score {
	key := w.pos.Key()
	e := &w.evals[key>>40&(evalEntries-1)]
	if e.key == key {
		return e.score
	}
	score := w.know.evaluate(w.pos, &w.pawns[w.know.pawnSlot(w.pos)])
	e.key, e.score = key, score
	return score
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
