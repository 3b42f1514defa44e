package position_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tagmate/betza"
	"tagmate/board"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/position/slow"
	"tagmate/variant"
)

// twin is a game compiled, and the same game played the plain way.
type twin struct {
	fast *position.Rules
	slow *slow.Game
}

func newTwin(t testing.TB, d *variant.Def) twin {
	t.Helper()
	r, err := position.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	g, err := slow.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return twin{r, g}
}

// twins returns the built-in games and the odd ones of testdata/games.
func twins(t testing.TB) map[string]twin {
	t.Helper()
	cachedTwins.Do(func() { cachedTwins.games = readTwins(t) })
	return cachedTwins.games
}

var cachedTwins struct {
	sync.Once
	games map[string]twin
}

func readTwins(t testing.TB) map[string]twin {
	t.Helper()
	out := map[string]twin{}
	for _, id := range variant.IDs() {
		d, err := variant.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		if !d.Team() {
			out[id] = newTwin(t, d)
		}
	}
	files, err := filepath.Glob("testdata/games/*.toml")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d odd games, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := variant.Parse(name, text)
		if err != nil {
			t.Fatal(err)
		}
		out[d.ID] = newTwin(t, d)
	}
	return out
}

// eachGame runs a property for every game.
func eachGame(t *testing.T, property func(*rapid.T, twin)) {
	for id, w := range twins(t) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(rt *rapid.T) { property(rt, w) })
		})
	}
}

// picker draws a seed rather than every choice: rapid's own integers prefer
// small ones, which would make for a few pieces in one corner.
func picker(t *rapid.T) func(int) int {
	return slow.Picker(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "seed"))
}

// randomPosition returns a position that both ways of reading agree on, nil
// when both refuse the text.
func randomPosition(t *rapid.T, w twin, pick func(int) int) (*position.Position, *slow.Position) {
	fen := w.slow.Random(pick)
	s, slowErr := w.slow.Parse(fen)
	p, err := position.ParseFEN(w.fast, fen)
	if (err == nil) != (slowErr == nil) {
		t.Fatalf("%s: %v; the plain way: %v", fen, err, slowErr)
	}
	if err != nil {
		var fe *position.FENError
		if !errors.As(err, &fe) || fe.Field != "placement" || !strings.Contains(err.Error(), "king could be captured") {
			t.Fatalf("%s: %v", fen, err)
		}
		return nil, nil
	}
	return p, s
}

// TestTwoWaysGames plays random games from the set-up.
func TestTwoWaysGames(t *testing.T) {
	eachGame(t, func(t *rapid.T, w twin) {
		s, err := w.slow.Parse(w.fast.Def().Start)
		if err != nil {
			t.Fatal(err)
		}
		// A game is long, and a failure is found in its last positions as well.
		walk(t, w.fast.Start(), s, picker(t), 80, 20)
	})
}

// TestTwoWaysPositions plays a few moves from positions with odd material.
func TestTwoWaysPositions(t *testing.T) {
	eachGame(t, func(t *rapid.T, w twin) {
		pick := picker(t)
		if p, s := randomPosition(t, w, pick); p != nil {
			walk(t, p, s, pick, 3, 1)
		}
	})
}

// walk plays plies random moves, and compares every few plies.
func walk(t *rapid.T, p *position.Position, s *slow.Position, pick func(int) int, plies, every int) {
	offset := pick(every)
	for ply := range plies {
		if ply%every == offset {
			comparePositions(t, p, s)
		}
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[pick(len(moves))]
		next := s.Play(plain(p, m))
		var u position.Undo
		p.Make(m, &u)
		s = next
		if p.FEN() != s.FEN() {
			t.Fatalf("after %s: %s\nthe plain way: %s", notation.UCI(p.Rules(), m), p.FEN(), s.FEN())
		}
	}
	comparePositions(t, p, s)
}

// plain translates a move.
func plain(p *position.Position, m position.Move) slow.Move {
	out := slow.Move{From: int(m.From()), To: int(m.To()), Pair: m.IsPair(), Castle: m.IsCastle(), EnPassant: m.IsEnPassant()}
	if k := m.Promotion(); k != position.NoKind {
		out.Promotion = p.Rules().Piece(k).Letter
	}
	return out
}

func squares(s board.Set) []int {
	var out []int
	for sq := range s.Squares() {
		out = append(out, int(sq))
	}
	return out
}

