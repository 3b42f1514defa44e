package tablebase

import (
	"sync"

	"tagmate/board"
	"tagmate/position"
	"tagmate/variant"
)

// SideStats counts the positions of an ending with one side to move. All
// placings on the board are counted, symmetric ones too, like men once.
type SideStats struct {
	Legal      int64   `json:"legal"`
	Wins       int64   `json:"wins"`
	Draws      int64   `json:"draws"`
	Losses     int64   `json:"losses"`
	Checkmates int64   `json:"mates"`      // the side to move is mated
	Stalemates int64   `json:"stalemates"` // the side to move has no move and is not in check
	WinPercent float64 `json:"win_percent"`
	LosePct    float64 `json:"loss_percent"`
	Longest    int     `json:"longest"` // plies of the longest win, 0 if there is none
	LongestFEN string  `json:"longest_fen,omitempty"`
	LongLoss   int     `json:"longest_loss"` // plies of the longest loss
	LossFEN    string  `json:"longest_loss_fen,omitempty"`
	WinsBy     []int64 `json:"wins_by_plies"`
	LossesBy   []int64 `json:"losses_by_plies"`
	MatedOn    []int64 `json:"mated_on"` // mates by the square of the mated king, a1 first; empty without a king
}

// Stats counts the positions of an ending, or those of them in which two
// colour-bound men stand on squares of the same or of different colour.
type Stats struct {
	Game    string    `json:"game"`
	Ending  string    `json:"ending"`
	Pure    bool      `json:"pure"`
	Squares string    `json:"squares"` // "all", "same" or "different"
	White   SideStats `json:"white"`   // White to move
	Black   SideStats `json:"black"`
}

// finals counts mates and stalemates while a table is made, by side to move and
// class.
type finals struct {
	mu    sync.Mutex
	mates [2][2]int64
	stale [2][2]int64
	on    [2][2][board.MaxSquares]int64 // mates by the king's square, in the frames' view
}

// splits reports whether the statistics of an ending are split: two men beside
// the kings, both bound to squares of one colour.
func (t *Table) splits() bool {
	rest := t.men[t.kings:]
	if len(rest) != 2 {
		return false
	}
	for _, m := range rest {
		if t.rules.Piece(m.kind).Colour != variant.ColourBound || t.rules.IsPawn(m.kind) {
			return false
		}
	}
	return true
}

// different returns the squares of the last man that differ in colour from the
// first fixed one, in endings that are split.
func (t *Table) different(fixed board.Square) board.Set {
	dark := t.rules.Shape().DarkSet()
	if dark.Has(fixed) {
		return t.rules.Shape().All().AndNot(dark)
	}
	return dark
}

func (f *finals) count(t *Table, frame int, p *place, s int, copies int64, mate, stale word) {
	var other word
	if t.splits() {
		other = t.different(p.sq[t.kings])
	}
	w := t.fr.orbit[frame] * copies
	f.mu.Lock()
	defer f.mu.Unlock()
	for class, n := range [2]int{mate.AndNot(other).Count(), mate.And(other).Count()} {
		f.mates[s][class] += w * int64(n)
		if n > 0 {
			f.on[s][class][p.sq[t.king(position.Color(s))]] += w * int64(n)
		}
	}
	f.stale[s][0] += w * int64(stale.AndNot(other).Count())
	f.stale[s][1] += w * int64(stale.And(other).Count())
}

// king returns which man is the king of a side, which must have one.
func (t *Table) king(c position.Color) int {
	if t.men[0].color == c {
		return 0
	}
	return 1
}

// matedOn returns the mates of a side by the square of its king, on the whole
// board: each symmetry takes its share of those that were counted in frames.
func (t *Table) matedOn(s, class int) []int64 {
	if int(t.men[0].color) != s && (t.kings < 2 || int(t.men[1].color) != s) {
		return []int64{}
	}
	out := make([]int64, t.n)
	syms := int64(0)
	for g := range t.c.syms {
		if t.mask>>g&1 == 0 {
			continue
		}
		syms++
		for sq := range t.n {
			out[t.c.syms[g].sq[sq]] += t.finals.on[s][class][sq]
		}
	}
	for sq := range out {
		out[sq] /= syms * t.alike()
	}
	return out
}

