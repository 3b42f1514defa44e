package engine

import (
	"embed"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"tagmate/position"
)

// Weights of games as `tagmate tune` has found them.
//
//go:embed weights/*.toml
var tuned embed.FS

// weightFile is the form of a table of weights: the games that it is for, and
// numbers by section and name. Where a weight has a number for the ending, it
// comes after that for the middle game.
type weightFile struct {
	Games   []string
	Weights map[string]map[string][]int32
}

var weightFiles = sync.OnceValue(func() (all []weightFile) {
	entries, _ := tuned.ReadDir("weights")
	for _, e := range entries {
		var f weightFile
		text, err := tuned.ReadFile("weights/" + e.Name())
		if err == nil {
			_, err = toml.Decode(string(text), &f)
		}
		if err != nil {
			panic("engine: " + e.Name() + ": " + err.Error()) // a file of ours
		}
		all = append(all, f)
	}
	return all
})

// load takes over what the table of a game has, if there is one.
func (w *weights) load(r *position.Rules) {
	for _, f := range weightFiles() {
		if slices.Contains(f.Games, r.Def().ID) {
			w.take(r, f)
		}
	}
}

// take takes over what a table has. What it does not name stays.
func (w *weights) take(r *position.Rules, f weightFile) {
	w.visit(r, func(section, name string, i int, t *terms, tapered bool) {
		list := f.Weights[section][name]
		switch {
		case !tapered && i < len(list):
			t.mid = list[i]
		case tapered && 2*i+1 < len(list):
			t.mid, t.end = list[2*i], list[2*i+1]
		}
	})
}

// write writes a table of weights.
func (w *weights) write(out io.Writer, r *position.Rules, games []string, note string) error {
	var b []byte
	for line := range strings.Lines(note) {
		b = append(b, "# "+strings.TrimSuffix(line, "\n")+"\n"...)
	}
	b = append(b, `games = ["`+strings.Join(games, `", "`)+"\"]\n"...)
	lastSection, lastName := "", ""
	w.visit(r, func(section, name string, i int, t *terms, tapered bool) {
		if lastName != "" && i == 0 {
			b = append(b, "]\n"...)
		}
		if section != lastSection {
			b = append(b, "\n[weights."+section+"]\n"...)
		}
		if i == 0 {
			b = append(b, name+" = ["...)
		} else {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(t.mid), 10)
		if tapered {
			b = strconv.AppendInt(append(b, ", "...), int64(t.end), 10)
		}
		lastSection, lastName = section, name
	})
	_, err := out.Write(append(b, "]\n"...))
	return err
}
