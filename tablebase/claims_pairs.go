package tablebase

import (
	"fmt"
	"strings"

	"tagmate/board"
	"tagmate/position"
)

func (c *claims) noSingle(x *Claim) error {
	x.Claim = "No single piece can force mate on a bare king."
	var wrong []string
	var most int64
	for _, l := range pieces + "B" {
		s, _, err := c.stats(x.Game, "K"+string(l)+"k")
		if err != nil {
			return err
		}
		x.number("K"+string(l)+"k", "wins", s.White.WinPercent, "%")
		if s.White.WinPercent >= generalWin {
			wrong = append(wrong, string(l)+" can")
		}
		most = max(most, s.White.Wins)
		if s.White.Longest > 0 {
			x.number("K"+string(l)+"k", "longest", float64(s.White.Longest), "plies")
			x.show(s.White.LongestFEN, "K"+string(l)+"k", "mates-exist", s.White.Wins, s.White.Longest)
		}
	}
	finding := "No piece wins in general."
	if most > 0 {
		finding += " Mates exist with some, where the bare king has walked into the corner already; the game ends them by the draw for lack of material before they are given."
	}
	x.settle(wrong, finding)
	if x.Verdict == Holds && most > 0 {
		x.Verdict = WithExcepts
	}
	return nil
}

func (c *claims) unlikePairs(x *Claim) error {
	x.Claim = "Of the 28 unlike pairs only Knight and Mortar cannot force mate."
	var wrong []string
	can, pairs := 0, 0
	low := 100.0
	for i := range pieces {
		for j := i + 1; j < len(pieces); j++ {
			pairs++
			name := "K" + pieces[i:i+1] + pieces[j:j+1] + "k"
			s, same, err := c.stats(x.Game, name)
			if err != nil {
				return err
			}
			wins := s.White.WinPercent
			x.number(name, "wins", wins, "%")
			x.number(name, "longest", float64(s.White.Longest), "plies")
			knightMortar := name == "KNMk"
			if wins >= generalWin {
				can++
				low = min(low, wins)
			}
			if (wins >= generalWin) == knightMortar {
				wrong = append(wrong, fmt.Sprintf("%s is won in %.2f %% of the positions", name, wins))
			}
			if knightMortar {
				x.show(s.White.LongestFEN, name, "mates-exist", s.White.Wins, s.White.Longest)
			}
			if same != nil && same.White.Wins > 0 {
				x.show(same.White.LongestFEN, name, "one-colour", same.White.Wins, same.White.Longest)
			}
		}
	}
	x.number("", "pairs", float64(can), "pairs")
	x.settle(wrong, fmt.Sprintf("%d of %d pairs win in at least %.2f %% of the positions with White to move (two men bound to colours counted on different ones).", can, pairs, low))
	return nil
}

func (c *claims) likePairs(x *Claim) error {
	x.Claim = "Of the like pairs Knights, Mortars and pairs on one square colour cannot force mate."
	var wrong []string
	for i := range pieces {
		l := pieces[i : i+1]
		name := "K" + l + l + "k"
		s, same, err := c.stats(x.Game, name)
		if err != nil {
			return err
		}
		x.number(name, "wins", s.White.WinPercent, "%")
		x.number(name, "longest", float64(s.White.Longest), "plies")
		cannot := l == "N" || l == "M"
		if (s.White.WinPercent >= generalWin) == cannot {
			wrong = append(wrong, fmt.Sprintf("%s is won in %.2f %%", name, s.White.WinPercent))
		}
		if cannot {
			x.show(s.White.LongestFEN, name, "mates-exist", s.White.Wins, s.White.Longest)
		}
		if same != nil {
			x.number(name, "wins-same", same.White.WinPercent, "%")
			if same.White.WinPercent >= generalWin {
				wrong = append(wrong, name+" wins on one colour too")
			}
			if same.White.Wins > 0 {
				x.show(same.White.LongestFEN, name, "one-colour", same.White.Wins, same.White.Longest)
			}
		}
	}
	x.settle(wrong, "The others win, Elephants and Adjutants on different colours.")
	return nil
}

