package tablebase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"tagmate/position"
)

// Options say how a Library works.
type Options struct {
	Pure       bool   // ignore draws by lack of material
	Threads    int    // for building; 0 for one a processor
	Dir        string // where files are looked for; none if empty
	CacheBytes int    // for blocks of files; 0 for 64 MiB
	BuildMen   int    // endings that lead to more men are not built when they are probed; 0 for 4
	ReadOnly   bool   // nothing is built when it is probed
}

// Library has the tables of one game: those in memory, those in a directory,
// and those that it builds when they are asked for. It is safe for concurrent
// use.
type Library struct {
	rules *position.Rules
	opt   Options
	cache *Cache

	building sync.Mutex // held while tables are built

	mu     sync.RWMutex
	tables map[string]*Table
	files  map[string]*File
	routes map[uint64]*route
	absent map[uint64]bool // by their key: men of which there is no good file
}

// NewLibrary returns a library.
func NewLibrary(r *position.Rules, opt Options) *Library {
	if opt.Threads <= 0 {
		opt.Threads = runtime.GOMAXPROCS(0)
	}
	if opt.CacheBytes <= 0 {
		opt.CacheBytes = 64 << 20
	}
	if opt.BuildMen <= 0 {
		opt.BuildMen = 4
	}
	return &Library{
		rules: r, opt: opt, cache: NewCache(opt.CacheBytes),
		tables: map[string]*Table{}, files: map[string]*File{}, routes: map[uint64]*route{}, absent: map[uint64]bool{},
	}
}

// Rules returns the game's rules.
func (l *Library) Rules() *position.Rules { return l.rules }

// Close closes the files.
func (l *Library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var err error
	for name, f := range l.files {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
		delete(l.files, name)
	}
	clear(l.routes)
	return err
}

// Table returns the table of an ending in memory, and builds it and what it
// needs when it is not there.
func (l *Library) Table(ctx context.Context, e Ending) (*Table, error) {
	if err := e.Check(l.rules); err != nil {
		return nil, fmt.Errorf("ending %s: %w", e.Name(l.rules), err)
	}
	l.building.Lock()
	defer l.building.Unlock()
	e, _ = e.Canonical(l.rules)
	return l.table(ctx, e, false)
}

// largeMen is the number of men from which on tables that serve a promotion to
// a pair keep no more than that asks for.
const largeMen = 5

// table is Table for a canonical ending, with building locked. With pair, a
// table may keep only what a promotion to a pair leads to.
func (l *Library) table(ctx context.Context, e Ending, pair bool) (*Table, error) {
	name := e.Name(l.rules)
	l.mu.RLock()
	t := l.tables[name]
	if t == nil && pair {
		t = l.tables[name+"/pair"]
	}
	l.mu.RUnlock()
	if t != nil {
		return t, nil
	}
	if need := Need(l.rules, e); need > MaxBytes {
		return nil, fmt.Errorf("tablebase: %s needs %d MiB of memory, the limit is %d", name, need>>20, MaxBytes>>20)
	}
	t = newTable(l.rules, e, l.opt.Pure)
	if pair && e.Men() >= largeMen && t.keepPairs() {
		name += "/pair"
	}
	err := build(ctx, t, l.opt.Threads, l.sub(ctx))
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	l.tables[name] = t
	clear(l.absent)
	l.mu.Unlock()
	return t, nil
}

// sub returns the tables that others lead to, with building locked.
func (l *Library) sub(ctx context.Context) func(Ending, bool) (*Table, error) {
	return func(e Ending, pair bool) (*Table, error) { return l.table(ctx, e, pair) }
}

// Tables returns the tables that are in memory, whole ones only.
func (l *Library) Tables() []*Table {
	l.mu.RLock()
	defer l.mu.RUnlock()
	var out []*Table
	for _, t := range l.tables {
		if t.part == nil {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b *Table) int { return cmp.Compare(a.name, b.name) })
	return out
}

// Forget drops the table of an ending from memory.
func (l *Library) Forget(e Ending) {
	e, _ = e.Canonical(l.rules)
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.tables, e.Name(l.rules))
	clear(l.routes)
}

// ForgetLarge drops the tables of more than so many men from memory.
func (l *Library) ForgetLarge(men int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, t := range l.tables {
		if t.ending.Men() > men {
			delete(l.tables, name)
		}
	}
	clear(l.routes)
}

// MaxBytes bounds the memory for the making of one table.
const MaxBytes = 6 << 30

// Need returns about how many bytes of memory the making of one table takes,
// with the largest of those that its promotions to pairs lead to.
func Need(r *position.Rules, e Ending) int64 {
	e, _ = e.Canonical(r)
	own := need(r, e)
	if e.Reach(r) == e.Men() {
		return own
	}
	most := int64(0)
	for _, flip := range []bool{false, true} {
		x := e
		if flip {
			x = e.Flip()
		}
		for i, k := range x.White {
			for _, p := range r.Piece(k).Promotions {
				if !p.Pair || i > 0 && x.White[i-1] == k {
					continue
				}
				y := Ending{append([]position.Kind{}, x.White...), x.Black}
				y.White[i] = position.Kind(p.Kind + 1)
				y.White = append(y.White, y.White[i])
				if y.Men() > maxMen {
					return 1 << 60
				}
				y.sort(r)
				size := Need(r, y)
				if y.Men() >= largeMen { // few values are kept, and one order of the pair
					t := newTable(r, y, false)
					size = (size - int64(t.size())*2*2) / 2
				}
				most = max(most, size)
			}
		}
	}
	return own + most
}

func need(r *position.Rules, e Ending) int64 {
	t := newTable(r, e, false)
	set := int64(8)
	if t.n > 64 {
		set = 16
	}
	// Codes of both sides to move, fourteen sets a slot, and what waits for its
	// ply, as measured.
	return int64(t.size())*(2*2+2) + int64(t.size())/int64(t.n)*14*set
}

// File returns the file of an ending; an error that is fs.ErrNotExist if there
// is none.
func (l *Library) File(e Ending) (*File, error) {
	if l.opt.Dir == "" {
		return nil, fs.ErrNotExist
	}
	e, _ = e.Canonical(l.rules)
	name := e.Name(l.rules)
	l.mu.Lock()
	defer l.mu.Unlock()
	if f := l.files[name]; f != nil {
		return f, nil
	}
	f, err := OpenFile(l.rules, filepath.Join(l.opt.Dir, FileName(l.rules, e, l.opt.Pure)), l.cache)
	if err != nil {
		return nil, err
	}
	if f.h.Ending != name || f.h.Pure != l.opt.Pure {
		f.Close()
		return nil, fmt.Errorf("tablebase: %s: %w", f.name, foreign("it holds %s", f.h.Ending))
	}
	l.files[name] = f
	return f, nil
}

// Stats returns the statistics of an ending, from its file, or from a table
// that is built for it.
func (l *Library) Stats(ctx context.Context, e Ending) ([]Stats, error) {
	if err := e.Check(l.rules); err != nil {
		return nil, fmt.Errorf("ending %s: %w", e.Name(l.rules), err)
	}
	f, err := l.File(e)
	if err == nil {
		return f.Stats(), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	t, err := l.Table(ctx, e)
	if err != nil {
		return nil, err
	}
	return t.Stats(), nil
}
