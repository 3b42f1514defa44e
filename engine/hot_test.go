package engine

import (
	"context"
	"testing"

	"tagmate/position"
)

// hot runs a benchmark with a worker in the middle of a game.
func hot(b *testing.B, f func(b *testing.B, w *worker, moves []position.Move)) {
	for _, c := range []struct{ id, fen string }{
		{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
		{"teammate", "c1uk1jf1/1ppmp1pp/1e3n1a/pN1p1p2/3P4/P1P1E2U/1P2PPPP/C2KAJFM w - - 0 12"},
		{"teutonic", "r1dak2r/p1p1p1dp/1p4p1/2t5/3ptP1D/5T2/3P4/2T4P/PPP1PPD1/R2AK1R1 w Qkq - 2 11"},
	} {
		b.Run(c.id, func(b *testing.B) {
			r, err := position.RulesOf(c.id)
			if err != nil {
				b.Fatal(err)
			}
			p, err := position.ParseFEN(r, c.fen)
			if err != nil {
				b.Fatal(err)
			}
			w := newWorker(New(r, Options{HashMB: 1}))
			w.begin(&search{ctx: context.Background()}, p, nil)
			b.ReportAllocs()
			f(b, w, w.pos.AppendMoves(nil))
		})
	}
}

func BenchmarkSEE(b *testing.B) {
	hot(b, func(b *testing.B, w *worker, moves []position.Move) {
		for i := 0; b.Loop(); i++ {
			w.wins(moves[i%len(moves)], 0)
		}
	})
}

// Ranks all moves and picks the first four, which is what most nodes need.
func BenchmarkOrder(b *testing.B) {
	hot(b, func(b *testing.B, w *worker, moves []position.Move) {
		f := &w.stack[0]
		for b.Loop() {
			f.moves = append(f.moves[:0], moves...)
			w.rank(f, position.NoMove, 0)
			for i := range 4 {
				w.pick(f, i)
			}
		}
	})
}

func BenchmarkQuiesce(b *testing.B) {
	hot(b, func(b *testing.B, w *worker, _ []position.Move) {
		for b.Loop() {
			w.salt = mix(w.salt + 1) // nothing is in the hash table yet
			w.quiesce(-infinite, infinite, 0, true)
		}
	})
}

func BenchmarkHashTable(b *testing.B) {
	t := newTable(16)
	b.ReportAllocs()
	key := uint64(1)
	for b.Loop() {
		key = mix(key + 1)
		t.store(key, entry{move: 77, score: 12, depth: 5, bound: exact})
		t.load(key ^ 1<<40)
	}
}
