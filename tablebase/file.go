package tablebase

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"tagmate/position"
)

// File is a table in a file, of which blocks are read as they are asked for.
// It is safe for concurrent use.
type File struct {
	name    string
	r       io.ReaderAt
	close   func() error
	size    int64
	h       header
	layout  *Table // without codes
	wide    bool
	offsets []int64 // of the blocks, and the end
	sums    []uint32
	first   [2]int // first block of each side to move, -1 if it is left out
	cache   *Cache
	id      uint64
}

// OpenFile opens a table file and checks that it is whole, all but the
// contents of its blocks. Its blocks go into the cache.
func OpenFile(r *position.Rules, name string, cache *Cache) (*File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("tablebase: %w", err)
	}
	info, err := f.Stat()
	if err == nil {
		var t *File
		if t, err = openTable(r, f, info.Size(), cache); err == nil {
			t.name, t.close = name, f.Close
			return t, nil
		}
	}
	f.Close()
	return nil, fmt.Errorf("tablebase: %s: %w", name, err)
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

func foreign(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrForeign, fmt.Sprintf(format, args...))
}

// openTable reads all but the blocks.
func openTable(r *position.Rules, in io.ReaderAt, size int64, cache *Cache) (*File, error) {
	read := func(at int64, n int, what string) ([]byte, error) {
		if at+int64(n) > size {
			return nil, damaged("the file ends within its %s", what)
		}
		b := make([]byte, n)
		if _, err := in.ReadAt(b, at); err != nil {
			return nil, err
		}
		return b, nil
	}
	n := len(magic)
	if size == 0 {
		return nil, damaged("the file is empty")
	}
	head, err := read(0, int(min(size, int64(n+4))), "first bytes")
	if err != nil {
		return nil, err
	}
	switch {
	case len(head) < n+4 && strings.HasPrefix(magic, string(head[:min(len(head), n)])):
		return nil, damaged("the file ends within its first bytes")
	case len(head) < n+4 || string(head[:n-1]) != magic[:n-1]:
		return nil, foreign("it is no endgame table")
	case head[n-1] != magic[n-1]:
		return nil, foreign("format version %d, expected %d", head[n-1], magic[n-1])
	}
	length := binary.LittleEndian.Uint32(head[n:])
	if length > maxHeader {
		return nil, damaged("a header of %d bytes, expected at most %d", length, maxHeader)
	}
	text, err := read(int64(n+4), int(length), "header")
	if err != nil {
		return nil, err
	}
	t := &File{r: in, size: size, cache: cache, id: cache.nextID()}
	if err := json.Unmarshal(text, &t.h); err != nil {
		return nil, damaged("header: %v", err)
	}
	h := &t.h
	if h.Blocks < 0 || h.Blocks > 1<<24 || int64(h.Blocks)*8 > size {
		return nil, damaged("header: %d blocks", h.Blocks)
	}
	index, err := read(int64(n+4)+int64(length), 8*h.Blocks+4, "index")
	if err != nil {
		return nil, err
	}
	sum := crc32.Update(crc32.Checksum(head, castagnoli), castagnoli, text)
	sum = crc32.Update(sum, castagnoli, index[:8*h.Blocks])
	if sum != binary.LittleEndian.Uint32(index[8*h.Blocks:]) {
		return nil, damaged("the checksum of header and index is wrong")
	}
	at := int64(n+4) + int64(length) + int64(len(index))
	for i := range h.Blocks {
		t.offsets = append(t.offsets, at)
		t.sums = append(t.sums, binary.LittleEndian.Uint32(index[8*i+4:]))
		at += int64(binary.LittleEndian.Uint32(index[8*i:]))
	}
	t.offsets = append(t.offsets, at)
	switch {
	case at > size:
		return nil, damaged("truncated: %d bytes, expected %d", size, at)
	case at < size:
		return nil, damaged("%d bytes after its end", size-at)
	}
	return t, t.fit(r)
}

