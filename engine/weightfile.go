package engine

import (
	"embed"
	"fmt"
	"io"
	"slices"
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
			panic(fmt.Sprintf("engine: %s: %v", e.Name(), err)) // a file of ours
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
	var b strings.Builder
	for _, line := range strings.Split(note, "\n") {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	fmt.Fprintf(&b, "games = [\"%s\"]\n", strings.Join(games, `", "`))
	lastSection, lastName := "", ""
	w.visit(r, func(section, name string, i int, t *terms, tapered bool) {
		if lastName != "" && i == 0 {
			b.WriteString("]\n")
		}
		if section != lastSection {
			fmt.Fprintf(&b, "\n[weights.%s]\n", section)
		}
		if i == 0 {
			fmt.Fprintf(&b, "%s = [", name)
		} else {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%d", t.mid)
		if tapered {
			fmt.Fprintf(&b, ", %d", t.end)
		}
		lastSection, lastName = section, name
	})
	b.WriteString("]\n")
	_, err := io.WriteString(out, b.String())
	return err
}
