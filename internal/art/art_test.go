package art

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

var wanted = []string{
	"acromantula", "adjutant", "archchancellor", "bishop", "brute",
	"brute-pair", "cobra", "crown-princess", "dragon-horse", "elephant",
	"king", "knight", "mortar", "pawn", "phoenix", "queen", "rook",
	"teutonic-knight", "unicorn",
}

// elements parses markup and returns its start tags in document order.
func elements(markup string) ([]xml.StartElement, error) {
	var tags []xml.StartElement
	d := xml.NewDecoder(strings.NewReader(markup))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return tags, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := tok.(type) {
		case xml.StartElement:
			tags = append(tags, t.Copy())
		case xml.CharData:
			if text := strings.TrimSpace(string(t)); text != "" {
				return nil, fmt.Errorf("text %q between the tags", text)
			}
		}
	}
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func TestNames(t *testing.T) {
	if got := Names(); !slices.Equal(got, wanted) {
		t.Errorf("Names() = %q, want %q", got, wanted)
	}
}

func TestUnknownName(t *testing.T) {
	for _, name := range []string{"", "camel", "king.svg", "../doc"} {
		if s, ok := SVG(name); ok || s != "" {
			t.Errorf("SVG(%q) = %q, %v", name, s, ok)
		}
		if s, ok := Body(name); ok || s != "" {
			t.Errorf("Body(%q) = %q, %v", name, s, ok)
		}
	}
}

func TestDrawings(t *testing.T) {
	allowed := []string{"svg", "g", "path", "circle", "ellipse"}
	for _, name := range wanted {
		t.Run(name, func(t *testing.T) {
			svg, ok := SVG(name)
			if !ok {
				t.Fatal("missing")
			}
			if len(svg) >= 1700 {
				t.Errorf("%d bytes, want fewer than 1700", len(svg))
			}
			tags, err := elements(svg)
			if err != nil {
				t.Fatal(err)
			}
			if root := tags[0]; root.Name.Local != "svg" ||
				root.Name.Space != "http://www.w3.org/2000/svg" ||
				attr(root, "viewBox") != "0 0 48 48" {
				t.Errorf("root element is %v", root)
			}
			for i, tag := range tags {
				if !slices.Contains(allowed, tag.Name.Local) || (i > 0 && tag.Name.Local == "svg") {
					t.Errorf("element <%s> is not allowed", tag.Name.Local)
				}
				for _, a := range tag.Attr {
					switch a.Name.Local {
					case "id", "class", "style", "href", "filter":
						t.Errorf("attribute %s is not allowed", a.Name.Local)
					case "fill", "stroke":
						if a.Value != "none" && !strings.HasPrefix(a.Value, "var(--piece-") {
							t.Errorf("%s=%q is fixed, want a variable", a.Name.Local, a.Value)
						}
					}
				}
			}
			for _, v := range []string{
				`fill="var(--piece-fill,#fff)"`,
				`stroke="var(--piece-line,#1b1b1b)"`,
				`var(--piece-detail,#1b1b1b)`,
			} {
				if !strings.Contains(svg, v) {
					t.Errorf("does not use %s", v)
				}
			}
		})
	}
}

func TestBody(t *testing.T) {
	for _, name := range wanted {
		body, ok := Body(name)
		if !ok {
			t.Errorf("%s: missing", name)
			continue
		}
		tags, err := elements("<g>" + body + "</g>")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if len(tags) < 3 {
			t.Errorf("%s: only %d elements", name, len(tags))
		}
		if strings.Contains(body, "svg") {
			t.Errorf("%s: the body holds a part of the <svg> element", name)
		}
	}
}

func TestSprite(t *testing.T) {
	tags, err := elements(Sprite())
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, tag := range tags {
		if tag.Name.Local == "symbol" {
			ids = append(ids, strings.TrimPrefix(attr(tag, "id"), "p-"))
			if attr(tag, "viewBox") != "0 0 48 48" {
				t.Errorf("symbol %s has no view box", attr(tag, "id"))
			}
		}
	}
	if !slices.Equal(ids, wanted) {
		t.Errorf("symbols %q, want %q", ids, wanted)
	}
}
