package position_test

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tagmate/board"
	"tagmate/notation"
	"tagmate/position"
)

// has reports whether a move is legal, by its UCI text.
func has(p *position.Position, uci string) bool { return slices.Contains(uciList(p), uci) }

// from returns the legal moves from a square.
func from(p *position.Position, square string) []string {
	var out []string
	for _, m := range uciList(p) {
		if rest, ok := strings.CutPrefix(m, square); ok && (rest[0] < '0' || rest[0] > '9') {
			out = append(out, m)
		}
	}
	return out
}

// play makes a legal move, by its UCI text.
func play(t testing.TB, p *position.Position, uci string) {
	t.Helper()
	m, err := notation.ParseUCI(p, uci)
	if err != nil {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	var u position.Undo
	p.Make(m, &u)
}

func equal(t testing.TB, got []string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// RULES, "Team-Mate Chess", cases worth a test.
func TestTeamMateCases(t *testing.T) {
	r := rules(t, "teammate")
	t.Run("adjutant pins along the rank", func(t *testing.T) {
		equal(t, from(parse(t, r, "8/j3P1K1/8/8/8/8/8/k7 w - - 0 1"), "e7"), "e7e8b")
	})
	t.Run("pinned pawn takes its pinner or makes a pair", func(t *testing.T) {
		p := parse(t, r, "3j1n2/4P3/8/6K1/8/8/8/k7 w - - 0 1")
		equal(t, from(p, "e7"), "e7d8b", "e7d8c", "e7d8e", "e7d8f", "e7d8j", "e7d8m", "e7d8n", "e7d8u", "e7e8b", "e7f8b")
	})
	t.Run("rear brute gives check, front one guards it", func(t *testing.T) {
		p := parse(t, r, "4B3/4B3/3k4/8/8/8/8/4K3 b - - 0 1")
		if p.Checkers() != board.Of(mustSquare(t, r, "e7")) {
			t.Errorf("checks from %v", squares(p.Checkers()))
		}
		if has(p, "d6e7") {
			t.Error("d6e7 is legal")
		}
	})
	t.Run("brute guards against the king only", func(t *testing.T) {
		p := parse(t, r, "7k/8/8/3b4/2n5/2K1N3/8/8 w - - 0 1")
		if has(p, "c3c4") || !has(p, "e3c4") {
			t.Errorf("c3c4 %v, e3c4 %v", has(p, "c3c4"), has(p, "e3c4"))
		}
		play(t, p, "e3c4")
		if has(p, "d5c4") {
			t.Error("the Brute recaptures")
		}
	})
	t.Run("brute attacks what the king would cross", func(t *testing.T) {
		p := parse(t, r, "4k3/8/8/8/8/8/6b1/U3K2C w KQ - 0 1")
		if has(p, "e1g1") || !has(p, "e1c1") {
			t.Errorf("e1g1 %v, e1c1 %v", has(p, "e1g1"), has(p, "e1c1"))
		}
	})
	t.Run("adjutant looks through a vanished pair of pawns", func(t *testing.T) {
		p := parse(t, r, "7k/8/8/K2pP1j1/8/8/8/8 w - d6 0 1")
		if want := "7k/8/8/K2pP1j1/8/8/8/8 w - - 0 1"; p.FEN() != want || has(p, "e5d6") {
			t.Errorf("%s", p.FEN())
		}
	})
	t.Run("pair that takes a corner piece", func(t *testing.T) {
		p := parse(t, r, "4k2c/6P1/8/8/8/8/8/4K3 w k - 2 7")
		play(t, p, "g7h8b")
		if want := "4k2B/6B1/8/8/8/8/8/4K3 b - - 0 7"; p.FEN() != want {
			t.Errorf("%s, want %s", p.FEN(), want)
		}
	})
	t.Run("never an acromantula, brute alone, or king", func(t *testing.T) {
		p := parse(t, r, "7k/2P5/8/8/8/8/8/K7 w - - 0 1")
		equal(t, from(p, "c7"), "c7c8b", "c7c8c", "c7c8e", "c7c8f", "c7c8j", "c7c8m", "c7c8n", "c7c8u")
		for _, m := range p.AppendMoves(nil) {
			if (notation.UCI(r, m) == "c7c8b") != m.IsPair() {
				t.Errorf("%s is a pair: %v", notation.UCI(r, m), m.IsPair())
			}
		}
	})
}

// RULES, "Teutonic Knight's Chess", cases worth a test.
func TestTeutonicCases(t *testing.T) {
	r := rules(t, "teutonic")
	for _, c := range []struct {
		name, fen, move, field string
		takes                  []string // en-passant captures of the answer
		after                  string   // position after the last of them
	}{
		{"two passed squares", "k7/8/8/8/8/5p2/3p4/8/4P3/K7 w - - 3 1", "e2e5", "e3e4", []string{"d4e3", "f5e4"}, "k7/8/8/8/8/8/3pp3/8/8/K7 w - - 0 2"},
		{"one of them would open the rank", "8/8/8/8/8/k2p3R/3p4/8/4P3/K7 w - - 0 1", "e2e5", "e3", []string{"d4e3"}, "8/8/8/8/8/k2p3R/8/4p3/8/K7 w - - 0 2"},
		{"double step from the third rank", "k7/8/8/8/8/3p4/3p4/4P3/8/K7 w - - 0 1", "e3e5", "e4", []string{"d5e4"}, "k7/8/8/8/8/8/3pp3/8/8/K7 w - - 0 2"},
		{"answers the check of the pawn", "8/8/8/8/3k4/5p2/8/8/4P3/K7 w - - 0 1", "e2e5", "e4", []string{"f5e4"}, "8/8/8/8/3k4/8/4p3/8/8/K7 w - - 0 2"},
		{"double step from the second rank", "k7/8/8/8/8/8/3p4/8/4P3/K7 w - - 0 1", "e2e4", "e3", []string{"d4e3"}, "k7/8/8/8/8/8/8/4p3/8/K7 w - - 0 2"},
		{"nobody can take", "k7/8/8/8/8/8/8/8/4P3/K7 w - - 0 1", "e2e5", "-", nil, ""},
		{"single step", "k7/8/8/8/8/8/3p4/4P3/8/K7 w - - 0 1", "e3e4", "-", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, r, c.fen)
			play(t, p, c.move)
			if field := strings.Fields(p.FEN())[3]; field != c.field {
				t.Errorf("field %s, want %s", field, c.field)
			}
			var takes []string
			for _, m := range p.AppendMoves(nil) {
				if m.IsEnPassant() {
					takes = append(takes, notation.UCI(r, m))
				}
			}
			slices.Sort(takes)
			equal(t, takes, c.takes...)
			for _, move := range c.takes {
				q := p.Clone()
				play(t, q, move)
				if move == c.takes[len(c.takes)-1] && q.FEN() != c.after {
					t.Errorf("%s: %s, want %s", move, q.FEN(), c.after)
				}
			}
		})
	}
	t.Run("check of the charged pawn", func(t *testing.T) {
		p := parse(t, r, "8/8/8/8/3k4/5p2/8/8/4P3/K7 w - - 0 1")
		play(t, p, "e2e5")
		if !p.InCheck() {
			t.Error("no check")
		}
	})
	t.Run("steps by rank and obstacle", func(t *testing.T) {
		equal(t, from(parse(t, r, "k7/8/8/8/8/8/8/8/4P3/K7 w - - 0 1"), "e2"), "e2e3", "e2e4", "e2e5")
		equal(t, from(parse(t, r, "k7/8/8/8/8/8/8/4P3/8/K7 w - - 0 1"), "e3"), "e3e4", "e3e5")
		equal(t, from(parse(t, r, "k7/8/8/8/8/8/4P3/8/8/K7 w - - 0 1"), "e4"), "e4e5")
		equal(t, from(parse(t, r, "k7/8/8/8/8/4t3/8/8/4P3/K7 w - - 0 1"), "e2"), "e2e3", "e2e4")
		equal(t, from(parse(t, r, "k7/8/8/8/8/8/4t3/8/4P3/K7 w - - 0 1"), "e2"), "e2e3")
		equal(t, from(parse(t, r, "k7/4p3/8/8/8/8/8/8/8/K7 b - - 0 1"), "e9"), "e9e6", "e9e7", "e9e8")
		equal(t, from(parse(t, r, "k7/8/4p3/8/8/8/8/8/8/K7 b - - 0 1"), "e8"), "e8e6", "e8e7")
	})
	t.Run("keys of the fields", func(t *testing.T) {
		const at = "k7/8/8/8/8/4Pp2/3p4/8/8/K7 b - "
		keys := map[uint64]string{}
		for _, field := range []string{"-", "e3", "e4", "e3e4"} {
			p := parse(t, r, at+field+" 0 1")
			if got := strings.Fields(p.FEN())[3]; got != field {
				t.Errorf("field %s is read as %s", field, got)
			}
			if other, ok := keys[p.Key()]; ok {
				t.Errorf("fields %s and %s have one key", field, other)
			}
			keys[p.Key()] = field
		}
	})
	for id, want := range map[string]string{"teutonic": "ADRT", "teutonic-princess": "ACRT"} {
		t.Run("promotions of "+id, func(t *testing.T) {
			var moves []string
			for _, c := range strings.ToLower(want) {
				moves = append(moves, "c9c10"+string(c))
			}
			equal(t, from(parse(t, rules(t, id), "7k/2P5/8/8/8/8/8/8/8/K7 w - - 0 1"), "c9"), moves...)
		})
	}
}

