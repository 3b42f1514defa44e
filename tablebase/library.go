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

	"tagmate/board"
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

// route leads from the men of a position to the table that knows them.
type route struct {
	table *Table // the table, or the layout of the file
	file  *File
	view  view
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

// menOf returns the squares of a position's men, in an order that depends on
// their kinds only, and a key of those kinds. ok is false for more men than
// tables have.
func menOf(p *position.Position, sq *[maxMen + 1]board.Square, men *[maxMen]man) (n int, key uint64, ok bool) {
	if p.Occupied().Count() > maxMen {
		return 0, 0, false
	}
	for c := position.White; c <= position.Black; c++ {
		left := p.Of(c).Count()
		for k := position.Kind(1); left > 0; k++ {
			for s := p.OfKind(c, k); s.Any(); left-- {
				sq[n], men[n] = s.Pop(), man{k, c}
				key = key<<5 | uint64(k)<<1 | uint64(c)
				n++
			}
		}
	}
	return n, key, true
}

// Known reports whether a position can be probed without building anything.
func (l *Library) Known(p *position.Position) bool {
	_, _, err := l.route(context.Background(), p, false, nil)
	return err == nil
}

// ErrNoTable is what the error wraps when there is no table of a position, and
// none may be built.
var ErrNoTable = errors.New("no table")

// ErrNoPosition is what the error wraps when an ending has no position as it is
// asked for, or none that was found.
var ErrNoPosition = errors.New("no position")

// route finds the table of a position and fills in the squares of its men.
func (l *Library) route(ctx context.Context, p *position.Position, build bool, sq *[maxMen + 1]board.Square) (*route, int, error) {
	if sq == nil {
		sq = new([maxMen + 1]board.Square)
	}
	var men [maxMen]man
	n, key, ok := menOf(p, sq, &men)
	if !ok {
		return nil, 0, fmt.Errorf("tablebase: %d men on the board, tables go to %d", p.Occupied().Count(), MaxMen)
	}
	l.mu.RLock()
	r, absent := l.routes[key], l.absent[key]
	l.mu.RUnlock()
	if r != nil {
		return r, n, nil
	}
	if absent && !build {
		return nil, 0, ErrNoTable
	}
	e := EndingOf(p)
	if err := e.Check(l.rules); err != nil {
		return nil, 0, fmt.Errorf("tablebase: %s: %w", e.Name(l.rules), err)
	}
	canon, flip := e.Canonical(l.rules)
	r = &route{}
	l.mu.RLock()
	r.table = l.tables[canon.Name(l.rules)]
	l.mu.RUnlock()
	if len(canon.White)+len(canon.Black) == 2 && canon.HasKings(l.rules) {
		r.table = newTable(l.rules, canon, l.opt.Pure) // which needs no codes
	}
	if r.table == nil {
		f, err := l.File(e)
		switch {
		case err == nil:
			r.file, r.table = f, f.layout
		case !errors.Is(err, fs.ErrNotExist):
			l.miss(key)
			return nil, 0, err
		case e.Men() >= largeMen && l.isPair(ctx, canon, flip, men[:n], p.Turn(), sq, r, build && e.Reach(l.rules) <= l.opt.BuildMen):
			return r, n, nil // which other positions of the ending cannot use
		case !build:
			l.miss(key)
			return nil, 0, ErrNoTable
		case e.Reach(l.rules) > l.opt.BuildMen:
			return nil, 0, fmt.Errorf("tablebase: %w of %s, and it is too large to be built at once; build it first", ErrNoTable, canon.Name(l.rules))
		default:
			if r.table, err = l.Table(ctx, e); err != nil {
				return nil, 0, err
			}
		}
	}
	r.view = newView(r.table, flip, men[:n])
	l.mu.Lock()
	l.routes[key] = r
	l.mu.Unlock()
	return r, n, nil
}

// miss notes that there is no good file of some men, so that it is not looked
// for again until Renew.
func (l *Library) miss(key uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.absent[key] = true
}

// Renew has files noticed that have come since.
func (l *Library) Renew() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.absent)
}

// isPair looks whether a position is one that a promotion to a pair leads to,
// and leads to the table that has those only; it builds it if it may.
func (l *Library) isPair(ctx context.Context, canon Ending, flip bool, men []man, turn position.Color, sq *[maxMen + 1]board.Square, r *route, build bool) bool {
	l.mu.RLock()
	t := l.tables[canon.Name(l.rules)+"/pair"]
	l.mu.RUnlock()
	layout := t
	if t == nil {
		layout = newTable(l.rules, canon, l.opt.Pure)
		if !build || !layout.keepPairs() {
			return false
		}
	}
	v := newView(layout, flip, men)
	_, to := v.turn(turn, sq)
	if at := layout.index(&to); at >= 0 && layout.block(at/layout.n/layout.slots, at/layout.n%layout.slots) < 0 {
		return false
	}
	if t == nil {
		l.building.Lock()
		defer l.building.Unlock()
		var err error
		if t, err = l.table(ctx, canon, true); err != nil {
			return false
		}
		v = newView(t, flip, men)
	}
	r.table, r.view = t, v
	return true
}

