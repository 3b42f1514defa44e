package guide

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tagmate/board"
	"tagmate/internal/art"
	"tagmate/internal/i18n"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/variant"
)

// frame is what every page has.
type frame struct {
	C         *i18n.Catalogue
	Title     string
	Path      string // without the language; "" for a page that is not there
	Guide     string // what the site calls the guide
	Languages []languageLink
	Assets    assets
	Sprite    template.HTML
	Games     []gameCard // of the index and of a page that is not there
}

type languageLink struct {
	Code, Name, Href string
	Current          bool
}

type gameCard struct {
	ID, Name, Summary string
	Playable          bool
	Board             template.HTML
}

// gamePage is the page of one game.
type gamePage struct {
	frame
	ID, Name, Summary string
	By                string
	Source            string // address
	SourceText        string
	Playable          bool
	Board             template.HTML
	Pieces            []pieceView
	Legend            []legendLine
	Topics            []topicView
	Specials          []topicView
	Rules             []string // English, for a game without a chapter
}

type legendLine struct {
	Mark template.HTML
	Text string
}

type pieceView struct {
	Name      string // and anchor
	Title     string
	Letter    string
	Value     string
	Colour    string
	Start     string
	Promotion string
	Text      string
	Note      string
	Facts     []string
	White     template.HTML
	Black     template.HTML
	Diagrams  []live
}

// live is a movement diagram, which the client's island makes live.
type live struct {
	Variant, Letter, Art string
	Files, Ranks         int
	Square, Placement    string
	SVG                  template.HTML
	Caption              string
}

type topicView struct {
	Key, Title, Text string
	Figures          []pictureView
	Files            int // of the widest figure
}

type pictureView struct {
	SVG     template.HTML
	Files   int
	Caption string
}

// icon draws one piece in a line of text. Words beside it say what it is.
func icon(name, colour string) template.HTML {
	return template.HTML(fmt.Sprintf(
		`<svg class="piece-icon" viewBox="0 0 48 48" aria-hidden="true" focusable="false"><use href="#p-%s" class="piece %s" width="48" height="48"/></svg>`,
		name, colour))
}

