package art

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

//go:embed pieces/*.svg
var files embed.FS

// drawing is one piece: its whole file and the markup inside its <svg>.
type drawing struct {
	svg, body string
}

// drawings reads all files once. They are embedded and tested, so a failure
// here is a mistake in the build, not a condition a caller could handle.
var drawings = sync.OnceValue(func() map[string]drawing {
	entries, err := files.ReadDir("pieces")
	if err != nil {
		panic("art: " + err.Error())
	}
	all := make(map[string]drawing, len(entries))
	for _, e := range entries {
		data, err := files.ReadFile("pieces/" + e.Name())
		if err != nil {
			panic("art: " + err.Error())
		}
		svg := string(data)
		all[strings.TrimSuffix(e.Name(), ".svg")] = drawing{svg, inner(svg)}
	}
	return all
})

// inner returns what stands between the <svg ...> tag and its end tag.
func inner(svg string) string {
	_, rest, ok := strings.Cut(svg, ">")
	end := strings.LastIndex(rest, "</svg>")
	if !ok || end < 0 {
		panic("art: a drawing without an <svg> element")
	}
	return strings.TrimSpace(rest[:end])
}

// Names returns the names of all drawings, sorted.
func Names() []string {
	all := drawings()
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// SVG returns the whole file of the named drawing.
func SVG(name string) (string, bool) {
	d, ok := drawings()[name]
	return d.svg, ok
}

// Body returns the markup inside the <svg> element of the named drawing, for
// composing boards: it wants a 48 by 48 coordinate system around it.
func Body(name string) (string, bool) {
	d, ok := drawings()[name]
	return d.body, ok
}

// Sprite returns one hidden <svg> with a <symbol id="p-NAME"> for every
// drawing. A page that includes it once draws a piece with
//
//	<svg><use href="#p-rook"/></svg>
func Sprite() string { return sprite() }

var sprite = sync.OnceValue(func() string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" style="display:none">` + "\n")
	for _, name := range Names() {
		body, _ := Body(name)
		b.WriteString(`<symbol id="p-` + name + `" viewBox="0 0 48 48">` + "\n")
		b.WriteString(body)
		b.WriteString("\n</symbol>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
})
