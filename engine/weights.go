package engine

import (
	"tagmate/board"
	"tagmate/position"
)

// terms is a pair of scores in centipawns: for the middle game, and for the ending.
type terms struct{ mid, end int32 }

func (t *terms) add(u terms) {
	t.mid += u.mid
	t.end += u.end
}

// times adds a weight n times.
func (t *terms) times(n int, u terms) {
	t.mid += int32(n) * u.mid
	t.end += int32(n) * u.end
}

// weights are the numbers of the evaluation, in centipawns unless said
// otherwise. They are derived from a game's movements and then, where the game
// has a table, read from it.
type weights struct {
	tempo      terms // to move
	complement terms // colour-bound pieces on both colours
	hanging    terms // a piece that is attacked and not guarded
	contested  terms // a square that the other side attacks and does not guard twice or by a pawn
	push       terms // a piece that a pawn's safe step would attack

	isolated terms // a pawn with none of its side on the files beside it
	doubled  terms // a pawn with another one before it
	linked   terms // a pawn that is guarded by another, or side by side with one
	backward terms // a pawn that none can guard any more, and whose next square is attacked by pawns
	passed   [board.MaxRanks]terms
	blocked  terms // a passed pawn with a piece before it, in sixteenths of its worth
	barred   terms // one with an attacked square before it, likewise
	free     terms // one with nothing in its way, likewise
	escort   terms // distance of the kings from a passed pawn near its goal: the foe's; its own

	shelter, front terms // a pawn one rank before its king; two ranks
	storm, surge   terms // an enemy pawn within two ranks before the king; within four
	open           terms // a file beside or of the king without a pawn of its side

	// The danger to a king is a sum, in eighths of what an attack by a
	// pawn's worth counts; its square counts for the middle game.
	weak   terms // a square around the king that is attacked, and guarded by the king at best
	malice terms // of the square of the sum, in 1/65536; of the sum, in 1/64, for the ending
	calm   terms // what the sum is less by

	kind [16]kindWeights
}

// kindWeights are those of one kind of piece.
type kindWeights struct {
	value    terms
	pair     terms // for having two or more
	mobility terms // in sixteenths of the derived curve
	rank     [board.MaxRanks]terms
	file     [board.MaxFiles]terms // by distance from the edge
	harassed terms                 // attacked by a pawn
	chased   terms                 // attacked by a cheaper piece
	outpost  terms                 // guarded by a pawn, and no enemy pawn can ever attack it
	force    terms                 // danger of an attack on a square near the king
	check    terms                 // danger of a safe check
	hunter   terms                 // distance from the enemy king
	guard    terms                 // distance from its own king
}

// game and tapered are how visit names and marks weights.
const game = "game"

// visit calls f with every weight that a game has: its section (the letter of a
// piece, or "game"), its name, its place in a list of that name, and whether
// the ending has a number of its own.
func (w *weights) visit(r *position.Rules, f func(section, name string, i int, t *terms, tapered bool)) {
	shape := r.Shape()
	middle := (shape.Files + 1) / 2
	both := func(section, name string, t *terms) { f(section, name, 0, t, true) }
	single := func(section, name string, t *terms) { f(section, name, 0, t, false) }
	both(game, "tempo", &w.tempo)
	both(game, "complement", &w.complement)
	both(game, "hanging", &w.hanging)
	both(game, "contested", &w.contested)
	both(game, "push", &w.push)
	both(game, "isolated", &w.isolated)
	both(game, "doubled", &w.doubled)
	both(game, "linked", &w.linked)
	both(game, "backward", &w.backward)
	for toGo := 1; toGo < shape.Ranks-1; toGo++ {
		f(game, "passed", toGo-1, &w.passed[toGo], true)
	}
	both(game, "blocked", &w.blocked)
	both(game, "barred", &w.barred)
	both(game, "free", &w.free)
	both(game, "escort", &w.escort)
	single(game, "shelter", &w.shelter)
	single(game, "front", &w.front)
	single(game, "storm", &w.storm)
	single(game, "surge", &w.surge)
	single(game, "open", &w.open)
	single(game, "weak", &w.weak)
	both(game, "malice", &w.malice)
	single(game, "calm", &w.calm)
	for kind := position.Kind(1); kind <= r.Kinds(); kind++ {
		k, letter := &w.kind[kind], string(r.Piece(kind).Letter)
		first := 0
		if r.IsPawn(kind) {
			first = 1 // no pawn stands on the outer ranks
		}
		for rank := first; rank < shape.Ranks-first; rank++ {
			f(letter, "rank", rank-first, &k.rank[rank], true)
		}
		for file := range middle {
			f(letter, "file", file, &k.file[file], true)
		}
		if kind == r.Royal() {
			continue
		}
		both(letter, "value", &k.value)
		if r.IsPawn(kind) {
			continue
		}
		both(letter, "pair", &k.pair)
		both(letter, "mobility", &k.mobility)
		both(letter, "harassed", &k.harassed)
		both(letter, "chased", &k.chased)
		both(letter, "outpost", &k.outpost)
		both(letter, "hunter", &k.hunter)
		both(letter, "guard", &k.guard)
		single(letter, "force", &k.force)
		single(letter, "check", &k.check)
	}
}

