package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The pattern matches what is in unbuilt, which is always there, and what is in
// dist, which is there when the client was built: so this compiles on a fresh
// clone, and beside a client build that has only emptied dist so far.
//
//go:embed all:*t/*
var built embed.FS

// Built returns the files of the client, hidden ones such as the build's
// manifest too, and false if it was not built.
func Built() (fs.FS, bool) {
	dist, err := fs.Sub(built, "dist")
	if err != nil {
		return nil, false
	}
	if _, err := fs.Stat(dist, index); err != nil {
		return nil, false
	}
	return dist, true
}

const (
	index = "index.html"
	// immutable is the folder whose files have their hash in their name.
	immutable = "assets/"
)

// file is a file of the client as it goes out: whole, in every encoding.
type file struct {
	mime  string
	cache string
	plain variant
	// packed are in the order of preference, smallest first.
	packed []variant
}

type variant struct {
	encoding string // as in Accept-Encoding; "" for the plain file
	etag     string
	body     []byte
}

// Client serves the files of the client. It is an http.Handler for file paths;
// Page answers client routes.
type Client struct {
	files map[string]file // by path without the leading slash
}

// New reads all files of the client, which are few and small, into memory.
// With nil it serves the note that the client was not built.
func New(dist fs.FS) (*Client, error) {
	c := &Client{files: map[string]file{}}
	if dist == nil {
		note, err := built.ReadFile("unbuilt/note.txt")
		if err != nil {
			return nil, fmt.Errorf("web: %w", err)
		}
		c.files[index] = file{
			mime: "text/plain; charset=utf-8", cache: "no-store", plain: newVariant("", note),
		}
		return c, nil
	}
	err := fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name != "." && strings.HasPrefix(d.Name(), ".") {
			// The build's own notes.
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.IsDir() || isPacked(name) {
			return nil
		}
		body, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		f := file{mime: typeOf(name), cache: "no-cache", plain: newVariant("", body)}
		if strings.HasPrefix(name, immutable) {
			f.cache = "public, max-age=31536000, immutable"
		}
		for _, p := range packings {
			switch packed, err := fs.ReadFile(dist, name+p.suffix); {
			case err == nil && len(packed) < len(body):
				f.packed = append(f.packed, newVariant(p.encoding, packed))
			case err != nil && !errors.Is(err, fs.ErrNotExist):
				return err
			}
		}
		slices.SortStableFunc(f.packed, func(a, b variant) int { return len(a.body) - len(b.body) })
		c.files[name] = f
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if _, ok := c.files[index]; !ok {
		return nil, fmt.Errorf("web: the client has no %s", index)
	}
	return c, nil
}

var packings = []struct{ suffix, encoding string }{{".br", "br"}, {".gz", "gzip"}}

func isPacked(name string) bool {
	return slices.ContainsFunc(packings, func(p struct{ suffix, encoding string }) bool {
		return strings.HasSuffix(name, p.suffix)
	})
}

func newVariant(encoding string, body []byte) variant {
	sum := sha256.Sum256(body)
	return variant{encoding, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, body}
}

// typeOf does not ask the machine's tables for what a client is made of: they
// differ from one machine to the next.
func typeOf(name string) string {
	switch ext := path.Ext(name); ext {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json", ".map":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".ico":
		return "image/x-icon"
	case ".woff2":
		return "font/woff2"
	case ".wasm":
		return "application/wasm"
	case ".ogg":
		return "audio/ogg"
	case ".mp3":
		return "audio/mpeg"
	case ".txt":
		return "text/plain; charset=utf-8"
	default:
		if t := mime.TypeByExtension(ext); t != "" {
			return t
		}
		return "application/octet-stream"
	}
}

// ServeHTTP serves the file at the request's path, and the client's page with
// status 404 where there is none: the client says so in the reader's language.
func (c *Client) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD here", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if f, ok := c.files[name]; ok && name != index {
		serve(w, r, f, http.StatusOK)
		return
	}
	if strings.HasPrefix(name, immutable) {
		// A script of yesterday's build: a page in its place would only
		// confuse.
		http.NotFound(w, r)
		return
	}
	serve(w, r, c.files[index], http.StatusNotFound)
}

// Page serves the client's page, for the routes that the client knows.
func (c *Client) Page(w http.ResponseWriter, r *http.Request) {
	serve(w, r, c.files[index], http.StatusOK)
}

func serve(w http.ResponseWriter, r *http.Request, f file, status int) {
	v := f.choose(r.Header.Values("Accept-Encoding"))
	h := w.Header()
	h.Set("Content-Type", f.mime)
	h.Set("Cache-Control", f.cache)
	if len(f.packed) > 0 {
		h.Add("Vary", "Accept-Encoding")
	}
	if v.encoding != "" {
		h.Set("Content-Encoding", v.encoding)
	}
	if status == http.StatusOK {
		// ServeContent knows conditional and range requests.
		h.Set("ETag", v.etag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(v.body))
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(v.body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(v.body)
	}
}

// choose returns the smallest variant that the headers accept.
func (f file) choose(accept []string) variant {
	for _, v := range f.packed {
		if accepts(accept, v.encoding) {
			return v
		}
	}
	return f.plain
}

// accepts reads Accept-Encoding (RFC 9110, 12.5.3): "br;q=1.0, gzip;q=0.5, *;q=0".
func accepts(headers []string, encoding string) bool {
	star := false
	for _, h := range headers {
		for item := range strings.SplitSeq(h, ",") {
			name, weight, _ := strings.Cut(item, ";")
			name = strings.TrimSpace(name)
			refused := false
			if q, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(weight)), "q="); ok {
				n, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
				refused = err != nil || n <= 0
			}
			switch {
			case strings.EqualFold(name, encoding):
				return !refused
			case name == "*":
				star = !refused
			}
		}
	}
	return star
}
