// Package engine searches for the best move in any game that package position
// can play. It is a library without globals: an Engine belongs to one game and
// has its own hash table. With one thread and a limit of nodes or depth it is
// deterministic.
//
// The search is alpha-beta with principal variations (PVS), iterative
// deepening and a hash table, as described on the Chess Programming Wiki under
// those names. What it knows of a game it takes from the game's data: values
// from the file, squares from the movements, the meaning of stalemate and the
// draw limits from the rules.
//
// It only thinks: it keeps no game, no clock and no protocol.
package engine
