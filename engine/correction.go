package engine

import "tagmate/position"

// corrections learns in a search by how much the static evaluation is off:
// where a pawn structure is on the board, and after the move that was played
// last. A structure that the evaluation takes for too good is met thousands of
// times in one search, and its error is much the same each time.
type corrections struct {
	pawns [2][correctionSlots]int16 // by side to move, and structure
	after [2][]int16                // and index of the last move, see knowledge.at
}

const (
	correctionSlots = 1 << 13
	correctionMax   = 1 << 13 // of an entry, which stands for correctionMost
	correctionMost  = 100     // centipawns
	correctionDepth = 8       // depth of a search whose word counts whole
)

func newCorrections(indices int) corrections {
	return corrections{after: [2][]int16{make([]int16, indices), make([]int16, indices)}}
}

func (c *corrections) forget() {
	for i := range c.pawns {
		clear(c.pawns[i][:])
		clear(c.after[i])
	}
}

// corrected returns the static evaluation at a ply with what is known of its
// error.
func (w *worker) corrected(static Score, ply int) Score {
	us := w.pos.Turn()
	sum := int(w.wrong.pawns[us][w.know.pawnHash(w.pos)%correctionSlots])
	if ply > 0 {
		if last := &w.stack[ply-1]; last.played != position.NoMove {
			sum += int(w.wrong.after[us][last.at])
		}
	}
	return min(max(static+Score(sum*correctionMost/correctionMax), -decided+1), decided-1)
}

// correct takes note that a search to a depth found the evaluation at a ply to
// be off.
func (w *worker) correct(off Score, depth, ply int) {
	us := w.pos.Turn()
	d := int32(off) * int32(depth) * correctionMax / (correctionMost * correctionDepth)
	d = min(max(d, -correctionMax/4), correctionMax/4)
	drift(&w.wrong.pawns[us][w.know.pawnHash(w.pos)%correctionSlots], d, correctionMax)
	if ply > 0 {
		if last := &w.stack[ply-1]; last.played != position.NoMove {
			drift(&w.wrong.after[us][last.at], d, correctionMax)
		}
	}
}
