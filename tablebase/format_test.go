package tablebase

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"tagmate/position"
)

func testTable(t testing.TB, game, name string) (*Library, *Table) {
	t.Helper()
	r, err := position.RulesOf(game)
	if err != nil {
		t.Fatal(err)
	}
	lib := NewLibrary(r, Options{})
	e, err := ParseEnding(r, name)
	if err != nil {
		t.Fatal(err)
	}
	tb, err := lib.Table(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	return lib, tb
}

// What is in a file must be what was in memory, derived values too.
func TestFilesHoldTables(t *testing.T) {
	for _, c := range []struct{ game, name string }{{"teammate", "KAJk"}, {"teammate", "KUUk"}, {"teammate", "KPk"}, {"chess", "KQkr"}, {"teutonic", "KRk"}} {
		mem, tb := testTable(t, c.game, c.name)
		dir := t.TempDir()
		mem.mu.RLock()
		for _, x := range mem.tables {
			if err := x.WriteFile(dir, 2); err != nil {
				t.Fatal(err)
			}
		}
		mem.mu.RUnlock()
		lib := NewLibrary(mem.rules, Options{Dir: dir, CacheBytes: 1 << 20})
		f, err := lib.File(tb.ending)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Verify(); err != nil {
			t.Error(err)
		}
		t.Logf("%s %s: %d bytes, sides %s", c.game, c.name, f.size, f.h.Sides)
		step := tb.size()/3000 + 1
		for at := 0; at < tb.size(); at += step {
			for turn := position.White; turn <= position.Black; turn++ {
				if tb.codes[turn][at] == codeIllegal {
					continue
				}
				p, err := position.ParseFEN(lib.rules, tb.fen(turn, at))
				if err != nil {
					t.Fatal(err)
				}
				c, err := lib.probe(t.Context(), p, 0, true)
				if err != nil || c != tb.codes[turn][at] {
					t.Fatalf("%s: %v, %v, expected %v", p.FEN(), c.value(), err, tb.codes[turn][at].value())
				}
			}
		}
		lib.mu.RLock()
		if n := len(lib.tables); n != 0 {
			t.Errorf("%s: %d tables were built although there are files", c.name, n)
		}
		lib.mu.RUnlock()
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestDamageIsNoticed(t *testing.T) {
	mem, tb := testTable(t, "teammate", "KPk")
	var whole bytes.Buffer
	if err := tb.write(&whole, 1); err != nil {
		t.Fatal(err)
	}
	good := whole.Bytes()
	read := func(b []byte) error {
		r, n := readerOf(b)
		f, err := openTable(mem.rules, r, n, NewCache(1<<20))
		if err == nil {
			err = f.Verify()
		}
		return err
	}
	if err := read(good); err != nil {
		t.Fatal(err)
	}
	for n := range len(good) {
		if n > 100 && n < len(good)-100 && n%97 != 0 {
			continue
		}
		if err := read(good[:n]); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrForeign) {
			t.Fatalf("cut to %d of %d bytes: %v", n, len(good), err)
		}
		bad := bytes.Clone(good)
		bad[n] ^= 1 << (n % 8)
		if err := read(bad); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrForeign) {
			t.Fatalf("bit turned in byte %d of %d: %v", n, len(good), err)
		}
	}
	if err := read(append(bytes.Clone(good), 0)); !errors.Is(err, ErrDamaged) {
		t.Errorf("a byte too much: %v", err)
	}
	chess, err := position.RulesOf("chess")
	if err != nil {
		t.Fatal(err)
	}
	r, n := readerOf(good)
	if _, err := openTable(chess, r, n, NewCache(0)); !errors.Is(err, ErrForeign) {
		t.Errorf("a table of another game: %v", err)
	}
	// The name of the file is in the error, and a damaged file is not built over.
	dir := t.TempDir()
	name := filepath.Join(dir, FileName(mem.rules, tb.ending, false))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, good[:len(good)-1], 0o644); err != nil {
		t.Fatal(err)
	}
	lib := NewLibrary(mem.rules, Options{Dir: dir})
	if _, err := lib.Stats(t.Context(), tb.ending); !errors.Is(err, ErrDamaged) || !bytes.Contains([]byte(err.Error()), []byte(name)) {
		t.Errorf("%v", err)
	}
}

func FuzzOpen(f *testing.F) {
	mem, tb := testTable(f, "teammate", "KNk")
	var whole bytes.Buffer
	if err := tb.write(&whole, 1); err != nil {
		f.Fatal(err)
	}
	f.Add(whole.Bytes())
	f.Add([]byte(magic))
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, n := readerOf(b)
		file, err := openTable(mem.rules, r, n, NewCache(1<<16))
		if err != nil {
			return
		}
		if file.Verify() != nil {
			return
		}
		for turn := range position.Color(2) {
			for at := 0; at < file.layout.size() && file.has(turn); at += 1 + file.layout.size()/100 {
				if _, err := file.entry(turn, at); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func TestTransforms(t *testing.T) {
	for _, id := range []string{"chess", "teutonic"} {
		r, err := position.RulesOf(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range compiledOf(r).syms {
			for sq := range r.Shape().Squares() {
				s := r.Shape().RankSet(sq / 8).Or(r.Shape().FileSet(sq % 8)).Without(0)
				want := g.sq
				mapped := s
				mapped.Lo, mapped.Hi = 0, 0
				for x := s; x.Any(); {
					mapped = mapped.With(want[x.Pop()])
				}
				if got := g.mapSet(s, r.Shape()); got != mapped {
					t.Fatalf("%s: transform %d of %v: %v, expected %v", id, g.kind, s, got, mapped)
				}
				if back := compiledOf(r).syms[g.back].mapSet(mapped, r.Shape()); back != s {
					t.Fatalf("%s: transform %d is not undone by %d", id, g.kind, g.back)
				}
			}
		}
	}
}

// The number of threads makes no difference.
func TestThreadsAgree(t *testing.T) {
	_, one := testTable(t, "teammate", "KNEk")
	r := one.rules
	two, err := NewLibrary(r, Options{Threads: 1}).Table(t.Context(), one.ending)
	if err != nil {
		t.Fatal(err)
	}
	for s := range 2 {
		for at, c := range one.codes[s] {
			if two.codes[s][at] != c {
				t.Fatalf("%s: %v and %v", one.fen(position.Color(s), at), c.value(), two.codes[s][at].value())
			}
		}
	}
}
