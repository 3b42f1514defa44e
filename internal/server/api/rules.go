package api

import (
	"net/http"
	"strings"

	"tagmate/game"
	"tagmate/internal/server/live"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/variant"
)

// variantOf puts a game into wire form.
func variantOf(d *variant.Def) (Variant, error) {
	r, err := position.RulesOf(d.ID)
	if err != nil {
		return Variant{}, err
	}
	v := Variant{
		ID: d.ID, Name: d.Name, Summary: d.Summary, Inventor: d.Inventor, Year: d.Year,
		Files: d.Shape.Files, Ranks: d.Shape.Ranks, Start: r.Start().FEN(), Team: d.Team(),
		ClaimPlies: 2 * d.Draws.MovesClaim, DrawPlies: 2 * d.Draws.MovesAuto,
		Promotions: []string{}, Pieces: []Piece{},
	}
	// The file says what stalemate is for the stalemated side, the wire what it
	// is for who gives it.
	switch d.Ending.Stalemate {
	case variant.Win:
		v.Stalemate = "loss"
	case variant.Loss:
		v.Stalemate = "win"
	default:
		v.Stalemate = "draw"
	}
	promotes := map[int]bool{}
	for _, p := range d.Pieces {
		for _, choice := range p.Promotions {
			if promotes[choice.Kind] {
				continue
			}
			promotes[choice.Kind] = true
			letter := strings.ToLower(string(d.Pieces[choice.Kind].Letter))
			v.Promotions = append(v.Promotions, letter)
			if choice.Pair {
				v.Pair = letter
			}
		}
	}
	for i, p := range d.Pieces {
		v.Pieces = append(v.Pieces, Piece{
			Letter: string(p.Letter), Name: p.Name, Title: p.Title, Move: p.Text, Value: p.Value,
			Colour: p.Colour.String(), Promotion: promotes[i], Royal: p.Royal, Pawn: p.Pawn,
			SetUp: strings.ContainsRune(d.Start[:strings.IndexByte(d.Start, ' ')], rune(p.Letter)),
		})
	}
	return v, nil
}

func (s *Server) variants(w http.ResponseWriter, r *http.Request) error {
	list := []Variant{}
	for _, id := range variant.IDs() {
		d, err := variant.Lookup(id)
		if err != nil {
			return err
		}
		v, err := variantOf(d)
		if err != nil {
			return err
		}
		list = append(list, v)
	}
	return answer(w, http.StatusOK, list)
}

func (s *Server) variant(w http.ResponseWriter, r *http.Request) error {
	d, err := variant.Lookup(r.PathValue("variant"))
	if err != nil {
		return unknownGame("")
	}
	v, err := variantOf(d)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, v)
}

func unknownGame(where string) *live.Refusal {
	return &live.Refusal{Code: live.NotFound, Where: where, Detail: "no game is called so; expected one of " + strings.Join(variant.IDs(), ", ")}
}

// rulesOf returns the rules that a request names.
func rulesOf(id string) (*position.Rules, error) {
	if _, err := variant.Lookup(id); err != nil {
		return nil, unknownGame("variant")
	}
	return position.RulesOf(id)
}

func badFEN(where string, err error) *live.Refusal {
	return &live.Refusal{Code: live.BadFEN, Detail: err.Error(), Where: where}
}

func (s *Server) position(w http.ResponseWriter, r *http.Request) error {
	q, err := readBody[PositionRequest](w, r)
	if err != nil {
		return err
	}
	rules, err := rulesOf(q.Variant)
	if err != nil {
		return err
	}
	g := game.New(rules)
	if q.FEN != "" {
		if g, err = game.FromFEN(rules, q.FEN); err != nil {
			return badFEN("fen", err)
		}
	}
	p := g.Position()
	status := p.Status()
	a := PositionAnswer{
		FEN: p.FEN(), Check: p.InCheck(), Status: status.String(), Result: p.Outcome(status).String(),
		Turn: p.Turn().String(), Legal: []Move{},
	}
	for _, m := range p.AppendMoves(nil) {
		a.Legal = append(a.Legal, Move{UCI: notation.UCI(rules, m), SAN: notation.SAN(p, m)})
	}
	if reason, ok := g.CanClaim(); ok {
		a.Claim = reason.String()
	}
	return answer(w, http.StatusOK, a)
}

func (s *Server) reach(w http.ResponseWriter, r *http.Request) error {
	q, err := readBody[ReachRequest](w, r)
	if err != nil {
		return err
	}
	rules, err := rulesOf(q.Variant)
	if err != nil {
		return err
	}
	p, err := position.Diagram(rules, q.Placement)
	if err != nil {
		return badFEN("placement", err)
	}
	sq, ok := rules.Shape().ParseSquare(q.Square)
	if !ok {
		return bad("square", "expected a square of the board, such as d4")
	}
	if p.At(sq) == position.NoPiece {
		return bad("square", "no piece stands on "+q.Square)
	}
	quiet, captures, royal := p.Reach(sq)
	a := ReachAnswer{Moves: []string{}, Captures: []string{}, AttacksKing: []string{}}
	for sq := range quiet.Squares() {
		a.Moves = append(a.Moves, rules.Shape().Name(sq))
	}
	for sq := range captures.Squares() {
		a.Captures = append(a.Captures, rules.Shape().Name(sq))
	}
	for sq := range royal.Squares() {
		a.AttacksKing = append(a.AttacksKing, rules.Shape().Name(sq))
	}
	return answer(w, http.StatusOK, a)
}

func (s *Server) pgn(w http.ResponseWriter, r *http.Request) error {
	v, err := s.view(r)
	if err != nil {
		return err
	}
	text, err := v.PGN()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/x-chess-pgn; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, err = w.Write([]byte(text))
	return err
}
