package position

import "tagmate/board"

// The keys of Zobrist hashing. Each passed square has a key of its own, so
// that the two squares of a triple step cannot cancel each other.
var (
	pieceKeys  [2 * maxKinds][board.MaxSquares]uint64
	passedKeys [board.MaxSquares]uint64
	rightsKeys [16]uint64
	turnKey    uint64
)

func init() {
	state := uint64(0x7461676d617465) // any constant: keys must be the same in every run
	next := func() uint64 {           // splitmix64, Steele, Lea and Flood 2014
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for i := range pieceKeys {
		for sq := range pieceKeys[i] {
			pieceKeys[i][sq] = next()
		}
	}
	for i := range passedKeys {
		passedKeys[i] = next()
	}
	for i := 1; i < len(rightsKeys); i++ {
		rightsKeys[i] = next()
	}
	turnKey = next()
}

// computeKey returns the hash key from scratch.
func (p *Position) computeKey() uint64 {
	key := rightsKeys[p.rights]
	for sq := range p.Occupied().Squares() {
		key ^= pieceKeys[p.board[sq]][sq]
	}
	for sq := range p.ep.Squares() {
		key ^= passedKeys[sq]
	}
	if p.turn == Black {
		key ^= turnKey
	}
	return key
}
