package tablebase

import (
	"context"
	"fmt"
	"strings"

	"tagmate/board"
	"tagmate/position"
	"tagmate/variant"
)

// Verdict says what the tables make of a claim.
type Verdict string

// The verdicts.
const (
	Holds       Verdict = "holds"
	WithExcepts Verdict = "holds with exceptions"
	Fails       Verdict = "does not hold"
	Undecided   Verdict = "not decided" // the wording leaves open what would have to be computed
)

// Claim is a claim about a game's endings, and what the tables say of it.
type Claim struct {
	Number     int             `json:"number"`
	Game       string          `json:"game"`
	Claim      string          `json:"claim"`
	By         string          `json:"by"`
	Source     string          `json:"source"`
	Verdict    Verdict         `json:"verdict"`
	Finding    string          `json:"finding"`
	Numbers    []ClaimNumber   `json:"numbers"`
	Exceptions []ClaimPosition `json:"exceptions"`
}

// ClaimNumber is one computed number.
type ClaimNumber struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"` // "%", "plies", "moves", "positions"
}

// ClaimPosition is a position that a claim does not fit, or an example.
type ClaimPosition struct {
	FEN  string `json:"fen"`
	Note string `json:"note"`
}

// generalWin is the share of positions, in percent and with White to move,
// from which an ending counts as one that can be won. The inventors name no such
// share, so this is a choice, and it was made with the numbers known: the pair
// of Brutes wins 88.4 %, every other winning ending of Team-Mate Chess more
// than 95 %, every other ending less than 0.1 %. Any share from 1 to 88 gives the
// same verdicts of claims 1 to 5. From 89 on the pair of Brutes does not count as a win, claim 4
// fails by it, and claim 5 loses its one exception; strict says so in them.
const (
	generalWin = 80
	strict     = 90
)

// claims computes the claims.
type claims struct {
	ctx     context.Context
	threads int
	libs    map[string]*Library
}

func (c *claims) lib(game string, pure bool) (*Library, error) {
	key := fmt.Sprint(game, pure)
	if l := c.libs[key]; l != nil {
		return l, nil
	}
	r, err := position.RulesOf(game)
	if err != nil {
		return nil, err
	}
	l := NewLibrary(r, Options{Pure: pure, Threads: c.threads})
	c.libs[key] = l
	return l, nil
}

func (c *claims) table(game, name string, pure bool) (*Table, error) {
	l, err := c.lib(game, pure)
	if err != nil {
		return nil, err
	}
	e, err := ParseEnding(l.rules, name)
	if err != nil {
		return nil, err
	}
	return l.Table(c.ctx, e)
}

// stats returns the statistics of an ending, without automatic draws: all
// positions, or those with the men on different colours where that matters.
func (c *claims) stats(game, name string) (all, useful Stats, same *Stats, err error) {
	t, err := c.table(game, name, true)
	if err != nil {
		return all, useful, nil, err
	}
	s := t.Stats()
	if len(s) == 3 {
		return s[0], s[2], &s[1], nil
	}
	return s[0], s[0], nil, nil
}

func (x *Claim) number(name string, value float64, unit string) {
	x.Numbers = append(x.Numbers, ClaimNumber{name, value, unit})
}

func (x *Claim) show(fen, note string) {
	if fen != "" {
		x.Exceptions = append(x.Exceptions, ClaimPosition{fen, note})
	}
}

// settle gives a verdict by what was expected and what was not.
func (x *Claim) settle(wrong []string, finding string) {
	x.Verdict, x.Finding = Holds, finding
	if len(wrong) > 0 {
		x.Verdict = Fails
		x.Finding = "Not so: " + strings.Join(wrong, "; ") + ". " + finding
	}
}

// Claims computes what the tables say of the claims of the games' inventors.
// It builds what it needs, which takes some seconds.
func Claims(ctx context.Context, threads int) ([]Claim, error) {
	c := &claims{ctx: ctx, threads: threads, libs: map[string]*Library{}}
	var out []Claim
	for i, do := range []func(*Claim) error{
		c.noSingle, c.unlikePairs, c.likePairs, c.brutes, c.fiftyMoves, c.pawn, c.corners, c.colours, c.teutonic, c.net,
	} {
		x := Claim{Number: i + 1, Game: "teammate", Numbers: []ClaimNumber{}, Exceptions: []ClaimPosition{}}
		if i == 8 {
			x.Game = "teutonic"
		}
		if err := do(&x); err != nil {
			return nil, fmt.Errorf("claim %d: %w", i+1, err)
		}
		d, err := variant.Lookup(x.Game)
		if err != nil {
			return nil, err
		}
		x.By, x.Source = d.Inventor, d.Source
		out = append(out, x)
	}
	return out, nil
}