// sprite returns the drawings that a page uses, hidden, under the names and the
// id that the client looks for. It uses no style attribute, which the policy
// forbids.
func sprite(names []string) template.HTML {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	var b strings.Builder
	b.WriteString(`<svg id="pieces" class="unseen" width="0" height="0" aria-hidden="true" focusable="false">`)
	for _, name := range names {
		if body, ok := art.Body(name); ok {
			fmt.Fprintf(&b, `<symbol id="p-%s" viewBox="0 0 48 48">%s</symbol>`, name, body)
		}
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// sentence returns a text with a capital first letter.
func sentence(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// list joins words: "a, b or c". The joint is guide.list.and or guide.list.or.
func list(c *i18n.Catalogue, joint string, words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + c.T("guide.list."+joint) + words[last]
}

// makeFrame returns the frame of a page.
func (h *Handler) makeFrame(c *i18n.Catalogue, title, path string) frame {
	f := frame{C: c, Title: title, Path: path, Guide: c.T("guide.title"), Assets: h.assets}
	if c.Has("site.guide") { // the client's name for it
		f.Guide = c.T("site.guide")
	}
	for _, code := range i18n.Languages() {
		f.Languages = append(f.Languages, languageLink{
			Code: code, Name: c.T("guide.language." + code), Href: path + "?lang=" + code, Current: code == c.Language(),
		})
	}
	return f
}

// makeIndex returns the index of the games; it also serves, with another path
// and title, as the page for a game that is unknown.
func (h *Handler) makeIndex(c *i18n.Catalogue, title, path string) (frame, error) {
	f := h.makeFrame(c, title, path)
	var names []string
	for _, id := range variant.IDs() {
		r, err := position.RulesOf(id)
		if err != nil {
			return frame{}, err
		}
		d := r.Def()
		for i := range d.Pieces {
			names = append(names, d.Pieces[i].Name)
		}
		f.Games = append(f.Games, gameCard{
			ID: id, Name: sentence(gameName(c, d)), Summary: summary(c, d), Playable: !d.Team(), Board: whole(r.Start()).svg(c),
		})
	}
	f.Sprite = sprite(names)
	return f, nil
}

func summary(c *i18n.Catalogue, d *variant.Def) string {
	if key := "guide.summary." + d.ID; c.Has(key) {
		return c.T(key)
	}
	return d.Summary
}

// makeGame returns the page of a game.
func (h *Handler) makeGame(c *i18n.Catalogue, r *position.Rules) (*gamePage, error) {
	d := r.Def()
	ch, told := chapters[d.ID]
	name := sentence(gameName(c, d))
	p := &gamePage{
		frame: h.makeFrame(c, name, "/guide/"+d.ID),
		ID:    d.ID, Name: name, Summary: summary(c, d), Source: d.Source, SourceText: c.T("guide.source"),
		Playable: !d.Team(), Board: whole(r.Start()).svg(c), Legend: legend(c, r),
	}
	switch {
	case d.Inventor == "":
		p.SourceText = c.T("guide.source.laws")
	case d.Year == 0:
		p.By = c.T("guide.by", "inventor", d.Inventor)
	default:
		p.By = c.T("guide.by-year", "inventor", d.Inventor, "year", d.Year)
	}
	names := []string{"brute-pair"}
	for k := position.Kind(1); k <= r.Kinds(); k++ {
		names = append(names, r.Piece(k).Name)
		v, err := makePiece(c, r, k, ch.family)
		if err != nil {
			return nil, err
		}
		p.Pieces = append(p.Pieces, v)
	}
	p.Sprite = sprite(names)
	if !told {
		p.Rules = d.Rules
		return p, nil
	}
	var err error
	if p.Topics, err = makeTopics(c, r, ch.topics, func(key string) (string, string) {
		text := "rules." + ch.family + "." + key
		if !c.Has(text) {
			text = "rules." + key
		}
		return c.T("guide.topic." + key), text
	}); err != nil {
		return nil, err
	}
	p.Specials, err = makeTopics(c, r, ch.specials, func(key string) (string, string) {
		return "", "special." + ch.family + "." + key
	})
	return p, err
}

// legend returns the marks that the diagrams of a game have.
func legend(c *i18n.Catalogue, r *position.Rules) []legendLine {
	mark := func(s string) template.HTML {
		return template.HTML(`<svg class="mark-icon" viewBox="0 0 48 48" aria-hidden="true" focusable="false"><rect class="sq-light" width="48" height="48"/>` + s + `</svg>`)
	}
	const mid = unit / 2
	lines := []legendLine{
		{mark(dot(mid, mid)), c.T("guide.legend.move")},
		{mark(ring(mid, mid)), c.T("guide.legend.capture")},
	}
	for k := position.Kind(1); k <= r.Kinds(); k++ {
		if r.Piece(k).OnlyRoyal {
			return append(lines,
				legendLine{mark(diamond(mid, mid) + innerDot(mid, mid)), c.T("guide.legend.move-king")},
				legendLine{mark(diamondRing(mid, mid)), c.T("guide.legend.king")})
		}
	}
	return lines
}

// makePiece returns what the page says of one kind.
func makePiece(c *i18n.Catalogue, r *position.Rules, k position.Kind, family string) (pieceView, error) {
	d, piece := r.Def(), r.Piece(k)
	v := pieceView{
		Name: piece.Name, Title: sentence(pieceName(c, piece)), Letter: string(piece.Letter),
		Value: c.T("guide.none"), Colour: c.T("guide.colour." + colour(piece)),
		Text: pieceText(c, family, piece), Note: pieceNote(c, piece),
		White: icon(piece.Name, "white"), Black: icon(piece.Name, "black"),
	}
	v.Facts = append(v.Facts, c.T("guide.fact.letter", "letter", v.Letter))
	if !piece.Royal {
		v.Value = value(c, piece.Value)
		v.Facts = append(v.Facts, c.T("guide.fact.value", "value", v.Value))
	}
	v.Facts = append(v.Facts, c.T("guide.fact.colour."+colour(piece)))

	squares := r.Start().OfKind(position.White, k)
	switch rank := r.Shape().Rank(squares.First()); {
	case squares.Empty():
		v.Start = c.T("guide.start.never")
		v.Facts = append(v.Facts, v.Start)
	case squares == r.Shape().RankSet(rank):
		v.Start = c.T("guide.rank", "rank", rank+1)
		v.Facts = append(v.Facts, c.T("guide.fact.start.rank", "rank", rank+1))
	default:
		var names []string
		for sq := range squares.Squares() {
			names = append(names, r.Shape().Name(sq))
		}
		v.Start = strings.Join(names, ", ")
		v.Facts = append(v.Facts, c.T("guide.fact.start", "squares", list(c, "and", names)))
	}

	v.Promotion = c.T("guide.promotion.no")
	for i := range d.Pieces {
		for _, choice := range d.Pieces[i].Promotions {
			switch {
			case choice.Kind != int(k)-1:
			case choice.Pair:
				v.Promotion = c.T("guide.promotion.pair")
			default:
				v.Promotion = c.T("guide.promotion.yes")
			}
		}
	}
	if single, pairs := promotions(c, r, k); len(single)+len(pairs) > 0 {
		v.Promotion = c.T("guide.none")
		for _, p := range pairs {
			single = append(single, c.T("guide.fact.promotes-to.pair", "piece", p))
		}
		v.Facts = append(v.Facts, c.T("guide.fact.promotes-to", "pieces", list(c, "or", single)))
	}

	main, err := makeLive(c, r, k, lone(r, k))
	if err != nil {
		return v, err
	}
	main.Caption = c.T("guide.caption.open")
	if piece.Pawn {
		main.Caption = c.T("guide.caption.pawn")
	}
	v.Diagrams = append(v.Diagrams, main)
	if s, ok := scenes[piece.Name]; ok {
		second, err := makeLive(c, r, k, blocked(r, k, s))
		if err != nil {
			return v, err
		}
		second.Caption = c.T("guide.scene." + piece.Name)
		v.Diagrams = append(v.Diagrams, second)
	}
	return v, nil
}

func colour(p *variant.Piece) string {
	if s := p.Colour.String(); s != "" {
		return s
	}
	return "free"
}

// value writes centipawns as pawns, with the comma of the language.
func value(c *i18n.Catalogue, centipawns int) string {
	text := strconv.FormatFloat(float64(centipawns)/100, 'f', -1, 64)
	return strings.Replace(text, ".", c.T("guide.decimal"), 1)
}

// promotions returns the names of what a kind becomes on the last rank, alone
// and in pairs.
func promotions(c *i18n.Catalogue, r *position.Rules, k position.Kind) (single, pairs []string) {
	for _, choice := range r.Piece(k).Promotions {
		name := pieceName(c, &r.Def().Pieces[choice.Kind])
		if choice.Pair {
			pairs = append(pairs, name)
		} else {
			single = append(single, name)
		}
	}
	return single, pairs
}

// setting is a piece on a square with others around it.
type setting struct {
	at     board.Square
	pieces map[board.Square]position.Piece
}

// middle returns the square near the middle of a board that diagrams use.
func middle(s board.Shape) board.Square { return s.Square((s.Files-1)/2, (s.Ranks-1)/2) }

// lone returns a white piece alone near the middle. A pawn stands where it
// starts, with enemies wherever it could take one.
func lone(r *position.Rules, k position.Kind) setting {
	white := position.MakePiece(k, position.White)
	at := middle(r.Shape())
	s := setting{at: at, pieces: map[board.Square]position.Piece{at: white}}
	if !r.IsPawn(k) {
		return s
	}
	home := r.Start().OfKind(position.White, k)
	if onFile := home.And(r.Shape().FileSet(r.Shape().File(at))); onFile.Any() {
		at = onFile.First()
	}
	s = setting{at: at, pieces: map[board.Square]position.Piece{at: white}}
	enemy := position.MakePiece(k, position.Black)
	for sq := range r.Shape().All().Squares() {
		if sq == at {
			continue
		}
		quiet, _, _ := position.Lone(r, white, at).Reach(at)
		if _, takes, _ := position.Pair(r, white, at, enemy, sq).Reach(at); takes.Has(sq) && !quiet.Has(sq) {
			s.pieces[sq] = enemy
		}
	}
	return s
}

// blocked returns the setting of a scene.
func blocked(r *position.Rules, k position.Kind, sc scene) setting {
	s := setting{at: middle(r.Shape()), pieces: map[board.Square]position.Piece{}}
	if sq, ok := r.Shape().ParseSquare(sc.at); ok {
		s.at = sq
	}
	pawn := k
	for each := position.Kind(1); each <= r.Kinds(); each++ {
		if r.IsPawn(each) {
			pawn = each
		}
	}
	put := func(squares []string, color position.Color) {
		for _, text := range squares {
			kind := pawn
			name, royal := strings.CutPrefix(text, "K")
			if royal {
				kind = r.Royal()
			}
			if sq, ok := r.Shape().ParseSquare(name); ok {
				s.pieces[sq] = position.MakePiece(kind, color)
			}
		}
	}
	put(sc.own, position.White)
	put(sc.enemy, position.Black)
	s.pieces[s.at] = position.MakePiece(k, position.White)
	return s
}

// makeLive returns the diagram of a setting.
func makeLive(c *i18n.Catalogue, r *position.Rules, k position.Kind, s setting) (live, error) {
	text := placementOf(r, s.pieces)
	p, err := position.Diagram(r, text)
	if err != nil {
		return live{}, fmt.Errorf("guide: %s: %s: %w", r.Def().ID, r.Piece(k).Name, err)
	}
	return live{
		Variant: r.Def().ID, Letter: string(r.Piece(k).Letter), Art: r.Piece(k).Name,
		Files: r.Shape().Files, Ranks: r.Shape().Ranks,
		Square: r.Shape().Name(s.at), Placement: text, SVG: reach(p, s.at).svg(c),
	}, nil
}

// makeTopics returns topics with their figures. The texts may use what the
// game's file says of its draws and promotions.
func makeTopics(c *i18n.Catalogue, r *position.Rules, topics []topic, keys func(string) (title, text string)) ([]topicView, error) {
	d := r.Def()
	var becomes []string
	for k := position.Kind(1); k <= r.Kinds(); k++ {
		single, _ := promotions(c, r, k)
		becomes = append(becomes, single...)
	}
	args := []any{
		"repetition", d.Draws.RepetitionClaim, "repetition-auto", d.Draws.RepetitionAuto,
		"moves", d.Draws.MovesClaim, "moves-auto", d.Draws.MovesAuto,
		"promotions", list(c, "or", becomes),
	}
	var views []topicView
	for _, t := range topics {
		title, text := keys(t.key)
		v := topicView{Key: t.key, Title: title, Text: c.T(text, args...)}
		for _, f := range t.figures {
			pic, err := makePicture(c, r, f)
			if err != nil {
				return nil, fmt.Errorf("guide: %s: %s: %w", d.ID, t.key, err)
			}
			v.Figures = append(v.Figures, pic)
			v.Files = max(v.Files, pic.Files)
		}
		views = append(views, v)
	}
	return views, nil
}

// makePicture draws the figure of a rule.
func makePicture(c *i18n.Catalogue, r *position.Rules, f figure) (pictureView, error) {
	p, err := position.ParseFEN(r, f.fen)
	if err != nil {
		return pictureView{}, err
	}
	san := ""
	if f.move != "" {
		m, err := notation.ParseUCI(p, f.move)
		if err != nil {
			return pictureView{}, err
		}
		san = notation.SAN(p, m)
		var u position.Undo
		p.Make(m, &u)
	}
	d := whole(p)
	if f.window != "" {
		a, n := r.Shape().ReadSquare(f.window)
		b, ok := r.Shape().ParseSquare(f.window[n:])
		if n == 0 || !ok {
			return pictureView{}, fmt.Errorf("window %q: expected two squares", f.window)
		}
		d.corner = [2]int{r.Shape().File(a), r.Shape().Rank(a)}
		d.size = [2]int{r.Shape().File(b) - d.corner[0] + 1, r.Shape().Rank(b) - d.corner[1] + 1}
	}
	if f.hatched != "" {
		for file := int(f.hatched[0] - 'a'); file <= int(f.hatched[1]-'a'); file++ {
			d.hatched = d.hatched.Or(r.Shape().FileSet(file))
		}
		d.files = f.hatched[:1] + "–" + f.hatched[1:]
	}
	for _, m := range p.AppendMoves(nil) {
		kind := p.At(m.From()).Kind()
		switch {
		case f.show == showPassant && m.IsEnPassant():
			d.passant = true
			d.captures = d.captures.With(m.To())
		case f.show == showPawnMoves && r.IsPawn(kind), f.show == showKingMoves && kind == r.Royal():
			d.from = m.From()
			if p.At(m.To()) == position.NoPiece {
				d.moves = d.moves.With(m.To())
			} else {
				d.captures = d.captures.With(m.To())
			}
		}
	}
	return pictureView{SVG: d.svg(c), Files: d.size[0], Caption: c.T(f.caption, "move", san)}, nil
}
