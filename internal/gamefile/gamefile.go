// Package gamefile reads an inventor's game from a file.
package gamefile

import (
	"fmt"
	"io"
	"os"

	"tagmate/variant"
)

// maxRead is more than variant.Parse takes, so that it says what is too long.
const maxRead = 1 << 20

// Load reads and checks a game file. What is no ordinary file, a device or a
// pipe that might never end, is refused.
func Load(name string) (*variant.Def, error) {
	// Before it is opened: to open a pipe would wait for its writer.
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: expected a game file, this is no ordinary file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxRead))
	if err != nil {
		return nil, err
	}
	return variant.Parse(name, text)
}
