package engine_test

import (
	"testing"

	"tagmate/engine"
)

// The signature of search and evaluation. A commit that changes a number says
// so in its message ("Bench: N", the sum of all), with what matches gave.
var signature = map[string]uint64{
	"chess":             216419,
	"teammate":          232496,
	"teutonic":          315889,
	"teutonic-princess": 346514,
}

func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	var sum uint64
	for id, want := range signature {
		got, err := engine.Bench(id)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%q: %d, // was %d", id, got, want)
		}
		sum += got
	}
	t.Logf("Bench: %d", sum)
	if _, err := engine.Bench("nonesuch"); err == nil {
		t.Error("no error for a game that does not exist")
	}
}