// Probe returns the value of a position. Castling rights make it an error, as
// tables do not hold them. A table that is missing is built, within the limits
// of the options.
func (l *Library) Probe(ctx context.Context, p *position.Position) (Value, error) {
	c, err := l.probe(ctx, p, 0, true)
	return c.value(), err
}

func (l *Library) probe(ctx context.Context, p *position.Position, depth int, build bool) (code, error) {
	if p.HasRights() {
		return 0, errors.New("tablebase: tables hold no castling rights")
	}
	if p.EnPassant().Any() {
		return l.derive(ctx, p, depth, build)
	}
	var sq [maxMen + 1]board.Square
	r, _, err := l.route(ctx, p, build && !l.opt.ReadOnly, &sq)
	if err != nil {
		return 0, err
	}
	if r.file == nil {
		return r.view.look(p.Turn(), &sq), nil
	}
	turn, to := r.view.turn(p.Turn(), &sq)
	if r.file.has(turn) {
		t := r.table
		if t.trivial() {
			return codeDraw, nil
		}
		at := t.orderly(t.index(&to))
		if at < 0 {
			return codeIllegal, nil
		}
		return r.file.entry(turn, at)
	}
	return l.derive(ctx, p, depth, build)
}

// derive works out a value from those of the moves.
func (l *Library) derive(ctx context.Context, p *position.Position, depth int, build bool) (code, error) {
	var buf [256]position.Move
	moves := p.AppendMoves(buf[:0])
	if len(moves) == 0 {
		switch p.Outcome(p.Status()) {
		case position.Drawn:
			return codeDraw, nil
		case position.WinFor(p.Turn()):
			return winIn(0), nil
		}
		return lossIn(0), nil
	}
	if !l.opt.Pure && p.DeadMaterial() {
		return codeDraw, nil
	}
	if depth > 8 {
		return 0, errors.New("tablebase: files that each leave out what the other one needs")
	}
	best := code(0)
	var u position.Undo
	for i, m := range moves {
		p.Make(m, &u)
		c, err := l.probe(ctx, p, depth+1, build)
		p.Unmake(m, &u)
		if err != nil {
			return 0, err
		}
		if c = c.before(); i == 0 || c.better(best) {
			best = c
		}
	}
	return best, nil
}

// before turns the value of a position into that of the move to it.
func (c code) before() code {
	switch {
	case c.isWin():
		return lossIn(c.plies() + 1)
	case c.isLoss():
		return winIn(c.plies() + 1)
	}
	return c
}

// better reports whether a code is better for the side to move than another.
func (c code) better(d code) bool { return c.rank() > d.rank() }

func (c code) rank() int {
	switch {
	case c.isWin():
		return 1<<20 - c.plies()
	case c.isLoss():
		return -1<<20 + c.plies()
	}
	return 0
}

// MoveValue is a legal move and its value for the side that makes it, the
// plies counted from before the move. The outcome is Unknown where there is no
// table: a pair may make an ending larger than what was built.
type MoveValue struct {
	Move  position.Move
	Value Value
}

// Moves returns the values of all legal moves, the best first.
func (l *Library) Moves(ctx context.Context, p *position.Position) ([]MoveValue, error) {
	var out []MoveValue
	p = p.Clone()
	var u position.Undo
	for _, m := range p.AppendMoves(nil) {
		p.Make(m, &u)
		c, err := l.probe(ctx, p, 0, true)
		p.Unmake(m, &u)
		switch {
		case errors.Is(err, ErrNoTable):
			out = append(out, MoveValue{m, Value{Outcome: Unknown}})
			continue
		case err != nil:
			return nil, err
		}
		out = append(out, MoveValue{m, c.before().value()})
	}
	slices.SortStableFunc(out, func(a, b MoveValue) int {
		return cmp.Compare(b.Value.code().rank(), a.Value.code().rank())
	})
	return out, nil
}

func (v Value) code() code {
	switch v.Outcome {
	case Win:
		return winIn(v.Plies)
	case Loss:
		return lossIn(v.Plies)
	case Illegal:
		return codeIllegal
	}
	return codeDraw
}
