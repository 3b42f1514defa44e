package board_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tagmate/board"
)

// plainSet is a set the plain way.
type plainSet [board.MaxSquares]bool

func plain(s board.Set) plainSet {
	var p plainSet
	for i := range p {
		if i < 64 {
			p[i] = s.Lo>>i&1 != 0
		} else {
			p[i] = s.Hi>>(i-64)&1 != 0
		}
	}
	return p
}

func (p plainSet) set() board.Set {
	var s board.Set
	for i, in := range p {
		if in && i < 64 {
			s.Lo |= 1 << i
		} else if in {
			s.Hi |= 1 << (i - 64)
		}
	}
	return s
}

func (p plainSet) count() int {
	n := 0
	for _, in := range p {
		if in {
			n++
		}
	}
	return n
}

// combine builds a set square by square.
func combine(f func(i int) bool) board.Set {
	var p plainSet
	for i := range p {
		p[i] = f(i)
	}
	return p.set()
}

// drawSet prefers sparse and dense sets, and single squares.
func drawSet(t *rapid.T, name string) board.Set {
	s := board.Set{Lo: rapid.Uint64().Draw(t, name+" lo"), Hi: rapid.Uint64().Draw(t, name+" hi")}
	switch rapid.IntRange(0, 3).Draw(t, name+" form") {
	case 1:
		s = board.Bit(board.Square(rapid.IntRange(0, 127).Draw(t, name+" square")))
	case 2:
		r := rand.New(rand.NewPCG(s.Lo, s.Hi))
		s = board.Set{Lo: r.Uint64() & r.Uint64(), Hi: r.Uint64() & r.Uint64()}
	case 3:
		s = s.Not()
	}
	return s
}

func TestSetAlgebra(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawSet(t, "a"), drawSet(t, "b")
		pa, pb := plain(a), plain(b)
		for name, c := range map[string][2]board.Set{
			"And":    {a.And(b), combine(func(i int) bool { return pa[i] && pb[i] })},
			"Or":     {a.Or(b), combine(func(i int) bool { return pa[i] || pb[i] })},
			"Xor":    {a.Xor(b), combine(func(i int) bool { return pa[i] != pb[i] })},
			"AndNot": {a.AndNot(b), combine(func(i int) bool { return pa[i] && !pb[i] })},
			"Not":    {a.Not(), combine(func(i int) bool { return !pa[i] })},
			"Of":     {board.Of(slices.Collect(a.Squares())...), a},
		} {
			if c[0] != c[1] {
				t.Fatalf("%s of %x and %x: %x, want %x", name, a, b, c[0], c[1])
			}
		}
		n := pa.count()
		if a.Count() != n || a.Empty() != (n == 0) || a.Any() != (n > 0) || a.IsOne() != (n == 1) || a.Many() != (n > 1) {
			t.Fatalf("%x has %d squares: Count %d, Empty %v, Any %v, IsOne %v, Many %v", a, n, a.Count(), a.Empty(), a.Any(), a.IsOne(), a.Many())
		}
		if a.Meets(b) != a.And(b).Any() || a.Within(b) != a.AndNot(b).Empty() {
			t.Fatalf("%x and %x: Meets %v, Within %v", a, b, a.Meets(b), a.Within(b))
		}
		first, last := board.NoSquare, board.NoSquare
		var all []board.Square
		for i, in := range pa {
			sq := board.Square(i)
			if a.Has(sq) != in {
				t.Fatalf("%x has %d: %v", a, i, !in)
			}
			if a.With(sq) != a.Or(board.Bit(sq)) || a.Without(sq).Has(sq) || !a.With(sq).Has(sq) || a.Without(sq).With(sq) != a.With(sq) {
				t.Fatalf("%x with and without %d", a, i)
			}
			if in {
				if first == board.NoSquare {
					first = sq
				}
				last = sq
				all = append(all, sq)
			}
		}
		if a.First() != first || a.Last() != last {
			t.Fatalf("%x: first %d, last %d; want %d, %d", a, a.First(), a.Last(), first, last)
		}
		if got := slices.Collect(a.Squares()); !slices.Equal(got, all) {
			t.Fatalf("%x iterates over %v, want %v", a, got, all)
		}
		for i := range all { // an iteration may be left early
			n := 0
			for range a.Squares() {
				if n++; n > i {
					break
				}
			}
			if n != i+1 {
				t.Fatalf("left after %d squares, want %d", n, i+1)
			}
		}
		var popped []board.Square
		for rest := a; rest.Any(); {
			popped = append(popped, rest.Pop())
		}
		if !slices.Equal(popped, all) {
			t.Fatalf("%x pops %v, want %v", a, popped, all)
		}
	})
	var none board.Set
	if none.Pop() != board.NoSquare || none.First() != board.NoSquare || none.Last() != board.NoSquare {
		t.Error("the empty set has a square")
	}
}

func TestShifts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSet(t, "s")
		p := plain(s)
		for n := range 128 {
			up := combine(func(i int) bool { return i >= n && p[i-n] })
			down := combine(func(i int) bool { return i+n < 128 && p[i+n] })
			if s.Up(uint(n)) != up || s.Down(uint(n)) != down {
				t.Fatalf("%x by %d: up %x, down %x; want %x, %x", s, n, s.Up(uint(n)), s.Down(uint(n)), up, down)
			}
		}
	})
}

// shapes calls f for every shape that Check accepts.
func shapes(f func(board.Shape)) (n int) {
	for files := -1; files <= 20; files++ {
		for ranks := -1; ranks <= 20; ranks++ {
			if s := (board.Shape{Files: files, Ranks: ranks}); s.Check() == nil {
				f(s)
				n++
			}
		}
	}
	return n
}

