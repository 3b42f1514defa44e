// Package engine searches for the best move in any game that package position
// can play. It is a library without globals: an Engine belongs to one game and
// has its own hash table. Scores are centipawns for the side to move. With one thread and a limit of nodes or depth it is
// deterministic.
//
// The search is alpha-beta with principal variations (PVS), iterative
// deepening and a hash table, as described on the Chess Programming Wiki under
// those names. What it knows of a game it takes from the game's data: values
// from the file, squares from the movements, the meaning of stalemate and the
// draw limits from the rules. Some games have a table of weights besides
// (folder weights), which `tagmate tune` wrote; a game without one gets values
// that are derived from its movements. Endings of few men may be looked up in
// Tables.
//
// It only thinks: it keeps no game, no clock and no protocol.
package engine
