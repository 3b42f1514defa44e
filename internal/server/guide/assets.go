package guide

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// assets are addresses of what the client's build has for the guide.
type assets struct {
	Styles  []string
	Preload []string // scripts that the script needs
	Script  string   // "" where the client is not built
}

// chunk is an entry of the manifest that the client's build writes.
type chunk struct {
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Imports []string `json:"imports"`
}

const (
	manifest = ".vite/manifest.json"
	island   = "src/guide.ts"
)

// readAssets finds the island, its styles and those of what it imports. A build
// without manifest or island is a client without live diagrams, not a failure.
func readAssets(dist fs.FS) (assets, error) {
	var a assets
	if dist == nil {
		return a, nil
	}
	text, err := fs.ReadFile(dist, manifest)
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	} else if err != nil {
		return a, fmt.Errorf("guide: %w", err)
	}
	var chunks map[string]chunk
	if err := json.Unmarshal(text, &chunks); err != nil {
		return a, fmt.Errorf("guide: %s: %w", manifest, err)
	}
	entry, ok := chunks[island]
	if !ok {
		return a, nil
	}
	a.Script = "/" + entry.File
	seen := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, imported := range chunks[name].Imports {
			add(imported)
			a.Preload = append(a.Preload, "/"+chunks[imported].File)
		}
		for _, css := range chunks[name].CSS {
			a.Styles = append(a.Styles, "/"+css)
		}
	}
	add(island)
	slices.Sort(a.Preload)
	a.Preload = slices.Compact(a.Preload)
	return a, nil
}
