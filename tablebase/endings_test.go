package tablebase_test

import (
	"slices"
	"testing"

	"tagmate/tablebase"
)

func TestLeadsTo(t *testing.T) {
	for _, c := range []struct {
		game, ending string
		want         []string
	}{
		{"teammate", "KAJk", []string{"KAk", "KJk", "Kk"}},
		{"chess", "KPk", []string{"KBk", "KNk", "KQk", "KRk", "Kk"}},
		{"teammate", "KPk", []string{"KBBk", "KBk", "KCk", "KEk", "KFk", "KJk", "KMk", "KNk", "KUk", "Kk"}},
	} {
		r := rulesOf(t, c.game)
		var got []string
		for _, e := range ending(t, r, c.ending).LeadsTo(r) {
			got = append(got, e.Name(r))
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s leads to %v, expected %v", c.ending, got, c.want)
		}
	}
	r := rulesOf(t, "teammate")
	if list := tablebase.All(r, 4); len(list) != 10+110 {
		t.Errorf("%d endings of up to four men", len(list))
	}
}