// pieces are the men of Team-Mate Chess that stand beside the king, the Brute
// and the pawn aside.
const pieces = "AJCUFNEM"

func (c *claims) noSingle(x *Claim) error {
	x.Claim = "No single piece can force mate on a bare king."
	var wrong []string
	var most int64
	for _, l := range pieces + "B" {
		_, s, _, err := c.stats(x.Game, "K"+string(l)+"k")
		if err != nil {
			return err
		}
		x.number("K"+string(l)+"k, White to move wins", s.White.WinPercent, "%")
		if s.White.WinPercent >= generalWin {
			wrong = append(wrong, string(l)+" can")
		}
		most = max(most, s.White.Wins)
		if s.White.Longest > 0 {
			x.number("K"+string(l)+"k, longest win", float64(s.White.Longest), "plies")
			x.show(s.White.LongestFEN, fmt.Sprintf("with the %s mates exist, and %d positions with White to move are won, the longest in %d plies", c.title(x.Game, l), s.White.Wins, s.White.Longest))
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

func (c *claims) title(game string, letter rune) string {
	l, err := c.lib(game, true)
	if err != nil {
		return string(letter)
	}
	return l.rules.Piece(l.rules.KindByLetter(byte(letter))).Title
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
			_, s, same, err := c.stats(x.Game, name)
			if err != nil {
				return err
			}
			wins := s.White.WinPercent
			x.number(name+", White to move wins", wins, "%")
			x.number(name+", longest win", float64(s.White.Longest), "plies")
			knightMortar := name == "KNMk"
			if wins >= generalWin {
				can++
				low = min(low, wins)
			}
			if (wins >= generalWin) == knightMortar {
				wrong = append(wrong, fmt.Sprintf("%s is won in %.2f %% of the positions", name, wins))
			}
			if knightMortar {
				x.show(s.White.LongestFEN, fmt.Sprintf("Knight and Mortar: %d positions with White to move are won, the longest in %d plies", s.White.Wins, s.White.Longest))
			}
			if same != nil && same.White.Wins > 0 {
				x.show(same.White.LongestFEN, name+" on one colour: mates exist too")
			}
		}
	}
	x.number("pairs that can", float64(can), "pairs")
	x.settle(wrong, fmt.Sprintf("%d of %d pairs win in at least %.2f %% of the positions with White to move (two men bound to colours counted on different ones).", can, pairs, low))
	return nil
}

func (c *claims) likePairs(x *Claim) error {
	x.Claim = "Of the like pairs Knights, Mortars and pairs on one square colour cannot force mate."
	var wrong []string
	for i := range pieces {
		l := pieces[i : i+1]
		name := "K" + l + l + "k"
		_, s, same, err := c.stats(x.Game, name)
		if err != nil {
			return err
		}
		x.number(name+", White to move wins", s.White.WinPercent, "%")
		x.number(name+", longest win", float64(s.White.Longest), "plies")
		cannot := l == "N" || l == "M"
		if (s.White.WinPercent >= generalWin) == cannot {
			wrong = append(wrong, fmt.Sprintf("%s is won in %.2f %%", name, s.White.WinPercent))
		}
		if cannot {
			x.show(s.White.LongestFEN, fmt.Sprintf("%s: %d positions with White to move are won, the longest in %d plies", name, s.White.Wins, s.White.Longest))
		}
		if same != nil {
			x.number(name+" on one colour, White to move wins", same.White.WinPercent, "%")
			if same.White.WinPercent >= generalWin {
				wrong = append(wrong, name+" wins on one colour too")
			}
			if same.White.Wins > 0 {
				x.show(same.White.LongestFEN, fmt.Sprintf("%s on one colour: %d positions with White to move are won", name, same.White.Wins))
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
		_, s, _, err := c.stats(x.Game, name)
		if err != nil {
			return err
		}
		x.number(s.Ending+", White to move wins", s.White.WinPercent, "%")
		x.number(s.Ending+", longest win", float64(s.White.Longest), "plies")
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
	x.number("KBBk, drawn ones with the bare king within two steps of a Brute", share, "%")
	x.show(example, "KBBk: drawn although the bare king is not within two steps of a Brute")
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
			_, s, _, err := c.stats(x.Game, "K"+all[i:i+1]+all[j:j+1]+"k")
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
				x.number(s.Ending+", longest win", float64(moves), "moves")
			}
			if moves > most {
				most, mostFEN, mostName = moves, s.White.LongestFEN, s.Ending
			}
		}
	}
	_, knbk, _, err := c.stats("chess", "KBNk")
	if err != nil {
		return err
	}
	x.number("orthodox KBNk, longest win", float64((knbk.White.Longest+1)/2), "moves")
	if longer == 0 {
		wrong = append(wrong, "none takes more than 33 moves")
	}
	x.show(mostFEN, fmt.Sprintf("the longest of all, %s: mate in %d moves", mostName, most))
	x.settle(wrong, fmt.Sprintf("The longest one is %s with %d moves; %d endings take more than 33.%s", mostName, most, longer, depends(doubt)))
	if len(wrong) == 1 && longer > 0 {
		x.Verdict = WithExcepts
		x.Finding = "The exception: " + strings.TrimPrefix(x.Finding, "Not so: ")
	}
	return nil
}

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
				note := "won in orthodox chess, drawn here"
				if mine {
					note = "won here, drawn in orthodox chess"
				}
				x.show(ours.fen(position.Color(s), at), note)
			}
		}
	}
	for s, side := range []string{"White", "Black"} {
		x.number(side+" to move, won for White here", float64(count[s][0]), "positions")
		x.number(side+" to move, won for White in orthodox chess", float64(count[s][1]), "positions")
	}
	a, b := ours.Stats()[0].White, theirs.Stats()[0].White
	x.number("longest win here", float64((a.Longest+1)/2), "moves")
	x.number("longest win in orthodox chess", float64((b.Longest+1)/2), "moves")
	x.settle(nil, "The value is the same in every position; only the distance to mate differs.")
	if differ > 0 {
		x.Verdict = WithExcepts
		x.Finding = fmt.Sprintf("The value is the same but for %d positions of the whole board (mirror images counted).", differ)
	}
	return nil
}

