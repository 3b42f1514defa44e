package tablebase

import (
	"slices"
	"testing"

	"tagmate/position"
)

// A table is the same when those that its promotions lead to are compressed.
func TestPacked(t *testing.T) {
	for _, c := range []struct{ game, ending, leads string }{
		{"chess", "KPk", "KQk"}, {"chess", "KPkp", "KQkp"}, {"teutonic", "KPk", "KTk"}, {"teammate", "KPk", "KCk"},
	} {
		if testing.Short() && c.ending == "KPkp" {
			continue
		}
		r, err := position.RulesOf(c.game)
		if err != nil {
			t.Fatal(err)
		}
		e, err := ParseEnding(r, c.ending)
		if err != nil {
			t.Fatal(err)
		}
		plain, tight := NewLibrary(r, Options{Threads: 2}), NewLibrary(r, Options{Threads: 2})
		tight.large = 3
		want, err := plain.Table(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tight.Table(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		for s := range 2 {
			if !slices.Equal(got.codes[s], want.codes[s]) {
				t.Errorf("%s %s: other values", c.game, c.ending)
			}
		}
		p := tight.tables[c.leads+"/promotion"]
		if p == nil || p.packed == nil {
			t.Errorf("%s %s: %s is not compressed", c.game, c.ending, c.leads)
			continue
		}
		if full := int64(p.size()) * 4; p.packed.size() > full/4 {
			t.Errorf("%s: %d bytes of %d", c.leads, p.packed.size(), full)
		}
		if slices.Contains(tight.Tables(), p) {
			t.Errorf("%s is listed as a whole table", c.leads)
		}
	}
}