func (c *claims) brutes(x *Claim) error {
	x.Claim = "A pair of Brutes can force mate, and so can one Brute with any other piece."
	var wrong, doubt []string
	for _, l := range "B" + pieces {
		name := "K" + string(l) + "Bk"
		s, _, err := c.stats(x.Game, name)
		if err != nil {
			return err
		}
		x.number(s.Ending, "wins", s.White.WinPercent, "%")
		x.number(s.Ending, "longest", float64(s.White.Longest), "plies")
		if s.White.WinPercent < generalWin {
			wrong = append(wrong, fmt.Sprintf("%s is won in %.2f %%", s.Ending, s.White.WinPercent))
		} else if s.White.WinPercent < strict {
			doubt = append(doubt, fmt.Sprintf("%s (%.2f %%)", s.Ending, s.White.WinPercent))
		}
	}
	t, err := c.table(x.Game, "KBBk", true)
	if err != nil {
		return err
	}
	drawn, near := int64(0), int64(0)
	example := ""
	for at, code := range t.codes[position.White] {
		if code != codeDraw {
			continue
		}
		w := t.fr.orbit[at/(t.slots*t.n)]
		drawn += w
		sq := t.squares(at)
		if min(t.steps(sq[1], sq[2]), t.steps(sq[1], sq[3])) <= 2 {
			near += w
		} else if example == "" {
			example = t.fen(position.White, at)
		}
	}
	share := 100 * float64(near) / float64(max(drawn, 1))
	x.number("KBBk", "near-brute", share, "%")
	x.show(example, "KBBk", "brute-far", 0, 0)
	x.settle(wrong, fmt.Sprintf("All nine win in general. The pair of Brutes is drawn in one position of nine, and in %.0f %% of those the bare king stands within two steps of a Brute, which is lost or loses its partner.%s", share, depends(doubt)))
	return nil
}

// depends says of which endings the verdict hangs on generalWin.
func depends(doubt []string) string {
	if len(doubt) == 0 {
		return ""
	}
	return fmt.Sprintf(" The verdict counts as won in general what is won in %d %% of positions; asked for %d %%, it would be another one, because of %s.",
		generalWin, strict, strings.Join(doubt, ", "))
}

// steps returns the distance of two squares in king's steps.
func (t *Table) steps(a, b board.Square) int {
	shape := t.rules.Shape()
	return max(abs(shape.File(a)-shape.File(b)), abs(shape.Rank(a)-shape.Rank(b)))
}

func abs(n int) int { return max(n, -n) }

func (c *claims) fiftyMoves(x *Claim) error {
	x.Claim = "Every such mate can be forced within 50 moves, and some take longer than Bishop and Knight in orthodox chess (33)."
	var wrong, doubt []string
	longer := 0
	var most int
	var mostFEN, mostName string
	all := pieces + "B"
	for i := range all {
		for j := i; j < len(all); j++ {
			s, _, err := c.stats(x.Game, "K"+all[i:i+1]+all[j:j+1]+"k")
			if err != nil {
				return err
			}
			moves := (s.White.Longest + 1) / 2
			if s.White.WinPercent < generalWin {
				continue
			}
			if moves > 50 && s.White.WinPercent < strict {
				doubt = append(doubt, fmt.Sprintf("%s (%.2f %%)", s.Ending, s.White.WinPercent))
			}
			if moves > 50 {
				wrong = append(wrong, fmt.Sprintf("%s takes %d moves", s.Ending, moves))
			}
			if moves > 33 {
				longer++
				x.number(s.Ending, "longest", float64(moves), "moves")
			}
			if moves > most {
				most, mostFEN, mostName = moves, s.White.LongestFEN, s.Ending
			}
		}
	}
	knbk, _, err := c.stats("chess", "KBNk")
	if err != nil {
		return err
	}
	x.number("KBNk", "orthodox", float64((knbk.White.Longest+1)/2), "moves")
	if longer == 0 {
		wrong = append(wrong, "none takes more than 33 moves")
	}
	x.show(mostFEN, mostName, "longest", 0, 2*most-1)
	x.settle(wrong, fmt.Sprintf("The longest one is %s with %d moves; %d endings take more than 33.%s", mostName, most, longer, depends(doubt)))
	if len(wrong) == 1 && longer > 0 {
		x.Verdict = WithExcepts
		x.Finding = "The exception: " + strings.TrimPrefix(x.Finding, "Not so: ")
	}
	return nil
}
