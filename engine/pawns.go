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
	passed  [2]board.Set
	known   bool
}

// matches reports whether this is the structure of a position. Games with
// several kinds of pawn are not remembered.
func (i *pawnInfo) matches(k *knowledge, p *position.Position) bool {
	return i.known && i.pawns[0] == k.pawnSet(p, position.White) && i.pawns[1] == k.pawnSet(p, position.Black)
}

// pawnSlot returns where a table of pawn structures has that of a position.
func (k *knowledge) pawnSlot(p *position.Position) uint64 {
	w, b := k.pawnSet(p, position.White), k.pawnSet(p, position.Black)
	return mix(w.Lo^w.Hi*0x9e3779b97f4a7c15^mix(b.Lo^b.Hi*0xd1342543de82ef95)) & (pawnEntries - 1)
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
		own, foes := info.pawns[c], info.pawns[c.Other()]
		sum := &info.score[c]
		for rest := own; rest.Any(); {
			sq := rest.Pop()
			info.attacks[c] = info.attacks[c].Or(k.pawnHits[c][sq])
		}
		for rest := own; rest.Any(); {
			sq := rest.Pop()
			kind := p.At(sq).Kind()
			square := int32(k.square[c][kind][sq])
			sum.add(k.value[kind]+square, k.value[kind]*11/10+square/2)
			doubled := k.path[c][sq].Meets(own)
			if !k.passing[c][sq].Meets(foes) && !doubled {
				info.passed[c] = info.passed[c].With(sq)
			}
			if doubled {
				sum.add(-10, -22)
			}
			switch {
			case !k.beside[sq].Meets(own):
				sum.add(-11, -14) // isolated
			case info.attacks[c].Has(sq) || k.flank[sq].Meets(own):
				sum.add(7, 5) // guarded, or side by side
			}
		}
	}
}