// The classes of squares where the bare king may be mated, by the colour of a
// man that is bound to one: the corners themselves, the corners with the three
// squares around each, and the rest of the board.
const (
	cornerSame = iota
	cornerOther
	nearSame
	nearOther
	elsewhere
	anyCorner
	anyNear
	sameOrAway
	mateClasses
)

var classNames = [mateClasses]string{
	"a corner square of the bound man's colour", "a corner square of the other colour",
	"or next to a corner of the bound man's colour", "or next to a corner of the other colour",
	"squares away from all corners", "a corner square of either colour", "or next to a corner of either colour",
	"or next to a corner of the bound man's colour, or away from all corners",
}

// mateSquares returns a filter for builders: mates count only where the bare
// king stands on squares of a class.
func mateSquares(t *Table, bound byte, class int) func(p *place) word {
	shape := t.rules.Shape()
	dark := shape.DarkSet()
	at := -1
	for i, m := range t.men {
		if t.rules.Piece(m.kind).Letter == bound {
			at = i
		}
	}
	reach := 0
	if class >= nearSame && class != anyCorner {
		reach = 1
	}
	return func(p *place) word {
		king := p.sq[1]
		corner := board.NoSquare
		for _, f := range []int{0, shape.Files - 1} {
			for _, r := range []int{0, shape.Ranks - 1} {
				if sq := shape.Square(f, r); t.steps(king, sq) <= reach {
					corner = sq
				}
			}
		}
		switch {
		case corner == board.NoSquare && (class == elsewhere || class == sameOrAway):
			return shape.All()
		case corner == board.NoSquare || class == elsewhere:
			return word{}
		case class == anyCorner || class == anyNear:
			return shape.All()
		}
		alike := dark
		if !dark.Has(corner) == (class == cornerSame || class == nearSame || class == sameOrAway) {
			alike = shape.All().AndNot(dark)
		}
		if at == len(t.men)-1 {
			return alike
		}
		if alike.Has(p.sq[at]) {
			return shape.All()
		}
		return word{}
	}
}