// snapshot is all that a position shows of itself.
type snapshot struct {
	fen      string
	key      uint64
	at       [board.MaxSquares]position.Piece
	of       [2]board.Set
	kinds    [2][16]board.Set
	king     [2]board.Square
	ep       board.Set
	passed   board.Square
	checkers board.Set
	pinned   board.Set
	moves    int
	half     int
	full     int
	turn     position.Color
	inCheck  bool
}

func snap(p *position.Position) snapshot {
	s := snapshot{
		fen: p.FEN(), key: p.Key(), ep: p.EnPassant(), checkers: p.Checkers(), pinned: p.Pinned(),
		moves: p.CountMoves(), half: p.Halfmove(), full: p.Fullmove(), turn: p.Turn(), inCheck: p.InCheck(),
	}
	if s.ep.Any() {
		s.passed = p.Passed()
	}
	for sq := range board.Square(p.Rules().Shape().Squares()) {
		s.at[sq] = p.At(sq)
	}
	for c := range position.Color(2) {
		s.of[c], s.king[c] = p.Of(c), p.King(c)
		for k := position.Kind(1); k <= p.Rules().Kinds(); k++ {
			s.kinds[c][k] = p.OfKind(c, k)
		}
	}
	return s
}

// comparePositions compares all that one position says with the plain way.
func comparePositions(t *rapid.T, p *position.Position, s *slow.Position) {
	r := p.Rules()
	fen := p.FEN()
	if fen != s.FEN() {
		t.Fatalf("%s\nthe plain way: %s", fen, s.FEN())
	}

	// Moves: the same list, each once, and the same number without a list.
	moves := p.AppendMoves(nil)
	legal := map[position.Move]bool{}
	var got, want []string
	texts := map[string]bool{}
	for _, m := range moves {
		legal[m] = true
		got = append(got, plain(p, m).String())
		uci := notation.UCI(r, m)
		if texts[uci] || uci != s.Game.UCI(plain(p, m)) {
			t.Fatalf("%s: %s is written %s", fen, plain(p, m), uci)
		}
		texts[uci] = true
	}
	for _, m := range s.Moves() {
		want = append(want, m.String())
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(legal) != len(moves) {
		t.Fatalf("%s:\n got %v\nwant %v", fen, got, want)
	}
	if n := p.CountMoves(); n != len(moves) || p.HasMove() != (n > 0) {
		t.Fatalf("%s: %d moves counted, %d listed", fen, n, len(moves))
	}

	// Captures are the captures and promotions of the list.
	captures := p.AppendCaptures(nil)
	for _, m := range moves {
		loud := p.At(m.To()) != position.NoPiece || m.IsEnPassant() || m.Promotion() != position.NoKind
		if loud != slices.Contains(captures, m) {
			t.Fatalf("%s: %s is a capture or promotion: %v; listed: %v", fen, plain(p, m), loud, !loud)
		}
		captures = slices.DeleteFunc(captures, func(x position.Move) bool { return x == m })
	}
	if len(captures) > 0 {
		t.Fatalf("%s: captures beyond the legal moves: %v", fen, captures)
	}

	// Legality of every pair of squares, and of every legal move with a wrong
	// mark.
	n := position.Move(r.Shape().Squares())
	for from := range n {
		for to := range n {
			if m := from | to<<7; p.IsLegal(m) != legal[m] {
				t.Fatalf("%s: %s is legal: %v", fen, plain(p, m), p.IsLegal(m))
			}
		}
	}
	for _, m := range moves {
		for bit := range 32 {
			if x := m ^ 1<<bit; p.IsLegal(x) != legal[x] {
				t.Fatalf("%s: %x is legal: %v", fen, uint32(x), p.IsLegal(x))
			}
		}
	}

	// Checks, attacks and movement.
	if !slices.Equal(squares(p.Checkers()), s.Checkers()) || p.InCheck() != s.InCheck() {
		t.Fatalf("%s: checks from %v, the plain way from %v", fen, squares(p.Checkers()), s.Checkers())
	}
	for sq := range board.Square(n) {
		for _, by := range []position.Color{position.White, position.Black} {
			if p.Attacked(sq, by) != s.Attacked(int(sq), by == position.Black) {
				t.Fatalf("%s: %v attacks %s: %v", fen, by, r.Shape().Name(sq), p.Attacked(sq, by))
			}
		}
		if p.At(sq) == position.NoPiece {
			continue
		}
		for _, by := range []position.Color{position.White, position.Black} {
			if got, want := squares(p.Captors(sq, by, p.Occupied())), captors(s, int(sq), by == position.Black); !slices.Equal(got, want) {
				t.Fatalf("%s: %s can be taken by %v of %v, the plain way %v", fen, r.Shape().Name(sq), got, by, want)
			}
		}
		if got, want := squares(p.Attacks(sq)), attacks(s, int(sq)); !slices.Equal(got, want) {
			t.Fatalf("%s: %s attacks %v, the plain way %v", fen, r.Shape().Name(sq), got, want)
		}
		quiet, takes, royal := p.Reach(sq)
		q, c, k := s.Game.Reach(s.Board, int(sq))
		if !slices.Equal(squares(quiet), q) || !slices.Equal(squares(takes), c) || !slices.Equal(squares(royal), k) {
			t.Fatalf("%s: %s reaches %v %v %v\nthe plain way %v %v %v", fen, r.Shape().Name(sq), squares(quiet), squares(takes), squares(royal), q, c, k)
		}
		if p.Targets(sq) != quiet.Or(takes) {
			t.Fatalf("%s: %s has targets %v", fen, r.Shape().Name(sq), squares(p.Targets(sq)))
		}
	}

	// Results.
	if p.Status().String() != s.Status() || p.Outcome(p.Status()).String() != s.Outcome() || p.DeadMaterial() != s.DeadMaterial() {
		t.Fatalf("%s: %v, %v; the plain way: %s, %s", fen, p.Status(), p.Outcome(p.Status()), s.Status(), s.Outcome())
	}
	if p.CannotWin(position.White) != s.CannotWin(false) || p.CannotWin(position.Black) != s.CannotWin(true) {
		t.Fatalf("%s: cannot win: %v, %v", fen, p.CannotWin(position.White), p.CannotWin(position.Black))
	}

	// The text and the key.
	again, err := position.ParseFEN(r, fen)
	if err != nil {
		t.Fatal(err)
	}
	before := snap(p)
	if snap(again) != before {
		t.Fatalf("%s is read as %+v\nbut was %+v", fen, snap(again), before)
	}

	// Making and taking back.
	var u position.Undo
	for _, m := range moves {
		taken := p.At(m.To())
		if m.IsEnPassant() {
			taken = p.At(p.Passed())
		}
		p.Make(m, &u)
		after := p.FEN()
		if want := s.Play(plain(p, m)).FEN(); after != want {
			t.Fatalf("%s, %s: %s\nthe plain way: %s", fen, notation.UCI(r, m), after, want)
		}
		read, err := position.ParseFEN(r, after)
		if err != nil {
			t.Fatalf("%s, %s: %v", fen, notation.UCI(r, m), err)
		}
		if snap(read) != snap(p) {
			t.Fatalf("%s, %s: %+v\nread again: %+v", fen, notation.UCI(r, m), snap(p), snap(read))
		}
		if u.Captured() != taken {
			t.Fatalf("%s, %s: took %v, want %v", fen, notation.UCI(r, m), u.Captured(), taken)
		}
		p.Unmake(m, &u)
		if snap(p) != before {
			t.Fatalf("%s, %s and back: %+v\nwant %+v", fen, notation.UCI(r, m), snap(p), before)
		}
	}
	if !p.InCheck() {
		p.MakeNull(&u)
		null := *s
		null.Black, null.Passed, null.Half = !s.Black, nil, s.Half+1
		read, err := position.ParseFEN(r, p.FEN())
		if err != nil || p.FEN() != null.FEN() || read.Key() != p.Key() {
			t.Fatalf("%s passed: %s, want %s (%v)", fen, p.FEN(), null.FEN(), err)
		}
		p.UnmakeNull(&u)
		if snap(p) != before {
			t.Fatalf("%s passed and back: %+v", fen, snap(p))
		}
	}
}

// attacks returns where the piece on a square could take, friends included.
func attacks(s *slow.Position, from int) []int {
	var out []int
	if s.Game.OnlyRoyal(s.Board[from]) {
		return nil
	}
	s.Game.Walk(s.Board, from, func(to int, mode betza.Mode) {
		if mode&betza.Capture != 0 && to != from { // a way back home takes nothing
			out = append(out, to)
		}
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// captors returns the pieces of a side that could take on a square.
func captors(s *slow.Position, sq int, black bool) []int {
	var out []int
	for from, c := range s.Board {
		if c != 0 && (c >= 'a') == black && slices.Contains(attacks(s, from), sq) {
			out = append(out, from)
		}
	}
	return out
}

// TestFlip turns the board over with the colours.
func TestFlip(t *testing.T) {
	eachGame(t, func(t *rapid.T, w twin) {
		p, s := randomPosition(t, w, picker(t))
		if p == nil {
			return
		}
		q, err := position.ParseFEN(w.fast, w.slow.Flip(p.FEN()))
		if err != nil {
			t.Fatalf("%s turned over: %v", p.FEN(), err)
		}
		if back := w.slow.Flip(q.FEN()); back != p.FEN() {
			t.Fatalf("%s turned over twice: %s", p.FEN(), back)
		}
		var want []string
		for _, m := range p.AppendMoves(nil) {
			want = append(want, s.Game.FlipUCI(plain(p, m)))
		}
		slices.Sort(want)
		if got := uciList(q); !slices.Equal(got, want) {
			t.Fatalf("%s turned over:\n got %v\nwant %v", p.FEN(), got, want)
		}
		if p.Status() != q.Status() || p.InCheck() != q.InCheck() {
			t.Fatalf("%s: %v, turned over: %v", p.FEN(), p.Status(), q.Status())
		}
	})
}

// TestTwoWaysPerft compares small counts, which also tries the counting of
// the last ply.
func TestTwoWaysPerft(t *testing.T) {
	for id, w := range twins(t) {
		s, err := w.slow.Parse(w.fast.Def().Start)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := position.Perft(w.fast.Start(), 2), uint64(s.Perft(2)); got != want {
			t.Errorf("%s: %d at depth 2, want %d", id, got, want)
		}
		moves, counts := position.Divide(w.fast.Start(), 2)
		n := uint64(0)
		for _, c := range counts {
			n += c
		}
		if len(moves) != len(counts) || n != position.Perft(w.fast.Start(), 2) {
			t.Errorf("%s: divide counts %d", id, n)
		}
	}
}

// TestIsLegalEveryMove asks for all values that the fields of a move can have.
func TestIsLegalEveryMove(t *testing.T) {
	for id, fen := range map[string]string{
		"chess":    "r3k2r/pPppqpb1/bn2pnp1/3PN3/1pP1P3/2N2Q1p/PP1BBPPP/R3K2R b KQkq c3 0 1",
		"teammate": "u3k2c/1P4J1/8/2pPA3/8/8/5b2/U3K2C w KQkq c6 0 1",
		"teutonic": "k2r4/2P5/8/8/5p2/3pP3/8/8/R3K2R/8 b - e3e4 0 1",
	} {
		t.Run(id, func(t *testing.T) {
			r := rules(t, id)
			p := parse(t, r, fen)
			legal := map[position.Move]bool{}
			for _, m := range p.AppendMoves(nil) {
				legal[m] = true
			}
			step := position.Move(1)
			if testing.Short() {
				step = 7
			}
			for m := position.Move(0); m < 1<<21; m += step {
				if p.IsLegal(m) != legal[m] {
					t.Fatalf("%x is legal: %v", uint32(m), p.IsLegal(m))
				}
			}
		})
	}
}

// TestAllocs: nothing is allocated where a search spends its time.
func TestAllocs(t *testing.T) {
	for id, w := range twins(t) {
		t.Run(id, func(t *testing.T) {
			p := w.fast.Start()
			buf := make([]position.Move, 0, 512)
			moves := p.AppendMoves(nil)
			var u position.Undo
			for name, f := range map[string]func(){
				"AppendMoves":    func() { buf = p.AppendMoves(buf[:0]) },
				"AppendCaptures": func() { buf = p.AppendCaptures(buf[:0]) },
				"CountMoves":     func() { p.CountMoves() },
				"Attacked":       func() { p.Attacked(p.King(position.White), position.Black) },
				"IsLegal":        func() { p.IsLegal(moves[0]) },
				"Make":           func() { p.Make(moves[0], &u); p.Unmake(moves[0], &u) },
				"MakeNull":       func() { p.MakeNull(&u); p.CountMoves(); p.UnmakeNull(&u) },
				"Status":         func() { p.Status() },
			} {
				if n := testing.AllocsPerRun(20, f); n != 0 {
					t.Errorf("%s allocates %v times", name, n)
				}
			}
		})
	}
}
