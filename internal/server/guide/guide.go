package guide

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"tagmate/internal/i18n"
	"tagmate/position"
	"tagmate/variant"
)

//go:embed pages/*.html
var templates embed.FS

//go:embed static/*.css
var static embed.FS

var (
	indexPage   = parse("index.html")
	gamesPage   = parse("game.html")
	missingPage = parse("missing.html")
)

func parse(name string) *template.Template {
	return template.Must(template.ParseFS(templates, "pages/frame.html", "pages/"+name))
}

// cookie keeps the language that a reader chose. The client reads and writes it
// under the same name.
const cookie = "lang"

// Handler serves everything below /guide/.
type Handler struct {
	assets assets
	pages  map[string]*page // by language and ID; "" is the index, "?" what is not there
	styles map[string]*page
}

// New returns the guide. The files of the built client, which may be nil, are
// asked for the script that makes diagrams live and for the site's styles.
func New(dist fs.FS) (*Handler, error) {
	a, err := readAssets(dist)
	if err != nil {
		return nil, err
	}
	h := &Handler{pages: map[string]*page{}, styles: map[string]*page{}}
	a.Styles = append(a.Styles, "/guide/guide.css")
	h.assets = a
	for _, name := range []string{"guide.css"} {
		text, err := static.ReadFile("static/" + name)
		if err != nil {
			return nil, err
		}
		h.styles[name] = &page{make: func() ([]byte, error) { return text, nil }}
	}
	for _, lang := range i18n.Languages() {
		c := i18n.Catalog(lang)
		h.pages[lang+"/"] = &page{make: func() ([]byte, error) {
			data, err := h.makeIndex(c, c.T("guide.index.title"), "/guide/")
			return render(indexPage, data, err)
		}}
		h.pages[lang+"/?"] = &page{make: func() ([]byte, error) {
			data, err := h.makeIndex(c, c.T("guide.missing.title"), "")
			return render(missingPage, data, err)
		}}
		for _, id := range variant.IDs() {
			h.pages[lang+"/"+id] = &page{make: func() ([]byte, error) {
				r, err := position.RulesOf(id)
				if err != nil {
					return nil, err
				}
				data, err := h.makeGame(c, r)
				return render(gamesPage, data, err)
			}}
		}
	}
	return h, nil
}

func render(t *template.Template, data any, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.ExecuteTemplate(&b, "frame.html", data)
	return b.Bytes(), err
}

// page is made once, on first use.
type page struct {
	make   func() ([]byte, error)
	once   sync.Once
	err    error
	plain  []byte
	packed []byte
	etag   string // without quotes and encoding
}

func (p *page) ready() error {
	p.once.Do(func() {
		if p.plain, p.err = p.make(); p.err != nil {
			return
		}
		sum := sha256.Sum256(p.plain)
		p.etag = base64.RawURLEncoding.EncodeToString(sum[:12])
		var b bytes.Buffer
		z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err == nil {
			_, err = z.Write(p.plain)
		}
		if err == nil {
			err = z.Close()
		}
		p.packed, p.err = b.Bytes(), err
	})
	return p.err
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD here", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/guide/")
	if style, ok := h.styles[name]; ok {
		send(w, r, style, "text/css; charset=utf-8", http.StatusOK)
		return
	}
	chosen := ""
	if k, err := r.Cookie(cookie); err == nil {
		chosen = k.Value
	}
	asked := r.URL.Query().Get("lang")
	lang := i18n.Negotiate(r.Header.Get("Accept-Language"), chosen, asked)
	if asked == lang && chosen != lang {
		http.SetCookie(w, &http.Cookie{
			Name: cookie, Value: lang, Path: "/", MaxAge: 365 * 24 * 60 * 60, SameSite: http.SameSiteLaxMode,
		})
	}
	header := w.Header()
	header.Set("Content-Language", lang)
	header.Add("Vary", "Accept-Language")
	header.Add("Vary", "Cookie")
	if id, slash := strings.CutSuffix(name, "/"); slash && id != "?" && h.pages[lang+"/"+id] != nil {
		target := "/guide/" + id
		if r.URL.RawQuery != "" {
			target += "?" + r.URL.RawQuery
		}
		http.Redirect(w, r, target, http.StatusMovedPermanently)
		return
	}
	p, status := h.pages[lang+"/"+name], http.StatusOK
	if p == nil || name == "?" {
		p, status = h.pages[lang+"/?"], http.StatusNotFound
	}
	send(w, r, p, "text/html; charset=utf-8", status)
}

// send answers with a page. A conditional request is answered with "not
// modified" where nothing changed.
func send(w http.ResponseWriter, r *http.Request, p *page, mime string, status int) {
	if err := p.ready(); err != nil {
		// Tests make every page, so this is a broken build. The server's frame
		// logs it and answers.
		panic(err)
	}
	h := w.Header()
	body, etag := p.plain, `"`+p.etag+`"`
	h.Add("Vary", "Accept-Encoding")
	if acceptsGzip(r.Header.Values("Accept-Encoding")) && len(p.packed) < len(body) {
		h.Set("Content-Encoding", "gzip")
		body, etag = p.packed, `"`+p.etag+`-gz"`
	}
	h.Set("Content-Type", mime)
	h.Set("Cache-Control", "no-cache")
	if status == http.StatusOK {
		h.Set("ETag", etag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

func acceptsGzip(headers []string) bool {
	for _, h := range headers {
		for item := range strings.SplitSeq(h, ",") {
			name, weight, _ := strings.Cut(item, ";")
			if strings.EqualFold(strings.TrimSpace(name), "gzip") {
				q, weighted := strings.CutPrefix(strings.TrimSpace(weight), "q=")
				n, err := strconv.ParseFloat(q, 64)
				return !weighted || err == nil && n > 0
			}
		}
	}
	return false
}
