// Package tag is Tag Chess (RULES "Tag Chess"): the team layer over a game of
// orthodox chess. Each team has a queen-side and a king-side player; one of
// them holds the move, and may play with a piece on his own files or pass. A
// move with a piece on the partner's files is a foul: it does not happen, it
// is forbidden until the team has moved, and the partner holds the move.
//
// A State is a position with its holders and forbidden moves, a Game what is
// played from one, with results.
//
// The package knows no players, seats or clocks: only which half of the board
// holds the move. What holds for it in every position: exactly one half of
// each team holds the move, somebody can act until the game is over, and the
// board is a legal position of orthodox chess.
package tag
