package guide

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"tagmate/internal/i18n"
	"tagmate/position"
	"tagmate/variant"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func newGuide(t *testing.T) *Handler {
	t.Helper()
	h, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func get(h http.Handler, address string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", address, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// everyPage calls f with each page in each language.
func everyPage(t *testing.T, f func(t *testing.T, lang, text string)) {
	h := newGuide(t)
	for _, lang := range i18n.Languages() {
		for _, path := range append([]string{"", "no-such-game"}, variant.IDs()...) {
			t.Run(lang+"/"+path, func(t *testing.T) {
				w := get(h, "/guide/"+path+"?lang="+lang)
				want := http.StatusOK
				if path == "no-such-game" {
					want = http.StatusNotFound
				}
				if w.Code != want {
					t.Fatalf("status %d, want %d", w.Code, want)
				}
				f(t, lang, w.Body.String())
			})
		}
	}
}

// key finds what looks like the key of a text that a catalogue lacks.
var key = regexp.MustCompile(`\b(guide|rules|special|piece|game|site)\.[a-z]|\{[a-z-]+\}|%!`)

func TestPagesAreSound(t *testing.T) {
	everyPage(t, func(t *testing.T, lang, text string) {
		// The pages are written so that a strict XML reader takes them, too.
		d := xml.NewDecoder(strings.NewReader(text))
		level, titles := 0, 0
		ids := map[string]bool{}
		var anchors, open []string
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("not well-formed: %v", err)
			}
			switch x := token.(type) {
			case xml.StartElement:
				open = append(open, x.Name.Local)
				attr := map[string]string{}
				for _, a := range x.Attr {
					name := a.Name.Local
					if _, twice := attr[name]; twice {
						t.Errorf("<%s> has %s twice", x.Name.Local, name)
					}
					attr[name] = a.Value
					if name == "style" || strings.HasPrefix(name, "on") {
						t.Errorf("<%s %s>: the policy forbids it", x.Name.Local, name)
					}
					if name != "href" && name != "src" && key.MatchString(a.Value) {
						t.Errorf("<%s %s=%q>: a text is missing", x.Name.Local, name, a.Value)
					}
				}
				if id, ok := attr["id"]; ok {
					if ids[id] {
						t.Errorf("id %q is used twice", id)
					}
					ids[id] = true
				}
				if to, ok := strings.CutPrefix(attr["href"], "#"); ok {
					anchors = append(anchors, to)
				}
				if by, ok := attr["aria-labelledby"]; ok {
					anchors = append(anchors, by)
				}
				switch name := x.Name.Local; name {
				case "html":
					if attr["lang"] != lang {
						t.Errorf("lang is %q", attr["lang"])
					}
				case "style":
					t.Error("the policy forbids <style>")
				case "script":
					if attr["src"] == "" {
						t.Error("the policy forbids inline scripts")
					}
				case "svg":
					if attr["role"] == "img" && len(attr["aria-label"]) < 10 || attr["role"] != "img" && attr["aria-hidden"] != "true" {
						t.Error("a drawing without words, not hidden either")
					}
				case "h1", "h2", "h3", "h4":
					n := int(name[1] - '0')
					if n > level+1 {
						t.Errorf("<%s> follows a heading of level %d", name, level)
					}
					if level = n; n == 1 {
						titles++
					}
				}
			case xml.EndElement:
				open = open[:len(open)-1]
			case xml.CharData:
				if len(open) > 0 && key.Match(x) {
					t.Errorf("<%s>: a text is missing: %q", open[len(open)-1], x)
				}
			}
		}
		if titles != 1 {
			t.Errorf("%d titles", titles)
		}
		for _, to := range anchors {
			if !ids[to] {
				t.Errorf("nothing has the id %q", to)
			}
		}
	})
}

// kinds are all that the games have (RULES, "Names in three languages").
var kinds = []string{
	"king", "queen", "rook", "bishop", "knight", "pawn", "acromantula", "adjutant", "cobra", "unicorn", "phoenix",
	"elephant", "mortar", "brute", "teutonic-knight", "dragon-horse", "archchancellor", "crown-princess",
}

