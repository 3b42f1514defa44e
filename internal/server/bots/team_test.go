package bots_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tagmate/internal/server/bots"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/tag"
)

var teamGames = flag.Int("team-games", 0, "games of four computers; 0 for a few")

// holderAnswers asks the holder of a position.
func holderAnswers(t *testing.T, e *bots.Engine, text string, level, passes int) string {
	t.Helper()
	r := bots.Request{
		Variant: "tag", Start: strings.Join(strings.Fields(text)[:6], " "), Level: level, Seed: 7,
		Team: &bots.Team{Text: text, Passes: passes},
	}
	answer, err := e.Choose(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestHolder(t *testing.T) {
	e := &bots.Engine{}
	for _, tc := range []struct {
		name, text string
		passes     int
		want       string
	}{
		{"mate is the partner's: pass", "6k1/5ppp/8/8/8/8/4PPPP/R5K1 w - - 0 1 kk -", 0, bots.Pass},
		{"mate is the partner's, who passed it: pass back", "6k1/5ppp/8/8/8/8/4PPPP/R5K1 w - - 0 1 kk -", 1, bots.Pass},
		{"mate is his", "6k1/5ppp/8/8/8/8/4PPPP/R5K1 w - - 0 1 qk -", 0, "a1a8"},
		{"nothing of his own", "6k1/5ppp/8/8/8/8/8/R6K b - - 0 1 kq -", 0, bots.Pass},
		{"the partner's mate is forbidden", "6k1/5ppp/8/8/8/8/4PPPP/R5K1 w - - 0 1 kk a1a8", 0, ""},
		{"no more passes", "6k1/5ppp/8/8/8/8/4PPPP/R5K1 w - - 0 1 kk -", 3, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := holderAnswers(t, e, tc.text, 6, tc.passes)
			if tc.want != "" && got != tc.want || tc.want == "" && tc.passes > 0 && got == bots.Pass {
				t.Errorf("the answer is %s, want %s", got, tc.want)
			}
		})
	}
}

// TestFourComputers plays whole games: nobody gets stuck, nobody commits a
// foul, and the move does not go to and fro.
func TestFourComputers(t *testing.T) {
	games := *teamGames
	if games == 0 {
		games = 3
		if testing.Short() {
			games = 1
		}
	}
	r, err := position.RulesOf("tag")
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]int{}
	var lengths, passes []int
	straight := 0
	for n := range games {
		e := &bots.Engine{MaxNodes: 300}
		g := tag.New(r, [2]tag.Side{tag.Side(n & 1), tag.Side(n >> 1 & 1)})
		start := strings.Join(strings.Fields(g.Start())[:6], " ")
		var moves []string
		passed, inTurn := 0, 0
		for !g.Base().Result().Over() {
			if len(moves) > 600 {
				t.Fatalf("game %d goes on and on: %s", n, g.State().Text())
			}
			st := g.State()
			c := st.Position().Turn()
			seat := uint64(c)*2 + uint64(st.Holder(c))
			answer, err := e.Choose(context.Background(), bots.Request{
				Variant: "tag", Start: start, Moves: moves, Level: 1 + (n+int(seat)*3)%bots.MaxLevel,
				Seed: uint64(n)*4 + seat, Team: &bots.Team{Text: st.Text(), Passes: inTurn},
			})
			if err != nil {
				t.Fatalf("game %d, %s: %v", n, st.Text(), err)
			}
			if answer == bots.Pass {
				if err := g.Pass(); err != nil {
					t.Fatalf("game %d, %s: pass: %v", n, st.Text(), err)
				}
				if inTurn > 0 {
					straight++
				}
				passed++
				if inTurn++; inTurn > 4 {
					t.Fatalf("game %d: the move goes to and fro: %s", n, st.Text())
				}
				continue
			}
			m, err := notation.ParseUCI(st.Position(), answer)
			if err != nil {
				t.Fatalf("game %d, %s: %v", n, st.Text(), err)
			}
			if foul, err := g.Attempt(m); err != nil || foul {
				t.Fatalf("game %d, %s: %s: foul %v, %v", n, st.Text(), answer, foul, err)
			}
			moves, inTurn = append(moves, answer), 0
		}
		result := g.Base().Result()
		results[fmt.Sprint(result.Outcome, " ", result.Reason)]++
		lengths, passes = append(lengths, len(moves)), append(passes, passed)
	}
	slices.Sort(lengths)
	slices.Sort(passes)
	t.Logf("%d games of four computers: %d to %d plies, median %d; passes a game %d to %d, median %d; %d passed straight back; results %v",
		games, lengths[0], lengths[games-1], lengths[games/2], passes[0], passes[games-1], passes[games/2], straight, results)
}
