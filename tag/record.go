package tag

import (
	"strings"

	"tagmate/notation"
)

// Record returns the game as PGN that any chess program reads: passes and
// fouls are command comments before the move that they precede. Clock, if not
// nil, gives the text of a [%clk] for the move after n plies, "" for none.
func (g *Game) Record(clock func(ply int) string) *notation.PGN {
	rec := g.base.Record()
	rec.Set("TagHolders", strings.Fields(g.start)[6])
	var notes []string
	ply := 0
	for _, e := range g.events {
		switch e.Kind {
		case Passed:
			notes = append(notes, "[%pass]")
		case Fouled:
			notes = append(notes, "[%foul "+notation.UCI(g.base.Rules(), e.Move)+"]")
		case Moved:
			if clock != nil {
				if c := clock(ply); c != "" {
					notes = append(notes, "[%clk "+c+"]")
				}
			}
			rec.Moves[ply].Before = strings.Join(notes, " ")
			notes = nil
			ply++
		}
	}
	if len(notes) > 0 {
		if ply > 0 {
			rec.Moves[ply-1].After = strings.Join(notes, " ")
		} else {
			rec.Intro = strings.Join(notes, " ")
		}
	}
	return rec
}
