// Package uci speaks UCI to a graphical interface, with the extensions for
// variants by which Fairy-Stockfish is known: a combo UCI_Variant of all games,
// VariantPath for more of them, and a line that describes the board after the
// game was chosen.
//
// It is a line protocol over packages engine and game, with no chess of its
// own. It never ends but at quit or the end of its input, whatever it is sent:
// a line that it does not know is answered with an info string, as far as UCI
// has an answer for it.
package uci
