package lab

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"tagmate/engine"
	"tagmate/position"
)

func selfPlay(t *testing.T, file string, games, workers int) []Course {
	t.Helper()
	s := SelfPlay{Rules: rules(t, "chess"), Games: games, Nodes: 300, Seed: 5, Workers: workers, File: file}
	got, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// The games depend on the seed alone, and what a kill has cut off is played
// again.
func TestSelfPlayResumes(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	whole := selfPlay(t, one, 5, 1)
	text, err := os.ReadFile(one)
	if err != nil {
		t.Fatal(err)
	}
	second := bytes.IndexByte(text, '\n') + 1
	if err := os.WriteFile(two, text[:second+40], 0o600); err != nil {
		t.Fatal(err)
	}
	again := selfPlay(t, two, 5, 2)
	if !reflect.DeepEqual(whole, again) {
		t.Error("games that were gone on with are others")
	}
	samples := 0
	for i, c := range whole {
		if c.Game != i {
			t.Errorf("game %d at place %d", c.Game, i)
		}
		samples += len(c.Samples)
	}
	if samples < 50 {
		t.Errorf("only %d samples", samples)
	}
}

func TestReadCoursesRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games")
	for _, text := range []string{"no game\n", `{"game":-1}` + "\n", `{"game":0,"result":7}` + "\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := readCourses(file, 3); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

func FuzzParseCourses(f *testing.F) {
	f.Add([]byte(`{"game":0,"result":0.5,"samples":[{"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","score":12}]}` + "\n"))
	f.Add([]byte(`{"game":1e9,"samples":null}` + "\n{"))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, size, err := parseCourses("fuzz", text, 4)
		if err != nil {
			return
		}
		if len(got) != 4 || size > int64(len(text)) {
			t.Errorf("%d games, %d of %d bytes", len(got), size, len(text))
		}
	})
}

// With results that follow from the evaluation by a scale, weights that were
// changed come back toward what they were.
func TestFit(t *testing.T) {
	r := rules(t, "chess")
	games := selfPlay(t, filepath.Join(t.TempDir(), "games"), 24, 2)
	truth := engine.NewWeights(r)
	for g := range games {
		for s := range games[g].Samples {
			sample := &games[g].Samples[s]
			sample.Score = evaluate(t, truth, sample.FEN)
		}
	}
	w := engine.NewWeights(r)
	at := -1
	for i := range w.Len() {
		if w.Name(i) == "P.value.1" {
			at = i
		}
	}
	right := w.At(at)
	w.Set(at, right+60)
	var losses []float64
	tuner := Tuner{Rounds: 2, Steps: 150, Blend: 1, Tell: func(p Progress) {
		if p.Finished {
			losses = append(losses, p.Loss)
		}
	}}
	if err := tuner.Fit(context.Background(), w, r, games); err != nil {
		t.Fatal(err)
	}
	if n := len(losses); n != 3 || losses[n-1] > losses[0]/3 {
		t.Errorf("losses %v", losses)
	}
	if off := w.At(at) - right; off > 40 || off < -40 {
		t.Errorf("off by %d, was 60", off)
	}
	if err := tuner.Fit(context.Background(), w, r, nil); err == nil {
		t.Error("no error without positions")
	}
}

func evaluate(t *testing.T, w *engine.Weights, fen string) engine.Score {
	t.Helper()
	p, err := position.ParseFEN(rules(t, "chess"), fen)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := w.Evaluate(p)
	return s
}
