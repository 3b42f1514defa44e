package tablebase

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"

	"tagmate/position"
)

// Prober answers an engine's search from the files of a directory: with the
// draw by lack of material, and without it. It builds nothing. It is an
// engine.Tables and safe for concurrent use.
type Prober struct {
	rules *position.Rules
	dir   string
	libs  [2]*Library // as the game says, and pure
	men   atomic.Int64
}

// NewProber returns a prober of a game's files below a directory, which need
// not be there yet.
func NewProber(r *position.Rules, dir string) *Prober {
	p := &Prober{rules: r, dir: dir}
	for i := range p.libs {
		p.libs[i] = NewLibrary(r, Options{Pure: i == 1, Dir: dir})
	}
	p.Renew()
	return p
}

// Renew has files noticed that have come since.
func (p *Prober) Renew() {
	names, _ := filepath.Glob(filepath.Join(p.dir, p.rules.Def().ID, "*"+Extension)) // the pattern is a good one
	men := 0
	for _, name := range names {
		ending, _, _ := strings.Cut(filepath.Base(name), ".")
		men = max(men, len(ending)-1) // the hyphen
	}
	p.men.Store(int64(min(men, maxMen)))
	for _, l := range p.libs {
		l.Renew()
	}
}

// Men returns the greatest number of men of an ending that has a file, 0 if
// there is none.
func (p *Prober) Men() int { return int(p.men.Load()) }

// Look implements engine.Tables.
func (p *Prober) Look(pos *position.Position, pure bool) (outcome, plies int, ok bool) {
	lib := p.libs[0]
	if pure {
		lib = p.libs[1]
	}
	// A damaged file is as good as none: the search goes on without it.
	c, err := lib.probe(context.Background(), pos, 0, false)
	switch {
	case err != nil || c == codeIllegal:
		return 0, 0, false
	case c.isWin():
		return 1, c.plies(), true
	case c.isLoss():
		return -1, c.plies(), true
	}
	return 0, 0, true
}

// Close closes the files.
func (p *Prober) Close() error { return errors.Join(p.libs[0].Close(), p.libs[1].Close()) }
