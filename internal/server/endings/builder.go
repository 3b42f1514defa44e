package endings

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"tagmate/position"
	"tagmate/tablebase"
)

// State says how far the standing set of small tables is.
type State string

// The states.
const (
	Off      State = "off"      // nothing is built here
	Idle     State = "idle"     // nobody has asked yet
	Building State = "building" // some are still to be built
	Done     State = "done"
	Failed   State = "failed" // some could not be built
)

// Status is how far the building is.
type Status struct {
	State       State
	Done, Total int    // tables of the standing set
	Current     string // the ending that is being built, as "teammate KAJk"; "" for none
}

// maxJobs bounds the tables that wait because somebody asked for them.
const maxJobs = 32

// work is what is to be built. Keeper.mu guards it, the atomics apart.
type work struct {
	begun   atomic.Bool
	wake    *sync.Cond
	urgent  []*job          // asked for, the first one first
	set     []*job          // the standing set
	jobs    map[string]*job // those of urgent, and the one that runs, by their name
	total   int             // of the standing set
	built   int             // of the standing set; those that were there already, too
	failed  int
	current *job
	serves  bool // the goroutine runs
}

// job is a table to be built.
type job struct {
	rules  *position.Rules
	ending tablebase.Ending
	pure   bool
	done   chan struct{} // closed when it is there, or has failed
	err    error         // before done is closed
}

func (j *job) name() string {
	name := j.rules.Def().ID + " " + j.ending.Name(j.rules)
	if j.pure {
		name += " pure"
	}
	return name
}

// standing lists the tables that the site's pages use: of Team-Mate Chess all
// endings of three men and those of four without pawns, two men against a bare
// king first; and of orthodox chess those that they are compared with.
func standing() ([]*job, error) {
	var out []*job
	add := func(r *position.Rules, e tablebase.Ending) {
		out = append(out, &job{rules: r, ending: e, done: make(chan struct{})})
	}
	r, err := position.RulesOf("teammate")
	if err != nil {
		return nil, err
	}
	all := tablebase.All(r, buildMen)
	for _, black := range []int{1, 2} {
		for _, e := range all {
			if len(e.Black) == black && (e.Men() == 3 || !e.HasPawns(r)) {
				add(r, e)
			}
		}
	}
	if r, err = position.RulesOf("chess"); err != nil {
		return nil, err
	}
	for _, name := range []string{"KQk", "KRk", "KPk", "KBNk", "KBBk"} {
		e, err := tablebase.ParseEnding(r, name)
		if err != nil {
			return nil, err
		}
		add(r, e)
	}
	return out, nil
}

// Begin starts the building of the standing set, if it has not been and if this
// site builds. It costs next to nothing when it has.
func (k *Keeper) Begin() {
	if !k.build || k.work.begun.Swap(true) {
		return
	}
	set, err := standing()
	if err != nil {
		k.log.Error("endgame tables not built", "err", err)
		return
	}
	var todo []*job
	for _, j := range set {
		if _, err := k.game(j.rules).lib(false).File(j.ending); err != nil && toBuild(err) {
			todo = append(todo, j)
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.work.set, k.work.total, k.work.built = todo, len(set), len(set)-len(todo)
	k.serve()
}

// ask puts a table in front of the queue.
func (k *Keeper) ask(r *position.Rules, e tablebase.Ending, pure bool) (*job, error) {
	canonical, _ := e.Canonical(r)
	j := &job{rules: r, ending: canonical, pure: pure, done: make(chan struct{})}
	k.mu.Lock()
	defer k.mu.Unlock()
	if old := k.work.jobs[j.name()]; old != nil {
		return old, nil
	}
	if len(k.work.urgent) >= maxJobs {
		return nil, fmt.Errorf("%s: %w", e.Name(r), ErrBuilding)
	}
	k.work.jobs[j.name()] = j
	k.work.urgent = append(k.work.urgent, j)
	k.serve()
	k.work.wake.Signal()
	return j, nil
}

// serve starts the goroutine that builds, with mu locked.
func (k *Keeper) serve() {
	if k.work.serves || k.ctx.Err() != nil {
		return
	}
	k.work.serves = true
	k.done.Go(func() {
		// The thread is not used for anything else afterwards.
		runtime.LockOSThread()
		yieldPriority()
		k.run()
	})
}

// run builds what is asked for, and the standing set between.
func (k *Keeper) run() {
	libs := map[string]*tablebase.Library{} // with the small tables that others are built from
	for {
		k.mu.Lock()
		for k.ctx.Err() == nil && len(k.work.urgent)+len(k.work.set) == 0 {
			clear(libs) // until more is asked for
			k.work.wake.Wait()
		}
		if k.ctx.Err() != nil {
			k.mu.Unlock()
			return
		}
		var j *job
		inSet := len(k.work.urgent) == 0
		if inSet {
			j, k.work.set = k.work.set[0], k.work.set[1:]
			k.work.jobs[j.name()] = j
		} else {
			j, k.work.urgent = k.work.urgent[0], k.work.urgent[1:]
		}
		k.work.current = j
		k.mu.Unlock()

		err := k.make(libs, j)
		k.mu.Lock()
		k.work.current = nil
		delete(k.work.jobs, j.name())
		if j.err = err; err != nil && k.ctx.Err() == nil {
			k.log.Error("endgame table not built", "ending", j.name(), "err", err)
		}
		switch {
		case inSet && err == nil:
			k.work.built++
		case inSet:
			k.work.failed++
		}
		k.mu.Unlock()
		k.game(j.rules).renew()
		close(j.done)
	}
}

// make builds the table of a job, unless it is there, and writes it and what it
// leads to.
func (k *Keeper) make(libs map[string]*tablebase.Library, j *job) error {
	shelf := k.game(j.rules).lib(j.pure)
	if _, err := shelf.File(j.ending); err == nil || !toBuild(err) {
		return err
	}
	key := fmt.Sprint(j.rules.Def().ID, j.pure)
	lib := libs[key]
	if lib == nil {
		lib = tablebase.NewLibrary(j.rules, tablebase.Options{Pure: j.pure, Threads: 1})
		libs[key] = lib
	}
	if _, err := lib.Table(k.ctx, j.ending); err != nil {
		return err
	}
	for _, t := range lib.Tables() {
		if _, err := shelf.File(t.Ending()); err != nil && toBuild(err) && t.Ending().Men() > 2 {
			if err := t.WriteFile(k.dir, 1); err != nil {
				return err
			}
		}
	}
	lib.ForgetLarge(buildMen - 1)
	return nil
}

// Status returns how far the building is.
func (k *Keeper) Status() Status {
	k.mu.Lock()
	defer k.mu.Unlock()
	w := &k.work
	s := Status{State: Done, Total: w.total, Done: w.built}
	if w.current != nil {
		s.Current = w.current.name()
	}
	switch {
	case !k.build:
		s.State = Off
	case !w.begun.Load():
		s.State = Idle
	case w.built+w.failed < w.total:
		s.State = Building
	case w.failed > 0:
		s.State = Failed
	}
	return s
}
