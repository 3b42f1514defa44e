package tablebase_test

import (
	"testing"

	"tagmate/tablebase"
)

func BenchmarkBuild(b *testing.B) {
	for _, c := range []struct{ game, ending string }{
		{"teammate", "KAJk"}, {"teammate", "KMBk"}, {"teammate", "KNEk"}, {"chess", "KBNk"}, {"teammate", "KAkj"}, {"teutonic", "KDRk"},
	} {
		r := rulesOf(b, c.game)
		e, err := tablebase.ParseEnding(r, c.ending)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.game+"/"+c.ending, func(b *testing.B) {
			for b.Loop() {
				if _, err := tablebase.NewLibrary(r, tablebase.Options{}).Table(b.Context(), e); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