func (c *claims) corners(x *Claim) error {
	x.Claim = "Elephant and Knight, Mortar and Elephant, Mortar and Phoenix, Mortar and Unicorn, Mortar and Adjutant mate only in corners of one colour."
	l, err := c.lib(x.Game, false)
	if err != nil {
		return err
	}
	var exist, wrong, good, square []string
	for _, pair := range []struct {
		name  string
		bound byte
	}{{"KNEk", 'E'}, {"KEMk", 'M'}, {"KFMk", 'M'}, {"KUMk", 'M'}, {"KJMk", 'M'}} {
		full, err := c.table(x.Game, pair.name, false)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%s (bound: %s)", full.name, c.title(x.Game, rune(pair.bound)))
		total := useful(full.Stats())
		x.number(name+": White to move wins", total.White.WinPercent, "%")
		var mates [mateClasses]int64
		var example [mateClasses]string
		var share [mateClasses]float64
		for class := range mateClasses {
			filter := mateSquares(full, pair.bound, class)
			for at, code := range full.codes[position.Black] {
				if code != lossIn(0) {
					continue
				}
				p := place{sq: full.squares(at)}
				if filter(&p).Has(p.sq[len(full.men)-1]) {
					mates[class] += full.fr.orbit[at/(full.slots*full.n)]
					example[class] = full.fen(position.Black, at)
				}
			}
			t := newTable(l.rules, full.ending, false)
			err := buildFor(c.ctx, t, c.threads, l.sub(c.ctx), filter)
			if err != nil {
				return err
			}
			s := useful(t.Stats())
			share[class] = 100 * float64(s.White.Wins) / float64(max(total.White.Legal, 1))
			where := "in " + classNames[class]
			x.number(name+": mates "+where, float64(mates[class]), "positions")
			x.number(name+": White to move can force mate "+where, share[class], "%")
		}
		in, out := nearSame, nearOther
		if share[nearOther] > share[nearSame] {
			in, out = nearOther, nearSame
		}
		colour := "the colour of the bound man"
		if in == nearOther {
			colour = "the colour that the bound man never reaches"
		}
		if share[in] < generalWin {
			why := fmt.Sprintf("with mates in corners of both colours (%.2f %%)", share[anyNear])
			if share[sameOrAway] > share[anyNear] {
				why = fmt.Sprintf("where mates on the edge away from the corners count as well (%.2f %%), corners of the other colour are not needed", share[sameOrAway])
			}
			wrong = append(wrong, fmt.Sprintf("%s cannot be forced in corners of one colour alone (%.2f %%), but %s", full.name, share[in], why))
		} else {
			good = append(good, fmt.Sprintf("%s in corners of %s (%.2f %%)", full.name, colour, share[in]))
		}
		if share[in-nearSame] < generalWin {
			square = append(square, full.name)
		}
		for _, class := range []int{out, elsewhere} {
			if share[class] >= generalWin {
				wrong = append(wrong, fmt.Sprintf("%s can be forced in %s too (%.2f %%)", full.name, classNames[class], share[class]))
			}
			if mates[class] > 0 {
				exist = append(exist, full.name)
				x.show(example[class], fmt.Sprintf("%s: one of %d mates in %s", full.name, mates[class], strings.TrimPrefix(classNames[class], "or ")))
			}
		}
	}
	finding := "Counting the corner square and the three around it, mate can be forced in general: " + strings.Join(good, ", ") + "."
	if len(square) > 0 {
		finding += " On the corner square alone it cannot be forced with " + strings.Join(square, ", ") + "."
	}
	x.settle(wrong, finding)
	switch {
	case len(wrong) > 0 && len(good) > 0:
		x.Verdict = WithExcepts
		x.Finding = "Exceptions: " + strings.TrimPrefix(x.Finding, "Not so: ")
	case len(wrong) == 0 && len(exist) > 0:
		x.Verdict = WithExcepts
		x.Finding = "True of where the mate can be forced, not of where mates exist: if the bare king goes there, each of these endings has mates elsewhere. " + finding
	}
	return nil
}