func mustSquare(t testing.TB, r *position.Rules, name string) board.Square {
	t.Helper()
	sq, ok := r.Shape().ParseSquare(name)
	if !ok {
		t.Fatal(name)
	}
	return sq
}

func TestCastling(t *testing.T) {
	for _, c := range []struct {
		name, id, fen string
		want          string // legal castlings
	}{
		{"free", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1 e1g1"},
		{"free, black", "chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8 e8g8"},
		{"one right only", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1c1"},
		{"no right", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", ""},
		{"through an attack", "chess", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"},
		{"into an attack", "chess", "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1"},
		{"out of check", "chess", "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""},
		{"through an attack, queen's side", "chess", "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"},
		{"into an attack, queen's side", "chess", "2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"},
		{"only the rook passes the attack", "chess", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1"},
		{"only the rook is attacked", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1"},
		{"a piece beside the rook", "chess", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1g1"},
		{"a piece where the king goes", "chess", "4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1", "e1c1"},
		{"a piece where the rook goes", "chess", "4k3/8/8/8/8/8/8/R3KN1R w KQ - 0 1", "e1c1"},
		{"a pawn attacks what is crossed", "chess", "4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", "e1c1"},
		{"a pawn attacks by its capture, not by its step", "chess", "4k3/8/8/8/8/8/1p6/R3K2R w KQ - 0 1", "e1g1"},
		{"the enemy king attacks", "chess", "8/8/8/8/8/8/6k1/R3K2R w KQ - 0 1", "e1c1"},

		{"free", "teammate", "u3k2c/8/8/8/8/8/8/U3K2C w KQkq - 0 1", "e1c1 e1g1"},
		{"free, black", "teammate", "u3k2c/8/8/8/8/8/8/U3K2C b KQkq - 0 1", "e8c8 e8g8"},
		{"a brute attacks where the king stands", "teammate", "4k3/8/8/8/8/8/3b4/U3K2C w KQ - 0 1", ""},
		{"a brute attacks what is crossed", "teammate", "4k3/8/8/8/8/8/6b1/U3K2C w KQ - 0 1", "e1c1"},
		{"a brute attacks what is reached", "teammate", "4k3/8/8/8/8/8/7b/U3K2C w KQ - 0 1", "e1c1"},
		{"a brute attacks what is crossed, queen's side", "teammate", "4k3/8/8/8/8/8/2b5/U3K2C w KQ - 0 1", "e1g1"},
		{"a brute attacks what is reached, queen's side", "teammate", "4k3/8/8/8/8/8/1b6/U3K2C w KQ - 0 1", "e1g1"},
		{"a brute attacks what only the unicorn passes", "teammate", "4k3/8/8/8/8/8/b7/U3K2C w KQ - 0 1", "e1c1 e1g1"},
		{"a brute attacks crossed squares on both sides", "teammate", "4k3/8/8/8/8/8/4b3/U3K2C w KQ - 0 1", ""},
		{"a brute does not attack straight forward", "teammate", "u3k2c/6B1/8/8/8/8/8/4K3 b kq - 0 1", "e8c8"},
		{"a brute behind the king", "teammate", "u3k2c/3B4/8/8/8/8/8/4K3 b kq - 0 1", ""},
		{"an adjutant jumps to what is crossed", "teammate", "4k3/8/8/5j2/8/8/5P2/U3K2C w KQ - 0 1", "e1c1"},
		{"an acromantula bends to what is reached", "teammate", "4k3/8/8/8/8/4a3/8/U3K2C w KQ - 0 1", ""},

		{"free", "teutonic", "r3k2r/8/8/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1 e1g1"},
		{"free, black", "teutonic", "r3k2r/8/8/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e10c10 e10g10"},
		{"a teutonic knight attacks what is crossed", "teutonic", "4k3/8/8/8/8/8/6t1/8/8/R3K2R w KQ - 0 1", "e1c1"},
		{"the king goes three", "griffons", "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", "f1c1 f1i1"},
		{"a mao's way to a crossed square is open", "griffons", "5k4/10/10/10/10/7m2/10/R4K3R w KQ - 0 1", "f1c1"},
		{"the corner piece shuts the way to what is reached", "griffons", "5k4/10/10/10/10/10/6h3/R4K3R w KQ - 0 1", "f1i1"},
		{"a mao's way to a crossed square is shut", "griffons", "5k4/10/10/10/10/7m2/7P2/R4K3R w KQ - 0 1", "f1c1 f1i1"},
	} {
		t.Run(c.id+"/"+c.name, func(t *testing.T) {
			r := twins(t)[c.id].fast
			var got []string
			p := parse(t, r, c.fen)
			for _, m := range p.AppendMoves(nil) {
				if m.IsCastle() {
					got = append(got, notation.UCI(r, m))
				}
			}
			slices.Sort(got)
			equal(t, got, strings.Fields(c.want)...)
		})
	}
	for _, c := range []struct{ name, id, fen, move, after string }{
		{"short", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 5 9"},
		{"long", "chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 5 10"},
		{"with the cobra", "teammate", "u3k2c/8/8/8/8/8/8/U3K2C w KQkq - 0 1", "e1g1", "u3k2c/8/8/8/8/8/8/U4CK1 b kq - 1 1"},
		{"with the unicorn", "teammate", "u3k2c/8/8/8/8/8/8/U3K2C w KQkq - 0 1", "e1c1", "u3k2c/8/8/8/8/8/8/2KU3C b kq - 1 1"},
		{"on the tenth rank", "teutonic", "r3k2r/8/8/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e10c10", "2kr3r/8/8/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
		{"three squares", "griffons", "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", "f1i1", "r4k3r/10/10/10/10/10/10/R6RK1 b kq - 1 1"},
		{"the king moves", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1"},
		{"a rook moves", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1g1", "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 1 1"},
		{"rook takes rook", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"},
		{"a mortar takes the cobra", "teammate", "u3k2c/8/5M2/8/8/8/8/U3K2C w KQkq - 7 1", "f6h8", "u3k2M/8/8/8/8/8/8/U3K2C b KQq - 0 1"},
		{"a mortar takes the unicorn", "teammate", "u3k2c/8/8/3M4/8/8/8/U3K2C w KQkq - 7 1", "d5a8", "M3k2c/8/8/8/8/8/8/U3K2C b KQk - 0 1"},
		{"a pawn takes the corner piece", "chess", "r3k2r/1P6/8/8/8/8/8/4K3 w kq - 3 1", "b7a8n", "N3k2r/8/8/8/8/8/8/4K3 b k - 0 1"},
	} {
		t.Run("after/"+c.id+"/"+c.name, func(t *testing.T) {
			p := parse(t, twins(t)[c.id].fast, c.fen)
			play(t, p, c.move)
			if p.FEN() != c.after {
				t.Errorf("%s, want %s", p.FEN(), c.after)
			}
		})
	}
}

// RULES, the draws by lack of mating potential of each game. White's pieces
// stand beside a king on e1, Black's beside one on e8 (e10); all against all,
// then with the colours exchanged.
func TestMaterial(t *testing.T) {
	for _, c := range []struct {
		id, white, black string // letter and square of each piece
		dead             bool
	}{
		{"teammate", "", "", true},
		{"teammate", "Aa1", "", true},
		{"teammate", "Ja1", "", true},
		{"teammate", "Ca1", "", true},
		{"teammate", "Ua1", "", true},
		{"teammate", "Fa1", "", true},
		{"teammate", "Na1", "", true},
		{"teammate", "Ea1", "", true},
		{"teammate", "Ma1", "", true},
		{"teammate", "Ba1", "", true},
		{"teammate", "Pa2", "", false},
		{"teammate", "Na1 Nb1", "", true},
		{"teammate", "Ma1 Mc1", "", true},
		{"teammate", "Ma1 Mb1", "", true},
		{"teammate", "Na1 Mb1", "", true},
		{"teammate", "Na1 Mc1", "", true},
		{"teammate", "Ea1 Ec1", "", true},
		{"teammate", "Ea1 Eb1", "", false},
		{"teammate", "Ja1 Jc1", "", true},
		{"teammate", "Ja1 Jb1", "", false},
		{"teammate", "Ea1 Jc1", "", true},
		{"teammate", "Ea1 Jb1", "", false},
		{"teammate", "Ea1 Mc1", "", true},
		{"teammate", "Ea1 Mb1", "", false},
		{"teammate", "Eb1 Jd1 Mf1", "", true},
		{"teammate", "Eb1 Jd1 Mc1", "", false},
		{"teammate", "Ma1 Mc1 Mg1", "", true},
		{"teammate", "Ma1 Mc1 Mb1", "", false},
		{"teammate", "Ea1 Ec1 Jg1 Ja3 Mb2", "", true},
		{"teammate", "Na1 Nb1 Nc1", "", false},
		{"teammate", "Na1 Nb1 Mc1", "", false},
		{"teammate", "Na1 Ma3 Mc1", "", false},
		{"teammate", "Na1 Eb1", "", false},
		{"teammate", "Ba1 Bb1", "", false},
		{"teammate", "Ba1 Nb1", "", false},
		{"teammate", "Ba1 Bc1", "", false},
		{"teammate", "Ba1 Ec1", "", false},
		{"teammate", "Fa1 Fb1", "", false},
		{"teammate", "Ca1 Nb1", "", false},
		{"teammate", "Ua1 Nb1", "", false},
		{"teammate", "Na1 Pa2", "", false},
		{"teammate", "Ea1 Pa2", "", false},
		{"teammate", "Na1", "Na8", false},
		{"teammate", "Na1", "Ba8", false},
		{"teammate", "Ea1", "Eb8", false},
		{"teammate", "Na1", "Pa7", false},
		{"teammate", "Pa2", "Pa7", false},
		{"teammate", "Na1 Nb1", "Ba8", false},
		{"teammate", "Ea1 Ec1", "Ma8", false},

		{"chess", "", "", true},
		{"chess", "Na1", "", true},
		{"chess", "Ba1", "", true},
		{"chess", "Ra1", "", false},
		{"chess", "Qa1", "", false},
		{"chess", "Pa2", "", false},
		{"chess", "Na1 Nb1", "", false},
		{"chess", "Na1", "Na8", false},
		{"chess", "Na1", "Ba8", false},
		{"chess", "Ba1", "Bb8", true},
		{"chess", "Ba1", "Ba8", false},
		{"chess", "Ba1 Bc1", "", true},
		{"chess", "Ba1 Bb1", "", false},
		{"chess", "Ba1 Bc1 Bg1", "Bb8 Bd8", true},
		{"chess", "Ba1 Bc1", "Bb8 Ba8", false},
		{"chess", "Ba1 Nc1", "", false},
		{"chess", "Ba1 Pc2", "Bb8", false},

		{"teutonic", "", "", true},
		{"teutonic", "Da1", "", false},
		{"teutonic", "Ta1", "", false},
		{"teutonic", "Ra1", "", false},
		{"teutonic", "Aa1", "", false},
		{"teutonic", "Pa2", "", false},
		{"teutonic-princess", "", "", true},
		{"teutonic-princess", "Ca1", "", false},

		{"griffons", "Ma1", "", true},
		{"griffons", "Ma1 Mb1", "", true},
		{"griffons", "Va1", "", false},
		{"griffons", "Ma1 Mb1 Mc1", "", false},
		{"berolina", "Ca1", "", true},
		{"berolina", "Aa1 Ac1", "", true},
		{"berolina", "Aa1 Ab1", "", true},
		{"berolina", "Aa1 Ac1", "Ab2", true},
		{"berolina", "Aa1 Ac1", "Ab3", false},
	} {
		t.Run(c.id+"/"+c.white+" v "+c.black, func(t *testing.T) {
			r := twins(t)[c.id].fast
			for _, exchanged := range []bool{false, true} {
				p := parse(t, r, material(t, r, c.white, c.black, exchanged))
				// The pieces may give check: mate and stalemate go first.
				if p.DeadMaterial() != c.dead {
					t.Errorf("%s: dead %v", p.FEN(), p.DeadMaterial())
				}
				if s := p.Status(); (s == position.DrawMaterial) != c.dead && (s == position.Ongoing) == c.dead {
					t.Errorf("%s: %v", p.FEN(), s)
				}
			}
		})
	}
}

// material writes a position with two kings and some pieces.
func material(t testing.TB, r *position.Rules, white, black string, exchanged bool) string {
	t.Helper()
	shape := r.Shape()
	rows := make([][]byte, shape.Ranks)
	for i := range rows {
		rows[i] = []byte(strings.Repeat(".", shape.Files))
	}
	put := func(letter byte, sq board.Square, isBlack bool) {
		if isBlack != exchanged {
			letter += 'a' - 'A'
		}
		rank := shape.Rank(sq)
		if exchanged {
			rank = shape.Ranks - 1 - rank
		}
		rows[shape.Ranks-1-rank][shape.File(sq)] = letter
	}
	put('K', shape.Square(4, 0), false)
	put('K', shape.Square(4, shape.Ranks-1), true)
	for i, list := range []string{white, black} {
		for _, piece := range strings.Fields(list) {
			put(piece[0], mustSquare(t, r, piece[1:]), i == 1)
		}
	}
	fen := runs(string(bytes.Join(rows, []byte("/"))))
	if exchanged {
		return fen + " w - - 0 1"
	}
	return fen + " b - - 0 1"
}

// runs writes a placement with dots for empty squares as in FEN.
func runs(dots string) string {
	text, run := "", 0
	for _, c := range dots + "/" {
		if c == '.' {
			run++
			continue
		}
		if run > 0 {
			text += strconv.Itoa(run)
		}
		run = 0
		text += string(c)
	}
	return strings.TrimSuffix(text, "/")
}

// TestStatus has what an end means in each game, and the order of results.
func TestStatus(t *testing.T) {
	for _, c := range []struct {
		name, id, fen string
		status        position.Status
		outcome       position.Outcome
	}{
		{"mate", "chess", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", position.Checkmate, position.WhiteWins},
		{"mate of white", "chess", "4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1", position.Checkmate, position.BlackWins},
		{"stalemate", "chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", position.Stalemate, position.Drawn},
		{"bare kings", "chess", "7k/8/6K1/8/8/8/8/8 b - - 0 1", position.DrawMaterial, position.Drawn},
		{"nothing", "chess", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", position.Ongoing, position.NoOutcome},
		{"mate goes before material", "teammate", "8/8/8/8/8/1KN5/2N5/k7 b - - 0 1", position.Checkmate, position.WhiteWins},
		{"stalemate goes before material", "teammate", "8/8/8/8/8/2NN4/8/k6K b - - 0 1", position.Stalemate, position.Drawn},
		{"material", "teammate", "8/8/8/8/8/2N1N3/8/k6K b - - 0 1", position.DrawMaterial, position.Drawn},
		{"stalemated side wins", "teutonic", "k7/7R/8/8/8/8/8/8/8/1R2K3 b - - 0 1", position.Stalemate, position.BlackWins},
		{"stalemated side wins, white", "teutonic", "1r2k3/8/8/8/8/8/8/8/7r/K7 w - - 0 1", position.Stalemate, position.WhiteWins},
		{"mate still wins", "teutonic", "k6R/7R/8/8/8/8/8/8/8/4K3 b - - 0 1", position.Checkmate, position.WhiteWins},
		{"stalemated side wins, princess", "teutonic-princess", "k7/7R/8/8/8/8/8/8/8/1R2K3 b - - 0 1", position.Stalemate, position.BlackWins},
		{"stalemated side loses", "griffons", "k9/4R5/10/10/1R8/10/10/5K4 b - - 0 1", position.Stalemate, position.WhiteWins},
		{"stalemated side loses, white", "griffons", "5k4/10/10/1r8/10/10/4r5/K9 w - - 0 1", position.Stalemate, position.BlackWins},
	} {
		t.Run(c.id+"/"+c.name, func(t *testing.T) {
			p := parse(t, twins(t)[c.id].fast, c.fen)
			if s := p.Status(); s != c.status || p.Outcome(s) != c.outcome {
				t.Errorf("%v, %v; want %v, %v", s, p.Outcome(s), c.status, c.outcome)
			}
		})
	}
}
