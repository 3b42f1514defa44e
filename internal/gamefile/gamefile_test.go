package gamefile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tagmate/internal/gamefile"
)

func TestLoad(t *testing.T) {
	if d, err := gamefile.Load("../../variant/games/teammate.toml"); err != nil || d.ID != "teammate" {
		t.Errorf("%v, %v", d, err)
	}
	dir := t.TempDir()
	big := filepath.Join(dir, "big.toml")
	if err := os.WriteFile(big, make([]byte, 2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"/dev/zero": "no ordinary file", dir: "no ordinary file", filepath.Join(dir, "none.toml"): "no such file", big: "at most",
	} {
		if _, err := gamefile.Load(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", name, err, want)
		}
	}
}
