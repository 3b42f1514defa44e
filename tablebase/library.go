package tablebase

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"tagmate/board"
	"tagmate/position"
)

// Options say how a Library works.
type Options struct {
	Pure    bool // ignore draws by lack of material
	Threads int  // for building; 0 for one a processor
}

// Library has the tables of one game: those in memory, those in a directory,
// and those that it builds when they are asked for. It is safe for concurrent
// use.
type Library struct {
	rules *position.Rules
	opt   Options

	mu     sync.Mutex
	tables map[string]*Table
}

// NewLibrary returns an empty library.
func NewLibrary(r *position.Rules, opt Options) *Library {
	if opt.Threads <= 0 {
		opt.Threads = runtime.GOMAXPROCS(0)
	}
	return &Library{rules: r, opt: opt, tables: map[string]*Table{}}
}

// Table returns the table of an ending, and builds it and what it needs when
// it is not there.
func (l *Library) Table(ctx context.Context, e Ending) (*Table, error) {
	if err := e.check(l.rules); err != nil {
		return nil, fmt.Errorf("ending %s: %w", e.Name(l.rules), err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	e, _ = e.canonical(l.rules)
	return l.table(ctx, e)
}

// table is Table for a canonical ending, with the lock held.
func (l *Library) table(ctx context.Context, e Ending) (*Table, error) {
	name := e.Name(l.rules)
	if t := l.tables[name]; t != nil {
		return t, nil
	}
	t := newTable(l.rules, e, l.opt.Pure)
	err := build(ctx, t, l.opt.Threads, func(e Ending) (*Table, error) { return l.table(ctx, e) })
	if err != nil {
		return nil, err
	}
	l.tables[name] = t
	return t, nil
}

// Probe returns the value of a position, castling rights aside.
func (l *Library) Probe(ctx context.Context, p *position.Position) (Value, error) {
	t, err := l.Table(ctx, EndingOf(p))
	if err != nil {
		return Value{}, err
	}
	return t.Probe(p), nil
}

// Probe returns the value of a position of the table's ending, in either
// colour. Castling rights and en passant are not looked at.
func (t *Table) Probe(p *position.Position) Value {
	var sq [maxMen + 1]board.Square
	var men []man
	for s := range p.Occupied().Squares() {
		sq[len(men)] = s
		men = append(men, man{p.At(s).Kind(), p.At(s).Color()})
	}
	_, flip := EndingOf(p).canonical(t.rules)
	v := newView(t, flip, men)
	return v.look(p.Turn(), &sq).value()
}
