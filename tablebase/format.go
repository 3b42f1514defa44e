package tablebase

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"tagmate/position"
)

// A table file has, in this order, all numbers little-endian:
//
//	magic    8 bytes, the last one is the version
//	length   of the header, uint32
//	header   JSON
//	index    for each block its length and its CRC-32C, uint32 each
//	check    CRC-32C of everything so far, uint32
//	blocks   zstd, each of blockEntries symbols (the last one may have fewer)
//
// A symbol stands for a code of the table: one byte, or two where a table has
// more than 256 codes. Codes that nobody asks for (placings that cannot stand,
// or that are written in another order of like men) have any symbol. Where one
// side to move would take much room it is left out: its values follow from the
// moves.
const (
	magic        = "\x89TMEGT\n\x01"
	blockEntries = 1 << 16
	maxHeader    = 1 << 20
	bothBelow    = 1 << 17 // bytes of a table that keeps both sides to move
)

// Extension ends the names of table files.
const Extension = ".tmt"

// ErrDamaged is what the error of a file wraps that is no whole table.
var ErrDamaged = errors.New("damaged table")

// ErrForeign is what the error of a file wraps that is a table of other rules,
// of another version, or no table at all.
var ErrForeign = errors.New("foreign file")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header is the JSON part of a table file.
type header struct {
	Game    string   `json:"game"`
	Rules   string   `json:"rules"` // fingerprint
	Ending  string   `json:"ending"`
	Pure    bool     `json:"pure"`
	Order   string   `json:"order"` // men in the order of the index
	Entries int      `json:"entries"`
	Sides   string   `json:"sides"` // sides to move that are stored: "w", "b" or "wb"
	Symbols []uint16 `json:"symbols"`
	Blocks  int      `json:"blocks"`
	Stats   []Stats  `json:"stats"`
}

