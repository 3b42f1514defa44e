package position_test

import (
	"testing"

	"tagmate/position"
)

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		id    string
		depth int
	}{{"chess", 4}, {"teammate", 4}, {"teutonic", 4}, {"teutonic-princess", 3}} {
		b.Run(c.id, func(b *testing.B) {
			p := rules(b, c.id).Start()
			b.ReportAllocs()
			var n uint64
			for b.Loop() {
				n += position.Perft(p, c.depth)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// middlegames are positions as a search meets them, with much to take and an
// attack on either king.
var middlegames = []struct{ id, fen string }{
	{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
	{"teammate", "c1uk1jf1/1ppmp1pp/1e3n1a/pN1p1p2/3P4/P1P1E2U/1P2PPPP/C2KAJFM w - - 0 12"},
	{"teutonic", "r1dak2r/p1p1p1dp/1p4p1/2t5/3ptP1D/5T2/3P4/2T4P/PPP1PPD1/R2AK1R1 w Qkq - 2 11"},
}

// each runs a benchmark in every middlegame.
func each(b *testing.B, f func(b *testing.B, p *position.Position)) {
	for _, c := range middlegames {
		b.Run(c.id, func(b *testing.B) {
			p := parse(b, rules(b, c.id), c.fen)
			b.ReportAllocs()
			f(b, p)
		})
	}
}

func BenchmarkMoves(b *testing.B) {
	each(b, func(b *testing.B, p *position.Position) {
		var buf []position.Move
		for b.Loop() {
			buf = p.AppendMoves(buf[:0])
		}
		b.ReportMetric(float64(len(buf))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
	})
}

func BenchmarkCaptures(b *testing.B) {
	each(b, func(b *testing.B, p *position.Position) {
		var buf []position.Move
		for b.Loop() {
			buf = p.AppendCaptures(buf[:0])
		}
	})
}

func BenchmarkCountMoves(b *testing.B) {
	each(b, func(b *testing.B, p *position.Position) {
		for b.Loop() {
			p.CountMoves()
		}
	})
}

// The time of one move made and taken back, the keys of the hash included.
func BenchmarkMakeUnmake(b *testing.B) {
	each(b, func(b *testing.B, p *position.Position) {
		moves := p.AppendMoves(nil)
		var u position.Undo
		i := 0
		for b.Loop() {
			m := moves[i]
			p.Make(m, &u)
			p.Unmake(m, &u)
			if i++; i == len(moves) {
				i = 0
			}
		}
	})
}

func BenchmarkAttacked(b *testing.B) {
	each(b, func(b *testing.B, p *position.Position) {
		king := p.King(p.Turn())
		for b.Loop() {
			p.Attacked(king, p.Turn().Other())
		}
	})
}

func BenchmarkIsLegal(b *testing.B) {
	each(b, func(b *testing.B, p *position.Position) {
		moves := p.AppendMoves(nil)
		i := 0
		for b.Loop() {
			p.IsLegal(moves[i])
			if i++; i == len(moves) {
				i = 0
			}
		}
	})
}
