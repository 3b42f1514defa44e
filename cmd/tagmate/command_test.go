package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tagmate/position"
	"tagmate/variant"
)

// everyCommand calls do with every command.
func everyCommand(c *cobra.Command, do func(c *cobra.Command)) {
	do(c)
	for _, sub := range c.Commands() {
		everyCommand(sub, do)
	}
}

// TestHelp holds what every command promises: a sentence, examples, and for
// what it may often be asked short flags that mean the same everywhere.
func TestHelp(t *testing.T) {
	short := map[string]string{"variant": "v", "fen": "f", "json": "j", "batch": "b", "depth": "d"}
	everyCommand(newRootCommand(), func(c *cobra.Command) {
		if c.Short == "" || c.Example == "" {
			t.Errorf("%s: without a sentence or examples", c.CommandPath())
		}
		for name, want := range short {
			if f := c.Flags().Lookup(name); f != nil && f.Shorthand != want && c.Name() != "serve" {
				t.Errorf("%s --%s: short form -%s, expected -%s", c.CommandPath(), name, f.Shorthand, want)
			}
		}
	})
}

// TestRoot: without a command there is help, with all commands.
func TestRoot(t *testing.T) {
	r := tagmate(t, "")
	if r.code != 0 {
		t.Errorf("exit code %d", r.code)
	}
	for _, want := range []string{"Usage:", "serve", "play", "variants", "diagram", "perft", "moves", "apply", "completion", "--version"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("help without %s: %s", want, r.out)
		}
	}
	if r := tagmate(t, "", "--version"); r.code != 0 || !strings.HasPrefix(r.out, "tagmate version ") {
		t.Errorf("version: %+v", r)
	}
}

// TestExamples runs the examples of the help, as far as they end soon by
// themselves.
func TestExamples(t *testing.T) {
	game, err := os.ReadFile("testdata/leapers.toml")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"positions.txt": "8/j3P1K1/8/8/8/8/8/k7 w - - 0 1\n", "mygame.toml": string(game),
		"positions.jsonl": `{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 kq -","actions":["pass"]}` + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	count := 0
	everyCommand(newRootCommand(), func(c *cobra.Command) {
		for line := range strings.Lines(c.Example) {
			line, _, _ := strings.Cut(strings.TrimSpace(line), " >")
			line, _, _ = strings.Cut(line, "   ") // what the root's examples say of themselves
			if !strings.HasPrefix(line, "tagmate") {
				continue // a pipe
			}
			args, err := splitWords(strings.TrimPrefix(line, "tagmate"))
			if err != nil || len(args) == 0 {
				t.Errorf("%s: %v", line, err)
				continue
			}
			switch args[0] {
			case "serve", "worker", "match", "uci", "xboard", "bench", "analyze", "tablebase", "claims":
				// These go on for long, or ask for other programs: read only.
				sub, rest, err := newRootCommand().Find(args)
				if err == nil {
					err = sub.ParseFlags(rest)
				}
				if err != nil {
					t.Errorf("%s: %v", line, err)
				}
				continue
			case "perft":
				args = append(args, "-d", "2") // the last one counts
			}
			if r := tagmate(t, "quit\n", args...); r.code != 0 || r.out == "" {
				t.Errorf("%s: exit code %d, %s", line, r.code, r.errOut)
			}
			count++
		}
	})
	if count < 15 {
		t.Errorf("only %d examples", count)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if r := tagmate(t, "", "completion", shell); r.code != 0 || len(r.out) < 500 {
			t.Errorf("%s: exit code %d, %d bytes", shell, r.code, len(r.out))
		}
	}
	for line, want := range map[string]string{
		"mo":                       "moves",
		"moves --variant teut":     "teutonic-princess",
		"variants tea":             "teammate",
		"diagram teutonic ":        "dragon-horse",
		"help per":                 "perft",
		"play --color ":            "both",
		"diagram no-such-game abc": ":4",
	} {
		if r := tagmate(t, "", append([]string{"__complete"}, strings.Split(line, " ")...)...); r.code != 0 || !strings.Contains(r.out, want) {
			t.Errorf("%q: exit code %d, %s", line, r.code, r.out)
		}
	}
}

