package slow_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"tagmate/position/slow"
	"tagmate/variant"
)

// Counts that others publish or counted from RULES alone; they are also in
// position/testdata/perft.tsv.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		name, id, fen string
		depth, want   int
	}{
		{"chess", "chess", "", 3, 8902},
		{"chess, Kiwipete", "chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039},
		{"chess, en passant pins", "chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2812},
		{"chess, promotions", "chess", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3, 9483},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := variant.Lookup(c.id)
			if err != nil {
				t.Fatal(err)
			}
			if c.fen == "" {
				c.fen = d.Start
			}
			g, err := slow.New(d)
			if err != nil {
				t.Fatal(err)
			}
			p, err := g.Parse(c.fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Perft(c.depth); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}

// The counts that package position is held to hold here too, as far as the
// plain way gets in a few seconds.
func TestPerftFile(t *testing.T) {
	limit := 10_000
	if testing.Short() {
		limit = 1000
	}
	text, err := os.ReadFile("../testdata/perft.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		f := strings.Split(line, "\t")
		depth, _ := strconv.Atoi(f[1])
		want, err := strconv.Atoi(f[2])
		if err != nil || want > limit {
			continue
		}
		d, err := variant.Lookup(f[0])
		if err != nil {
			t.Fatal(err)
		}
		g, err := slow.New(d)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(f[3])
		if err != nil {
			t.Errorf("%s: %v", f[3], err)
			continue
		}
		if got := p.Perft(depth); got != want {
			t.Errorf("%s depth %d: %d, want %d: %s", f[0], depth, got, want, f[3])
		}
	}
}
