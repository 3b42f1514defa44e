package variant

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

//go:embed games/*.toml
var games embed.FS

// order is how the built-in games are listed.
var order = []string{"teammate", "teutonic", "teutonic-princess", "tag", "chess"}

// IDs returns the IDs of the built-in games in the order to show them.
func IDs() []string { return slices.Clone(order) }

var builtin = sync.OnceValue(func() map[string]result {
	all := map[string]result{}
	names, _ := fs.Glob(games, "games/*.toml")
	for _, n := range names {
		text, err := games.ReadFile(n)
		if err == nil {
			var d *Def
			d, err = Parse(n, text)
			all[strings.TrimSuffix(path.Base(n), ".toml")] = result{d, err}
		}
	}
	return all
})

type result struct {
	def *Def
	err error
}

// Lookup returns a built-in game. The error of an unknown ID lists those that
// are known.
func Lookup(id string) (*Def, error) {
	r, ok := builtin()[id]
	if !ok {
		return nil, fmt.Errorf("variant: unknown game %q, expected one of %s", id, strings.Join(order, ", "))
	}
	return r.def, r.err
}

// file is the form of a game file. Keys are documented in docs/variants.md.
type file struct {
	ID       string
	Name     string
	Inventor string
	Year     int
	Source   string
	Summary  string
	Rules    []string
	Record   *string
	XBoard   string
	Base     string
	Files    int
	Ranks    int
	Start    string
	Piece    []filePiece
	End      struct {
		Stalemate string
		Flag      string
	}
	Draws struct {
		RepetitionClaim int `toml:"repetition_claim"`
		RepetitionAuto  int `toml:"repetition_auto"`
		MovesClaim      int `toml:"moves_claim"`
		MovesAuto       int `toml:"moves_auto"`
		Material        struct {
			AgainstBare []string `toml:"against_bare_king"`
			OneColour   string   `toml:"one_colour"`
			BothSides   bool     `toml:"both_sides"`
		}
	}
}

type filePiece struct {
	Letter   string
	Name     string
	Title    string
	Move     string
	Value    int
	Royal    bool
	Attacks  string
	Pawn     bool
	Promotes string
	Pairs    string
}

// maxFile bounds the size of a game file.
const maxFile = 1 << 16

// Parse reads a game from TOML text; name is used in errors only. A game with
// a base takes its board, pieces and endings from that built-in game.
func Parse(name string, text []byte) (*Def, error) {
	if len(text) > maxFile {
		return nil, fmt.Errorf("%s: a game file has at most %d bytes, this one has %d", name, maxFile, len(text))
	}
	var f file
	md, err := toml.NewDecoder(bytes.NewReader(text)).Decode(&f)
	if err != nil {
		var pe toml.ParseError
		if errors.As(err, &pe) {
			return nil, fmt.Errorf("%s: line %d: %s", name, pe.Position.Line, pe.Message)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if extra := md.Undecoded(); len(extra) > 0 {
		return nil, fmt.Errorf("%s: unknown key %q", name, extra[0].String())
	}
	d, err := f.def()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}
