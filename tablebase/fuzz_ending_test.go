package tablebase_test

import (
	"testing"

	"tagmate/position"
	"tagmate/tablebase"
)

func FuzzParseEnding(f *testing.F) {
	for _, s := range []string{"KJUk", "KAkj", "KBBk", "KPPk", "kK", "KQ", ""} {
		f.Add(s)
	}
	r, err := position.RulesOf("teammate")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := tablebase.ParseEnding(r, text)
		if err != nil {
			return
		}
		again, err := tablebase.ParseEnding(r, e.Name(r))
		if err != nil || again.Name(r) != e.Name(r) {
			t.Fatalf("%q is written as %q, which reads as %v, %v", text, e.Name(r), again, err)
		}
	})
}
