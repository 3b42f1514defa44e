package position

import (
	"tagmate/betza"
	"tagmate/board"
)

// Step is one way in which a kind may go from one square to another, on some
// board.
type Step struct {
	From, To board.Square
	Between  board.Set // squares that must be empty
	Quiet    bool      // onto an empty square
	Capture  bool      // onto an enemy
	Royal    bool      // attacks a king on To
}

// Steps lists every step of a kind of one colour, castling and captures en
// passant excepted. Two squares that several ways join are listed once for
// each way. It computes the list anew with each call.
func (r *Rules) Steps(k Kind, c Color) []Step {
	p := r.Piece(k)
	paths := p.Movement.Paths()
	var out []Step
	for i := range paths {
		home := r.home(k, c, paths[i].Initial)
		s := Step{Quiet: paths[i].Mode&betza.Quiet != 0, Capture: paths[i].Mode&betza.Capture != 0}
		s.Royal = s.Capture
		if p.OnlyRoyal {
			s.Quiet, s.Capture, s.Royal = true, false, true
		}
		for from := range board.Square(r.n) {
			w, ok := r.trace(&paths[i], from, c, home)
			if !ok || w.guard.Has(from) {
				continue
			}
			s.From, s.Between = from, w.guard
			for _, to := range w.ray {
				if s.Between.Has(to) {
					continue
				}
				s.To = to
				out = append(out, s)
				s.Between = s.Between.With(to)
			}
		}
	}
	return out
}
