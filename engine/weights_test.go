package engine

import (
	"bytes"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"tagmate/position"
)

func rulesOf(t *testing.T, id string) *position.Rules {
	t.Helper()
	r, err := position.RulesOf(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What is written is read again, every weight.
func TestWeightsRoundTrip(t *testing.T) {
	for _, id := range []string{"chess", "teammate", "teutonic"} {
		r := rulesOf(t, id)
		w := NewWeights(r)
		for i := range w.Len() {
			w.Set(i, 1000+i)
		}
		var text bytes.Buffer
		if err := w.Write(&text, []string{id}, "a note"); err != nil {
			t.Fatal(err)
		}
		var f weightFile
		if _, err := toml.Decode(text.String(), &f); err != nil {
			t.Fatalf("%s: %v\n%s", id, err, text.String())
		}
		var got weights
		got.take(r, f)
		n := 0
		got.visit(r, func(section, name string, i int, v *terms, tapered bool) {
			for _, x := range []struct {
				v    int32
				used bool
			}{{v.mid, true}, {v.end, tapered}} {
				if !x.used {
					continue
				}
				if x.v != int32(1000+n) {
					t.Errorf("%s: %s.%s %d is %d, want %d", id, section, name, i, x.v, 1000+n)
				}
				n++
			}
		})
		if n != w.Len() {
			t.Errorf("%s: %d weights, want %d", id, n, w.Len())
		}
	}
}

// The tables have no word that no game of theirs understands, and every weight
// of the first game.
func TestTables(t *testing.T) {
	for _, f := range weightFiles() {
		if len(f.Games) == 0 {
			t.Error("a table without games")
			continue
		}
		known := map[string]int{}
		r := rulesOf(t, f.Games[0])
		new(weights).visit(r, func(section, name string, i int, _ *terms, tapered bool) {
			n := 1
			if tapered {
				n = 2
			}
			known[section+"."+name] += n
		})
		for section, list := range f.Weights {
			for name, numbers := range list {
				if known[section+"."+name] != len(numbers) {
					t.Errorf("%s: %s.%s has %d numbers, want %d", f.Games[0], section, name, len(numbers), known[section+"."+name])
				}
				delete(known, section+"."+name)
			}
		}
		for name := range known {
			t.Errorf("%s: nothing about %s", f.Games[0], name)
		}
	}
}

// A position and its mirror image with the colours exchanged are worth the
// same to the side to move.
func TestEvaluateSymmetric(t *testing.T) {
	for _, id := range []string{"chess", "teammate", "teutonic", "teutonic-princess"} {
		r := rulesOf(t, id)
		k := knowledgeOf(r)
		for _, p := range benchPositions(r) {
			field := strings.Fields(p.FEN())
			ranks := strings.Split(field[0], "/")
			for i, j := 0, len(ranks)-1; i < j; i, j = i+1, j-1 {
				ranks[i], ranks[j] = ranks[j], ranks[i]
			}
			turn := map[string]string{"w": "b", "b": "w"}[field[1]]
			q, err := position.ParseFEN(r, swapCase(strings.Join(ranks, "/"))+" "+turn+" - - 0 1")
			if err != nil {
				t.Fatal(err)
			}
			var a, b pawnInfo
			if x, y := k.evaluate(p, &a), k.evaluate(q, &b); x != y {
				t.Errorf("%s: %s is worth %d, its image %d", id, p.FEN(), x, y)
			}
		}
	}
}

func swapCase(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z':
			return c - 'a' + 'A'
		case c >= 'A' && c <= 'Z':
			return c - 'A' + 'a'
		}
		return c
	}, s)
}

// What a tuner sees is what the engine plays by, and a weight that it changes
// counts at once.
func TestWeightsEvaluate(t *testing.T) {
	r := rulesOf(t, "teutonic")
	w := NewWeights(r)
	e := New(r, Options{HashMB: 1})
	for _, p := range benchPositions(r) {
		s, ok := w.Evaluate(p)
		if p.Turn() == position.Black {
			s = -s
		}
		if want := e.Evaluate(p); !ok || s != want {
			t.Errorf("%s: %d, want %d", p.FEN(), s, want)
		}
	}
	p, err := position.ParseFEN(r, "4k3/8/8/8/8/8/8/8/4P3/3RK3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := w.Evaluate(p); ok {
		t.Error("weights have a part in hunting a bare king")
	}
	p, err = position.ParseFEN(r, "4k2r/8/8/8/8/8/8/8/4P3/2RRK3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	before, _ := w.Evaluate(p)
	for i := range w.Len() {
		if strings.HasPrefix(w.Name(i), "R.value") {
			w.Set(i, w.At(i)+160)
		}
	}
	if after, _ := w.Evaluate(p); after-before < 100 || after-before > 160 {
		t.Errorf("rooks worth 160 more: %d, then %d", before, after)
	}
}
