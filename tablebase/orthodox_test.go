package tablebase_test

import (
	"strings"
	"testing"

	"tagmate/position"
	"tagmate/tablebase"
)

func ending(t testing.TB, r *position.Rules, name string) tablebase.Ending {
	t.Helper()
	e, err := tablebase.ParseEnding(r, name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Values that everybody knows.
func TestOrthodox(t *testing.T) {
	r := rulesOf(t, "chess")
	lib := tablebase.NewLibrary(r, tablebase.Options{Pure: true})
	for _, c := range []struct {
		ending string
		moves  int
	}{
		{"KQk", 10}, {"KRk", 16}, {"KBNk", 33}, {"KBBk", 19}, {"KPk", 28}, {"KQkr", 35}, {"KQkq", 13}, {"KRkn", 40}, {"KPPk", 32}, {"KPkp", 33},
	} {
		if testing.Short() && strings.Count(strings.ToUpper(c.ending), "P") > 1 {
			continue
		}
		s, err := lib.Stats(t.Context(), ending(t, r, c.ending))
		if err != nil {
			t.Fatal(err)
		}
		if got := (s[0].White.Longest + 1) / 2; got != c.moves {
			t.Errorf("%s: the longest mate takes %d moves, expected %d", c.ending, got, c.moves)
		}
		if c.ending == "KPk" && (s[0].White.Legal != 163328 || s[0].White.Wins != 124960) {
			t.Errorf("KPk: %d of %d won with White to move, expected 124960 of 163328", s[0].White.Wins, s[0].White.Legal)
		}
	}
}

// Entries must agree with the moves that package position makes.
func TestAgreesWithMoves(t *testing.T) {
	for _, c := range []struct {
		game    string
		endings []string
	}{
		{"teammate", []string{"KAJk", "KCBk", "KMBk", "KBBk", "KAkc", "KBkn", "KPk", "KJJk", "KEMk", "KUkb"}},
		{"chess", []string{"KPk", "KPkr", "KPPk", "KQkr", "KBBk", "KNNk"}},
		{"teutonic", []string{"KTk", "KPk", "KDk", "KRkt"}},
		{"teutonic-princess", []string{"KCk", "KCkr"}},
	} {
		r := rulesOf(t, c.game)
		for _, pure := range []bool{false, true} {
			lib := tablebase.NewLibrary(r, tablebase.Options{Pure: pure})
			for _, name := range c.endings {
				if testing.Short() && len(name) > 3 && name != "KMBk" {
					continue
				}
				n, err := lib.Check(t.Context(), ending(t, r, name), 3000, 7)
				if err != nil || n < 1000 {
					t.Errorf("%s %s: %d positions: %v", c.game, name, n, err)
				}
			}
		}
	}
}

// A side without a king.
func TestWithoutKing(t *testing.T) {
	r := rulesOf(t, "teutonic")
	lib := tablebase.NewLibrary(r, tablebase.Options{})
	s, err := lib.Stats(t.Context(), ending(t, r, "Ak"))
	if err != nil {
		t.Fatal(err)
	}
	if s[0].White.Legal == 0 || s[0].Black.Legal == 0 {
		t.Errorf("%+v", s[0])
	}
}

func TestParseEnding(t *testing.T) {
	r := rulesOf(t, "teammate")
	for text, want := range map[string]string{"KJUk": "KJUk", "kKA": "KAk", "KUJk": "KJUk", "KAKJ": "KAkj", "Kkj": "Kkj", "Ak": "Ak"} {
		e, err := tablebase.ParseEnding(r, text)
		if err != nil || e.Name(r) != want {
			t.Errorf("%s: %s, %v, expected %s", text, e.Name(r), err, want)
		}
	}
	for _, text := range []string{"", "KKKk", "KQk", "A", "KAJCUFk", "KPPPk", "KPPkp", "K k", "Kké"} {
		if e, err := tablebase.ParseEnding(r, text); err == nil {
			t.Errorf("%q was read as %s", text, e.Name(r))
		}
	}
}
