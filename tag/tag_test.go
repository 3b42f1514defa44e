package tag_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"tagmate/notation"
	"tagmate/position"
	"tagmate/tag"
)

func rules(t testing.TB) *position.Rules {
	t.Helper()
	r, err := position.RulesOf("tag")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func texts(r *position.Rules, moves []position.Move) []string {
	out := []string{}
	for _, m := range moves {
		out = append(out, notation.UCI(r, m))
	}
	slices.Sort(out)
	return out
}

func TestVectors(t *testing.T) {
	f, err := os.Open("testdata/fuzz-tag.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := rules(t)
	n := 0
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for ; s.Scan(); n++ {
		var v struct {
			FEN, Status  string
			Plays, Fouls []string
			Pass, Check  bool
			After        map[string]string
		}
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		g, err := tag.Parse(r, v.FEN)
		if err != nil {
			t.Errorf("%s: %v", v.FEN, err)
			continue
		}
		if g.Text() != v.FEN {
			t.Errorf("%s reads as %s", v.FEN, g.Text())
		}
		plays, fouls, _ := g.Moves()
		if got := texts(r, plays); !slices.Equal(got, v.Plays) {
			t.Errorf("%s plays\n got %v\nwant %v", v.FEN, got, v.Plays)
		}
		if got := texts(r, fouls); !slices.Equal(got, v.Fouls) {
			t.Errorf("%s fouls\n got %v\nwant %v", v.FEN, got, v.Fouls)
		}
		pos := g.Position()
		if g.CanPass() != v.Pass || pos.InCheck() != v.Check || pos.Status().String() != v.Status {
			t.Errorf("%s: pass %v check %v %v, want %v %v %s", v.FEN, g.CanPass(), pos.InCheck(), pos.Status(), v.Pass, v.Check, v.Status)
		}
		for action, want := range v.After {
			g, err := tag.Parse(r, v.FEN)
			if err != nil {
				t.Fatal(err)
			}
			got := "refused"
			if err := g.Act(action); err == nil {
				got = g.Text()
			} else if g.Text() != v.FEN {
				t.Errorf("%s: a refused %s changed the game", v.FEN, action)
			}
			if got != want {
				t.Errorf("%s %s:\n got %s\nwant %s", v.FEN, action, got, want)
			}
		}
	}
	if s.Err() != nil || n == 0 {
		t.Fatalf("%d lines, %v", n, s.Err())
	}
}
