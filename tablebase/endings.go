package tablebase

import (
	"cmp"
	"slices"

	"tagmate/position"
)

// All lists the endings with kings on both sides and up to so many men, those
// with fewer men first, then those with fewer men of Black, then those without
// pawns: what an ending leads to goes before it.
// Those that no table can hold are left out.
func All(r *position.Rules, men int) []Ending {
	var kinds []position.Kind
	for k := position.Kind(1); k <= r.Kinds(); k++ {
		if k != r.Royal() {
			kinds = append(kinds, k)
		}
	}
	var out []Ending
	seen := map[string]bool{}
	var grow func(e Ending, left int)
	grow = func(e Ending, left int) {
		if left == 0 {
			c, _ := e.Canonical(r)
			if name := c.Name(r); !seen[name] && c.Check(r) == nil {
				seen[name] = true
				out = append(out, c)
			}
			return
		}
		for _, k := range kinds {
			for side := range 2 {
				x := Ending{append([]position.Kind{}, e.White...), append([]position.Kind{}, e.Black...)}
				if side == 0 {
					x.White = append(x.White, k)
				} else {
					x.Black = append(x.Black, k)
				}
				x.sort(r)
				grow(x, left-1)
			}
		}
	}
	for n := 3; n <= men; n++ {
		at := len(out)
		clear(seen)
		grow(Ending{White: []position.Kind{r.Royal()}, Black: []position.Kind{r.Royal()}}, n-2)
		slices.SortStableFunc(out[at:], func(a, b Ending) int {
			pawns := func(e Ending) int {
				if e.HasPawns(r) {
					return 1
				}
				return 0
			}
			return cmp.Or(cmp.Compare(len(a.Black), len(b.Black)), cmp.Compare(pawns(a), pawns(b)))
		})
	}
	return out
}

// Reach returns the greatest number of men to which captures and promotions
// lead from an ending: a pair adds one for each pawn.
func (e Ending) Reach(r *position.Rules) int {
	n := e.Men()
	for _, side := range [][]position.Kind{e.White, e.Black} {
		for _, k := range side {
			for _, p := range r.Piece(k).Promotions {
				if p.Pair {
					n++
					break
				}
			}
		}
	}
	return n
}

// LeadsTo lists the endings that captures and promotions lead to from an ending,
// in any number of moves, as their tables are kept.
func (e Ending) LeadsTo(r *position.Rules) []Ending {
	var out []Ending
	seen := map[string]bool{}
	var walk func(e Ending)
	walk = func(e Ending) {
		for side, men := range [2][]position.Kind{e.White, e.Black} {
			for i, k := range men {
				var next [][]position.Kind
				rest := slices.Delete(slices.Clone(men), i, i+1)
				if k != r.Royal() {
					next = append(next, rest)
				}
				for _, p := range r.Piece(k).Promotions {
					became := append(slices.Clone(rest), position.Kind(p.Kind+1))
					if p.Pair {
						became = append(became, position.Kind(p.Kind+1))
					}
					next = append(next, became)
				}
				for _, men := range next {
					x := e
					if side == 0 {
						x.White = men
					} else {
						x.Black = men
					}
					x = Ending{slices.Clone(x.White), slices.Clone(x.Black)}
					x.sort(r)
					x, _ = x.Canonical(r)
					if name := x.Name(r); !seen[name] {
						seen[name] = true
						out = append(out, x)
						walk(x)
					}
				}
			}
		}
	}
	walk(e)
	return out
}
