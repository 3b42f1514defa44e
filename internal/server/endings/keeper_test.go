package endings_test

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tagmate/internal/server/endings"
	"tagmate/position"
	"tagmate/tablebase"
)

func keeper(t *testing.T, dir string, build bool) *endings.Keeper {
	t.Helper()
	k := endings.New(dir, build, slog.New(slog.NewTextHandler(io.Discard, nil)))
	t.Cleanup(func() {
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	})
	return k
}

func at(t *testing.T, game, fen string) *position.Position {
	t.Helper()
	r, err := position.RulesOf(game)
	if err != nil {
		t.Fatal(err)
	}
	p, err := position.ParseFEN(r, fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ask asks as often as it takes until the table has been built.
func ask[T any](t *testing.T, do func() (T, error)) T {
	t.Helper()
	for {
		x, err := do()
		if errors.Is(err, endings.ErrBuilding) {
			continue // it waits by itself
		}
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

// What somebody asks for is built before the rest, kept in a file, and found by
// the computer player.
func TestBuildsWhatIsAskedFor(t *testing.T) {
	dir := t.TempDir()
	k := keeper(t, dir, true)
	if s := k.Status(); s.State != endings.Idle {
		t.Errorf("%+v before anyone has asked", s)
	}
	p := at(t, "chess", "8/8/8/8/8/2k5/8/K6R w - - 0 1")
	engine := k.Engine(p.Rules())
	if engine.Men() < 4 {
		t.Errorf("the computer player is not to ask of %d men", engine.Men())
	}
	x := ask(t, func() (endings.Position, error) { return k.Probe(t.Context(), p, false) })
	if x.Ending != "KRk" || x.Value.Outcome != tablebase.Win || len(x.Moves) == 0 || x.Moves[0].Value != x.Value {
		t.Errorf("%+v", x)
	}
	if outcome, plies, ok := engine.Look(p, false); !ok || outcome != 1 || plies != x.Value.Plies {
		t.Errorf("outcome %d in %d plies, %v", outcome, plies, ok)
	}
	if _, err := os.Stat(filepath.Join(dir, "chess", "KR-K.tmt")); err != nil {
		t.Error(err)
	}
	s := k.Status()
	if s.State != endings.Building || s.Total < 90 || s.Current == "" && s.Done == 0 {
		t.Errorf("%+v", s)
	}
	r := p.Rules()
	stats := ask(t, func() ([]tablebase.Stats, error) { return k.Stats(t.Context(), r, "kRK", false) })
	if len(stats) != 1 || stats[0].White.Longest != 31 {
		t.Errorf("%d, longest %d", len(stats), stats[0].White.Longest)
	}
	q, v, err := k.Pick(t.Context(), r, "KRk", false, position.Black, tablebase.Loss, 10, 20, 7)
	if err != nil || q.Turn() != position.Black || v.Plies < 10 || v.Plies > 20 {
		t.Errorf("%v, %v", v, err)
	}
	list, err := k.Endings()
	if err != nil || len(list) == 0 {
		t.Errorf("%d endings, %v", len(list), err)
	}
}

// Each refusal says what the matter is.
func TestRefusals(t *testing.T) {
	built := keeper(t, t.TempDir(), true)
	none := keeper(t, t.TempDir(), false)
	for _, c := range []struct {
		name, game, fen string
		keeper          *endings.Keeper
		want            error
		words           string
	}{
		{"many men", "chess", "k7/pp6/8/8/8/8/PP6/K7 w - - 0 1", built, endings.ErrBad, "6 men"},
		{"castling", "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", built, endings.ErrBad, "castling"},
		{"five men", "teammate", "8/8/8/4k3/8/8/8/KAJU4 b - - 0 1", built, endings.ErrNone, "KAJUk"},
		{"a pair of five", "teammate", "8/1P2k3/8/8/8/8/8/K1N5 w - - 0 1", built, endings.ErrNone, "pair"},
		{"no building", "chess", "8/8/8/8/8/2k5/8/K6R w - - 0 1", none, endings.ErrNone, "builds none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.keeper.Probe(t.Context(), at(t, c.game, c.fen), false)
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("%v", err)
			}
		})
	}
	r := at(t, "chess", "8/8/8/8/8/2k5/8/K6R w - - 0 1").Rules()
	for _, name := range []string{"", "K", "KXk", "KKk", "KQRBNPk", "Rk", "KR k", strings.Repeat("K", 1000)} {
		if _, err := built.Stats(t.Context(), r, name, false); !errors.Is(err, endings.ErrBad) {
			t.Errorf("%.20q: %v", name, err)
		}
	}
	if s := none.Status(); s.State != endings.Off {
		t.Errorf("%+v", s)
	}
}

// A damaged file is built again.
func TestDamagedFile(t *testing.T) {
	dir := t.TempDir()
	p := at(t, "chess", "8/8/8/8/8/2k5/8/K6R w - - 0 1")
	name := filepath.Join(dir, "chess", "KR-K.tmt")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("no table"), 0o644); err != nil {
		t.Fatal(err)
	}
	k := keeper(t, dir, true)
	x := ask(t, func() (endings.Position, error) { return k.Probe(t.Context(), p, false) })
	if x.Value.Outcome != tablebase.Win {
		t.Errorf("%+v", x)
	}
}

// Closing ends a build before its time.
func TestCloseEndsBuilding(t *testing.T) {
	k := endings.New(t.TempDir(), true, slog.New(slog.NewTextHandler(io.Discard, nil)))
	k.Begin()
	if err := k.Close(); err != nil {
		t.Error(err)
	}
	if s := k.Status(); s.Current != "" || s.Done == s.Total {
		t.Errorf("%+v", s)
	}
}
