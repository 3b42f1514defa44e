package tablebase

import (
	"bytes"
	"sync"

	"github.com/klauspost/compress/zstd"

	"tagmate/board"
	"tagmate/position"
)

// packed has the codes of a large table that others ask for the values of
// promotions, in little memory: compressed by frames, and only those entries are
// true in which a man of the side that has moved stands where a promotion puts
// him. A builder goes through its frames one by one, and a promotion leaves the
// kings where they are, so that it asks for one frame of each such table at a
// time.
type packed struct {
	symbols []code
	entries int         // of a frame and side to move
	blocks  [2][][]byte // by side to move and frame

	mu     sync.Mutex
	recent []openFrame // the last used first
	keep   int
}

type openFrame struct {
	side, frame int
	codes       []code
}

var quickEncoders = sync.Pool{New: func() any {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		panic(err)
	}
	return e
}}

var quickDecoders = sync.Pool{New: func() any {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	return d
}}

// pack compresses the codes of a table for threads that ask for promotions. It
// is of no other use then.
func (t *Table) pack(threads int) {
	p := &packed{entries: t.slots * t.n, keep: 2 * threads}
	symbol := map[code]int{}
	for s := range 2 {
		var used [1 << 16]bool
		for _, c := range t.codes[s] {
			used[c] = true
		}
		for c, yes := range used {
			if _, known := symbol[code(c)]; yes && !known {
				symbol[code(c)] = len(p.symbols)
				p.symbols = append(p.symbols, code(c))
			}
		}
	}
	frames := len(t.fr.kings)
	for s := range 2 {
		p.blocks[s] = make([][]byte, frames)
		promoted := t.promoted(position.Color(s).Other())
		var wg sync.WaitGroup
		for first := range threads {
			wg.Go(func() {
				e := quickEncoders.Get().(*zstd.Encoder)
				defer quickEncoders.Put(e)
				var raw, small []byte
				for f := first; f < frames; f += threads {
					raw = p.raw(raw[:0], t, s, f, promoted, symbol)
					small = e.EncodeAll(raw, small[:0])
					p.blocks[s][f] = bytes.Clone(small)
				}
			})
		}
		wg.Wait()
	}
	t.packed, t.codes = p, [2][]code{}
}

// promoted returns for each man the squares, in any frame, where a promotion by a
// side can have put him.
func (t *Table) promoted(by position.Color) [maxMen + 1]board.Set {
	var out [maxMen + 1]board.Set
	for i := t.kings; i < len(t.men); i++ {
		m := t.men[i]
		if m.color != by {
			continue
		}
		for k := position.Kind(1); k <= t.rules.Kinds(); k++ {
			for _, p := range t.rules.Piece(k).Promotions {
				if position.Kind(p.Kind+1) != m.kind {
					continue
				}
				for g := range t.c.syms {
					if t.mask>>g&1 == 1 {
						out[i] = out[i].Or(t.c.syms[g].mapSet(t.rules.LastRank(m.color), t.rules.Shape()))
					}
				}
			}
		}
	}
	return out
}

// raw appends the symbols of a frame. Where no man has been promoted the last
// one goes on, which takes no room.
func (p *packed) raw(b []byte, t *Table, s, f int, promoted [maxMen + 1]board.Set, symbol map[code]int) []byte {
	codes := t.codes[s][f*p.entries : (f+1)*p.entries]
	shape := t.rules.Shape()
	last := 0
	for slot := range t.slots {
		row := promoted[len(t.men)-1]
		for i, rest := len(t.men)-2, slot; i >= t.kings; i-- {
			if promoted[i].Has(board.Square(rest % t.n)) {
				row = shape.All()
			}
			rest /= t.n
		}
		for sq := range t.n {
			if row.Has(board.Square(sq)) {
				last = symbol[codes[slot*t.n+sq]]
			}
			b = append(b, byte(last))
			if len(p.symbols) > 256 {
				b = append(b, byte(last>>8))
			}
		}
	}
	return b
}

// frame returns the codes of a frame, which the caller does not change.
func (p *packed) frame(s, f int) []code {
	p.mu.Lock()
	for i, o := range p.recent {
		if o.side == s && o.frame == f {
			copy(p.recent[1:], p.recent[:i])
			p.recent[0] = o
			p.mu.Unlock()
			return o.codes
		}
	}
	p.mu.Unlock()
	d := quickDecoders.Get().(*zstd.Decoder)
	raw, err := d.DecodeAll(p.blocks[s][f], nil)
	quickDecoders.Put(d)
	if err != nil {
		panic("tablebase: memory that was compressed here cannot be read: " + err.Error())
	}
	codes := make([]code, p.entries)
	if len(p.symbols) > 256 {
		for i := range codes {
			codes[i] = p.symbols[int(raw[2*i])|int(raw[2*i+1])<<8]
		}
	} else {
		for i := range codes {
			codes[i] = p.symbols[raw[i]]
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.recent) < p.keep {
		p.recent = append(p.recent, openFrame{})
	}
	copy(p.recent[1:], p.recent)
	p.recent[0] = openFrame{s, f, codes}
	return codes
}

// bytes returns how much memory the codes take.
func (p *packed) size() int64 {
	n := int64(0)
	for s := range 2 {
		for _, b := range p.blocks[s] {
			n += int64(cap(b))
		}
	}
	return n
}
