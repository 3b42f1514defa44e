package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tagmate/tablebase"
)

func TestTablebaseCommands(t *testing.T) {
	dir := t.TempDir()
	at := func(args ...string) result {
		t.Helper()
		return tagmate(t, "", append(append([]string{"tablebase"}, args...), "--tables", dir)...)
	}
	if r := at("build", "-v", "teammate", "--all-3"); r.code != 0 || !strings.Contains(r.out, "10 tables in") {
		t.Fatalf("%+v", r)
	}
	if r := at("build", "KAk", "KPk"); r.code != 0 || !strings.Contains(r.out, "2 of 2 tables are there already") {
		t.Errorf("a second run: %+v", r)
	}
	if r := at("list"); r.code != 0 || !strings.Contains(r.out, "10 tables of Team-Mate Chess") {
		t.Errorf("%+v", r)
	}
	if r := at("info", "KPk"); r.code != 0 || !strings.Contains(r.out, `"ending":"KPk"`) {
		t.Errorf("%+v", r)
	}
	if r := at("verify"); r.code != 0 || !strings.Contains(r.out, "10 tables good, 0 bad") {
		t.Errorf("%+v", r)
	}
	for _, args := range [][]string{{"build", "-v", "chess", "KPPkp"}, {"build", "-v", "teammate", "KPPk"}, {"build", "KAk", "--memory", "0"}} {
		if r := at(args...); r.code == 0 || !strings.Contains(r.errOut, "--memory") {
			t.Errorf("%v: %+v", args, r)
		}
	}
	var a probed
	r := at("probe", "--pure", "--json", "--fen", "kB6/8/8/8/8/8/8/K4M2 w - - 0 1")
	if err := json.Unmarshal([]byte(r.out), &a); err != nil || a.Value != "win" || a.DTM == nil || *a.DTM != 89 {
		t.Errorf("%+v, %v", r, err)
	}
	if m := a.Moves[0]; m.UCI != "b8c7" || m.SAN != "Bc7" || m.Value != "win" || *m.DTM != 89 {
		t.Errorf("%+v", m)
	}
	r = tagmate(t, "8/8/8/8/8/8/2K5/k2B4 w - - 0 1\nnonsense\n", "tablebase", "probe", "--batch", "-", "--tables", dir)
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	if r.code != 0 || len(lines) != 2 || !strings.Contains(lines[0], `"value":"draw","dtm":null`) || !strings.HasPrefix(lines[1], `{"error":`) {
		t.Errorf("%+v", r)
	}
	var s tablebase.Stats
	r = at("stats", "KPk", "--json")
	if err := json.Unmarshal([]byte(r.out), &s); err != nil || s.White.Legal != 163328 {
		t.Errorf("%+v, %v", r, err)
	}
	// The engine finds the tables: the end is told at once, in the fewest moves.
	const pawn = "8/2k5/4K3/3P4/8/8/8/8 w - - 0 1"
	if r := at("build", "KBBk"); r.code != 0 {
		t.Errorf("%+v", r)
	}
	if r := tagmate(t, "", "analyze", "-v", "teammate", "--fen", pawn, "--movetime", "30", "--json", "--tables", dir); r.code != 0 || !strings.Contains(r.out, `"mate":45`) {
		t.Errorf("%+v", r)
	}
	talk := "setoption name UCI_Variant value teammate\nsetoption name TablesPath value " + dir + "\nposition fen " + pawn + "\ngo movetime 30000\nquit\n"
	if r := tagmate(t, talk, "uci", "--tables", "none"); !strings.Contains(r.out, "score mate 23 ") {
		t.Errorf("%+v", r)
	}
	// A damaged table is named, and built again.
	name := filepath.Join(dir, "teammate", "KP-K.tmt")
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b[:len(b)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if r := at("verify"); r.code != exitFailure || !strings.Contains(r.errOut, name) || !strings.Contains(r.errOut, "truncated") {
		t.Errorf("%+v", r)
	}
	if r := at("build", "KPk"); r.code != 0 || !strings.Contains(r.errOut, "it is built again") {
		t.Errorf("%+v", r)
	}
	for _, args := range [][]string{
		{"build"},
		{"build", "KQk"},
		{"build", "KPkp"},
		{"build", "KAJCUk"},
		{"probe"},
		{"probe", "--fen", "x"},
		{"probe", "--fen", "ufeakmnc/pppppppp/8/8/8/8/PPPPPPPP/UFEAKMNC w KQkq - 0 1"},
		{"info", "KAJk"},
		{"stats"},
		{"verify", "--sample", "-1"},
		{"nonsense"},
	} {
		if r := at(args...); r.code != exitUsage || r.errOut == "" {
			t.Errorf("%v: exit code %d: %s", args, r.code, r.errOut)
		}
	}
	if r := tagmate(t, "", "claims", "--threads", "0"); r.code != exitUsage {
		t.Errorf("%+v", r)
	}
}
