package live

import (
	"fmt"
	"time"
)

// PGN returns the game as far as it has come as PGN text.
func (v *View) PGN() (string, error) {
	g, err := newGame(v.Variant, v.Start)
	if err != nil {
		return "", err
	}
	for _, p := range v.Moves {
		if _, err := g.PlayText(p.UCI); err != nil {
			return "", fmt.Errorf("live: %w", err)
		}
	}
	rec := g.Record()
	rec.Result = v.Result
	rec.Set("Result", v.Result)
	rec.Set("Date", v.Since.UTC().Format("2006.01.02"))
	for side, tag := range map[string]string{white: "White", black: "Black"} {
		p := v.Players[side]
		switch {
		case p.Computer:
			rec.Set(tag, fmt.Sprintf("tagmate level %d", p.Level))
		case p.Name != "":
			rec.Set(tag, p.Name)
		}
	}
	if k := v.Clock; k != nil {
		rec.Set("TimeControl", fmt.Sprintf("%d+%d", k.Initial/time.Second, k.Increment/time.Second))
		for i := range rec.Moves {
			rec.Moves[i].After = "[%clk " + clockText(v.Moves[i].Left) + "]"
		}
	}
	if v.Reason != "" {
		rec.Set("Termination", v.Reason)
	}
	return rec.String(), nil
}

// clockText returns a time as in [%clk 0:09:41].
func clockText(d time.Duration) string {
	s := int(d / time.Second)
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
