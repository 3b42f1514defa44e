package tablebase

// code is an entry of a table: what a position is worth to the side to move.
type code uint16

// The two codes without a distance. The others are 2+2n for a win in n plies
// and 3+2n for a loss in n plies.
const (
	codeDraw    code = 0
	codeIllegal code = 1
)

// The outcomes. Illegal is of a placing that cannot stand on the board: two
// men on one square, or a king that could be taken.
const (
	Draw Outcome = iota
	Win
	Loss
	Illegal
	Unknown // there is no table
)

func winIn(n int) code { return code(2 + 2*n) }

func lossIn(n int) code { return code(3 + 2*n) }

func (c code) isWin() bool { return c >= 2 && c&1 == 0 }

func (c code) isLoss() bool { return c >= 3 && c&1 == 1 }

func (c code) plies() int { return int(c)/2 - 1 }

// Outcome is what a position is worth to the side to move.
type Outcome uint8

// String returns "draw", "win", "loss" or "illegal".
func (o Outcome) String() string {
	switch o {
	case Win:
		return "win"
	case Loss:
		return "loss"
	case Illegal:
		return "illegal"
	case Unknown:
		return "unknown"
	}
	return "draw"
}

// Value is the value of a position for the side to move.
type Value struct {
	Outcome Outcome
	Plies   int // to the end with best play; 0 for a draw
}

func (c code) value() Value {
	switch {
	case c == codeIllegal:
		return Value{Outcome: Illegal}
	case c == codeDraw:
		return Value{}
	case c.isWin():
		return Value{Win, c.plies()}
	}
	return Value{Loss, c.plies()}
}

// before turns the value of a position into that of the move to it.
func (c code) before() code {
	switch {
	case c.isWin():
		return lossIn(c.plies() + 1)
	case c.isLoss():
		return winIn(c.plies() + 1)
	}
	return c
}

// better reports whether a code is better for the side to move than another.
func (c code) better(d code) bool { return c.rank() > d.rank() }

func (c code) rank() int {
	switch {
	case c.isWin():
		return 1<<20 - c.plies()
	case c.isLoss():
		return -1<<20 + c.plies()
	}
	return 0
}

func (v Value) code() code {
	switch v.Outcome {
	case Win:
		return winIn(v.Plies)
	case Loss:
		return lossIn(v.Plies)
	case Illegal:
		return codeIllegal
	}
	return codeDraw
}