// fingerprint names the rules that the table of an ending depends on: those of
// its men and of what they become.
func fingerprint(r *position.Rules, e Ending) string {
	d := r.Def()
	men := append(append([]position.Kind{}, e.White...), e.Black...)
	for i := 0; i < len(men); i++ {
		for _, p := range r.Piece(men[i]).Promotions {
			if k := position.Kind(p.Kind + 1); !slices.Contains(men, k) {
				men = append(men, k)
			}
		}
	}
	h := sha256.New()
	fmt.Fprintln(h, d.Shape, d.Start, d.Ending.Stalemate, d.Draws.Material)
	for i := range d.Pieces {
		p := &d.Pieces[i]
		if !slices.Contains(men, position.Kind(i+1)) {
			continue
		}
		fmt.Fprintln(h, string(p.Letter), p.Movement.String(), p.Royal, p.OnlyRoyal, p.Pawn, p.Promotions)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// FileName returns the name of an ending's file below the tables' directory.
// Sides are separated by a hyphen, so that names differ in more than case.
func FileName(r *position.Rules, e Ending, pure bool) string {
	e, _ = e.Canonical(r)
	var b strings.Builder
	side := func(kinds []position.Kind) {
		for _, k := range kinds {
			b.WriteByte(r.Piece(k).Letter)
		}
	}
	side(e.White)
	b.WriteByte('-')
	side(e.Black)
	if pure {
		b.WriteString(".pure")
	}
	return filepath.Join(r.Def().ID, b.String()+Extension)
}

// order names the men of a table in the order of its index.
func (t *Table) order() string {
	var b []byte
	for _, m := range t.men {
		b = append(b, t.rules.Letter(position.MakePiece(m.kind, m.color)))
	}
	return string(b)
}

var encoders = sync.Pool{New: func() any {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		panic(err)
	}
	return e
}}

// packer turns codes into symbols.
type packer struct {
	t       *Table
	symbol  map[code]int
	symbols []uint16
	wide    bool
	like    [][2]int // strides of like men: the first one's square must not be greater
}

func newPacker(t *Table) *packer {
	p := &packer{t: t, symbol: map[code]int{}}
	var used []bool
	for s := range 2 {
		for _, c := range t.codes[s] {
			for int(c) >= len(used) {
				used = append(used, false)
			}
			used[c] = true
		}
	}
	for c, yes := range used {
		if yes && code(c) != codeIllegal {
			p.symbol[code(c)] = len(p.symbols)
			p.symbols = append(p.symbols, uint16(c))
		}
	}
	p.wide = len(p.symbols) > 256
	stride := 1
	strides := make([]int, len(t.men))
	for i := len(t.men) - 1; i >= t.kings; i-- {
		strides[i] = stride
		stride *= t.n
	}
	for i := t.kings; i < len(t.men); i++ {
		for j := i + 1; j < len(t.men); j++ {
			if t.men[i] == t.men[j] {
				p.like = append(p.like, [2]int{strides[i], strides[j]})
			}
		}
	}
	return p
}

// block appends the symbols of one block.
func (p *packer) block(b []byte, s, block int) []byte {
	from := block * blockEntries
	last := 0
	for at := from; at < min(from+blockEntries, p.t.size()); at++ {
		c := p.t.codes[s][at]
		skip := c == codeIllegal
		for _, l := range p.like {
			skip = skip || at/l[0]%p.t.n > at/l[1]%p.t.n
		}
		if !skip {
			last = p.symbol[c]
		}
		b = append(b, byte(last))
		if p.wide {
			b = append(b, byte(last>>8))
		}
	}
	return b
}

// pack compresses every step-th block of a side to move.
func (p *packer) pack(s, step, threads int) [][]byte {
	blocks := (p.t.size() + blockEntries - 1) / blockEntries
	out := make([][]byte, (blocks+step-1)/step)
	work := make(chan int)
	var wg sync.WaitGroup
	for range threads {
		wg.Go(func() {
			e := encoders.Get().(*zstd.Encoder)
			defer encoders.Put(e)
			var raw []byte
			for i := range work {
				raw = p.block(raw[:0], s, i*step)
				out[i] = e.EncodeAll(raw, nil)
			}
		})
	}
	for i := range out {
		work <- i
	}
	close(work)
	wg.Wait()
	return out
}

func total(blocks [][]byte) int {
	n := 0
	for _, b := range blocks {
		n += len(b)
	}
	return n
}

// WriteFile writes the table into a directory, under its FileName. The file
// appears whole or not at all.
func (t *Table) WriteFile(dir string, threads int) (err error) {
	name := filepath.Join(dir, FileName(t.rules, t.ending, t.pure))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("tablebase: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".unfinished-*")
	if err != nil {
		return fmt.Errorf("tablebase: %w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = fmt.Errorf("tablebase: %s: %w", name, err)
		}
	}()
	if err = t.write(f, max(threads, 1)); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// leadsToPairs reports whether moves of a side lead to tables that are too
// large to be at hand, so that its own values must be stored.
func (t *Table) leadsToPairs(c position.Color) bool {
	for _, m := range t.men {
		for _, p := range t.rules.Piece(m.kind).Promotions {
			if p.Pair && m.color == c && len(t.men) >= largeMen-1 {
				return true
			}
		}
	}
	return false
}

// write writes the table's file.
func (t *Table) write(w io.Writer, threads int) error {
	h := header{
		Game: t.rules.Def().ID, Rules: fingerprint(t.rules, t.ending), Ending: t.name, Pure: t.pure, Order: t.order(),
		Entries: t.size(), Stats: t.Stats(), Symbols: []uint16{},
	}
	var blocks [][]byte
	if !t.trivial() {
		p := newPacker(t)
		h.Symbols = p.symbols
		step := 1 + t.size()/blockEntries/8
		a, b := total(p.pack(0, step, threads)), total(p.pack(1, step, threads))
		switch {
		case (a+b)*step < bothBelow:
			h.Sides = "wb"
			blocks = append(p.pack(0, 1, threads), p.pack(1, 1, threads)...)
		case t.leadsToPairs(position.White) && !t.leadsToPairs(position.Black), a < b && !t.leadsToPairs(position.Black):
			h.Sides = "w"
			blocks = p.pack(0, 1, threads)
		default:
			h.Sides = "b"
			blocks = p.pack(1, 1, threads)
		}
	}
	h.Blocks = len(blocks)
	text, err := json.Marshal(&h)
	if err != nil {
		return err
	}
	head := append([]byte(magic), binary.LittleEndian.AppendUint32(nil, uint32(len(text)))...)
	head = append(head, text...)
	for _, b := range blocks {
		head = binary.LittleEndian.AppendUint32(head, uint32(len(b)))
		head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(b, castagnoli))
	}
	head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
	if _, err := w.Write(head); err != nil {
		return err
	}
	for _, b := range blocks {
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}
