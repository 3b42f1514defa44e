// Package lab plays engines against each other and says what the results are
// worth: matches from balanced openings with both colours, Elo differences with
// error bars, and sequential tests (SPRT). A Tuner fits the weights of the
// evaluation to games that the engine plays against itself (Texel's method:
// logistic loss of the result by the evaluation). Everything random comes from
// a seed.
//
// An engine is our own, in this process, or any program that speaks UCI or
// XBoard. What goes wrong with it is told apart (a crash, an illegal move, a
// time loss) and never passed over.
package lab
