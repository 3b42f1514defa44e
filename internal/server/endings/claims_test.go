package endings_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"tagmate/internal/server/endings"
	"tagmate/tablebase"
)

var update = flag.Bool("update", false, "write claims.json anew")

// The claims that the site shows are those that are computed.
func TestClaimsAreComputed(t *testing.T) {
	list, err := endings.Claims()
	if err != nil || len(list) != 10 {
		t.Fatalf("%d claims, %v", len(list), err)
	}
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	now, err := tablebase.Claims(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.MarshalIndent(now, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile("claims.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile("claims.json")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Error("claims.json is not what is computed; -update writes it anew")
	}
}
