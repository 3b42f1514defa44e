package notation

import "tagmate/position"

// PGN is one game record (Edwards, "PGN Specification and Implementation
// Guide", 1994), for any variant.
type PGN struct {
	Tags   []Tag
	Start  string // position text of the first position, normalised
	Intro  string // comment before the first move
	Moves  []Ply
	Result string // "1-0", "0-1", "1/2-1/2" or "*"
}

// Tag is one tag pair.
type Tag struct{ Name, Value string }

// Ply is one move of a record with what is said about it.
type Ply struct {
	Move       position.Move
	SAN        string
	Before     string // comment before the move
	After      string // comment after the move
	NAGs       []int  // numeric annotation glyphs: 1 for !, 2 for ?, and so on
	Variations []Variation
}

// Variation is a line that could have been played instead of the ply that
// holds it.
type Variation struct {
	Intro string
	Moves []Ply
}

// Tag returns the value of a tag, "" if the record has none of that name.
func (g *PGN) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Set sets a tag, which keeps its place if it is there already.
func (g *PGN) Set(name, value string) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			g.Tags[i].Value = value
			return
		}
	}
	g.Tags = append(g.Tags, Tag{name, value})
}

// glyphs are the marks behind a move and their numbers.
var glyphs = map[string]int{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