func TestEveryPieceIsThere(t *testing.T) {
	h := newGuide(t)
	seen := map[string]bool{}
	for _, id := range variant.IDs() {
		def, err := variant.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		text := get(h, "/guide/"+id).Body.String()
		for i := range def.Pieces {
			p := &def.Pieces[i]
			seen[p.Name] = true
			for _, want := range []string{
				`<article class="piece-entry`, `id="` + p.Name + `"`, `<symbol id="p-` + p.Name + `"`,
				`<use href="#p-` + p.Name + `" class="piece white"`, `<use href="#p-` + p.Name + `" class="piece black"`,
				`data-piece="` + string(p.Letter) + `" data-art="` + p.Name + `"`,
			} {
				if !strings.Contains(text, want) {
					t.Errorf("%s: the page lacks %s", id, want)
				}
			}
			for _, lang := range i18n.Languages() {
				c := i18n.Catalog(lang)
				if !c.Has("piece.text." + p.Name) {
					t.Errorf("%s has no text for the %s", lang, p.Title)
				}
			}
		}
	}
	for _, name := range kinds {
		if !seen[name] {
			t.Errorf("no game has the %s", name)
		}
	}
	if len(seen) != len(kinds) {
		t.Errorf("the games have %d kinds, %d are listed", len(seen), len(kinds))
	}
}

func TestEveryGameHasAChapter(t *testing.T) {
	for _, id := range variant.IDs() {
		if ch := chapters[id]; len(ch.topics) < 5 || len(ch.specials) == 0 {
			t.Errorf("%s: the chapter is missing or thin", id)
		}
	}
}

