package engine

import (
	"tagmate/board"
	"tagmate/position"
)

// pawnInfo is what the evaluation knows of a pawn structure, whatever else is
// on the board.
type pawnInfo struct {
	pawns   [2]board.Set
	score   [2]terms
	attacks [2]board.Set
	front   [2]board.Set // what the pawns attack now or further on
	passed  [2]board.Set
	known   bool
}

// matches reports whether this is the structure of a position. Games with
// several kinds of pawn are not remembered.
func (i *pawnInfo) matches(k *knowledge, p *position.Position) bool {
	return i.known && i.pawns[0] == k.pawnSet(p, position.White) && i.pawns[1] == k.pawnSet(p, position.Black)
}

// pawnHash returns the hash of the pawn structure of a position.
func (k *knowledge) pawnHash(p *position.Position) uint64 {
	w, b := k.pawnSet(p, position.White), k.pawnSet(p, position.Black)
	return mix(w.Lo ^ w.Hi*0x9e3779b97f4a7c15 ^ mix(b.Lo^b.Hi*0xd1342543de82ef95))
}

// pawnSet returns a side's pawns of all kinds.
func (k *knowledge) pawnSet(p *position.Position, c position.Color) board.Set {
	if k.pawnKinds == nil {
		return board.Set{}
	}
	set := p.OfKind(c, k.pawnKinds[0])
	for _, kind := range k.pawnKinds[1:] {
		set = set.Or(p.OfKind(c, kind))
	}
	return set
}

// learnPawns fills in a pawn structure.
func (k *knowledge) learnPawns(p *position.Position, info *pawnInfo) {
	*info = pawnInfo{known: len(k.pawnKinds) == 1}
	for c := range info.pawns {
		info.pawns[c] = k.pawnSet(p, position.Color(c))
	}
	for c := position.White; c <= position.Black; c++ {
		for rest := info.pawns[c]; rest.Any(); {
			sq := rest.Pop()
			info.attacks[c] = info.attacks[c].Or(k.pawnHits[c][sq])
		}
		info.front[c] = k.ahead(position.Color(c), info.attacks[c])
	}
	for c := position.White; c <= position.Black; c++ {
		own, foes := info.pawns[c], info.pawns[c.Other()]
		sum := &info.score[c]
		for rest := own; rest.Any(); {
			sq := rest.Pop()
			sum.add(k.worth[c][p.At(sq).Kind()][sq])
			doubled := k.path[c][sq].Meets(own)
			if !k.passing[c][sq].Meets(foes) && !doubled {
				info.passed[c] = info.passed[c].With(sq)
			}
			if doubled {
				sum.add(k.w.doubled)
			}
			switch {
			case !k.beside[sq].Meets(own):
				sum.add(k.w.isolated)
			case info.attacks[c].Has(sq) || k.flank[sq].Meets(own):
				sum.add(k.w.linked)
			case !info.front[c].Has(sq) && info.attacks[c.Other()].Has(k.next[c][sq]):
				sum.add(k.w.backward)
			}
		}
	}
}

// ahead returns what pawns that attack a set of squares can ever attack as they
// go on.
func (k *knowledge) ahead(c position.Color, attacks board.Set) board.Set {
	all := attacks
	for rest := attacks; rest.Any(); {
		all = all.Or(k.path[c][rest.Pop()])
	}
	return all
}
