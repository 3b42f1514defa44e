package engine

import (
	"tagmate/board"
	"tagmate/position"
)

// tempo is what it is worth to be on move.
const tempo = 12

// evaluate returns the static worth for the side to move.
func (k *knowledge) evaluate(p *position.Position) Score {
	us, them := p.Turn(), p.Turn().Other()
	if p.IsBare(them) {
		return k.hunt(p, us)
	}
	if p.IsBare(us) {
		return -k.hunt(p, them)
	}
	var phase int32
	var sum [2]int32
	for c := position.White; c <= position.Black; c++ {
		s, ph := k.side(p, c)
		sum[c] = s
		phase += ph
	}
	phase = min(phase, k.full)
	royal := k.rules.Royal()
	for c := position.White; c <= position.Black; c++ {
		sq := p.King(c)
		sum[c] += (int32(k.square[c][royal][sq])*phase + int32(k.endgame[c][sq])*(k.full-phase)) / k.full
	}
	score := sum[us] - sum[them]
	if winner := us; score != 0 {
		if score < 0 {
			winner = them
		}
		if p.CannotWin(winner) {
			score /= 16
		}
	}
	return Score(score + tempo)
}

// side sums up one side, its king's square apart.
func (k *knowledge) side(p *position.Position, c position.Color) (sum, phase int32) {
	r := k.rules
	enemyZone := k.zone[p.King(c.Other())]
	var attackers, pressure int32
	var boundDark, boundLight int32
	for kind := position.Kind(1); kind <= r.Kinds(); kind++ {
		set := p.OfKind(c, kind)
		if set.Empty() || kind == r.Royal() {
			continue
		}
		if r.IsPawn(kind) {
			sum += k.pawns(p, c, kind, set)
			continue
		}
		count := int32(0)
		for set.Any() {
			sq := set.Pop()
			count++
			targets := p.Targets(sq)
			sum += k.value[kind] + int32(k.square[c][kind][sq]) + 3*int32(targets.Count())
			if hit := targets.And(enemyZone); hit.Any() {
				attackers++
				pressure += int32(hit.Count()) * min(k.value[kind], 900) / 100
			}
			if k.bound[kind] {
				if k.dark.Has(sq) {
					boundDark++
				} else {
					boundLight++
				}
			}
		}
		phase += count * k.phase[kind]
	}
	// Colour-bound pieces complement each other.
	if boundDark > 0 && boundLight > 0 {
		sum += 30
	}
	if attackers >= 2 {
		sum += pressure * min(attackers, 5) / 2
	}
	return sum, phase
}

// pawns sums up the pawns of one kind.
func (k *knowledge) pawns(p *position.Position, c position.Color, kind position.Kind, own board.Set) (sum int32) {
	shape := k.rules.Shape()
	enemies := p.OfKind(c.Other(), kind)
	for rest := own; rest.Any(); {
		sq := rest.Pop()
		sum += k.value[kind] + int32(k.square[c][kind][sq])
		file := shape.File(sq)
		toGo := shape.Ranks - 1 - shape.Rank(sq)
		if c == position.Black {
			toGo = shape.Rank(sq)
		}
		front := k.passed[c][sq]
		if !front.Meets(enemies) {
			far := int32(max(shape.Ranks-2-toGo, 0))
			bonus := 10 + far*far*5
			if front.And(k.files[file]).Meets(p.Occupied()) {
				bonus = bonus * 2 / 3
			}
			sum += bonus
		}
		if front.And(k.files[file]).Meets(own) {
			sum -= 14 // doubled
		}
		beside := board.Set{}
		if file > 0 {
			beside = beside.Or(k.files[file-1])
		}
		if file+1 < shape.Files {
			beside = beside.Or(k.files[file+1])
		}
		if !beside.Meets(own) {
			sum -= 12 // isolated
		}
	}
	return sum
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
	var sum int32
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
		}
	}
	sum += int32(k.edge[prey]) * 2
	sum -= 14 * int32(k.dist[king][prey])
	if bound.Any() {
		color := 0
		if bound.Meets(k.dark) {
			color = 1
		}
		if bound.Within(k.dark) || !bound.Meets(k.dark) {
			sum += int32(k.corner[color][prey])
		}
	} else if free.Any() {
		sum += int32(max(k.corner[0][prey], k.corner[1][prey])) / 2
	}
	sum += 200
	if p.CannotWin(hunter) {
		sum /= 16
	}
	return Score(sum)*1 + turn
}
