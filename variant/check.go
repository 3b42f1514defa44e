package variant

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tagmate/betza"
	"tagmate/board"
)

// MaxKinds is the greatest number of kinds of piece in a game.
const MaxKinds = 15

var idForm = regexp.MustCompile(`^[a-z][a-z0-9-]{0,39}$`)

// def checks a file and turns it into a Def.
func (f *file) def() (*Def, error) {
	if !idForm.MatchString(f.ID) {
		return nil, fmt.Errorf("id: expected a short name of a-z, 0-9 and -, got %q", f.ID)
	}
	if f.Name == "" {
		return nil, fmt.Errorf("name: expected the full name of the game")
	}
	d := &Def{
		ID: f.ID, Name: f.Name, Inventor: f.Inventor, Year: f.Year, Source: f.Source,
		Summary: f.Summary, Rules: f.Rules, Base: f.Base, Start: f.Start,
		Record: f.ID, XBoard: f.XBoard,
	}
	if d.XBoard == "" {
		d.XBoard = f.ID
	}
	if f.Record != nil {
		d.Record = *f.Record
	}
	if f.Base != "" {
		return f.onBase(d)
	}
	d.Shape = board.Shape{Files: f.Files, Ranks: f.Ranks}
	if err := d.Shape.Check(); err != nil {
		return nil, fmt.Errorf("files, ranks: %d by %d: %w", f.Files, f.Ranks, err)
	}
	if d.Shape.Ranks < 4 {
		return nil, fmt.Errorf("ranks: expected at least 4, got %d", f.Ranks)
	}
	if len(f.Piece) == 0 || len(f.Piece) > MaxKinds {
		return nil, fmt.Errorf("piece: expected 1 to %d kinds of piece, got %d", MaxKinds, len(f.Piece))
	}
	for i := range f.Piece {
		p, err := f.Piece[i].piece(d)
		if err != nil {
			return nil, fmt.Errorf("piece %d (%s): %w", i+1, f.Piece[i].Letter, err)
		}
		d.Pieces = append(d.Pieces, p)
	}
	royal := 0
	for i := range d.Pieces {
		if d.Pieces[i].Royal {
			royal++
		}
		ps, err := f.Piece[i].promotions(d)
		if err != nil {
			return nil, fmt.Errorf("piece %d (%s): %w", i+1, f.Piece[i].Letter, err)
		}
		d.Pieces[i].Promotions = ps
	}
	if royal != 1 {
		return nil, fmt.Errorf("piece: expected exactly one kind with royal = true, got %d", royal)
	}
	if err := d.checkSetUp(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	if err := f.ending(d); err != nil {
		return nil, err
	}
	return d, f.draws(d)
}

// onBase completes a team game from its base.
func (f *file) onBase(d *Def) (*Def, error) {
	if f.Files != 0 || f.Ranks != 0 || len(f.Piece) != 0 || f.End.Stalemate != "" || f.End.Flag != "" {
		return nil, fmt.Errorf("base: a game on a base takes board, pieces and endings from it; remove those keys")
	}
	text, err := games.ReadFile("games/" + f.Base + ".toml")
	if err != nil || f.Base == f.ID {
		return nil, fmt.Errorf("base: %q is no built-in game", f.Base)
	}
	base, err := Parse(f.Base, text)
	if err != nil {
		return nil, err
	}
	if base.Base != "" {
		return nil, fmt.Errorf("base: %q itself has a base", f.Base)
	}
	d.Shape, d.Pieces, d.Ending, d.Draws = base.Shape, base.Pieces, base.Ending, base.Draws
	if d.Start == "" {
		d.Start = base.Start
	}
	return d, d.checkSetUp()
}

func (fp *filePiece) piece(d *Def) (Piece, error) {
	if len(fp.Letter) != 1 || fp.Letter[0] < 'A' || fp.Letter[0] > 'Z' {
		return Piece{}, fmt.Errorf("letter: expected one letter A to Z, got %q", fp.Letter)
	}
	if fp.Letter == "O" {
		return Piece{}, fmt.Errorf("letter: O would be confused with castling (O-O)")
	}
	if d.PieceByLetter(fp.Letter[0]) >= 0 {
		return Piece{}, fmt.Errorf("letter: %s is used twice", fp.Letter)
	}
	if !idForm.MatchString(fp.Name) {
		return Piece{}, fmt.Errorf("name: expected a name of a-z, 0-9 and -, got %q", fp.Name)
	}
	m, err := betza.Parse(fp.Move)
	if err != nil {
		return Piece{}, fmt.Errorf("move: %w", err)
	}
	if fp.Value < 0 || fp.Value > 10000 {
		return Piece{}, fmt.Errorf("value: expected 0 to 10000 centipawns, got %d", fp.Value)
	}
	p := Piece{
		Letter: fp.Letter[0], Name: fp.Name, Title: fp.Title, Text: fp.Move, Movement: m,
		Value: fp.Value, Royal: fp.Royal, Pawn: fp.Pawn, Colour: colourClass(m),
	}
	if p.Title == "" {
		p.Title = fp.Name
	}
	switch fp.Attacks {
	case "", "all":
	case "royal":
		p.OnlyRoyal = true
	default:
		return Piece{}, fmt.Errorf(`attacks: expected "all" or "royal", got %q`, fp.Attacks)
	}
	if m.Castling() > 0 && !p.Royal {
		return Piece{}, fmt.Errorf("move: castling (O) is for the royal piece")
	}
	if p.OnlyRoyal && (p.Royal || p.Pawn) {
		return Piece{}, fmt.Errorf(`attacks: "royal" is for pieces that are neither royal nor pawns`)
	}
	return p, nil
}

func (fp *filePiece) promotions(d *Def) ([]Promotion, error) {
	if fp.Promotes == "" {
		if fp.Pairs != "" {
			return nil, fmt.Errorf("pairs: has no meaning without promotes")
		}
		return nil, nil
	}
	if !fp.Pawn {
		return nil, fmt.Errorf("promotes: is for pieces with pawn = true")
	}
	var out []Promotion
	for i := range len(fp.Promotes) {
		k := d.PieceByLetter(fp.Promotes[i])
		if k < 0 || d.Pieces[k].Royal || d.Pieces[k].Pawn {
			return nil, fmt.Errorf("promotes: letter %d, %q, is no piece to promote to", i+1, fp.Promotes[i])
		}
		if slices.ContainsFunc(out, func(p Promotion) bool { return p.Kind == k }) {
			return nil, fmt.Errorf("promotes: %q stands there twice", fp.Promotes[i])
		}
		out = append(out, Promotion{Kind: k, Pair: strings.IndexByte(fp.Pairs, fp.Promotes[i]) >= 0})
	}
	for i := range len(fp.Pairs) {
		if strings.IndexByte(fp.Promotes, fp.Pairs[i]) < 0 {
			return nil, fmt.Errorf("pairs: %q is not in promotes", fp.Pairs[i])
		}
	}
	return out, nil
}

func (f *file) ending(d *Def) error {
	switch f.End.Stalemate {
	case "", "draw":
	case "win":
		d.Ending.Stalemate = Win
	case "loss":
		d.Ending.Stalemate = Loss
	default:
		return fmt.Errorf(`end.stalemate: expected what it means for the stalemated side, "draw", "win" or "loss", got %q`, f.End.Stalemate)
	}
	switch f.End.Flag {
	case "", "loses":
	case "material":
		d.Ending.Flag = FlagMaterial
	case "bare-king":
		d.Ending.Flag = FlagBare
	default:
		return fmt.Errorf(`end.flag: expected "loses", "material" or "bare-king", got %q`, f.End.Flag)
	}
	return nil
}

func (f *file) draws(d *Def) error {
	w := &f.Draws
	for _, n := range []struct {
		key string
		n   int
	}{
		{"repetition_claim", w.RepetitionClaim},
		{"repetition_auto", w.RepetitionAuto},
		{"moves_claim", w.MovesClaim},
		{"moves_auto", w.MovesAuto},
	} {
		if n.n < 0 || n.n > 1000 {
			return fmt.Errorf("draws.%s: expected 0 to 1000, got %d", n.key, n.n)
		}
	}
	if w.RepetitionClaim == 1 || w.RepetitionAuto == 1 {
		return fmt.Errorf("draws: a position has occurred once when it first stands; expected 2 or more occurrences, or 0 for no limit")
	}
	d.Draws = Draws{
		RepetitionClaim: w.RepetitionClaim, RepetitionAuto: w.RepetitionAuto,
		MovesClaim: w.MovesClaim, MovesAuto: w.MovesAuto,
	}
	m := &d.Draws.Material
	m.BothSides = w.Material.BothSides
	for i, set := range w.Material.AgainstBare {
		if set == "*" {
			m.AnySingle = true
			continue
		}
		kinds, err := d.kinds(set)
		if err != nil {
			return fmt.Errorf("draws.material.against_bare_king, entry %d: %w", i+1, err)
		}
		slices.Sort(kinds)
		m.AgainstBare = append(m.AgainstBare, kinds)
	}
	var err error
	if m.OneColour, err = d.kinds(w.Material.OneColour); err != nil {
		return fmt.Errorf("draws.material.one_colour: %w", err)
	}
	for _, k := range m.OneColour {
		if d.Pieces[k].Colour != ColourBound {
			return fmt.Errorf("draws.material.one_colour: %s is not bound to squares of one colour", d.Pieces[k].Title)
		}
	}
	return nil
}

// kinds turns piece letters into indices.
func (d *Def) kinds(letters string) ([]int, error) {
	var out []int
	for i := range len(letters) {
		k := d.PieceByLetter(letters[i])
		if k < 0 || d.Pieces[k].Royal {
			return nil, fmt.Errorf("%q is no piece of this game beside the king", letters[i])
		}
		out = append(out, k)
	}
	return out, nil
}

// checkSetUp checks the placement field only; package position reads the
// whole text when it compiles the game.
func (d *Def) checkSetUp() error {
	placement, _, _ := strings.Cut(d.Start, " ")
	if placement == "" {
		return fmt.Errorf("expected the position text (FEN) of the set-up")
	}
	ranks := strings.Split(placement, "/")
	if len(ranks) != d.Shape.Ranks {
		return fmt.Errorf("expected %d ranks, got %d", d.Shape.Ranks, len(ranks))
	}
	for i, r := range ranks {
		n := 0
		for j := 0; j < len(r); j++ {
			if r[j] >= '0' && r[j] <= '9' {
				run := int(r[j] - '0')
				if j+1 < len(r) && r[j+1] >= '0' && r[j+1] <= '9' {
					j++
					run = run*10 + int(r[j]-'0')
				}
				n += run
				continue
			}
			n++
			if d.PieceByLetter(strings.ToUpper(r[j : j+1])[0]) < 0 {
				return fmt.Errorf("rank %d: %q is no piece of this game", d.Shape.Ranks-i, r[j])
			}
		}
		if n != d.Shape.Files {
			return fmt.Errorf("rank %d: expected %d squares, got %d", d.Shape.Ranks-i, d.Shape.Files, n)
		}
	}
	return nil
}

// colourClass looks at the parity of every displacement.
func colourClass(m betza.Movement) ColourClass {
	odd, even := false, false
	for _, p := range m.Paths() {
		n := 0
		for _, v := range p.Via {
			n += v.DX + v.DY
		}
		for range 2 { // two steps show what a slider does
			n += p.Step.DX + p.Step.DY
			if n%2 == 0 {
				even = true
			} else {
				odd = true
			}
			if p.Range == 1 {
				break
			}
		}
	}
	switch {
	case odd && even:
		return ColourFree
	case odd:
		return ColourAlternates
	}
	return ColourBound
}
