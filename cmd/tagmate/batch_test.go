package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tagmate/internal/lines"
	"tagmate/position"
)

// vectors returns the lines of a file of true values, whose origin is told in
// package position.
func vectors(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../position/testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

var vectorGames = []string{"chess", "teammate", "teutonic", "teutonic-princess"}

func TestMovesBatchVectors(t *testing.T) {
	for _, id := range vectorGames {
		t.Run(id, func(t *testing.T) {
			lines := vectors(t, "fuzz-"+id+".jsonl")
			want := make([]positionReport, len(lines))
			in := ""
			for i, l := range lines {
				if err := json.Unmarshal([]byte(l), &want[i]); err != nil {
					t.Fatal(err)
				}
				in += want[i].FEN + "\n"
			}
			r := tagmate(t, in, "moves", "-v", id, "--batch", "-")
			if r.code != 0 || r.errOut != "" {
				t.Fatalf("exit code %d: %s", r.code, r.errOut)
			}
			out := strings.Split(strings.TrimSuffix(r.out, "\n"), "\n")
			if len(out) != len(lines) {
				t.Fatalf("%d lines for %d", len(out), len(lines))
			}
			for i, l := range out {
				var got positionReport
				if err := json.Unmarshal([]byte(l), &got); err != nil {
					t.Fatalf("line %d: %v", i+1, err)
				}
				if got.FEN != want[i].FEN || !slices.Equal(got.Moves, want[i].Moves) ||
					got.Check != want[i].Check || got.Status != want[i].Status {
					t.Errorf("line %d: got %+v\nwant %+v", i+1, got, want[i])
				}
				if len(got.SAN) != len(got.Moves) || got.SAN == nil || got.Moves == nil {
					t.Errorf("line %d: %d SAN for %d moves", i+1, len(got.SAN), len(got.Moves))
				}
				if (got.Result == "*") != (got.Status == "ongoing") {
					t.Errorf("line %d: %s with %s", i+1, got.Status, got.Result)
				}
			}
		})
	}
}

func TestApplyBatchVectors(t *testing.T) {
	for _, id := range vectorGames {
		t.Run(id, func(t *testing.T) {
			var in strings.Builder
			var want []string
			for _, l := range vectors(t, "apply-"+id+".jsonl") {
				var v struct{ FEN, Move, After string }
				if err := json.Unmarshal([]byte(l), &v); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&in, `{"fen":%q,"moves":[%q]}`+"\n", v.FEN, v.Move)
				want = append(want, v.After)
			}
			r := tagmate(t, in.String(), "apply", "--variant", id, "--batch", "-")
			if r.code != 0 || r.errOut != "" {
				t.Fatalf("exit code %d: %s", r.code, r.errOut)
			}
			out := strings.Split(strings.TrimSuffix(r.out, "\n"), "\n")
			if len(out) != len(want) {
				t.Fatalf("%d lines for %d", len(out), len(want))
			}
			for i, l := range out {
				var got applied
				if err := json.Unmarshal([]byte(l), &got); err != nil || got.FEN != want[i] {
					t.Errorf("line %d: %s, want %s (%v)", i+1, l, want[i], err)
				}
			}
		})
	}
}

// TestTeammateLegalVectors has lists of moves that another program made.
func TestTeammateLegalVectors(t *testing.T) {
	lines := vectors(t, "teammate-legal.tsv")
	var in strings.Builder
	var want []string
	for _, l := range lines {
		f := strings.Split(l, "\t")
		if strings.HasPrefix(l, "#") || len(f) < 2 || f[0] == "fen" {
			continue
		}
		in.WriteString(f[0] + "\n")
		moves := strings.Fields(f[1])
		slices.Sort(moves)
		want = append(want, strings.Join(moves, " "))
	}
	if len(want) < 100 {
		t.Fatalf("only %d lines understood", len(want))
	}
	r := tagmate(t, in.String(), "moves", "-v", "teammate", "-b", "-")
	d := json.NewDecoder(strings.NewReader(r.out))
	for i := range want {
		var got positionReport
		if err := d.Decode(&got); err != nil {
			t.Fatal(err)
		}
		if s := strings.Join(got.Moves, " "); s != want[i] {
			t.Errorf("line %d: %s\n got %s\nwant %s", i+1, got.FEN, s, want[i])
		}
	}
}

func TestBatchFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lines.txt")
	fen := "8/j3P1K1/8/8/8/8/8/k7 w - - 0 1"
	// Ends of lines of both kinds, a line that is too long, a last line without an end.
	text := fen + "\r\n" + strings.Repeat("x", lines.Max+1) + "\n" + fen
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := tagmate(t, "", "moves", "-b", name)
	out := strings.Split(r.out, "\n")
	if r.code != 0 || len(out) != 4 {
		t.Fatalf("exit code %d, %d lines: %s", r.code, len(out)-1, r.errOut)
	}
	if out[0] != out[2] || !strings.HasPrefix(out[0], `{"fen":`) {
		t.Errorf("lines differ:\n%s\n%s", out[0], out[2])
	}
	if want := fmt.Sprintf(`{"error":"the line is longer than %d bytes","line":2}`, lines.Max); out[1] != want {
		t.Errorf("got %.100s, want %s", out[1], want)
	}
	// A line of just the greatest length is read.
	if r := tagmate(t, strings.Repeat("x", lines.Max-1)+"\n", "moves", "-b", "-"); strings.Contains(r.out, "the line is longer") {
		t.Errorf("refused: %.100s", r.out)
	}
}

func TestBatchInputFails(t *testing.T) {
	r := tagmate(t, "", "moves", "-b", t.TempDir())
	if r.code != exitFailure || !strings.Contains(r.errOut, "is a directory") {
		t.Errorf("exit code %d: %s", r.code, r.errOut)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// TestOutputFails has a full disk noticed by every command that prints.
func TestOutputFails(t *testing.T) {
	for _, line := range []string{
		"variants", "variants chess --json", "moves", "moves -j", "moves -b -", "apply e4", "perft -d 1",
		"diagram chess K", "diagram chess K --svg", "tag", "help", "--version", "completion bash",
	} {
		var errOut bytes.Buffer
		code := run(t.Context(), strings.Fields(line), strings.NewReader("x\n"), full{}, &errOut)
		if code != exitFailure || !strings.Contains(errOut.String(), io.ErrShortWrite.Error()) {
			t.Errorf("%s: exit code %d, %q", line, code, errOut.String())
		}
	}
}

// FuzzBatch: whatever the input, each line has one line of JSON for an answer,
// and positions in answers are read back to the same answer.
func FuzzBatch(f *testing.F) {
	for _, s := range []string{
		"8/j3P1K1/8/8/8/8/8/k7 w - - 0 1\n\n\r\nx",
		`{"fen":"4k2c/6P1/8/8/8/8/8/4K3 w k - 2 7","moves":["g7h8b"]}`,
		`{"moves":["e4","e5"]}` + "\n" + `{"moves":null}` + "\n[]\n{\"moves\":[\"\xff\"]}",
	} {
		f.Add(s)
	}
	r, err := position.RulesOf("teammate")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, in string) {
		lines := strings.Count(in, "\n")
		if !strings.HasSuffix(in, "\n") && in != "" {
			lines++
		}
		answers := map[string]func([]byte) (any, error){
			"moves": func(line []byte) (any, error) { return movesBatchLine(r, line) },
			"apply": func(line []byte) (any, error) { return applyBatchLine(r, line) },
		}
		for name, answer := range answers {
			var out bytes.Buffer
			cmd := &cobra.Command{}
			cmd.SetIn(strings.NewReader(in))
			cmd.SetOut(&out)
			if err := runBatch(cmd, "-", answer); err != nil {
				t.Fatal(err)
			}
			got := bytes.Split(bytes.TrimSuffix(out.Bytes(), []byte("\n")), []byte("\n"))
			if out.Len() == 0 {
				got = nil
			}
			if len(got) != lines {
				t.Fatalf("%s: %d lines for %d", name, len(got), lines)
			}
			for i, l := range got {
				var v struct {
					FEN, Error *string
					Line       int
				}
				if err := json.Unmarshal(l, &v); err != nil || (v.FEN == nil) == (v.Error == nil) {
					t.Fatalf("%s: line %d: %s, %v", name, i+1, l, err)
				}
				if v.Error != nil {
					if v.Line != i+1 {
						t.Fatalf("%s: line %d: %s", name, i+1, l)
					}
					continue
				}
				p, err := position.ParseFEN(r, *v.FEN)
				if err != nil || p.FEN() != *v.FEN {
					t.Fatalf("%s: line %d: %s, %v", name, i+1, *v.FEN, err)
				}
			}
		}
	})
}
