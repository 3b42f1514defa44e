//go:build clients

package clients

import (
	"flag"
	"path/filepath"
	"testing"
	"time"
)

var (
	// The program is given by the Makefile, which has built it.
	tagmate = flag.String("tagmate", "", "path of tagmate")
	long    = flag.Bool("long", false, "slower games, more of them, with pictures in bin/clients")
)

func ours(t *testing.T, args string) string {
	t.Helper()
	path, err := filepath.Abs(*tagmate)
	if err != nil || *tagmate == "" {
		t.Fatal("expected -tagmate PATH; make test-clients gives it")
	}
	return path + " " + args + " --tables none"
}

// quick returns a short form of a match unless the long one is asked for.
func (m match) quick(picture string) match {
	m.games, m.level, m.wait = 1, []string{"-tc", "0:01", "-inc", "0.01"}, 90*time.Second
	if *long {
		m.games, m.level, m.wait = 4, []string{"-tc", "0:05", "-inc", "0.05"}, 10*time.Minute
		m.picture = filepath.Join("..", "..", "bin", "clients", picture)
	}
	return m
}

// Our engine plays itself through XBoard, which knows of neither game but what
// the engine tells it.
func TestXBoardTeamMate(t *testing.T) {
	engine := ours(t, "xboard")
	match{variant: "team-mate", game: "teammate", first: engine, second: engine}.quick("team-mate.png").play(t)
}

func TestXBoardTeutonic(t *testing.T) {
	engine := ours(t, "xboard")
	match{variant: "teutonic", game: "teutonic", first: engine, second: engine}.quick("teutonic.png").play(t)
}

// Fairy-Max plays Team-Mate Chess without Brutes, and so does our engine under
// XBoard unless it is told otherwise.
func TestFairyMax(t *testing.T) {
	if !*long {
		t.Skip("-long only")
	}
	games := match{variant: "team-mate", game: "teammate", first: ours(t, "xboard"), second: program(t, "fairymax"), foreign: true}.quick("fairymax.png").play(t)
	for _, g := range games {
		t.Logf("%s - %s %s, %d plies", g.Tag("White"), g.Tag("Black"), g.Result, len(g.Moves))
	}
}

// Polyglot turns the UCI of our engine into XBoard's protocol.
func TestPolyglot(t *testing.T) {
	polyglot := program(t, "polyglot") + " -noini -ec '" + ours(t, "uci") + "'"
	match{variant: "normal", game: "chess", first: polyglot, second: ours(t, "xboard")}.quick("polyglot.png").play(t)
}
