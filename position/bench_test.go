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
