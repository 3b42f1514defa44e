package position_test

import (
	"errors"
	"strings"
	"testing"

	"tagmate/position"
	"tagmate/position/slow"
	"tagmate/variant"
)

func TestFENErrors(t *testing.T) {
	const rest = " w - - 0 1"
	for _, c := range []struct{ name, id, fen, field, place, detail string }{
		{"empty", "chess", "", "", "", "expected 6 fields"},
		{"five fields", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0", "", "", "got 5"},
		{"seven fields", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "", "", "got 7"},
		{"endless", "chess", strings.Repeat("k", 600), "", "", "longer than 512"},
		{"seven ranks", "chess", "4k3/8/8/8/8/8/4K3" + rest, "placement", "", "expected 8 ranks, got 7"},
		{"nine ranks", "chess", "4k3/8/8/8/8/8/8/8/4K3" + rest, "placement", "", "expected 8 ranks, got 9"},
		{"eight ranks of ten", "teutonic", "4k3/8/8/8/8/8/8/4K3" + rest, "placement", "", "expected 10 ranks, got 8"},
		{"too many squares by a number", "chess", "4k3/8/9/8/8/8/8/4K3" + rest, "placement", "rank 6", "too many squares, expected 8"},
		{"too many squares by a piece", "chess", "4k3/8/8N/8/8/8/8/4K3" + rest, "placement", "rank 6", "too many squares, expected 8"},
		{"too few squares", "chess", "4k3/8/8/7/8/8/8/4K3" + rest, "placement", "rank 5", "7 squares, expected 8"},
		{"empty rank", "chess", "4k3/8/8//8/8/8/4K3" + rest, "placement", "rank 5", "0 squares, expected 8"},
		{"letter of another game", "chess", "4k3/8/8/4u3/8/8/8/4K3" + rest, "placement", "rank 5", `"u" is no piece of this game`},
		{"letter of the other array", "teutonic", "4k3/8/8/4c3/8/8/8/8/8/4K3" + rest, "placement", "rank 7", `"c" is no piece of this game, expected one of KRTDAP`},
		{"no letter", "chess", "4k3/8/8/4.3/8/8/8/4K3" + rest, "placement", "rank 5", `"." is no piece`},
		{"not ASCII", "chess", "4k3/8/8/4é3/8/8/8/4K3" + rest, "placement", "rank 5", "is no piece"},
		{"run of no square", "chess", "4k3/8/80/8/8/8/8/4K3" + rest, "placement", "rank 6", ""},
		{"run that begins with 0", "chess", "4k3/8/08/8/8/8/8/4K3" + rest, "placement", "rank 6", "does not begin with 0"},
		{"run of 0 between pieces", "chess", "4k3/8/n0n6/8/8/8/8/4K3" + rest, "placement", "rank 6", "does not begin with 0"},
		{"run of two digits on eight files", "chess", "4k3/8/10/8/8/8/8/4K3" + rest, "placement", "rank 6", "too many squares, expected 8"},
		{"two runs side by side", "chess", "4k3/8/44/8/8/8/8/4K3" + rest, "placement", "rank 6", "too many squares, expected 8"},
		{"endless run", "chess", "4k3/8/99999999999999999999999/8/8/8/8/4K3" + rest, "placement", "rank 6", "too many squares"},
		{"run of eleven on ten files", "griffons", "5k4/10/11/10/10/10/10/5K4" + rest, "placement", "rank 6", "too many squares, expected 10"},
		{"no white king", "chess", "4k3/8/8/8/8/8/8/8" + rest, "placement", "", "expected one white king, got 0"},
		{"no black king", "chess", "8/8/8/8/8/8/8/4K3" + rest, "placement", "", "expected one black king, got 0"},
		{"second white king", "chess", "4k3/8/8/8/8/8/8/K3K3" + rest, "placement", "", "expected one white king, got 2"},
		{"second black king", "chess", "4k2k/8/8/8/8/8/8/4K3" + rest, "placement", "", "expected one black king, got 2"},
		{"pawn on the last rank", "chess", "P3k3/8/8/8/8/8/8/4K3" + rest, "placement", "a8", "a pawn cannot stand"},
		{"pawn on the first rank", "chess", "4k3/8/8/8/8/8/8/4K2P" + rest, "placement", "h1", "a pawn cannot stand"},
		{"black pawn on its first rank", "teutonic", "2p1k3/8/8/8/8/8/8/8/8/4K3" + rest, "placement", "c10", "a pawn cannot stand"},
		{"side of no colour", "chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move", "", `expected w or b, got "x"`},
		{"side in upper case", "chess", "4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move", "", `got "W"`},
		{"castling twice", "chess", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling", "letter 2", "K stands there twice"},
		{"castling of unknown letters", "chess", "4k3/8/8/8/8/8/8/4K2R w KA - 0 1", "castling", "letter 2", `expected letters of KQkq or -, got "A"`},
		{"castling with a dash more", "chess", "4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "castling", "letter 2", `got "-"`},
		{"en passant, no square", "chess", "4k3/8/8/8/8/8/8/4K3 w - x 0 1", "en passant", "letter 1", `got "x"`},
		{"en passant, off the board", "chess", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant", "letter 1", `got "e9"`},
		{"en passant, file off the board", "chess", "4k3/8/8/8/8/8/8/4K3 w - i6 0 1", "en passant", "letter 1", `got "i6"`},
		{"en passant, rest", "chess", "4k3/8/8/8/8/8/8/4K3 w - e6x 0 1", "en passant", "letter 3", `got "x"`},
		{"en passant, dash after a square", "chess", "4k3/8/8/8/8/8/8/4K3 w - e6- 0 1", "en passant", "letter 3", `got "-"`},
		{"en passant, twice", "teutonic", "4k3/8/8/8/8/8/8/8/8/4K3 b - e3e3 0 1", "en passant", "e3", "stands there twice"},
		{"en passant, two files", "teutonic", "4k3/8/8/8/8/8/8/8/8/4K3 b - e3d4 0 1", "en passant", "d4", "expected squares of one file"},
		{"halfmoves, no number", "chess", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock", "", `got "x"`},
		{"halfmoves, negative", "chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock", "", "expected a number from 0 to 32767"},
		{"halfmoves, huge", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 32768 1", "halfmove clock", "", "expected a number from 0 to 32767"},
		{"halfmoves, endless", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999999 1", "halfmove clock", "", "expected a number"},
		{"move number, 0", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "move number", "", "expected a number from 1 to 32767"},
		{"move number, negative", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 -3", "move number", "", "expected a number from 1"},
		{"move number, with a sign", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 +3", "move number", "", `got "+3"`},
		{"move number, broken", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", "move number", "", `got "1.5"`},
		{"the side not to move is in check", "chess", "4k3/8/8/8/8/8/8/4K2q b - - 0 1", "placement", "e1", "the white king could be captured, but it is black's move"},
		{"kings side by side", "chess", "8/8/8/3kK3/8/8/8/8 w - - 0 1", "placement", "d5", "the black king could be captured"},
		{"a brute's check counts", "teammate", "8/8/8/3k4/4B3/8/8/4K3 w - - 0 1", "placement", "d5", "the black king could be captured"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := position.ParseFEN(twins(t)[c.id].fast, c.fen)
			var fe *position.FENError
			if !errors.As(err, &fe) {
				t.Fatalf("%v", err)
			}
			if fe.Field != c.field || fe.Place != c.place || !strings.Contains(fe.Detail, c.detail) {
				t.Errorf("%q at %q: %q; want %q at %q: %q", fe.Field, fe.Place, fe.Detail, c.field, c.place, c.detail)
			}
			text := err.Error()
			if !strings.HasPrefix(text, "fen: ") || !strings.Contains(text, c.field) || !strings.Contains(text, c.place) || strings.Contains(text, "\n") {
				t.Errorf("message %q", text)
			}
		})
	}
}

// RULES, "Position text": what reading makes of texts that are not wrong.
func TestFENNormal(t *testing.T) {
	for _, c := range []struct{ name, id, fen, want string }{
		{"as it is", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 34", ""},
		{"rights in another order", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"right without its king", "chess", "r4k1r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r4k1r/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
		{"right without its rook", "chess", "r3k2n/8/8/8/8/8/8/4K2R w KQkq - 0 1", "r3k2n/8/8/8/8/8/8/4K2R w Kq - 0 1"},
		{"right with the other side's rook", "chess", "4k3/8/8/8/8/8/8/r2nK2R w KQ - 0 1", "4k3/8/8/8/8/8/8/r2nK2R w K - 0 1"},
		{"right with the other corner's piece", "teammate", "c3k2u/8/8/8/8/8/8/C3K2U w KQkq - 0 1", "c3k2u/8/8/8/8/8/8/C3K2U w - - 0 1"},
		{"right of a game without castling", "berolina", "3k3/7/7/7/7/7/7/7/7/7/3K3 w KQkq - 0 1", "3k3/7/7/7/7/7/7/7/7/7/3K3 w - - 0 1"},
		{"spaces", "chess", "  4k3/8/8/8/8/8/8/4K3   w - -  0 1 ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"zeros before numbers", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 007 010", "4k3/8/8/8/8/8/8/4K3 w - - 7 10"},
		{"ones", "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""},

		{"en passant", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ""},
		{"en passant, nobody there to take", "chess", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"},
		{"en passant, no pawn beyond", "chess", "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"},
		{"en passant, another piece beyond", "chess", "4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3nP3/8/8/8/4K3 w - - 0 1"},
		{"en passant, own pawn beyond", "chess", "4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1"},
		{"en passant, the square is occupied", "chess", "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1"},
		{"en passant, the origin is occupied", "chess", "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1"},
		{"en passant, own side's rank", "chess", "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1"},
		{"en passant, pinned on the file", "chess", "4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/4r3/8/3pP3/8/8/8/4K3 w - - 0 1"},
		{"en passant, pinned along its way", "chess", "4k2b/8/8/3pP3/8/8/1K6/8 w - d6 0 1", "4k2b/8/8/3pP3/8/8/1K6/8 w - - 0 1"},
		{"en passant, both pawns off the rank", "chess", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1"},
		{"en passant, one of two can", "chess", "4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", ""},
		{"en passant, a check that it does not answer", "chess", "4r1k1/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", "4r1k1/8/8/2Pp4/8/8/8/4K3 w - - 0 1"},
		{"en passant, the check of the pawn", "chess", "6k1/8/8/2Pp4/4K3/8/8/8 w - d6 0 1", ""},
		{"en passant, two squares", "teutonic", "k7/8/8/8/8/4Pp2/3p4/8/8/K7 b - e3e4 0 1", ""},
		{"en passant, in falling order", "teutonic", "k7/8/8/8/8/4Pp2/3p4/8/8/K7 b - e4e3 0 1", "k7/8/8/8/8/4Pp2/3p4/8/8/K7 b - e3e4 0 1"},
		{"en passant, one of two squares has no taker", "teutonic", "k7/8/8/8/8/4P3/3p4/8/8/K7 b - e3e4 0 1", "k7/8/8/8/8/4P3/3p4/8/8/K7 b - e3 0 1"},
		{"en passant, origin of the triple step is occupied", "teutonic", "k7/8/8/8/8/4Pp2/3p4/8/4T3/K7 b - e3e4 0 1", "k7/8/8/8/8/4Pp2/3p4/8/4T3/K7 b - e4 0 1"},
		{"en passant, origin of the double step is occupied", "teutonic", "k7/8/8/8/8/4Pp2/3p4/4T3/8/K7 b - e3e4 0 1", "k7/8/8/8/8/4Pp2/3p4/4T3/8/K7 b - - 0 1"},
		{"en passant, a pawn too far ahead", "teutonic", "k7/8/8/8/4Pp2/8/3p4/8/8/K7 b - e3e5 0 1", "k7/8/8/8/4Pp2/8/3p4/8/8/K7 b - - 0 1"},
		{"en passant, black's pawn", "teutonic", "k7/8/8/3P4/4pP2/8/8/8/8/K7 w - e7e8 0 1", ""},
		{"en passant, black's pawn from its third rank", "teutonic", "k7/4t3/8/3P4/4pP2/8/8/8/8/K7 w - e7e8 0 1", "k7/4t3/8/3P4/4pP2/8/8/8/8/K7 w - e7 0 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == "" {
				c.want = c.fen
			}
			if got := parse(t, twins(t)[c.id].fast, c.fen).FEN(); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

// A clock that has run to the greatest number still writes a text that can be
// read.
func TestFENGreatestCounters(t *testing.T) {
	r := rules(t, "chess")
	p := parse(t, r, "4k3/8/8/8/8/8/8/R3K3 b - - 32767 32767")
	before := snap(p)
	var u position.Undo
	m := p.AppendMoves(nil)[0]
	p.Make(m, &u)
	if _, err := position.ParseFEN(r, p.FEN()); err != nil {
		t.Errorf("%s: %v", p.FEN(), err)
	}
	p.Unmake(m, &u)
	if snap(p) != before {
		t.Errorf("%s after the move was taken back", p.FEN())
	}
}

func TestDiagram(t *testing.T) {
	r := rules(t, "teammate")
	p, err := position.Diagram(r, "8/8/8/3A4/8/8/8/8")
	if err != nil || !p.Of(position.White).IsOne() {
		t.Errorf("%v", err)
	}
	for _, text := range []string{"", "8/8", "8/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/7x", "8/8/8/8/8/8/8/8/", strings.Repeat("8", 600)} {
		if _, err := position.Diagram(r, text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// FuzzFEN: what is accepted is accepted the plain way too, reads alike, and
// its text is a fixed point.
func FuzzFEN(f *testing.F) {
	games := twins(f)
	var ids []string
	for _, id := range append(variant.IDs(), "griffons", "berolina", "crossroads") {
		if w, ok := games[id]; ok {
			ids = append(ids, id)
			f.Add(uint8(len(ids)-1), w.fast.Def().Start)
			for i := range 20 {
				f.Add(uint8(len(ids)-1), w.slow.Random(slow.Picker([]byte{byte(i), 77})))
			}
		}
	}
	for i := range ids {
		f.Add(uint8(i), "k7/8/8/8/8/4Pp2/3p4/8/8/K7 b - e3e4 0 1")
		f.Add(uint8(i), "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1")
		f.Add(uint8(i), "4k3/8/08/8/8/8/8/4K3 w KK e3e3 -1 99999999999")
	}
	f.Fuzz(func(t *testing.T, game uint8, text string) {
		w := games[ids[int(game)%len(ids)]]
		p, err := position.ParseFEN(w.fast, text)
		s, slowErr := w.slow.Parse(text)
		if (err == nil) != (slowErr == nil) {
			t.Fatalf("%q: %v; the plain way: %v", text, err, slowErr)
		}
		if err != nil {
			var fe *position.FENError
			if !errors.As(err, &fe) {
				t.Fatalf("%q: error of type %T", text, err)
			}
			return
		}
		fen := p.FEN()
		if fen != s.FEN() {
			t.Fatalf("%q reads as %s, the plain way as %s", text, fen, s.FEN())
		}
		again, err := position.ParseFEN(w.fast, fen)
		if err != nil || snap(again) != snap(p) {
			t.Fatalf("%q reads as %s, which reads as %v (%v)", text, fen, again, err)
		}
		if p.CountMoves() != len(s.Moves()) {
			t.Fatalf("%s: %d moves, the plain way %d", fen, p.CountMoves(), len(s.Moves()))
		}
	})
}
