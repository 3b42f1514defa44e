package engine

// Score is the worth of a position for the side to move, in hundredths of a
// pawn. Scores beyond MateScore-MaxPly, either way, are mates (or, where
// stalemate decides the game, stalemates) at a known distance.
type Score int32

// MateScore is the worth of having won; a win in n plies is worth n less.
const (
	MateScore Score = 32000
	infinite  Score = 32500
)

// MaxPly is the greatest depth of a line.
const MaxPly = 120

const decided = MateScore - 2*MaxPly

// Mate returns the distance of a decided score in plies, positive when the side
// to move wins, and whether the score is decided. Distance 0 with true is the
// end itself.
func (s Score) Mate() (plies int, ok bool) {
	switch {
	case s >= decided:
		return int(MateScore - s), true
	case s <= -decided:
		return -int(MateScore + s), true
	}
	return 0, false
}

// wonIn is the score of a win at a distance from the root.
func wonIn(ply int) Score { return MateScore - Score(ply) }
