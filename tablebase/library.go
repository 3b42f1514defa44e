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
	MaxBytes   int64  // of memory for the making of one table; 0 for DefaultBytes
}

// Library has the tables of one game: those in memory, those in a directory,
// and those that it builds when they are asked for. It is safe for concurrent
// use.
type Library struct {
	rules *position.Rules
	opt   Options
	cache *Cache
	large int // largeMen, but in tests

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
	if opt.MaxBytes <= 0 {
		opt.MaxBytes = DefaultBytes
	}
	return &Library{
		rules: r, opt: opt, cache: NewCache(opt.CacheBytes), large: largeMen,
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
	return l.table(ctx, e, forAll)
}

// largeMen is the number of men from which on tables that serve promotions
// keep no more than those ask for.
const largeMen = 5

// table is Table for a canonical ending, with building locked, and for a use.
func (l *Library) table(ctx context.Context, e Ending, u use) (*Table, error) {
	name := e.Name(l.rules)
	suffix := map[use]string{forPromotion: "/promotion", forPair: "/pair"}[u]
	l.mu.RLock()
	t := l.tables[name]
	if t == nil && u != forAll {
		t = l.tables[name+suffix]
	}
	l.mu.RUnlock()
	if t != nil {
		return t, nil
	}
	if need := Need(l.rules, e); need > l.opt.MaxBytes {
		return nil, fmt.Errorf("tablebase: %s needs about %d MiB of memory, the limit is %d", name, need>>20, l.opt.MaxBytes>>20)
	}
	t = newTable(l.rules, e, l.opt.Pure)
	large := e.Men() >= l.large
	if u == forPair && large && t.keepPairs() {
		name += suffix
	}
	err := build(ctx, t, l.opt.Threads, l.sub(ctx))
	if err != nil {
		return nil, err
	}
	if u == forPromotion && large && !t.trivial() {
		t.pack(l.opt.Threads)
		name += suffix
	}
	l.mu.Lock()
	l.tables[name] = t
	clear(l.absent)
	l.mu.Unlock()
	return t, nil
}

// sub returns the tables that others lead to, with building locked.
func (l *Library) sub(ctx context.Context) subTables {
	return func(e Ending, u use) (*Table, error) { return l.table(ctx, e, u) }
}

// Tables returns the tables that are in memory, whole ones only.
func (l *Library) Tables() []*Table {
	l.mu.RLock()
	defer l.mu.RUnlock()
	var out []*Table
	for _, t := range l.tables {
		if t.part == nil && t.packed == nil {
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

// DefaultBytes bounds the memory for the making of one table, unless the options
// say otherwise.
const DefaultBytes = 6 << 30

// Need returns about how many bytes of memory the making of one table takes,
// with those that its captures and promotions lead to: of smaller ones all
// values are kept, of large ones what promotions ask for.
func Need(r *position.Rules, e Ending) int64 {
	e, _ = e.Canonical(r)
	most, kept := need(r, e), int64(0)
	for _, x := range e.LeadsTo(r) {
		t := newTable(r, x, false)
		size := int64(t.size())
		switch {
		case x.Men() < largeMen:
			kept += size * 2 * 2
		case x.Men() > e.Men(): // one order of the pair, and few values are kept
			most = max(most, (need(r, x)-size*2*2)/2)
		case x.HasPawns(r): // as measured: a sixtieth of the values, and a tenth
			most, kept = max(most, need(r, x)), kept+size*2*2/40
		default:
			most, kept = max(most, need(r, x)), kept+size*2*2/8
		}
	}
	return most + kept
}

// DiskNeed returns about how many bytes the file of an ending takes: an eighth of
// a byte an entry, as measured.
func DiskNeed(r *position.Rules, e Ending) int64 {
	e, _ = e.Canonical(r)
	return int64(newTable(r, e, false).size()) / 8
}

// need is Need without what the ending leads to.
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
