package tablebase

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"tagmate/position"
)

func TestFive(t *testing.T) {
	if os.Getenv("FIVE") == "" {
		t.Skip()
	}
	g, n, _ := strings.Cut(os.Getenv("FIVE"), "/")
	r, _ := position.RulesOf(g)
	lib := NewLibrary(r, Options{})
	e, err := ParseEnding(r, n)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	tb, err := lib.Table(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Log(time.Since(start), tb.size(), m.Sys>>20)
}
