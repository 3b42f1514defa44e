package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"tagmate/internal/server/web"
)

func file(body string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(body)} }

func client(t *testing.T) *web.Client {
	t.Helper()
	c, err := web.New(fstest.MapFS{
		"index.html":           file("<!doctype html><title>the page</title>"),
		"index.html.br":        file("page as br"),
		"index.html.gz":        file("page as gzip"),
		"assets/a-12345.js":    file("a script that is long enough to be packed"),
		"assets/a-12345.js.br": file("script as br"),
		"assets/tiny.css":      file("x"),
		"assets/tiny.css.gz":   file("larger than the plain file"),
		"favicon.svg":          file("<svg/>"),
		".vite/manifest.json":  file("not for you"),
		".hidden":              file("not for you"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFiles(t *testing.T) {
	c := client(t)
	for _, tc := range []struct {
		name, path, accept     string
		status                 int
		body, mime, enc, cache string
	}{
		{"plain script", "/assets/a-12345.js", "", 200, "a script that is long enough to be packed", "text/javascript; charset=utf-8", "", "immutable"},
		{"script as brotli", "/assets/a-12345.js", "gzip, deflate, br, zstd", 200, "script as br", "text/javascript; charset=utf-8", "br", "immutable"},
		{"brotli refused", "/assets/a-12345.js", "br;q=0, *", 200, "a script that is long enough to be packed", "text/javascript; charset=utf-8", "", "immutable"},
		{"anything goes", "/assets/a-12345.js", "*", 200, "script as br", "text/javascript; charset=utf-8", "br", "immutable"},
		{"nonsense", "/assets/a-12345.js", "br;q=x", 200, "a script that is long enough to be packed", "text/javascript; charset=utf-8", "", "immutable"},
		{"packing that made it larger", "/assets/tiny.css", "gzip", 200, "x", "text/css; charset=utf-8", "", "immutable"},
		{"root file", "/favicon.svg", "br", 200, "<svg/>", "image/svg+xml", "", "no-cache"},
		{"yesterday's script", "/assets/b-1.js", "", 404, "404 page not found\n", "text/plain; charset=utf-8", "", ""},
		{"unknown page", "/what", "", 404, "<!doctype html><title>the page</title>", "text/html; charset=utf-8", "", "no-cache"},
		{"unknown page, packed", "/what", "br", 404, "page as br", "text/html; charset=utf-8", "br", "no-cache"},
		{"hidden file", "/.hidden", "", 404, "<!doctype html><title>the page</title>", "text/html; charset=utf-8", "", "no-cache"},
		{"hidden folder", "/.vite/manifest.json", "", 404, "<!doctype html><title>the page</title>", "text/html; charset=utf-8", "", "no-cache"},
		{"packed file by name", "/index.html.br", "", 404, "<!doctype html><title>the page</title>", "text/html; charset=utf-8", "", "no-cache"},
		{"way out", "/../web.go", "", 404, "<!doctype html><title>the page</title>", "text/html; charset=utf-8", "", "no-cache"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := httptest.NewRequest("GET", "/", nil)
			r.URL.Path = tc.path
			if tc.accept != "" {
				r.Header.Set("Accept-Encoding", tc.accept)
			}
			w := httptest.NewRecorder()
			c.ServeHTTP(w, r)
			if w.Code != tc.status || w.Body.String() != tc.body {
				t.Errorf("%d %q, want %d %q", w.Code, w.Body, tc.status, tc.body)
			}
			h := w.Header()
			if h.Get("Content-Type") != tc.mime || h.Get("Content-Encoding") != tc.enc || !strings.Contains(h.Get("Cache-Control"), tc.cache) {
				t.Errorf("headers %v", h)
			}
		})
	}
}

func TestUnchangedPageIsNotSentAgain(t *testing.T) {
	c := client(t)
	get := func(encoding, etag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/play/x", nil)
		r.Header.Set("Accept-Encoding", encoding)
		r.Header.Set("If-None-Match", etag)
		w := httptest.NewRecorder()
		c.Page(w, r)
		return w
	}
	first := get("br", "")
	tag := first.Header().Get("ETag")
	if first.Code != 200 || tag == "" {
		t.Fatalf("%d, ETag %q", first.Code, tag)
	}
	if again := get("br", tag); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("%d %q", again.Code, again.Body)
	}
	if other := get("gzip", tag); other.Code != 200 || other.Body.String() != "page as gzip" {
		t.Errorf("the tag of one encoding is good for another: %d %q", other.Code, other.Body)
	}
}

func TestClientThatWasNotBuilt(t *testing.T) {
	c, err := web.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	c.Page(w, httptest.NewRequest("GET", "/", nil))
	body, _ := io.ReadAll(w.Result().Body)
	if w.Code != 200 || !strings.Contains(string(body), "make build") {
		t.Errorf("%d %s", w.Code, body)
	}
}

func TestClientWithoutPage(t *testing.T) {
	if _, err := web.New(fstest.MapFS{"a.js": file("x")}); err == nil {
		t.Error("a client without a page was accepted")
	}
}

func TestBuiltClientIsWhole(t *testing.T) {
	dist, ok := web.Built()
	if !ok {
		t.Skip("the client was not built")
	}
	if _, err := web.New(dist); err != nil {
		t.Fatal(err)
	}
}
