package position

// Perft returns the number of sequences of depth legal moves (0 gives 1). The
// draws by material and counters end nothing here. Moves of the last ply are
// counted without being made.
func Perft(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	bufs := make([][]Move, depth)
	for i := range bufs {
		bufs[i] = make([]Move, 0, 256)
	}
	return perft(p, depth, bufs)
}

func perft(p *Position, depth int, bufs [][]Move) uint64 {
	if depth == 1 {
		return uint64(p.CountMoves())
	}
	var n uint64
	var u Undo
	moves := p.AppendMoves(bufs[depth-1][:0])
	bufs[depth-1] = moves
	for _, m := range moves {
		p.Make(m, &u)
		n += perft(p, depth-1, bufs)
		p.Unmake(m, &u)
	}
	return n
}

// Divide returns the count below each legal move, in the order of AppendMoves.
// Depth is 1 or more.
func Divide(p *Position, depth int) (moves []Move, counts []uint64) {
	var u Undo
	moves = p.AppendMoves(nil)
	for _, m := range moves {
		p.Make(m, &u)
		counts = append(counts, Perft(p, depth-1))
		p.Unmake(m, &u)
	}
	return moves, counts
}
