package tablebase

import (
	"context"
	"fmt"

	"tagmate/board"
	"tagmate/position"
)

// Drawn counts the positions of an ending against a bare king, White to move,
// that White does not win, by why.
type Drawn struct {
	Escapes int64 // Black forces a capture that does not lose, or stalemate
	Kept    int64 // White can keep all men for ever, and does not win
	KeptFEN string
}

// escapes finds, when a table is made, in which drawn positions the bare king
// gets away: where Black can force a capture that does not lose, or stalemate,
// whatever White plays. That is a game of its own, solved by the same analysis:
// Black wins it by such a capture, and White loses it when all moves allow
// one. It returns a table with its values in which the others are drawn. The
// builder is of no use afterwards.
func (b *builder) escapes(ctx context.Context) (*Table, error) {
	values := b.t
	t := newTable(values.rules, values.ending, values.pure)
	if b.kingOf[position.Black] < 0 || len(t.ending.Black) != 1 || t.ending.HasPawns(t.rules) {
		return nil, fmt.Errorf("tablebase: %s: escapes are those of a bare king from pieces", t.name)
	}
	for s := range 2 {
		t.codes[s] = make([]code, t.kept())
	}
	b.t = t
	for i := range b.buckets {
		b.buckets[i] = &buckets{}
	}
	b.each(func(_, f int) {
		for slot := range b.slots {
			at := f*b.slots + slot
			for s := range 2 {
				var drawn word
				row := (f*t.slots + b.raw[slot]) * b.n
				for sq, c := range values.codes[s][row : row+b.n] {
					if c == codeDraw {
						drawn = drawn.With(board.Square(sq))
					}
				}
				over := drawn.And(b.closed[s].at(at)) // stalemate, or a draw by the rules
				if s == int(position.Black) {
					over = over.Or(drawn.And(b.hold[s].at(at)))
				}
				if over.Empty() {
					continue
				}
				if s == int(position.Black) {
					b.toWin[s].set(at, over)
					b.nextWonIn[s][f] = append(b.nextWonIn[s][f], int32(slot))
				} else {
					b.toLose[s].set(at, over)
					b.nextLostIn[s][f] = append(b.nextLostIn[s][f], int32(slot))
				}
			}
		}
	})
	b.each(func(_, f int) { b.commit(f, 0) })
	b.turnOver()
	if err := b.solve(ctx); err != nil {
		return nil, err
	}
	return t, nil
}

// drawn counts the positions that a table has as drawn, with White to move, by
// what the table of escapes says of them; of two men that are bound to colours
// those on different ones where different says so.
func (t *Table) drawn(escapes *Table, different bool) Drawn {
	var d Drawn
	at := 0
	for f := range t.fr.kings {
		for slot := range t.slots {
			count := t.rules.Shape().All()
			if t.splits() {
				other := t.different(board.Square(slot))
				if different {
					count = other
				} else {
					count = count.AndNot(other)
				}
			}
			for sq := range t.n {
				if t.codes[position.White][at] == codeDraw && count.Has(board.Square(sq)) {
					if escapes.codes[position.White][at] != codeDraw {
						d.Escapes += t.fr.orbit[f]
					} else {
						d.Kept += t.fr.orbit[f]
						if d.KeptFEN == "" {
							d.KeptFEN = t.fen(position.White, at)
						}
					}
				}
				at++
			}
		}
	}
	d.Escapes /= t.alike()
	d.Kept /= t.alike()
	return d
}
