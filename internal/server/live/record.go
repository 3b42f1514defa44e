package live

import (
	"fmt"
	"strings"
	"time"

	"tagmate/notation"
)

// PGN returns the game as far as it has come as PGN text.
func (v *View) PGN() (string, error) {
	rec, err := v.record()
	if err != nil {
		return "", err
	}
	rec.Result = v.Result
	rec.Set("Result", v.Result)
	rec.Set("Date", v.Since.UTC().Format("2006.01.02"))
	for side, tag := range map[string]string{white: "White", black: "Black"} {
		if name := v.Players[side].recordName(); name != "?" {
			rec.Set(tag, name)
		}
	}
	if v.Tag != nil {
		for side, tag := range map[string]string{white: "White", black: "Black"} {
			var names []string
			for _, seat := range tagSeats {
				if sideOfTag(seat) == side {
					names = append(names, v.Players[seat].recordName())
				}
			}
			rec.Set(tag, strings.Join(names, " & "))
		}
	}
	if k := v.Clock; k != nil {
		rec.Set("TimeControl", fmt.Sprintf("%d+%d", k.Initial/time.Second, k.Increment/time.Second))
		for i := range rec.Moves {
			if v.Tag != nil {
				break // it stands before the moves there
			}
			rec.Moves[i].After = "[%clk " + clockText(v.Moves[i].Left) + "]"
		}
	}
	if v.Reason != "" {
		rec.Set("Termination", v.Reason)
	}
	return rec.String(), nil
}

// recordName is how a record names a player.
func (p Player) recordName() string {
	switch {
	case p.Computer:
		return fmt.Sprintf("tagmate level %d", p.Level)
	case p.Name != "":
		return p.Name
	}
	return "?"
}

// record returns the moves of the game.
func (v *View) record() (*notation.PGN, error) {
	if v.Tag != nil {
		return v.tagRecord()
	}
	g, err := newGame(v.Variant, v.Start)
	if err != nil {
		return nil, err
	}
	for _, p := range v.Moves {
		if _, err := g.PlayText(p.UCI); err != nil {
			return nil, fmt.Errorf("live: %w", err)
		}
	}
	return g.Record(), nil
}

// clockText returns a time as in [%clk 0:09:41].
func clockText(d time.Duration) string {
	s := int(d / time.Second)
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
