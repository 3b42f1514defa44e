package tablebase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"tagmate/board"
	"tagmate/position"
)

// route leads from the men of a position to the table that knows them.
type route struct {
	table *Table // the table, or the layout of the file
	file  *File
	view  view
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
		if t, err = l.table(ctx, canon, forPair); err != nil {
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