// fit checks that a header belongs to a game and says what its ending needs.
func (t *File) fit(r *position.Rules) error {
	h := &t.h
	if h.Game != r.Def().ID {
		return foreign("a table of the game %q, expected %q", h.Game, r.Def().ID)
	}
	e, err := ParseEnding(r, h.Ending)
	if err != nil {
		return damaged("header: %v", err)
	}
	if want := fingerprint(r, e); h.Rules != want {
		return foreign("a table of %s by other rules (%s, expected %s)", h.Game, h.Rules, want)
	}
	if c, flip := e.Canonical(r); flip || c.Name(r) != h.Ending {
		return damaged("header: ending %q is not written as tables are", h.Ending)
	}
	t.layout = newTable(r, e, h.Pure)
	if h.Order != t.layout.order() || h.Entries != t.layout.size() {
		return damaged("header: %d entries in order %q, expected %d in order %q", h.Entries, h.Order, t.layout.size(), t.layout.order())
	}
	t.wide = len(h.Symbols) > 256
	side := (h.Entries + blockEntries - 1) / blockEntries
	t.first = [2]int{-1, -1}
	next := 0
	for i := range len(h.Sides) {
		s := strings.IndexByte("wb", h.Sides[i])
		if s < 0 || t.first[s] >= 0 {
			return damaged("header: sides %q", h.Sides)
		}
		t.first[s] = next
		next += side
	}
	if next != h.Blocks || h.Sides == "" && h.Entries > 0 {
		return damaged("header: %d blocks for sides %q, expected %d", h.Blocks, h.Sides, next)
	}
	return nil
}

// Close closes the file.
func (t *File) Close() error {
	if t.close == nil {
		return nil
	}
	return t.close()
}

var decoders = sync.Pool{New: func() any {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(4*blockEntries), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		panic(err)
	}
	return d
}}

// readBlock reads and checks one block, without the cache.
func (t *File) readBlock(i int) ([]byte, error) {
	n := t.offsets[i+1] - t.offsets[i]
	if n > 4*blockEntries {
		return nil, t.error(damaged("block %d has %d bytes", i, n))
	}
	packed := make([]byte, n)
	if _, err := t.r.ReadAt(packed, t.offsets[i]); err != nil {
		return nil, t.error(err)
	}
	if crc32.Checksum(packed, castagnoli) != t.sums[i] {
		return nil, t.error(damaged("the checksum of block %d of %d is wrong", i+1, len(t.sums)))
	}
	side := (t.h.Entries + blockEntries - 1) / blockEntries
	want := min(blockEntries, t.h.Entries-i%side*blockEntries)
	if t.wide {
		want *= 2
	}
	d := decoders.Get().(*zstd.Decoder)
	defer decoders.Put(d)
	raw, err := d.DecodeAll(packed, make([]byte, 0, want))
	if err != nil {
		return nil, t.error(damaged("block %d: %v", i+1, err))
	}
	if len(raw) != want {
		return nil, t.error(damaged("block %d has %d bytes, expected %d", i+1, len(raw), want))
	}
	// Every symbol must mean something, so that it need not be looked at later.
	if t.wide {
		for j := 0; j < len(raw); j += 2 {
			if int(raw[j])|int(raw[j+1])<<8 >= len(t.h.Symbols) {
				return nil, t.error(damaged("block %d: unknown symbol", i+1))
			}
		}
	} else if m := len(t.h.Symbols); m < 256 && len(raw) > 0 && int(slices.Max(raw)) >= m {
		return nil, t.error(damaged("block %d: unknown symbol", i+1))
	}
	return raw, nil
}

func (t *File) error(err error) error {
	return fmt.Errorf("tablebase: %s: %w", t.name, err)
}

// has reports whether a side to move is stored.
func (t *File) has(turn position.Color) bool { return t.first[turn] >= 0 || t.layout.trivial() }

// entry returns a stored code.
func (t *File) entry(turn position.Color, at int) (code, error) {
	raw, err := t.cache.block(t, t.first[turn]+at/blockEntries)
	if err != nil {
		return 0, err
	}
	at %= blockEntries
	if t.wide {
		return code(t.h.Symbols[int(raw[2*at])|int(raw[2*at+1])<<8]), nil
	}
	return code(t.h.Symbols[raw[at]]), nil
}

// Verify reads all blocks and checks them.
func (t *File) Verify() error {
	for i := range t.sums {
		if _, err := t.readBlock(i); err != nil {
			return err
		}
	}
	return nil
}

// Info is what a file says of itself.
type Info struct {
	Game    string  `json:"game"`
	Ending  string  `json:"ending"`
	Pure    bool    `json:"pure"`
	File    string  `json:"file"`
	Bytes   int64   `json:"bytes"`
	Entries int     `json:"entries"` // for each side to move
	Sides   string  `json:"sides"`   // sides to move that are stored
	Blocks  int     `json:"blocks"`
	Stats   []Stats `json:"stats"`
}

// Info describes the file.
func (t *File) Info() Info {
	return Info{t.h.Game, t.h.Ending, t.h.Pure, t.name, t.size, t.h.Entries, t.h.Sides, t.h.Blocks, t.h.Stats}
}

// Stats returns the statistics that were taken when the table was made.
func (t *File) Stats() []Stats { return t.h.Stats }

// readerOf is for tests: a table in memory as a file.
func readerOf(b []byte) (io.ReaderAt, int64) { return bytes.NewReader(b), int64(len(b)) }