// alike returns how often each placing of the men occurs in the index because
// some of them are alike.
func (t *Table) alike() int64 {
	n := int64(1)
	seen := map[man]int64{}
	for _, m := range t.men {
		seen[m]++
		n *= seen[m]
	}
	return n
}

// Stats counts the positions of a table. The first entry has all of them; two
// more follow where the squares' colours matter.
func (t *Table) Stats() []Stats {
	split := t.splits()
	var class [2]Stats
	alike := t.alike()
	for i := range class {
		class[i] = Stats{Game: t.rules.Def().ID, Ending: t.name, Pure: t.pure, Squares: []string{"same", "different"}[i]}
	}
	if t.trivial() {
		all := class[0]
		all.Squares = "all"
		return []Stats{all}
	}
	for s := range 2 {
		side := func(i int) *SideStats {
			if s == 0 {
				return &class[i].White
			}
			return &class[i].Black
		}
		at := 0
		for f := range t.fr.kings {
			weight := t.fr.orbit[f]
			for slot := range t.slots {
				var other board.Set
				if split {
					other = t.different(board.Square(slot))
				}
				for sq := range t.n {
					c := t.codes[s][at]
					at++
					if c == codeIllegal {
						continue
					}
					x := side(0)
					if split && other.Has(board.Square(sq)) {
						x = side(1)
					}
					x.Legal += weight
					switch {
					case c == codeDraw:
						x.Draws += weight
					case c.isWin():
						x.Wins += weight
						addTo(&x.WinsBy, c.plies(), weight)
						if n := c.plies(); n > x.Longest {
							x.Longest, x.LongestFEN = n, t.fen(position.Color(s), at-1)
						}
					default:
						x.Losses += weight
						addTo(&x.LossesBy, c.plies(), weight)
						if n := c.plies(); n > x.LongLoss {
							x.LongLoss, x.LossFEN = n, t.fen(position.Color(s), at-1)
						}
					}
				}
			}
		}
		for i := range class {
			x := side(i)
			x.Checkmates, x.Stalemates = t.finals.mates[s][i], t.finals.stale[s][i]
			x.MatedOn = t.matedOn(s, i)
			for _, n := range []*int64{&x.Legal, &x.Wins, &x.Draws, &x.Losses, &x.Checkmates, &x.Stalemates} {
				*n /= alike
			}
			for _, by := range [][]int64{x.WinsBy, x.LossesBy} {
				for n := range by {
					by[n] /= alike
				}
			}
			x.percent()
		}
	}
	all := class[0]
	all.White.add(&class[1].White)
	all.Black.add(&class[1].Black)
	all.Squares = "all"
	if !split {
		return []Stats{all}
	}
	return []Stats{all, class[0], class[1]}
}

func addTo(by *[]int64, n int, weight int64) {
	for len(*by) <= n {
		*by = append(*by, 0)
	}
	(*by)[n] += weight
}

func (x *SideStats) percent() {
	if x.Legal > 0 {
		x.WinPercent = 100 * float64(x.Wins) / float64(x.Legal)
		x.LosePct = 100 * float64(x.Losses) / float64(x.Legal)
	}
	if x.WinsBy == nil {
		x.WinsBy = []int64{}
	}
	if x.LossesBy == nil {
		x.LossesBy = []int64{}
	}
}

// add adds the counts of another class.
func (x *SideStats) add(y *SideStats) {
	x.Legal += y.Legal
	x.Wins += y.Wins
	x.Draws += y.Draws
	x.Losses += y.Losses
	x.Checkmates += y.Checkmates
	x.Stalemates += y.Stalemates
	if y.Longest > x.Longest {
		x.Longest, x.LongestFEN = y.Longest, y.LongestFEN
	}
	if y.LongLoss > x.LongLoss {
		x.LongLoss, x.LossFEN = y.LongLoss, y.LossFEN
	}
	sum := func(a, b []int64) []int64 {
		out := append([]int64{}, a...)
		for n, v := range b {
			addTo(&out, n, v)
		}
		return out
	}
	x.WinsBy, x.LossesBy, x.MatedOn = sum(x.WinsBy, y.WinsBy), sum(x.LossesBy, y.LossesBy), sum(x.MatedOn, y.MatedOn)
	x.percent()
}
