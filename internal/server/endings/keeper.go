package endings

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"tagmate/engine"
	"tagmate/position"
	"tagmate/tablebase"
	"tagmate/variant"
)

// What is built for who asks: endings of few men that need little memory.
const (
	buildMen   = 4
	buildBytes = 1 << 30
)

// patience is how long an answer waits for a table that is being built: long
// enough for one of four men on a busy machine, shorter than servers and proxies
// wait.
const patience = 15 * time.Second

// The reasons why there is no answer.
var (
	// ErrBuilding: the table is being built, and will be there soon.
	ErrBuilding = errors.New("the table is being built; ask again in a moment")
	// ErrNone: there is no such table, and it is not built here.
	ErrNone = errors.New("there is no table")
	// ErrBad: no table can hold such a position or ending.
	ErrBad = errors.New("no table can hold it")
)

// Keeper has the tables of all games. It is safe for concurrent use.
type Keeper struct {
	dir    string
	log    *slog.Logger
	ctx    context.Context
	cancel context.CancelFunc
	done   sync.WaitGroup
	build  bool

	mu    sync.Mutex
	games map[string]*shelf
	infos map[string]Ending // by file and its time
	work  work
}

// shelf is what a Keeper has of one game.
type shelf struct {
	rules  *position.Rules
	libs   [2]*tablebase.Library // as the game says, and pure
	prober *tablebase.Prober
}

// New returns a keeper of the tables in a directory. With build, small tables
// that are missing are built into it.
func New(dir string, build bool, log *slog.Logger) *Keeper {
	k := &Keeper{dir: dir, log: log, build: build, games: map[string]*shelf{}, infos: map[string]Ending{}}
	k.ctx, k.cancel = context.WithCancel(context.Background())
	k.work.wake = sync.NewCond(&k.mu)
	k.work.jobs = map[string]*job{}
	return k
}

// Close ends a build that runs and closes the files.
func (k *Keeper) Close() error {
	k.cancel()
	k.mu.Lock()
	k.work.wake.Broadcast()
	k.mu.Unlock()
	k.done.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	var err error
	for id, s := range k.games {
		err = errors.Join(err, s.libs[0].Close(), s.libs[1].Close(), s.prober.Close())
		delete(k.games, id)
	}
	return err
}

// game returns what there is of a game.
func (k *Keeper) game(r *position.Rules) *shelf {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.games[r.Def().ID]
	if s == nil {
		s = &shelf{rules: r, prober: tablebase.NewProber(r, k.dir)}
		for i := range s.libs {
			s.libs[i] = tablebase.NewLibrary(r, tablebase.Options{Dir: k.dir, Pure: i == 1, ReadOnly: true, CacheBytes: 32 << 20})
		}
		k.games[r.Def().ID] = s
	}
	return s
}

// renew has new files noticed.
func (s *shelf) renew() {
	s.libs[0].Renew()
	s.libs[1].Renew()
	s.prober.Renew()
}

func (s *shelf) lib(pure bool) *tablebase.Library {
	if pure {
		return s.libs[1]
	}
	return s.libs[0]
}

// Ending says in short what a table holds.
type Ending struct {
	Game, Name string // White's men in upper case, the stronger side
	Men        int
	Pure       bool
	WinPercent float64 // of the positions with White to move
	Longest    int     // plies of White's longest win, 0 for none
	Bytes      int64
}

// Endings lists the tables that there are, by game and name. Files that are no
// good are left out and logged once.
func (k *Keeper) Endings() ([]Ending, error) {
	k.Begin()
	out := []Ending{}
	for _, id := range variant.IDs() {
		d, err := variant.Lookup(id)
		if err != nil {
			return nil, err
		}
		if d.Team() {
			continue
		}
		r, err := position.RulesOf(id)
		if err != nil {
			return nil, err
		}
		names, err := filepath.Glob(filepath.Join(k.dir, id, "*"+tablebase.Extension))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if e := k.info(r, name); e.Name != "" {
				out = append(out, e)
			}
		}
	}
	return out, nil
}

// info returns what a file holds; without a name if it is no good.
func (k *Keeper) info(r *position.Rules, name string) Ending {
	stat, err := os.Stat(name)
	if err != nil {
		return Ending{}
	}
	key := fmt.Sprint(name, stat.ModTime().UnixNano())
	k.mu.Lock()
	e, ok := k.infos[key]
	k.mu.Unlock()
	if ok {
		return e
	}
	f, err := tablebase.OpenFile(r, name, tablebase.NewCache(0))
	if err != nil {
		k.log.Warn("no endgame table", "err", err)
	} else {
		i := f.Info()
		f.Close()
		s := i.Stats[len(i.Stats)-1] // of men bound to colours those on different ones
		e = Ending{
			Game: i.Game, Name: i.Ending, Men: len(i.Ending), Pure: i.Pure, WinPercent: s.White.WinPercent, Longest: s.White.Longest, Bytes: i.Bytes,
		}
	}
	k.mu.Lock()
	k.infos[key] = e
	k.mu.Unlock()
	return e
}