func TestShapeCheck(t *testing.T) {
	for _, c := range []struct {
		name         string
		files, ranks int
		ok           bool
	}{
		{"chess", 8, 8, true},
		{"one square", 1, 1, true},
		{"teutonic", 8, 10, true},
		{"largest", 8, 16, true},
		{"widest", 16, 8, true},
		{"eleven by eleven", 11, 11, true},
		{"no files", 0, 8, false},
		{"no ranks", 8, 0, false},
		{"negative", -8, -8, false},
		{"too many squares", 12, 11, false},
		{"too wide", 17, 1, false},
		{"too high", 1, 17, false},
		{"sixteen by sixteen", 16, 16, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := board.Shape{Files: c.files, Ranks: c.ranks}.Check()
			if (err == nil) != c.ok || err != nil && !errors.Is(err, board.ErrShape) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestEveryShape(t *testing.T) {
	n := shapes(func(s board.Shape) {
		var ranks, files, dark board.Set
		seen := map[string]bool{}
		for sq := range board.Square(s.Squares()) {
			file, rank := s.File(sq), s.Rank(sq)
			if at, ok := s.At(file, rank); !ok || at != sq || s.Square(file, rank) != sq {
				t.Fatalf("%v: square %d is on file %d, rank %d, where %d stands", s, sq, file, rank, at)
			}
			name := s.Name(sq)
			if want := fmt.Sprintf("%c%d", 'a'+file, rank+1); name != want || seen[name] {
				t.Fatalf("%v: square %d is called %s, want %s", s, sq, name, want)
			}
			seen[name] = true
			if back, ok := s.ParseSquare(name); !ok || back != sq {
				t.Fatalf("%v: %s reads as %d, want %d", s, name, back, sq)
			}
			// Squares follow one another in moves and en-passant fields.
			for _, rest := range []string{"", "a1", "x", "-", "q"} {
				if back, n := s.ReadSquare(name + rest); back != sq || n != len(name) {
					t.Fatalf("%v: %s%s reads as %d, %d letters", s, name, rest, back, n)
				}
			}
			if m := s.Mirror(sq); s.Mirror(m) != sq || s.File(m) != file || s.Rank(m) != s.Ranks-1-rank {
				t.Fatalf("%v: %s mirrors to %s", s, name, s.Name(m))
			}
			if s.Dark(sq) != ((file+rank)%2 == 0) || s.DarkSet().Has(sq) != s.Dark(sq) {
				t.Fatalf("%v: %s is dark: %v", s, name, s.Dark(sq))
			}
			if !s.All().Has(sq) || !s.RankSet(rank).Has(sq) || !s.FileSet(file).Has(sq) || s.RankSet(rank).And(s.FileSet(file)) != board.Bit(sq) {
				t.Fatalf("%v: sets of %s", s, name)
			}
		}
		for r := range s.Ranks {
			ranks = ranks.Or(s.RankSet(r))
		}
		for f := range s.Files {
			files = files.Or(s.FileSet(f))
		}
		dark = s.DarkSet()
		if ranks != s.All() || files != s.All() || !dark.Within(s.All()) || s.All().Count() != s.Squares() {
			t.Fatalf("%v: ranks %x, files %x, all %x", s, ranks, files, s.All())
		}
		for _, at := range [][2]int{{-1, 0}, {0, -1}, {s.Files, 0}, {0, s.Ranks}} {
			if sq, ok := s.At(at[0], at[1]); ok || sq != board.NoSquare {
				t.Fatalf("%v: file %d, rank %d is %d", s, at[0], at[1], sq)
			}
		}
		for _, name := range []string{"", "a", "1", "a0", "A1", "a-1", "a01", " a1", "a1 ", "`1", fmt.Sprintf("a%d", s.Ranks+1), fmt.Sprintf("%c1", 'a'+s.Files), "a99", "a1a1", "é1"} {
			if sq, ok := s.ParseSquare(name); ok {
				t.Fatalf("%v: %q reads as %s", s, name, s.Name(sq))
			}
		}
		if s.Name(board.NoSquare) != "-" || s.Name(board.Square(s.Squares())) != "-" {
			t.Fatalf("%v: a square off the board has a name", s)
		}
	})
	if n < 100 {
		t.Errorf("%d shapes only", n)
	}
}

func FuzzReadSquare(f *testing.F) {
	for _, text := range []string{"a1", "e10", "h8g1", "p16", "a0", "e", "", "c10c1", "i9x"} {
		f.Add(uint8(8), uint8(8), text)
		f.Add(uint8(8), uint8(10), text)
	}
	f.Fuzz(func(t *testing.T, files, ranks uint8, text string) {
		s := board.Shape{Files: int(files), Ranks: int(ranks)}
		if s.Check() != nil {
			return
		}
		sq, n := s.ReadSquare(text)
		if n == 0 && sq == board.NoSquare {
			return
		}
		if int(sq) >= s.Squares() || s.Name(sq) != text[:n] {
			t.Fatalf("%v: %q reads as square %d, %d letters", s, text, sq, n)
		}
	})
}

func TestNoAllocs(t *testing.T) {
	s, all := board.Shape{Files: 8, Ranks: 10}, board.Shape{Files: 8, Ranks: 10}.All()
	buf := make([]byte, 0, 8)
	sum := 0
	if n := testing.AllocsPerRun(20, func() {
		for sq := range all.Squares() {
			buf = s.AppendName(buf[:0], sq)
			back, _ := s.ReadSquare("c10")
			sum += int(back) + len(buf) + all.Up(8).And(all).Count()
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
