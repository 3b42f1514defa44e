// Package betza reads and writes movement text: how a chess piece moves, in a
// few letters. It knows no board: its result is a list of paths as steps
// (dx, dy) seen from White's side, dy growing away from the player.
//
// The text is the part of XBetza (H. G. Muller's extension of Ralph Betza's
// "funny notation", as XBoard reads it) that is listed below, and the bracket
// form of Betza 2.0 for bent movers. Anything else is refused with its
// column; nothing is skipped in silence.
//
//	atoms       W (0,1)  F (1,1)  D (0,2)  N (1,2)  A (2,2)  H (0,3)  C (1,3)  Z (2,3)  G (3,3)
//	compounds   K = WF, Q = RB, R = W unlimited, B = F unlimited
//	range       a number after the atom: W3 up to three steps, D0 any number; a doubled letter (NN) is also any number
//	modes       m moves only, c captures only, e en passant too, i from the rank of the set-up (ii: one rank further), n lame
//	directions  f b l r v s; on W, D, H they add up (fs: forward and sideways), on F, A, G two name one diagonal (fr),
//	            on N, C, Z: f the two narrow forward leaps, fs the two wide ones, fr and rf single leaps, fh the forward half
//	legs        a: a further step, its directions relative to the last one, in eighths of a turn (fs: 45° to either side);
//	            y before a: the leg after it slides any distance; mp before a: the step may be over a piece
//	castling    O2: the king goes two squares toward the corner piece
//	brackets    [W?B] first like a wazir, then perhaps on, outward, like a bishop; [W-B] the second part is not optional
//
// For outward, the second part may only go on in directions at most 45° from
// the first step.
package betza
