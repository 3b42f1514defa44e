// Command gotest reads the output of go test -json and tells it shortly: a line
// for each package, everything of tests that failed, and the counts, which it
// also leaves in the file that is its argument.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// event is a line of go test -json.
type event struct {
	Action     string
	Package    string
	ImportPath string // of a build-output
	Test       string
	Output     string
}

type counts struct{ passed, failed, skipped int }

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go test -json … | gotest FILE")
		os.Exit(2)
	}
	c, err := tell(os.Stdin, os.Stdout)
	if err == nil {
		err = os.WriteFile(os.Args[1], fmt.Appendf(nil, "%d %d\n", c.passed, c.failed), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		os.Exit(1)
	}
	if c.failed > 0 {
		os.Exit(1)
	}
}

// tell copies what people want to know. Tests with subtests do not count
// themselves, only their subtests do.
func tell(in io.Reader, out io.Writer) (counts, error) {
	var c counts
	output := map[string]*strings.Builder{} // of tests that have not ended, by package and name
	parents := map[string]bool{}
	w := bufio.NewWriter(out)
	defer w.Flush()
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 {
			if err == io.EOF {
				break
			}
			return c, err
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			w.Write(line) // something that is not of go test
			continue
		}
		key := e.Package + " " + e.Test
		switch e.Action {
		case "run":
			if i := strings.LastIndexByte(e.Test, '/'); i >= 0 {
				parents[e.Package+" "+e.Test[:i]] = true
			}
		case "build-output":
			w.WriteString(e.Output)
		case "output":
			// A package's own lines are told at once, but for its bare PASS.
			if e.Test == "" {
				if e.Output != "PASS\n" && !strings.HasPrefix(e.Output, "-test.shuffle") && !strings.Contains(e.Output, "[no test files]") {
					w.WriteString(e.Output)
				}
				break
			}
			if output[key] == nil {
				output[key] = &strings.Builder{}
			}
			output[key].WriteString(e.Output)
		case "pass", "skip", "fail":
			if e.Test == "" {
				if e.Action == "fail" && c.failed == 0 {
					c.failed = 1 // it did not build, or ended outside a test
				}
				w.Flush()
				break
			}
			if e.Action == "fail" && output[key] != nil {
				w.WriteString(output[key].String())
			}
			delete(output, key)
			switch {
			case parents[key] && e.Action != "fail":
			case e.Action == "pass":
				c.passed++
			case e.Action == "skip":
				c.skipped++
			default:
				c.failed++
			}
		}
	}
	for _, text := range output {
		w.WriteString(text.String()) // ended by a panic or a time limit
	}
	fmt.Fprintf(w, "%d passed, %d failed, %d skipped\n", c.passed, c.failed, c.skipped)
	return c, nil
}
