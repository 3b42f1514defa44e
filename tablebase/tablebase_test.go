package tablebase_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"tagmate/position"
	"tagmate/tablebase"
)

func rulesOf(t testing.TB, id string) *position.Rules {
	t.Helper()
	r, err := position.RulesOf(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSamples(t *testing.T) {
	f, err := os.Open("testdata/dtm-samples.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	libs := map[string]*tablebase.Library{}
	lines := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		col := strings.Split(s.Text(), "\t")
		if strings.HasPrefix(s.Text(), "#") || col[0] == "variant" {
			continue
		}
		lines++
		r := rulesOf(t, col[0])
		if libs[col[0]] == nil {
			libs[col[0]] = tablebase.NewLibrary(r, tablebase.Options{Pure: true})
		}
		p, err := position.ParseFEN(r, col[2])
		if err != nil {
			t.Fatal(err)
		}
		v, err := libs[col[0]].Probe(t.Context(), p)
		if err != nil {
			t.Fatalf("%s: %v", col[2], err)
		}
		result := "1/2-1/2"
		if v.Outcome != tablebase.Draw {
			result = "0-1"
			if (v.Outcome == tablebase.Win) == (p.Turn() == position.White) {
				result = "1-0"
			}
		}
		dtm := "-"
		if v.Outcome != tablebase.Draw {
			dtm = strconv.Itoa(v.Plies)
		}
		if result != col[4] || dtm != col[5] {
			t.Errorf("%s %s %s: %s %s, expected %s %s (%s)", col[0], col[1], col[2], result, dtm, col[4], col[5], col[6])
		}
	}
	if lines != 100 {
		t.Errorf("%d lines", lines)
	}
}