// derive returns weights for a game without a table: after what is usual for
// chess, scaled by what the game's pieces are worth.
func (k *knowledge) derive() *weights {
	r := k.rules
	shape := r.Shape()
	w := &weights{
		tempo:      terms{14, 14},
		complement: terms{30, 30},
		hanging:    terms{22, 22},
		contested:  terms{2, 2},
		push:       terms{14, 10},
		isolated:   terms{-11, -14},
		doubled:    terms{-10, -22},
		linked:     terms{7, 5},
		backward:   terms{-4, -4},
		blocked:    terms{8, 8},
		barred:     terms{12, 12},
		free:       terms{16, 21},
		escort:     terms{2, -1},
		shelter:    terms{mid: 12},
		front:      terms{mid: 6},
		storm:      terms{mid: -6},
		surge:      terms{mid: -3},
		open:       terms{mid: -6},
		weak:       terms{mid: 32},
		malice:     terms{56, 4},
		calm:       terms{mid: 16},
	}
	// What a promotion gains, against a queen in chess.
	gain := int32(0)
	for _, kind := range k.pawnKinds {
		for _, choice := range r.Piece(kind).Promotions {
			v := k.value[choice.Kind+1]
			if choice.Pair {
				v *= 2
			}
			gain = max(gain, v-k.value[kind])
		}
	}
	for toGo := range w.passed {
		end := []int32{0, 150, 95, 58, 34, 20, 12}[min(toGo, 6)]
		mid := []int32{0, 95, 55, 30, 15, 8, 5}[min(toGo, 6)]
		w.passed[toGo] = terms{mid * gain / 800, end * gain / 800}
	}
	for kind := position.Kind(1); kind <= r.Kinds(); kind++ {
		t := &w.kind[kind]
		v := k.value[kind]
		switch {
		case r.IsPawn(kind):
			t.value = terms{v, v * 11 / 10}
			for rank := range t.rank {
				t.rank[rank] = terms{int32(max(rank-1, 0)) * 2, int32(max(rank-1, 0))}
			}
			for file := range t.file {
				t.file[file] = terms{int32(min(file, 3)) * 4, int32(min(file, 3)) * 2}
			}
			continue
		case kind == r.Royal():
			for rank := range t.rank {
				t.rank[rank] = terms{int32(max(-18*rank, -90)), int32(min(rank, shape.Ranks-1-rank, 3)) * 8}
			}
			for file := range t.file {
				t.file[file].end = int32(min(file, 3)) * 8
			}
			continue
		}
		t.value = terms{v, v}
		t.mobility = terms{16, 16}
		for rank := range t.rank {
			forward := int32(min(rank, shape.Ranks-1-rank)) * 2
			if rank == 0 {
				forward = -12
			}
			t.rank[rank] = terms{forward, forward * 2 / 3}
		}
		t.harassed = terms{-38, -38}
		if v > k.minor {
			t.chased = terms{-24, -24}
		}
		t.outpost = terms{8, 4}
		t.hunter = terms{-2, -1}
		if !k.quiet[kind] {
			t.force.mid = 8 * min(max(v/100, 1), 9)
			t.check.mid = 40
		}
	}
	return w
}

// apply takes over weights: into the tables that the evaluation adds up.
func (k *knowledge) apply(w *weights) {
	k.w = *w
	shape := k.rules.Shape()
	for kind := position.Kind(1); kind <= k.rules.Kinds(); kind++ {
		t := &w.kind[kind]
		for c := range k.square {
			for sq := range board.Square(shape.Squares()) {
				rank, file := shape.Rank(sq), shape.File(sq)
				if position.Color(c) == position.Black {
					rank = shape.Ranks - 1 - rank
				}
				here := k.square[c][kind][sq]
				sum := terms{here, here * 2 / 3}
				sum.add(t.value)
				sum.add(t.rank[rank])
				sum.add(t.file[min(file, shape.Files-1-file)])
				k.worth[c][kind][sq] = sum
			}
		}
		for n := range k.mobile[kind] {
			k.mobile[kind][n] = terms{k.mobility[kind][n] * t.mobility.mid / 16, k.mobility[kind][n] * t.mobility.end / 16}
		}
	}
}
