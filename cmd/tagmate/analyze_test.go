package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestAnalyze(t *testing.T) {
	mate := "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
	r := tagmate(t, "", "analyze", "-v", "chess", "--fen", mate, "-d", "8", "-j")
	if r.code != 0 {
		t.Fatalf("%+v", r)
	}
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	var last analysis
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatal(err)
	}
	if last.Mate == nil || *last.Mate != 3 || last.Score != nil || len(last.SAN) != 3 || !strings.HasSuffix(last.SAN[2], "#") {
		t.Errorf("%+v", last)
	}
	if r := tagmate(t, "", "analyze", "-v", "chess", "-f", mate, "-d", "8"); !strings.Contains(r.out, "#2") {
		t.Errorf("for people: %s", r.out)
	}
	if r := tagmate(t, "", "analyze", "-v", "chess", "-d", "3", "--multipv", "2", "-j"); !strings.Contains(r.out, `"rank":2`) {
		t.Errorf("two lines: %s", r.out)
	}
	for _, args := range [][]string{
		{"analyze", "-d", "-1"},
		{"analyze", "-t", "-1"},
		{"analyze", "--threads", "0"},
		{"analyze", "-v", "chess", "-f", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"},
		{"match", "own"},
		{"match", "own", "theirs:x"},
		{"match", "own", "own:9"},
		{"match", "own", "own", "--tc", "x"},
		{"match", "own", "own", "--sprt", "5"},
		{"match", "own", "own", "-n", "0"},
	} {
		if r := tagmate(t, "", args...); r.code != exitUsage {
			t.Errorf("%v: exit code %d: %s", args, r.code, r.errOut)
		}
	}
}

func TestMatch(t *testing.T) {
	pgn := t.TempDir() + "/games.pgn"
	args := []string{"match", "own", "own:1", "-v", "teammate", "-n", "2", "--nodes", "400", "--max-plies", "40", "--pgn", pgn, "-j"}
	var first, again matchReport
	for _, to := range []*matchReport{&first, &again} {
		r := tagmate(t, "", args...)
		if r.code != 0 {
			t.Fatalf("%+v", r)
		}
		if err := json.Unmarshal([]byte(r.out), to); err != nil {
			t.Fatal(err)
		}
	}
	// The second run finds both games in the file and plays none.
	if first.Games != 2 || again.Games != 2 || first.Points != again.Points || len(first.Faults) != 0 {
		t.Errorf("%+v and %+v", first, again)
	}
}
