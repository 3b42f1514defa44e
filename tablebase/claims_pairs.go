package tablebase

import (
	"fmt"
	"strings"
)

func (c *claims) noSingle(x *Claim) error {
	x.Claim = "No single piece can force mate on a bare king."
	var wrong []string
	var most int64
	for _, l := range pieces + "B" {
		name := "K" + string(l) + "k"
		s, err := c.measure(x.Game, name)
		if err != nil {
			return err
		}
		x.counted(name, s)
		if s.general() {
			wrong = append(wrong, string(l)+" can: "+shares(s))
		}
		most = max(most, s.White.Wins)
		if s.White.Longest > 0 {
			x.show(s.White.LongestFEN, name, "mates-exist", s.White.Wins, s.White.Longest)
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
	low, keeping := 100.0, 100.0
	for i := range pieces {
		for j := i + 1; j < len(pieces); j++ {
			pairs++
			name := "K" + pieces[i:i+1] + pieces[j:j+1] + "k"
			s, err := c.measure(x.Game, name)
			if err != nil {
				return err
			}
			x.counted(name, s)
			knightMortar := name == "KNMk"
			if s.general() {
				can++
				low, keeping = min(low, s.White.WinPercent), min(keeping, s.keeping())
			}
			if s.general() == knightMortar {
				wrong = append(wrong, shares(s))
			}
			if knightMortar {
				x.show(s.White.LongestFEN, name, "mates-exist", s.White.Wins, s.White.Longest)
			}
			if s.same != nil && s.same.White.Wins > 0 {
				x.show(s.same.White.LongestFEN, name, "one-colour", s.same.White.Wins, s.same.White.Longest)
			}
		}
	}
	x.number("", "pairs", float64(can), "pairs")
	x.settle(wrong, fmt.Sprintf("%d of %d pairs win, each in at least %.2f %% of the positions with White to move, and in %.2f %% of those in which White can keep its men (two men bound to colours counted on different ones).", can, pairs, low, keeping))
	return nil
}

func (c *claims) likePairs(x *Claim) error {
	x.Claim = "Of the like pairs Knights, Mortars and pairs on one square colour cannot force mate."
	var wrong []string
	for i := range pieces {
		l := pieces[i : i+1]
		name := "K" + l + l + "k"
		s, err := c.measure(x.Game, name)
		if err != nil {
			return err
		}
		x.counted(name, s)
		cannot := l == "N" || l == "M"
		if s.general() == cannot {
			wrong = append(wrong, shares(s))
		}
		if cannot {
			x.show(s.White.LongestFEN, name, "mates-exist", s.White.Wins, s.White.Longest)
		}
		if s.same == nil {
			continue
		}
		x.number(name, "wins-same", s.same.White.WinPercent, "%")
		x.number(name, "keeping-same", s.same.keeping(), "%")
		if s.same.general() {
			wrong = append(wrong, name+" wins on one colour too")
		}
		if s.same.White.Wins > 0 {
			x.show(s.same.White.LongestFEN, name, "one-colour", s.same.White.Wins, s.same.White.Longest)
		}
	}
	x.settle(wrong, "The others win, Elephants and Adjutants on different colours.")
	return nil
}

func (c *claims) brutes(x *Claim) error {
	x.Claim = "A pair of Brutes can force mate, and so can one Brute with any other piece."
	var wrong []string
	var pair *measured
	keeping := 100.0
	for _, l := range "B" + pieces {
		name := "K" + string(l) + "Bk"
		s, err := c.measure(x.Game, name)
		if err != nil {
			return err
		}
		x.counted(s.Ending, s)
		if !s.general() {
			wrong = append(wrong, shares(s))
		}
		keeping = min(keeping, s.keeping())
		if l == 'B' {
			pair = s
		}
	}
	escapes := 100 * float64(pair.drawn.Escapes) / float64(max(pair.White.Draws, 1))
	x.number("KBBk", "escapes", escapes, "%")
	x.show(pair.drawn.KeptFEN, "KBBk", "kept", pair.drawn.Kept, 0)
	x.settle(wrong, fmt.Sprintf("All nine win in general. The pair of Brutes wins %.2f %% of all positions with White to move; in %.2f %% of the drawn ones Black can force the capture of a Brute, or stalemate. Of the positions in which White can keep its men, each of the nine wins at least %.2f %%.",
		pair.White.WinPercent, escapes, keeping))
	return nil
}

func (c *claims) fiftyMoves(x *Claim) error {
	x.Claim = "Every such mate can be forced within 50 moves, and some take longer than Bishop and Knight in orthodox chess (33)."
	knbk, err := c.measure("chess", "KBNk")
	if err != nil {
		return err
	}
	orthodox := (knbk.White.Longest + 1) / 2
	var wrong []string
	longer, most := 0, 0
	var mostFEN, mostName string
	all := pieces + "B"
	for i := range all {
		for j := i; j < len(all); j++ {
			s, err := c.measure(x.Game, "K"+all[i:i+1]+all[j:j+1]+"k")
			if err != nil {
				return err
			}
			if !s.general() {
				continue
			}
			moves := (s.White.Longest + 1) / 2
			if moves > 50 {
				wrong = append(wrong, fmt.Sprintf("%s takes %d moves", s.Ending, moves))
			}
			if moves > orthodox {
				longer++
				x.number(s.Ending, "longest", float64(moves), "moves")
			}
			if moves > most {
				most, mostFEN, mostName = moves, s.White.LongestFEN, s.Ending
			}
		}
	}
	x.number("KBNk", "orthodox", float64(orthodox), "moves")
	if longer == 0 {
		wrong = append(wrong, fmt.Sprintf("none takes more than %d moves", orthodox))
	}
	x.show(mostFEN, mostName, "longest", 0, 2*most-1)
	x.settle(wrong, fmt.Sprintf("The longest one is %s with %d moves; %d endings take more than %d.", mostName, most, longer, orthodox))
	if len(wrong) == 1 && longer > 0 {
		x.Verdict = WithExcepts
		x.Finding = "The exception: " + strings.TrimPrefix(x.Finding, "Not so: ")
	}
	return nil
}
