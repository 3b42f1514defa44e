package store_test

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGeneratedIsCurrent compares the typed queries, and what they were made of,
// with the sums that `make generate` has noted.
func TestGeneratedIsCurrent(t *testing.T) {
	text, err := os.ReadFile("generated.sum")
	if err != nil {
		t.Fatal(err)
	}
	want, got := map[string]string{}, map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		want[filepath.Clean(name)] = sum
	}
	for _, pattern := range []string{"../../../sqlc.yaml", "*/queries.sql", "*/migrations/*.sql", "*/queries/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v, %v", pattern, names, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got[name] = fmt.Sprintf("%x", sha256.Sum256(text))
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("the queries, or what they are made of, have changed: run `make generate`")
	}
}
