package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fake is an engine in a line of shell: it counts 20 at perft and 5000 in a
// search.
const fake = `#!/bin/sh
while read -r line; do
	case $line in
	uci) echo uciok ;;
	isready) echo readyok ;;
	"go perft"*) echo "Nodes searched: 20" ;;
	"go nodes"*) echo "info depth 1 nodes 5000 pv e2e4"; echo "bestmove e2e4" ;;
	quit) exit 0 ;;
	esac
done
`

func TestRun(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "engine")
	if err := os.WriteFile(program, []byte(fake), 0o700); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := options{own: program, peer: program, variant: "teutonic", positions: "../positions", perft: 2, nodes: 100, rounds: 2}
	if err := run(o, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"perft 2", "search of 5 positions, 100 nodes each", "own ", "peer ", "ratio "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	for name, bad := range map[string]options{
		"no peer":      {own: program, variant: "chess", positions: "../positions", rounds: 1},
		"no positions": {own: program, peer: program, variant: "nonesuch", positions: "../positions", rounds: 1},
		"no program":   {own: program, peer: filepath.Join(dir, "missing"), variant: "chess", positions: "../positions", perft: 1, rounds: 1},
		"no rounds":    {own: program, peer: program, variant: "chess", positions: "../positions", perft: 1},
		"no engine":    {own: "/bin/true", peer: program, variant: "chess", positions: "../positions", perft: 1, rounds: 1},
	} {
		if err := run(bad, &out); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestCounted(t *testing.T) {
	for line, want := range map[string]uint64{"info depth 3 nodes 77 nps 1": 77, "Nodes searched: 400": 400} {
		if n, ok := counted(line); !ok || n != want {
			t.Errorf("%q: %d, %v", line, n, ok)
		}
	}
	for _, line := range []string{"", "nodes", "info nodes x", "bestmove e2e4"} {
		if _, ok := counted(line); ok {
			t.Errorf("%q has a number", line)
		}
	}
}