// The figures must show what their captions say.
func TestFiguresAreTrue(t *testing.T) {
	find := func(id, caption string) *position.Position {
		t.Helper()
		r, err := position.RulesOf(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, topics := range [][]topic{chapters[id].topics, chapters[id].specials} {
			for _, tp := range topics {
				for _, f := range tp.figures {
					if f.caption == caption {
						p, err := position.ParseFEN(r, f.fen)
						if err != nil {
							t.Fatal(err)
						}
						return p
					}
				}
			}
		}
		t.Fatalf("%s has no figure %s", id, caption)
		return nil
	}
	pinned := find("teammate", "guide.figure.pinned")
	n := 0
	for _, m := range pinned.AppendMoves(nil) {
		if pinned.Rules().IsPawn(pinned.At(m.From()).Kind()) {
			n++
			if !m.IsPair() {
				t.Error("the pinned pawn has a move that is no pair")
			}
		}
	}
	if n != 1 {
		t.Errorf("the pinned pawn has %d moves", n)
	}
	guarded := find("teammate", "guide.figure.guarded")
	e7, _ := guarded.Rules().Shape().ParseSquare("e7")
	if checkers := guarded.Checkers(); !checkers.Has(e7) || !checkers.IsOne() {
		t.Error("the Brute on e7 does not give check")
	}
	for _, m := range guarded.AppendMoves(nil) {
		if m.To() == e7 {
			t.Error("the king may take the Brute")
		}
	}
	if s := find("teutonic", "guide.figure.stalemate"); s.Status() != position.Stalemate || s.Outcome(s.Status()).String() != "0-1" {
		t.Errorf("stalemate: %v, %v", s.Status(), s.Outcome(s.Status()))
	}
	text := get(newGuide(t), "/guide/teutonic?lang=en").Body.String()
	if !strings.Contains(text, "En passant captures are possible on e3, e4.") {
		t.Error("the figure of en passant does not show e3 and e4")
	}
}

func TestDiagrams(t *testing.T) {
	c := i18n.Catalog("en")
	for _, tc := range []struct{ game, piece string }{
		{"teammate", "acromantula"},
		{"teammate", "adjutant"},
		{"teammate", "cobra"},
		{"teammate", "brute"},
		{"teutonic", "pawn"},
		{"teutonic", "teutonic-knight"},
	} {
		t.Run(tc.game+"-"+tc.piece, func(t *testing.T) {
			r, err := position.RulesOf(tc.game)
			if err != nil {
				t.Fatal(err)
			}
			for k := position.Kind(1); k <= r.Kinds(); k++ {
				if r.Piece(k).Name != tc.piece {
					continue
				}
				v, err := makePiece(c, r, k, chapters[tc.game].family)
				if err != nil {
					t.Fatal(err)
				}
				var got strings.Builder
				for _, d := range v.Diagrams {
					got.WriteString(strings.ReplaceAll(d.Placement+"\n"+string(d.SVG), "><", ">\n<") + "\n")
				}
				golden(t, tc.game+"-"+tc.piece+".svg.txt", got.String())
				return
			}
			t.Fatal("no such piece")
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and read the diff\n%s", name, got)
	}
}

// A game that nobody wrote a chapter for still has a page.
func TestUnknownGame(t *testing.T) {
	def, err := variant.Parse("test.toml", []byte(`
id = "small"
name = "Small Chess"
summary = "A test."
files = 6
ranks = 6
start = "bkggkb/pppppp/6/6/PPPPPP/BKGGKB w - - 0 1"
rules = ["Checkmate wins."]
[[piece]]
letter = "K"
name = "king"
title = "King"
move = "K"
royal = true
[[piece]]
letter = "G"
name = "gryphon"
title = "Gryphon"
move = "[F?R]"
value = 900
[[piece]]
letter = "B"
name = "nightbird"
title = "Nightbird"
move = "NNmDcHB"
value = 400
[[piece]]
letter = "P"
name = "pawn"
title = "Pawn"
move = "fmWfcF"
value = 100
pawn = true
promotes = "G"
`))
	if err != nil {
		t.Fatal(err)
	}
	def.Start = "bg1k1b/pppppp/6/6/PPPPPP/BG1K1B w - - 0 1"
	r, err := position.Compile(def)
	if err != nil {
		t.Fatal(err)
	}
	h := newGuide(t)
	for _, lang := range i18n.Languages() {
		p, err := h.makeGame(i18n.Catalog(lang), r)
		text, err := render(gamesPage, p, err)
		if err != nil {
			t.Fatal(err)
		}
		missing := key.FindString(strings.ReplaceAll(string(text), ".css", ""))
		if !strings.Contains(string(text), "Checkmate wins.") || missing != "" {
			t.Errorf("%s: the rules or a text are missing: %s", lang, missing)
		}
	}
	got := describe(i18n.Catalog("en"), def.Pieces[2].Movement)
	want := "Leaps of 2 and 1 squares, one after another in a line; a leap of 2 and 0 squares (without capturing); " +
		"a leap of 3 and 0 squares (only to capture); any distance along a diagonal. The diagram shows where."
	if got != want {
		t.Errorf("described as %q, want %q", got, want)
	}
}

func TestHandler(t *testing.T) {
	h := newGuide(t)
	t.Run("language of the browser", func(t *testing.T) {
		w := get(h, "/guide/teammate", "Accept-Language", "fr-CH, en;q=0.5")
		if w.Header().Get("Content-Language") != "fr" || len(w.Result().Cookies()) != 0 {
			t.Errorf("headers %v", w.Header())
		}
		if v := strings.Join(w.Header().Values("Vary"), ","); !strings.Contains(v, "Accept-Language") || !strings.Contains(v, "Cookie") {
			t.Errorf("Vary: %s", v)
		}
	})
	t.Run("language that is asked for is kept", func(t *testing.T) {
		w := get(h, "/guide/?lang=de", "Accept-Language", "fr")
		cookies := w.Result().Cookies()
		if w.Header().Get("Content-Language") != "de" || len(cookies) != 1 || cookies[0].Value != "de" || cookies[0].Path != "/" {
			t.Errorf("headers %v", w.Header())
		}
		w = get(h, "/guide/", "Cookie", "lang=de")
		if w.Header().Get("Content-Language") != "de" || len(w.Result().Cookies()) != 0 {
			t.Errorf("headers %v", w.Header())
		}
	})
	t.Run("unknown language", func(t *testing.T) {
		w := get(h, "/guide/?lang=xx", "Cookie", "lang=%3Cb%3E")
		if w.Code != 200 || w.Header().Get("Content-Language") != "en" || len(w.Result().Cookies()) != 0 {
			t.Errorf("%d, headers %v", w.Code, w.Header())
		}
	})
	t.Run("not modified", func(t *testing.T) {
		for _, encoding := range []string{"", "gzip, br"} {
			first := get(h, "/guide/chess", "Accept-Encoding", encoding)
			again := get(h, "/guide/chess", "Accept-Encoding", encoding, "If-None-Match", first.Header().Get("ETag"))
			if first.Code != 200 || again.Code != 304 || again.Body.Len() != 0 {
				t.Errorf("%q: %d, then %d", encoding, first.Code, again.Code)
			}
			if packed := first.Header().Get("Content-Encoding") == "gzip"; packed != (encoding != "") {
				t.Errorf("%q: packed is %t", encoding, packed)
			}
		}
		if w := get(h, "/guide/chess", "Accept-Encoding", "gzip;q=0"); w.Header().Get("Content-Encoding") != "" {
			t.Error("gzip was refused and sent")
		}
	})
	t.Run("unknown games", func(t *testing.T) {
		for _, path := range []string{"nochess", "?", "chess/x", "pages/frame.html", "<script>"} {
			r := httptest.NewRequest("GET", "/guide/", nil)
			r.URL.Path = "/guide/" + path
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != 404 || !strings.Contains(w.Body.String(), `href="/guide/teammate"`) || strings.Contains(w.Body.String(), "<script>") {
				t.Errorf("%s: %d", path, w.Code)
			}
		}
	})
	t.Run("slash at the end", func(t *testing.T) {
		w := get(h, "/guide/tag/?lang=fr")
		if w.Code != 301 || w.Header().Get("Location") != "/guide/tag?lang=fr" {
			t.Errorf("%d %s", w.Code, w.Header().Get("Location"))
		}
	})
	t.Run("style", func(t *testing.T) {
		w := get(h, "/guide/guide.css")
		if w.Code != 200 || w.Header().Get("Content-Type") != "text/css; charset=utf-8" || w.Header().Get("ETag") == "" {
			t.Errorf("%d %v", w.Code, w.Header())
		}
	})
	t.Run("method", func(t *testing.T) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("POST", "/guide/", nil))
		if w.Code != 405 {
			t.Errorf("%d", w.Code)
		}
	})
}

func TestAssets(t *testing.T) {
	for _, tc := range []struct {
		name, manifest string
		want, not      []string
		fails          bool
	}{
		{
			name: "built",
			manifest: `{"_b.js":{"file":"assets/b-1.js","css":["assets/b-1.css"],"imports":["_b.js"]},
				"src/guide.ts":{"file":"assets/guide-1.js","css":["assets/guide-1.css"],"imports":["_b.js"],"isEntry":true}}`,
			want: []string{
				`<link rel="stylesheet" href="/assets/b-1.css" />`, `<link rel="stylesheet" href="/assets/guide-1.css" />`,
				`<link rel="modulepreload" href="/assets/b-1.js" />`, `<script type="module" src="/assets/guide-1.js"></script>`,
				`<link rel="stylesheet" href="/guide/guide.css" />`,
			},
		},
		{name: "without the island", manifest: `{"index.html":{"file":"assets/i.js"}}`, want: []string{"/guide/guide.css"}, not: []string{"<script"}},
		{name: "broken", manifest: `{`, fails: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h, err := New(fstest.MapFS{".vite/manifest.json": {Data: []byte(tc.manifest)}})
			if (err != nil) != tc.fails {
				t.Fatal(err)
			}
			if tc.fails {
				return
			}
			text := get(h, "/guide/").Body.String()
			for _, s := range tc.want {
				if !strings.Contains(text, s) {
					t.Errorf("the page lacks %s", s)
				}
			}
			for _, s := range tc.not {
				if strings.Contains(text, s) {
					t.Errorf("the page has %s", s)
				}
			}
		})
	}
}
