package tablebase

import (
	"fmt"
	"strings"

	"tagmate/position"
)

func (c *claims) pawn(x *Claim) error {
	x.Claim = "King and pawn against king is won or drawn exactly as in orthodox chess."
	ours, err := c.table(x.Game, "KPk", false)
	if err != nil {
		return err
	}
	theirs, err := c.table("chess", "KPk", false)
	if err != nil {
		return err
	}
	if ours.size() != theirs.size() || ours.order() != theirs.order() {
		return fmt.Errorf("the tables of KPk are not laid out alike")
	}
	differ := 0
	var count [2][2]int64 // by side to move: won here, won there
	for s := range 2 {
		for at, a := range ours.codes[s] {
			b := theirs.codes[s][at]
			w := ours.fr.orbit[at/(ours.slots*ours.n)]
			mine, other := s == 0 && a.isWin() || s == 1 && a.isLoss(), s == 0 && b.isWin() || s == 1 && b.isLoss()
			if mine {
				count[s][0] += w
			}
			if other {
				count[s][1] += w
			}
			if mine != other {
				differ += int(w)
				what := "only-chess"
				if mine {
					what = "only-here"
				}
				x.show(ours.fen(position.Color(s), at), ours.name, what, w, 0)
			}
		}
	}
	for s, side := range []string{"white", "black"} {
		x.number(ours.name, side+"-here", float64(count[s][0]), "positions")
		x.number(ours.name, side+"-orthodox", float64(count[s][1]), "positions")
	}
	a, b := ours.Stats()[0].White, theirs.Stats()[0].White
	x.number(ours.name, "here", float64((a.Longest+1)/2), "moves")
	x.number(ours.name, "orthodox", float64((b.Longest+1)/2), "moves")
	x.settle(nil, "The value is the same in every position; only the distance to mate differs.")
	if differ > 0 {
		x.Verdict = WithExcepts
		x.Finding = fmt.Sprintf("The value is the same but for %d positions of the whole board (mirror images counted).", differ)
	}
	return nil
}

func (c *claims) colours(x *Claim) error {
	x.Claim = "Acromantula, Unicorn and Knight change square colour with every move, Adjutant, Elephant and Mortar never do, Phoenix and Cobra are neither."
	l, err := c.lib(x.Game, true)
	if err != nil {
		return err
	}
	dark := l.rules.Shape().DarkSet()
	var wrong []string
	for _, p := range pieces {
		same, other := 0, 0
		for _, s := range l.rules.Steps(l.rules.KindByLetter(byte(p)), position.White) {
			if dark.Has(s.From) == dark.Has(s.To) {
				same++
			} else {
				other++
			}
		}
		x.number(string(p), "keep-colour", float64(same), "steps")
		x.number(string(p), "change-colour", float64(other), "steps")
		want := strings.ContainsRune("AUN", p) && same == 0 || strings.ContainsRune("JEM", p) && other == 0 ||
			strings.ContainsRune("FC", p) && same > 0 && other > 0
		if !want {
			wrong = append(wrong, c.title(x.Game, p)+" does otherwise")
		}
	}
	x.settle(wrong, "So it is for every step on the whole board.")
	return nil
}

func (c *claims) teutonic(x *Claim) error {
	x.Claim = "King and Teutonic Knight mate; the Archchancellor mates without any assisting piece; the Crown Princess cannot unassisted."
	var wrong []string
	get := func(game, name string) (*measured, error) {
		s, err := c.measure(game, name)
		if err != nil {
			return nil, err
		}
		x.counted(name, s)
		return s, nil
	}
	kt, err := get("teutonic", "KTk")
	if err != nil {
		return err
	}
	ka, err := get("teutonic", "KAk")
	if err != nil {
		return err
	}
	a, err := get("teutonic", "Ak")
	if err != nil {
		return err
	}
	kc, err := get("teutonic-princess", "KCk")
	if err != nil {
		return err
	}
	lone, err := get("teutonic-princess", "Ck")
	if err != nil {
		return err
	}
	if !kt.general() {
		wrong = append(wrong, "King and Teutonic Knight do not win in general")
	}
	if !ka.general() || !a.general() {
		wrong = append(wrong, "the Archchancellor does not mate alone")
	}
	if lone.general() {
		wrong = append(wrong, "the Crown Princess mates without her king")
	}
	x.show(a.White.LongestFEN, "Ak", "without-king", a.White.Wins, a.White.Longest)
	x.showIn("teutonic-princess", kc.White.LongestFEN, "KCk", "longest", 0, kc.White.Longest)
	x.showIn("teutonic-princess", lone.White.LongestFEN, "Ck", "without-king", lone.White.Wins, lone.White.Longest)
	x.settle(wrong, fmt.Sprintf("The Archchancellor needs not even its king, which can stand by: %.2f %% of the positions are won without one. The Crown Princess wins %.2f %% with the help of her king and %.2f %% without it, so that “unassisted” must mean without the king.",
		a.White.WinPercent, kc.White.WinPercent, lone.White.WinPercent))
	return nil
}
