package tag_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tagmate/game"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/tag"
)

func move(t testing.TB, g *tag.Game, text string) position.Move {
	t.Helper()
	m, err := notation.ParseMove(g.Base().Position(), text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func attempt(t testing.TB, g *tag.Game, text string, wantFoul bool) {
	t.Helper()
	foul, err := g.Attempt(move(t, g, text))
	if err != nil || foul != wantFoul {
		t.Fatalf("%s: foul %v, %v", text, foul, err)
	}
}

func TestGame(t *testing.T) {
	g := tag.New(rules(t), [2]tag.Side{tag.KingSide, tag.KingSide})
	attempt(t, g, "d4", true) // the queen-side player's pawn
	if got := g.State().Text(); !strings.HasSuffix(got, "qk d2d4") {
		t.Fatalf("after a foul: %s", got)
	}
	if _, err := g.Attempt(move(t, g, "d4")); !errors.Is(err, tag.Forbidden) {
		t.Errorf("the forbidden move: %v", err)
	}
	if err := g.Pass(); err != nil {
		t.Fatal(err)
	}
	attempt(t, g, "f3", false)
	if got := g.State().Text(); !strings.HasSuffix(got, "kk -") {
		t.Errorf("after a move: %s", got)
	}
	attempt(t, g, "e5", false)
	attempt(t, g, "g4", false)
	if err := g.Pass(); err != nil {
		t.Fatal(err)
	}
	attempt(t, g, "Qh4", false)
	if r := g.Base().Result(); r.Reason != game.Checkmate || r.Outcome != position.BlackWins {
		t.Errorf("fool's mate: %v", r)
	}
	if err := g.Pass(); !errors.Is(err, tag.Over) {
		t.Errorf("pass after the end: %v", err)
	}
	if _, err := g.Attempt(position.NoMove); !errors.Is(err, tag.Over) {
		t.Errorf("move after the end: %v", err)
	}
	rec := g.Record(func(ply int) string { return fmt.Sprintf("0:09:%02d", 59-ply) })
	want := "1. {[%foul d2d4] [%pass] [%clk 0:09:59]} f3 1... {[%clk 0:09:58]} e5"
	if got := strings.ReplaceAll(rec.String(), "\n", " "); !strings.Contains(got, want) {
		t.Errorf("record %s", got)
	}
	// Any chess program reads it as orthodox chess.
	chess, err := position.RulesOf("chess")
	if err != nil {
		t.Fatal(err)
	}
	if again, _, err := notation.ReadPGN(chess, rec.String()); err != nil || len(again.Moves) != 4 {
		t.Errorf("read as chess: %v", err)
	}
}

func TestHint(t *testing.T) {
	s, err := tag.Parse(rules(t), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 kq -")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Act("d4"); !errors.Is(err, tag.PartnersPiece) || !strings.Contains(err.Error(), "foul:d2d4") {
		t.Errorf("a plain move with the partner's piece: %v", err)
	}
	if err := s.Act("foul:e2e4"); err == nil {
		t.Error("a foul with one's own piece was taken")
	}
	if err := s.Act("e2e5"); err == nil {
		t.Error("an illegal move was taken")
	}
}

func TestParseErrors(t *testing.T) {
	const board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 "
	for text, want := range map[string]string{
		"":                        "expected 8 fields",
		board + "kq":              "expected 8 fields",
		board + "k -":             "holders: expected two letters",
		board + "kw -":            "holders: letter 2",
		board + "kq e2e9":         "move 1: expected two squares",
		board + "kq e2e4,e2e5":    "move 2: e2e5 is no legal move",
		board + "kq e2e4,e2e4":    "stands there twice",
		"8/8/8/8 w - - 0 1 kq -":  "fen: placement",
		board + "kq e2e4q":        "expected two squares",
		board + "kq ,":            "expected two squares",
		board + "kq e2e4, e2e3 -": "expected 8 fields",
	} {
		if _, err := tag.Parse(rules(t), text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want an error with %q", text, err, want)
		}
	}
}

// The invariants of the package doc, over random games.
func TestInvariants(t *testing.T) {
	r := rules(t)
	rapid.Check(t, func(t *rapid.T) {
		g := tag.New(r, [2]tag.Side{tag.Side(rapid.IntRange(0, 1).Draw(t, "white")), tag.Side(rapid.IntRange(0, 1).Draw(t, "black"))})
		for range rapid.IntRange(1, 120).Draw(t, "actions") {
			s := g.State()
			plays, fouls, forbidden := s.Moves()
			over := g.Base().Result().Over()
			if !over && len(plays) == 0 && !s.CanPass() {
				t.Fatalf("nobody can act: %s", s.Text())
			}
			all := slices.Concat(plays, fouls, forbidden)
			if len(all) != s.Position().CountMoves() {
				t.Fatalf("%d of %d legal moves are sorted: %s", len(all), s.Position().CountMoves(), s.Text())
			}
			again, err := tag.Parse(r, s.Text())
			if err != nil || again.Text() != s.Text() {
				t.Fatalf("%s reads as %v, %v", s.Text(), again, err)
			}
			before := s.Position().FEN()
			holder := s.Holder(s.Position().Turn())
			switch kind := rapid.IntRange(0, 3).Draw(t, "kind"); {
			case kind == 0:
				may := s.CanPass() && !over
				if err := g.Pass(); (err == nil) != may {
					t.Fatalf("pass: %v, but CanPass is %v", err, may)
				}
				if before != s.Position().FEN() {
					t.Fatal("a pass changed the board")
				}
				if may && s.Holder(s.Position().Turn()) == holder {
					t.Fatal("a pass left the holder")
				}
			case len(all) > 0:
				m := rapid.SampledFrom(all).Draw(t, "move")
				foul, err := g.Attempt(m)
				want := slices.Contains(fouls, m)
				if over != errors.Is(err, tag.Over) || foul != (want && !over) {
					t.Fatalf("attempt: foul %v, %v", foul, err)
				}
				if foul && before != s.Position().FEN() {
					t.Fatal("a foul changed the board")
				}
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 kq e2e4,d2d4", "foul:g1f3")
	f.Add("4Q3/5b1k/7r/6B1/3p3K/1r6/R2R4/2n2q2 w - - 0 35 kq -", "pass")
	r := rules(f)
	f.Fuzz(func(t *testing.T, text, action string) {
		s, err := tag.Parse(r, text)
		if err != nil {
			return
		}
		before := s.Text()
		if again, err := tag.Parse(r, before); err != nil || again.Text() != before {
			t.Fatalf("%q is written as %q, which reads otherwise: %v", text, before, err)
		}
		if err := s.Act(action); err != nil && s.Text() != before {
			t.Fatalf("%q in %q was refused and changed the state", action, before)
		}
	})
}
