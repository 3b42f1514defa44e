package game

import "tagmate/notation"

// Record returns the game as a PGN record with the tags that the game itself
// knows: Result, and Variant, SetUp and FEN where they say something. The
// caller adds who played, where and when.
func (g *Game) Record() *notation.PGN {
	rec := &notation.PGN{Start: g.start, Result: g.result.Outcome.String()}
	rec.Set("Event", "?")
	rec.Set("Site", "?")
	rec.Set("Date", "????.??.??")
	rec.Set("Round", "?")
	rec.Set("White", "?")
	rec.Set("Black", "?")
	rec.Set("Result", rec.Result)
	def := g.Rules().Def()
	if def.Record != "" {
		rec.Set("Variant", def.Record)
	}
	if g.start != g.Rules().Start().FEN() {
		rec.Set("SetUp", "1")
		rec.Set("FEN", g.start)
	}
	for i, m := range g.moves {
		rec.Moves = append(rec.Moves, notation.Ply{Move: m, SAN: g.sans[i]})
	}
	return rec
}
