package tablebase

import (
	"math/rand/v2"
	"testing"

	"tagmate/board"
	"tagmate/position"
)

// measureOf measures an ending of a game.
func measureOf(t *testing.T, game, name string) *measured {
	t.Helper()
	c := &claims{ctx: t.Context(), threads: 2, libs: map[string]*Library{}, counted: map[string]*measured{}}
	m, err := c.measure(game, name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What everybody knows to be won and drawn.
func TestGeneral(t *testing.T) {
	for name, want := range map[string]bool{
		"KQk": true, "KRk": true, "KBNk": true, "KBBk": true,
		"KBk": false, "KNk": false, "KNNk": false,
	} {
		m := measureOf(t, "chess", name)
		if m.general() != want {
			t.Errorf("%s: %v, %.2f %%", name, m.general(), m.keeping())
		}
		if want && m.keeping() < 100 || !want && m.keeping() > 0.1 {
			t.Errorf("%s: %.2f %% of the positions in which White can keep its men", name, m.keeping())
		}
		if n := m.White.Wins + m.drawn.Escapes + m.drawn.Kept; n != m.White.Legal {
			t.Errorf("%s: %d positions are counted, %d are legal", name, n, m.White.Legal)
		}
		if name == "KBBk" && m.same.general() {
			t.Errorf("two bishops on one colour win")
		}
	}
}

// The table of escapes agrees with the moves that package position makes.
func TestEscapes(t *testing.T) {
	for game, names := range map[string][]string{"teammate": {"KBBk", "KNEk", "KFMk"}, "chess": {"KNNk"}, "teutonic": {"KTk"}} {
		r, err := position.RulesOf(game)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			lib := NewLibrary(r, Options{Pure: true, Threads: 2})
			e, err := ParseEnding(r, name)
			if err != nil {
				t.Fatal(err)
			}
			values := newTable(r, e, true)
			b, err := buildFor(t.Context(), values, 2, lib.sub(t.Context()), limits{})
			if err != nil {
				t.Fatal(err)
			}
			escapes, err := b.escapes(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			rnd := rand.New(rand.NewPCG(3, 0))
			looked := 0
			for range 20_000 {
				at := rnd.IntN(values.size())
				for turn := position.White; turn <= position.Black; turn++ {
					if values.codes[turn][at] != codeDraw {
						continue
					}
					fen := values.fen(turn, at)
					p, err := position.ParseFEN(r, fen)
					if err != nil {
						t.Fatalf("%s: %v", fen, err)
					}
					looked++
					if want := escapesByMoves(t, lib, values, escapes, p); escapes.codes[turn][at] != want {
						t.Fatalf("%s: %s is %v, by its moves %v", name, fen, escapes.codes[turn][at].value(), want.value())
					}
				}
			}
			if looked == 0 && name != "KTk" {
				t.Errorf("%s: no drawn position was looked at", name)
			}
		}
	}
}

// escapesByMoves works out the value of a drawn position in the game of escapes
// from those of the moves.
func escapesByMoves(t *testing.T, lib *Library, values, escapes *Table, p *position.Position) code {
	t.Helper()
	moves := p.AppendMoves(nil)
	black := p.Turn() == position.Black
	if len(moves) == 0 { // stalemate
		if black {
			return winIn(0)
		}
		return lossIn(0)
	}
	men := p.Occupied().Count()
	var u position.Undo
	best := codeIllegal
	for _, m := range moves {
		p.Make(m, &u)
		var c code
		if p.Occupied().Count() < men {
			v, err := lib.Probe(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if v.Outcome != Win {
				p.Unmake(m, &u)
				return winIn(0)
			}
		} else {
			c = lookOf(values, p)
			if c == codeDraw {
				c = lookOf(escapes, p).before()
			} else {
				c = codeDraw // White wins
			}
		}
		p.Unmake(m, &u)
		if best == codeIllegal || c.better(best) {
			best = c
		}
	}
	return best
}

// lookOf looks a position up in a table of its men.
func lookOf(t *Table, p *position.Position) code {
	var sq [maxMen + 1]board.Square
	var men [maxMen]man
	n, _, _ := menOf(p, &sq, &men)
	v := newView(t, false, men[:n])
	return v.look(p.Turn(), &sq)
}
