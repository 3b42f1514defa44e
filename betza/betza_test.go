package betza_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tagmate/betza"
)

// squares walks a movement on an empty, unbounded board cut at 4 squares.
func squares(t *testing.T, text string) []string {
	t.Helper()
	m, err := betza.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range m.Paths() {
		x, y := 0, 0
		for _, v := range p.Via {
			x, y = x+v.DX, y+v.DY
		}
		for n := 1; p.Range == 0 || n <= p.Range; n++ {
			x, y = x+p.Step.DX, y+p.Step.DY
			if max(x, -x, y, -y) > 4 {
				break
			}
			seen[fmt.Sprintf("%d,%d", x, y)] = true
		}
	}
	var out []string
	for s := range seen {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

func TestMovements(t *testing.T) {
	same := []struct{ name, a, b string }{
		{"king", "K", "WF"},
		{"queen", "Q", "W0F0"},
		{"rook", "R", "WW"},
		{"acromantula as XBetza and bracket", "WyafsW", "[W?B]"},
		{"cobra as XBetza and bracket", "NmpafsafF", "[N?W]"},
		{"griffon", "FyafsF", "[F?R]"},
		{"knight by halves", "N", "fhNbhN"},
		{"knight by pairs", "N", "vNsN"},
		{"knight by singles", "N", "frNflNrfNrbNlfNlbNbrNblN"},
		{"wide forward knight", "fsN", "lfNrfN"},
		{"ferz by diagonals", "F", "frFflFbrFblF"},
		{"wazir", "W", "fbsW"},
		{"lame dabbaba reaches the same squares", "nD", "D"},
		{"mao reaches the knight's squares", "nN", "N"},
	}
	for _, c := range same {
		t.Run(c.name, func(t *testing.T) {
			if a, b := squares(t, c.a), squares(t, c.b); !slices.Equal(a, b) {
				t.Errorf("%s reaches %v, %s reaches %v", c.a, a, c.b, b)
			}
		})
	}
}

func TestCounts(t *testing.T) {
	for text, want := range map[string]int{
		"BD0": 24, "AG": 8, "WNC": 20, "FbW": 5, "WN": 12, "FA": 8, "WA": 8,
		"fmWfceFifmnD": 4, "fmWfceFifmW3iifmnD": 5, "fsW": 3, "frF": 1, "fF": 2, "C": 8, "Z": 8, "H": 4,
	} {
		if got := len(squares(t, text)); got != want {
			t.Errorf("%s reaches %d squares, want %d", text, got, want)
		}
	}
}

func TestAcromantulaPath(t *testing.T) {
	m, err := betza.Parse("WyafsW") // two atoms: W, then yafsW
	if err != nil {
		t.Fatal(err)
	}
	// Four steps, and from each two diagonals outward.
	if n := len(m.Paths()); n != 12 {
		t.Fatalf("%d paths, want 12", n)
	}
	for _, p := range m.Paths() {
		if len(p.Via) == 0 {
			if p.Range != 1 {
				t.Errorf("first step has range %d", p.Range)
			}
			continue
		}
		if p.Range != 0 || p.Via[0].Any {
			t.Errorf("bent path %+v should slide and need an empty first square", p)
		}
		if dot := p.Via[0].DX*p.Step.DX + p.Via[0].DY*p.Step.DY; dot != 1 {
			t.Errorf("path %+v does not lead outward", p)
		}
	}
}

func TestErrors(t *testing.T) {
	cases := []struct {
		text   string
		column int
		want   string
	}{
		{"", 1, "expected a movement"},
		{"X", 1, "expected one of the atoms"},
		{"WX", 2, "expected one of the atoms"},
		{"W1 F", 3, "expected one of the atoms"},
		{"f", 2, "expected one of the atoms"},
		{"gR", 1, "modifier g is not supported"},
		{"W99", 2, "a range is"},
		{"eF", 2, "needs c"},
		{"pR", 2, "mp"},
		{"yW", 2, "before an a"},
		{"hW", 1, "do not fit"},
		{"fxN", 2, "modifier x"},
		{"O", 2, "how far the king castles"},
		{"O2", 1, "isO2"},
		{"yaW", 3, "relative"},
		{"camW", 2, "leg before the last"},
		{"[W?B", 5, "expected ]"},
		{"[W+B]", 3, "expected ?"},
		{"[K?B]", 2, "single step"},
		{"[W?N]", 4, "W, F, R or B"},
		{"[N?fW]", 4, "relative"},
		{"iiiW", 3, "iii"},
		{"nR", 2, "n belongs to leaps"},
		{"nW", 2, "lame leaps"},
		{"yafsN", 5, "several legs"},
		{strings.Repeat("W", 201), 201, "200 letters"},
	}
	for _, c := range cases {
		_, err := betza.Parse(c.text)
		var e *betza.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: got %v, want an error", c.text, err)
			continue
		}
		if e.Column != c.column || !strings.Contains(e.Want, c.want) {
			t.Errorf("%q: column %d %q, want column %d with %q", c.text, e.Column, e.Want, c.column, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"WyafsW", "NmpafsafF", "BD0", "AG", "WNC", "FbW", "KisO2", "fmWfceFifmW3iifmnD", "[W?fsB]", "[N-W3]", "nNnD", "fhN", "mQcN0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := betza.Parse(text)
		if err != nil {
			return
		}
		again, err := betza.Parse(m.String())
		if err != nil {
			t.Fatalf("%q prints as %q, which is refused: %v", text, m.String(), err)
		}
		if again.String() != m.String() || fmt.Sprint(again.Paths()) != fmt.Sprint(m.Paths()) {
			t.Fatalf("%q prints as %q, which reads as another movement (%q)", text, m.String(), again.String())
		}
		for _, p := range m.Paths() {
			if p.Step == (betza.Step{}) || p.Range < 0 {
				t.Fatalf("%q has a path that goes nowhere: %+v", text, p)
			}
		}
	})
}

func ExampleParse() {
	m, _ := betza.Parse("[W?B]") // the Acromantula
	for _, p := range m.Paths()[:3] {
		fmt.Println(p.Via, p.Step, p.Range)
	}
	// Output:
	// [] {0 1} 1
	// [{{0 1} false}] {1 1} 0
	// [{{0 1} false}] {-1 1} 0
}
