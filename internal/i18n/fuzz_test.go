package i18n

import (
	"slices"
	"testing"
)

func FuzzNegotiate(f *testing.F) {
	f.Add("de-AT,de;q=0.9,en;q=0.8", "", "")
	f.Add("*;q=0.5, fr;q=x", "fr", "xx")
	f.Fuzz(func(t *testing.T, accept, cookie, query string) {
		if got := Negotiate(accept, cookie, query); !slices.Contains(Languages(), got) {
			t.Fatalf("%q %q %q: %q is no language of ours", accept, cookie, query, got)
		}
	})
}