// need sees to it that the table of an ending is there: it waits a while for
// one that has to be built.
func (k *Keeper) need(ctx context.Context, s *shelf, e tablebase.Ending, pure bool) error {
	k.Begin()
	name := e.Name(s.rules)
	if e.Men() == 2 && e.HasKings(s.rules) {
		return nil
	}
	_, err := s.lib(pure).File(e)
	switch {
	case err == nil:
		return nil
	case !toBuild(err):
		k.log.Error("endgame table not opened", "err", err)
		return fmt.Errorf("%w of %s that can be read", ErrNone, name)
	case !k.build:
		return fmt.Errorf("%w of %s, and this site builds none", ErrNone, name)
	case e.Men() > buildMen:
		return fmt.Errorf("%w of %s: of %d men there is only what the operator has built, smaller ones are built when they are asked for", ErrNone, name, e.Men())
	case e.Reach(s.rules) > buildMen:
		return fmt.Errorf("%w of %s: a pawn that becomes a pair makes it %d men, and only up to %d are built when they are asked for", ErrNone, name, e.Reach(s.rules), buildMen)
	case tablebase.Need(s.rules, e) > buildBytes:
		return fmt.Errorf("%w of %s, which is too large to be built when it is asked for", ErrNone, name)
	}
	j, err := k.ask(s.rules, e, pure)
	if err != nil {
		return err
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-j.done:
		if j.err != nil {
			return fmt.Errorf("%w of %s: it could not be built", ErrNone, name)
		}
		return nil
	case <-timer.C:
		return fmt.Errorf("%s: %w", name, ErrBuilding)
	case <-k.ctx.Done():
		return fmt.Errorf("%s: %w", name, ErrBuilding)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// toBuild reports whether a file is missing, or one that a build replaces.
func toBuild(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, tablebase.ErrDamaged) || errors.Is(err, tablebase.ErrForeign)
}

// bad wraps what a table cannot hold.
func bad(err error) error {
	return fmt.Errorf("%w: %s", ErrBad, strings.TrimPrefix(err.Error(), "tablebase: "))
}

// Position is the value of a position and of its moves, the best one first.
type Position struct {
	Ending string
	Value  tablebase.Value
	Moves  []tablebase.MoveValue
}

// Probe looks a position up.
func (k *Keeper) Probe(ctx context.Context, p *position.Position, pure bool) (Position, error) {
	s := k.game(p.Rules())
	if n := p.Occupied().Count(); n > tablebase.MaxMen {
		return Position{}, fmt.Errorf("%w: %d men on the board, tables go to %d", ErrBad, n, tablebase.MaxMen)
	}
	if p.HasRights() {
		return Position{}, fmt.Errorf("%w: tables hold no castling rights", ErrBad)
	}
	e := tablebase.EndingOf(p)
	if err := e.Check(s.rules); err != nil {
		return Position{}, bad(err)
	}
	if err := k.need(ctx, s, e, pure); err != nil {
		return Position{}, err
	}
	lib := s.lib(pure)
	v, err := lib.Probe(ctx, p)
	if err != nil {
		return Position{}, k.failed(err)
	}
	moves, err := lib.Moves(ctx, p)
	if err != nil {
		return Position{}, k.failed(err)
	}
	return Position{Ending: e.Name(s.rules), Value: v, Moves: moves}, nil
}

// failed says what a client may know of a failure.
func (k *Keeper) failed(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	k.log.Error("endgame table not read", "err", err)
	return fmt.Errorf("%w that can be read", ErrNone)
}

// parse reads the name of an ending.
func (k *Keeper) parse(ctx context.Context, r *position.Rules, ending string, pure bool) (*shelf, tablebase.Ending, error) {
	s := k.game(r)
	e, err := tablebase.ParseEnding(r, ending)
	if err != nil {
		return s, e, bad(err)
	}
	if !e.HasKings(r) {
		return s, e, fmt.Errorf("%w: %s: both sides need a king here", ErrBad, ending)
	}
	return s, e, k.need(ctx, s, e, pure)
}

// Stats returns the statistics of an ending: of all positions, and where two
// men are bound to colours, of those on the same and on different ones.
func (k *Keeper) Stats(ctx context.Context, r *position.Rules, ending string, pure bool) ([]tablebase.Stats, error) {
	s, e, err := k.parse(ctx, r, ending, pure)
	if err != nil {
		return nil, err
	}
	stats, err := s.lib(pure).Stats(ctx, e)
	if err != nil {
		return nil, k.failed(err)
	}
	return slices.Clone(stats), nil
}

// Pick returns a position of an ending with a side to move that wins or loses in
// low to high plies, as tablebase.Library.Pick does.
func (k *Keeper) Pick(ctx context.Context, r *position.Rules, ending string, pure bool, turn position.Color, o tablebase.Outcome, low, high int, seed uint64) (*position.Position, tablebase.Value, error) {
	s, e, err := k.parse(ctx, r, ending, pure)
	if err != nil {
		return nil, tablebase.Value{}, err
	}
	p, v, err := s.lib(pure).Pick(ctx, e, turn, o, low, high, seed)
	if errors.Is(err, tablebase.ErrNoPosition) {
		return nil, v, bad(err)
	}
	if err != nil {
		return nil, v, k.failed(err)
	}
	return p, v, nil
}

// Engine returns the tables for a computer player of a game. The small ones are
// built when he first comes to an ending.
func (k *Keeper) Engine(r *position.Rules) engine.Tables {
	return &asking{k, k.game(r).prober}
}

// asking is a prober that has the building begun.
type asking struct {
	keeper *Keeper
	*tablebase.Prober
}

// Men implements engine.Tables.
func (a *asking) Men() int { return max(a.Prober.Men(), buildMen) }

// Look implements engine.Tables.
func (a *asking) Look(p *position.Position, pure bool) (outcome, plies int, ok bool) {
	outcome, plies, ok = a.Prober.Look(p, pure)
	if !ok {
		a.keeper.Begin()
	}
	return outcome, plies, ok
}
