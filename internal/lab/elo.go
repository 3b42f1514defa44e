package lab

import "math"

// Score is how a match stands for the first player.
type Score struct {
	Wins, Draws, Losses int
}

// Games returns the number of games.
func (s Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Points returns the share of points, 0 to 1; 0.5 before the first game.
func (s Score) Points() float64 {
	n := s.Games()
	if n == 0 {
		return 0.5
	}
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(n)
}

// Elo returns the difference in Elo points by the logistic curve, and half the
// width of its 95 % confidence interval, by the delta method on the variance of
// a game's points. Both are infinite where all points went one way.
func (s Score) Elo() (diff, margin float64) {
	p := s.Points()
	if p <= 0 || p >= 1 {
		return math.Inf(int(math.Copysign(1, p-0.5))), math.Inf(1)
	}
	n := float64(s.Games())
	variance := (float64(s.Wins)*(1-p)*(1-p) + float64(s.Draws)*(0.5-p)*(0.5-p) + float64(s.Losses)*p*p) / n
	slope := 400 / math.Ln10 / (p * (1 - p))
	return eloOf(p), 1.959964 * slope * math.Sqrt(variance/n)
}

func eloOf(p float64) float64 { return 400 * math.Log10(p/(1-p)) }

func pointsOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Test is a sequential probability ratio test of "better by Elo1" against
// "better by Elo0" (Wald 1945).
type Test struct {
	Elo0, Elo1  float64
	Alpha, Beta float64 // chances of a wrong yes and a wrong no
}

// LLR returns the log-likelihood ratio of a score by the normal approximation
// to the trinomial model (Van den Bergh's GSPRT), 0 while there is no spread.
func (t Test) LLR(s Score) float64 {
	n := float64(s.Games())
	if n == 0 {
		return 0
	}
	p := s.Points()
	variance := (float64(s.Wins)+float64(s.Draws)/4)/n - p*p
	if variance <= 0 {
		return 0
	}
	p0, p1 := pointsOf(t.Elo0), pointsOf(t.Elo1)
	return (p1 - p0) * (2*p - p0 - p1) * n / (2 * variance)
}

// Bounds returns the ratios at which the test ends with no and with yes.
func (t Test) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}
