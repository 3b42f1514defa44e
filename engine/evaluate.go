package engine

import (
	"tagmate/board"
	"tagmate/position"
)

// sides is what the evaluation finds out about each side.
type sides struct {
	score   [2]terms
	attacks [2]board.Set // squares attacked by anything
	twice   [2]board.Set // by two or more
	byPawn  [2]board.Set
	byKind  [2][16]board.Set
	danger  [2]int32 // to this side's king
	hunters [2]int32 // pieces that attack its surroundings
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
		k.pieces(p, c, &s, pawns)
	}
	for c := position.White; c <= position.Black; c++ {
		k.threats(p, c, &s)
		k.space(p, c, &s, pawns)
		k.king(p, c, &s, pawns)
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
	return Score(score + (k.w.tempo.mid*phase+k.w.tempo.end*(k.full-phase))/k.full)
}

// pieces sums up the pieces of a side but king and pawns: value, square,
// mobility, and what they attack.
func (k *knowledge) pieces(p *position.Position, c position.Color, s *sides, pawns *pawnInfo) {
	foe := c.Other()
	zone := k.zone[p.King(foe)]
	denied := s.byPawn[foe].Or(pawns.pawns[c])
	outposts := s.byPawn[c].AndNot(pawns.front[foe])
	var bound [2]bool
	sum := &s.score[c]
	for _, kind := range k.kinds {
		set := p.OfKind(c, kind)
		if set.Empty() {
			continue
		}
		w := &k.w.kind[kind]
		n := set.Count()
		s.phase += int32(n) * k.phase[kind]
		if n > 1 {
			sum.add(w.pair)
		}
		if safe := set.And(outposts); safe.Any() {
			sum.times(safe.Count(), w.outpost)
		}
		var all board.Set
		for set.Any() {
			sq := set.Pop()
			sum.add(k.worth[c][kind][sq])
			sum.times(int(k.dist[sq][p.King(foe)]), w.hunter)
			sum.times(int(k.dist[sq][p.King(c)]), w.guard)
			attacks := p.Attacks(sq)
			if k.quiet[kind] {
				sum.add(k.mobile[kind][p.Targets(sq).Count()])
			} else {
				sum.add(k.mobile[kind][attacks.AndNot(denied).Count()])
			}
			s.twice[c] = s.twice[c].Or(s.attacks[c].And(attacks))
			s.attacks[c] = s.attacks[c].Or(attacks)
			all = all.Or(attacks)
			if hit := attacks.And(zone); hit.Any() {
				s.hunters[foe]++
				s.danger[foe] += int32(hit.Count()) * w.force.mid
			}
			if k.bound[kind] {
				bound[b2i(k.dark.Has(sq))] = true
			}
		}
		s.byKind[c][kind] = all
	}
	if bound[0] && bound[1] {
		sum.add(k.w.complement)
	}
}

// threats sums up the dangers to a side's pieces.
func (k *knowledge) threats(p *position.Position, c position.Color, s *sides) {
	foe := c.Other()
	sum := &s.score[c]
	under := p.Of(c).Without(p.King(c)).And(s.attacks[foe])
	if under.Empty() {
		return
	}
	sum.times(under.AndNot(s.attacks[c]).Count(), k.w.hanging)
	var cheaper board.Set // attacked by one of the kinds so far
	n := 0
	for _, kind := range k.kinds {
		for ; n < k.cheaper[kind]; n++ {
			cheaper = cheaper.Or(s.byKind[foe][k.kinds[n]])
		}
		set := p.OfKind(c, kind).And(under)
		if set.Empty() {
			continue
		}
		harassed := set.And(s.byPawn[foe])
		sum.times(harassed.Count(), k.w.kind[kind].harassed)
		sum.times(set.And(cheaper).AndNot(harassed).Count(), k.w.kind[kind].chased)
	}
}