// useful picks the statistics that tell: of two men bound to colours those on
// different ones.
func useful(s []Stats) Stats {
	if len(s) == 3 {
		return s[2]
	}
	return s[0]
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
		x.number(c.title(x.Game, p)+", steps that keep the colour", float64(same), "steps")
		x.number(c.title(x.Game, p)+", steps that change the colour", float64(other), "steps")
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
	get := func(game, name string) (Stats, error) {
		_, s, _, err := c.stats(game, name)
		if err != nil {
			return s, err
		}
		x.number(name+", White to move wins", s.White.WinPercent, "%")
		x.number(name+", longest win", float64(s.White.Longest), "plies")
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
	if kt.White.WinPercent < generalWin {
		wrong = append(wrong, "King and Teutonic Knight do not win in general")
	}
	if ka.White.WinPercent < generalWin || a.White.WinPercent < generalWin {
		wrong = append(wrong, "the Archchancellor does not mate alone")
	}
	if lone.White.WinPercent >= generalWin {
		wrong = append(wrong, "the Crown Princess mates without her king")
	}
	x.show(a.White.LongestFEN, fmt.Sprintf("the Archchancellor without its king: the longest win, %d plies", a.White.Longest))
	x.show(kc.White.LongestFEN, fmt.Sprintf("the Crown Princess with her king: the longest win, %d plies", kc.White.Longest))
	if lone.White.LongestFEN != "" {
		x.show(lone.White.LongestFEN, fmt.Sprintf("the Crown Princess without her king: %d positions are won all the same, the longest in %d plies", lone.White.Wins, lone.White.Longest))
	}
	x.settle(wrong, fmt.Sprintf("The Archchancellor needs not even its king, which can stand by: %.2f %% of the positions are won without one. The Crown Princess wins %.2f %% with the help of her king and %.2f %% without it, so that “unassisted” must mean without the king.",
		a.White.WinPercent, kc.White.WinPercent, lone.White.WinPercent))
	return nil
}

// net looks for mates with the winning king on c3, a Ferz leap from the corner
// region that it shuts off. The two men must give check and guard what the king
// leaves; those squares lie a Ferz leap (a2 and b1) or a Zebra leap (a4 and c1,
// a3 and d1) apart.
func (c *claims) net(x *Claim) error {
	x.Claim = "The Ferz-and-Zebra net: with the winning king on c3 the bare king is mated in the corner."
	l, err := c.lib(x.Game, false)
	if err != nil {
		return err
	}
	shape := l.rules.Shape()
	sq := func(name string) board.Square {
		s, _ := shape.ParseSquare(name)
		return s
	}
	c3 := sq("c3")
	all := pieces + "B"
	found := 0
	for i := range all {
		for j := i; j < len(all); j++ {
			name := "K" + all[i:i+1] + all[j:j+1] + "k"
			t, err := c.table(x.Game, name, false)
			if err != nil {
				return err
			}
			mates := 0
			example := ""
			for _, on := range []board.Square{sq("a1"), sq("a2"), sq("b1"), sq("a3"), sq("c1")} {
				raw := t.fr.of[int(c3)*t.n+int(on)]
				if raw.frame < 0 {
					continue
				}
				for at := int(raw.frame) * t.slots * t.n; at < (int(raw.frame)+1)*t.slots*t.n; at++ {
					if t.codes[position.Black][at] == lossIn(0) {
						mates++
						if example == "" {
							example = t.fen(position.Black, at)
						}
					}
				}
			}
			if mates > 0 && useful(t.Stats()).White.WinPercent >= generalWin {
				found++
				x.number(t.name+", mates with the kings so", float64(mates/int(t.alike())), "positions")
				if found <= 12 {
					x.show(example, t.name+": the king on c3, or a mirror image of it")
				}
			}
		}
	}
	x.number("endings with such mates", float64(found), "endings")
	if found == 0 {
		x.settle([]string{"no ending of two men has such a mate"}, "")
		return nil
	}
	// A count of mates on one reading of the words cannot confirm or refute them.
	x.Verdict, x.Finding = Undecided, fmt.Sprintf("No source for what this net is was found. What was counted is one reading: the king on c3 guards b2, b3, b4, c2 and d2, and the two men guard what is left of a1 to a3 and b1 to c1, squares a Ferz or a Zebra leap apart. %d of the winning endings have such mates.", found)
	return nil
}
