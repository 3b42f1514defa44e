package uci

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tagmate/engine"
	"tagmate/internal/gamefile"
	"tagmate/position"
	"tagmate/variant"
)

// Limits of the options.
const (
	maxHash    = engine.MaxHashMB
	maxThreads = 256
	maxPV      = 64
	minElo     = 800
	maxElo     = 2600
)

type options struct {
	variant  string
	path     string
	tables   string // directory of endgame tables, "" for none
	hash     int
	threads  int
	level    int // Skill Level, 1 to 8
	limit    bool
	elo      int
	multiPV  int
	showWDL  bool
	analyse  bool
	ponder   bool
	external map[string]*variant.Def // games of VariantPath
}

func newOptions() options {
	return options{
		variant: "chess", hash: 16, threads: 1, level: engine.MaxLevel, elo: maxElo, multiPV: 1,
		external: map[string]*variant.Def{},
	}
}

// variants returns all loaded games, those of Tag Chess apart, which is no game
// for two.
func (o *options) variants() []string {
	var ids []string
	for _, id := range variant.IDs() {
		if d, err := variant.Lookup(id); err == nil && !d.Team() {
			ids = append(ids, id)
		}
	}
	for id := range o.external {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// describe writes the options as uci asks for them.
func (o *options) describe(say func(string, ...any)) {
	say("option name Hash type spin default 16 min 1 max %d", maxHash)
	say("option name Threads type spin default 1 min 1 max %d", maxThreads)
	say("option name Clear Hash type button")
	say("option name Ponder type check default false")
	say("option name MultiPV type spin default 1 min 1 max %d", maxPV)
	say("option name Skill Level type spin default %d min %d max %d", engine.MaxLevel, engine.MinLevel, engine.MaxLevel)
	say("option name UCI_LimitStrength type check default false")
	say("option name UCI_Elo type spin default %d min %d max %d", maxElo, minElo, maxElo)
	say("option name UCI_ShowWDL type check default false")
	say("option name UCI_AnalyseMode type check default false")
	say("option name VariantPath type string default <empty>")
	tables := o.tables
	if tables == "" {
		tables = "<empty>"
	}
	say("option name TablesPath type string default %s", tables)
	say("option name UCI_Variant type combo default chess var %s", strings.Join(o.variants(), " var "))
}

// playLevel returns the level to play at.
func (o *options) playLevel() int {
	if o.analyse {
		return engine.MaxLevel
	}
	level := o.level
	if o.limit {
		// The levels are spread evenly over the range of ratings.
		byElo := engine.MinLevel + (o.elo-minElo)*(engine.MaxLevel-engine.MinLevel)/(maxElo-minElo)
		level = min(level, byElo)
	}
	return level
}

// load reads the games of a path; files are separated as PATH is.
func (o *options) load(path string) error {
	o.path = path
	for _, name := range filepath.SplitList(path) {
		d, err := gamefile.Load(name)
		if err != nil {
			return err
		}
		if _, err := variant.Lookup(d.ID); err == nil {
			return fmt.Errorf("%s: the id %s belongs to a built-in game", name, d.ID)
		}
		if _, err := position.Compile(d); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		o.external[d.ID] = d
	}
	return nil
}

// rules returns the rules of a loaded game.
func (o *options) rules(id string) (*position.Rules, error) {
	if d, ok := o.external[id]; ok {
		return position.Compile(d)
	}
	if !slices.Contains(o.variants(), id) {
		return nil, fmt.Errorf("unknown variant %s, expected one of %s", id, strings.Join(o.variants(), " "))
	}
	return position.RulesOf(id)
}

func parseSpin(value string, low, high int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("expected %d to %d, got %q", low, high, value)
	}
	return n, nil
}

func parseCheck(value string) (bool, error) {
	switch strings.ToLower(value) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, fmt.Errorf("expected true or false, got %q", value)
}