// space sums up what a side takes from the other one: squares, and the quiet of
// pieces that its pawns can drive away.
func (k *knowledge) space(p *position.Position, c position.Color, s *sides, pawns *pawnInfo) {
	foe := c.Other()
	sum := &s.score[c]
	sum.times(s.attacks[c].And(s.attacks[foe]).AndNot(s.twice[foe].Or(s.byPawn[foe])).Count(), k.w.contested)
	own := pawns.pawns[c]
	targets := p.Of(foe).AndNot(pawns.pawns[foe])
	steps := own.Up(k.files)
	if c == position.Black {
		steps = own.Down(k.files)
	}
	for steps = steps.AndNot(p.Occupied().Or(s.byPawn[foe])); steps.Any(); {
		sq := steps.Pop()
		if !s.attacks[c].Has(sq) && s.attacks[foe].Has(sq) {
			continue
		}
		sum.times(k.pawnHits[c][sq].And(targets).Count(), k.w.push)
	}
}

// king sums up the safety and the place of a side's king.
func (k *knowledge) king(p *position.Position, c position.Color, s *sides, pawns *pawnInfo) {
	foe := c.Other()
	sq := p.King(c)
	sum := &s.score[c]
	w := &k.w
	sum.add(k.worth[c][k.rules.Royal()][sq])
	own, foes := pawns.pawns[c], pawns.pawns[foe]
	shelter, front := k.shelter[c][sq], k.front[c][sq]
	sum.mid += int32(own.And(shelter).Count())*w.shelter.mid + int32(own.And(front).Count())*w.front.mid +
		int32(foes.And(shelter.Or(front)).Count())*w.storm.mid + int32(foes.And(k.surge[c][sq]).Count())*w.surge.mid
	for _, lane := range k.lanes[sq] {
		if !lane.Meets(own) {
			sum.mid += w.open.mid
		}
	}
	if s.hunters[c] == 0 {
		return
	}
	loose := s.attacks[foe].AndNot(s.twice[c]).AndNot(s.byPawn[c])
	danger := s.danger[c] + int32(k.zone[sq].And(loose).Count())*w.weak.mid - w.calm.mid
	safe := p.Of(foe).Or(s.attacks[c].AndNot(loose.And(s.twice[foe]))).Not()
	for _, kind := range k.kinds {
		if from := s.byKind[foe][kind].And(safe); from.Any() {
			if n := p.Hits(kind, foe, sq, from).Count(); n > 0 {
				danger += int32(min(n, 3)+1) / 2 * w.kind[kind].check.mid
			}
		}
	}
	if danger > 0 {
		danger = min(danger, 4000)
		sum.mid -= min(danger*danger/256*w.malice.mid/256, 900)
		sum.end -= danger * w.malice.end / 64
	}
}

// runners sums up passed pawns: the nearer to promotion the better, by what
// promotion gains; better yet when the way is free and the own king near.
func (k *knowledge) runners(p *position.Position, c position.Color, passed board.Set, s *sides) {
	foe, w := c.Other(), &k.w
	for passed.Any() {
		sq := passed.Pop()
		toGo := int(k.toGo[c][sq])
		worth := w.passed[toGo]
		path, next := k.path[c][sq], k.next[c][sq]
		share := terms{16, 16}
		switch {
		case p.Occupied().Has(next):
			share = w.blocked
		case path.Meets(s.attacks[foe].AndNot(s.attacks[c])):
			share = w.barred
		case !path.Meets(p.Occupied().Or(s.attacks[foe])):
			share = w.free
		}
		worth = terms{worth.mid * share.mid / 16, worth.end * share.end / 16}
		if near := int32(max(6-toGo, 0)); near > 0 {
			worth.end += near * (w.escort.mid*int32(k.dist[p.King(foe)][next]) + w.escort.end*int32(k.dist[p.King(c)][next]))
		}
		s.score[c].add(worth)
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
	turn := Score(k.w.tempo.end)
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
			sum += 8 * int32(int(k.toGo[hunter.Other()][sq]))
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
	score := w.know.evaluate(w.pos, &w.pawns[w.know.pawnHash(w.pos)%pawnEntries])
	e.key, e.score = key, score
	return score
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
