package lab

import (
	"math"
	"testing"
)

func TestElo(t *testing.T) {
	cases := []struct {
		name         string
		s            Score
		diff, margin float64
	}{
		{"even", Score{10, 0, 10}, 0, 152.3},
		{"three to one", Score{75, 0, 25}, 190.8, 78.6},
		{"draws narrow the margin", Score{10, 80, 10}, 0, 30.5},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			diff, margin := c.s.Elo()
			if math.Abs(diff-c.diff) > 0.2 || math.Abs(margin-c.margin) > 1 {
				t.Errorf("%.1f ± %.1f, want %.1f ± %.1f", diff, margin, c.diff, c.margin)
			}
		})
	}
	if d, m := (Score{5, 0, 0}).Elo(); !math.IsInf(d, 1) || !math.IsInf(m, 1) {
		t.Errorf("all won: %v ± %v", d, m)
	}
}

func TestSPRT(t *testing.T) {
	test := Test{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	lower, upper := test.Bounds()
	if math.Abs(lower+2.944) > 0.01 || math.Abs(upper-2.944) > 0.01 {
		t.Errorf("bounds %v %v", lower, upper)
	}
	if llr := test.LLR(Score{1100, 2000, 900}); llr < 2 {
		t.Errorf("a clear gain: %v", llr)
	}
	if llr := test.LLR(Score{900, 2000, 1100}); llr > -2 {
		t.Errorf("a clear loss: %v", llr)
	}
	if llr := test.LLR(Score{}); llr != 0 {
		t.Errorf("no games: %v", llr)
	}
}