// TestDiagramSVG draws every piece of every game on every square.
func TestDiagramSVG(t *testing.T) {
	for _, id := range variant.IDs() {
		r, err := position.RulesOf(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Def().Pieces {
			for _, color := range [][]string{nil, {"--black"}} {
				args := append([]string{"diagram", id, p.Name, "--svg"}, color...)
				res := tagmate(t, "", args...)
				if res.code != 0 {
					t.Fatalf("%v: exit code %d: %s", args, res.code, res.errOut)
				}
				if strings.Contains(res.out, "<text") {
					t.Errorf("%v: the piece has no drawing", args)
				}
				d := xml.NewDecoder(strings.NewReader(res.out))
				for {
					if _, err := d.Token(); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						t.Fatalf("%v: %v", args, err)
					}
				}
			}
		}
		for sq := range r.Shape().Squares() {
			name := r.Shape().Name(r.Shape().Square(sq%r.Shape().Files, sq/r.Shape().Files))
			if res := tagmate(t, "", "diagram", id, "K", "--square", name); res.code != 0 {
				t.Errorf("%s: %s", name, res.errOut)
			}
		}
	}
}

// TestPlayWholeGame lets the engine meet a person who always plays the first
// legal move, until there is a result.
func TestPlayWholeGame(t *testing.T) {
	for _, id := range []string{"teammate", "teutonic"} {
		t.Run(id, func(t *testing.T) {
			if testing.Short() {
				t.Skip("a whole game takes seconds")
			}
			in, typed := io.Pipe()
			seen := &watcher{t: t, answer: typed}
			done := make(chan int, 1)
			go func() {
				done <- run(t.Context(), []string{"play", "-v", id, "-c", "white", "-l", "8", "-t", "0.02"}, in, seen, io.Discard)
			}()
			if code := <-done; code != 0 {
				t.Errorf("exit code %d", code)
			}
			if !strings.Contains(seen.all.String(), "Black wins by checkmate.") && !strings.Contains(seen.all.String(), "Draw: ") &&
				!strings.Contains(seen.all.String(), "stalemated") {
				t.Errorf("no result: …%s", seen.all.String()[max(0, seen.all.Len()-900):])
			}
		})
	}
}

// watcher types the first legal move whenever it is asked for one.
type watcher struct {
	t      *testing.T
	all    strings.Builder
	answer *io.PipeWriter
	listed bool
}

func (w *watcher) Write(b []byte) (int, error) {
	w.all.Write(b)
	text := w.all.String()
	if !strings.HasSuffix(text, "white> ") && !strings.HasSuffix(text, "black> ") {
		return len(b), nil
	}
	last := text[:len(text)-len("white> ")]
	last = last[strings.LastIndexByte(strings.TrimSuffix(last, "\n"), '\n')+1:]
	reply := "moves\n"
	switch {
	case strings.Contains(last, "wins") || strings.HasPrefix(last, "Draw: "):
		reply = "quit\n"
	case w.listed:
		reply = strings.Fields(last)[0] + "\n"
	}
	w.listed = reply == "moves\n"
	go io.WriteString(w.answer, reply)
	return len(b), nil
}

// TestDocumentedGame holds docs/variants.md to the truth: its game can be read,
// and it names every key that the built-in games use.
func TestDocumentedGame(t *testing.T) {
	doc, err := os.ReadFile("../../docs/variants.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(doc), "```toml\n")
	text, _, end := strings.Cut(rest, "```")
	if !ok || !end {
		t.Fatal("no game in the page")
	}
	d, err := variant.Parse("docs/variants.md", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := position.Compile(d); err != nil {
		t.Error(err)
	}
	files, err := filepath.Glob("../../variant/games/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d games, %v", len(files), err)
	}
	for _, name := range files {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(file)) {
			key, _, ok := strings.Cut(line, " = ")
			if !ok || strings.ContainsAny(key, "# \"") {
				continue
			}
			if !strings.Contains(string(doc), "`"+key+"`") && !strings.Contains(string(doc), "."+key+"`") {
				t.Errorf("%s: key %s is not in docs/variants.md", name, key)
			}
		}
	}
}
