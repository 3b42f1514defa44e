package notation

import (
	"strconv"
	"strings"
)

// String returns the record as PGN, with the tags in the order in which they
// are, lines of at most 79 letters where words allow, and a line feed at the
// end. Closing braces in comments become brackets, since PGN has no way to
// write them.
func (g *PGN) String() string {
	var b strings.Builder
	for _, t := range g.Tags {
		b.WriteString("[" + t.Name + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(t.Value) + "\"]\n")
	}
	if len(g.Tags) > 0 {
		b.WriteByte('\n')
	}
	w := &wrapper{}
	ply := firstPly(g.Start)
	w.comment(g.Intro)
	w.line(g.Moves, ply)
	result := g.Result
	if result == "" {
		result = "*"
	}
	w.word(result)
	b.WriteString(w.b.String())
	b.WriteByte('\n')
	return b.String()
}

// firstPly returns 2 × move number of a position text, and 1 more if Black is
// to move; the set-up's 2 for an empty text.
func firstPly(fen string) int {
	f := strings.Fields(fen)
	if len(f) < 6 {
		return 2
	}
	n, err := strconv.Atoi(f[5])
	if err != nil {
		n = 1
	}
	if f[1] == "b" {
		return 2*n + 1
	}
	return 2 * n
}

// wrapper breaks lines between words.
type wrapper struct {
	b     strings.Builder
	width int
	glue  bool // the next word follows without a space
}

func (w *wrapper) word(s string) {
	switch {
	case w.width == 0 || w.glue:
	case w.width+1+len(s) > 79:
		w.b.WriteByte('\n')
		w.width = 0
	default:
		w.b.WriteByte(' ')
		w.width++
	}
	w.glue = false
	w.b.WriteString(s)
	w.width += len(s)
}

func (w *wrapper) comment(text string) {
	if text == "" {
		return
	}
	words := strings.Fields("{" + strings.ReplaceAll(text, "}", ")") + "}")
	for _, s := range words {
		w.word(s)
	}
}

func (w *wrapper) line(moves []Ply, ply int) {
	number := true // Black's move needs a number after anything but White's move
	for i := range moves {
		m := &moves[i]
		if m.Before != "" {
			number = true
		}
		if ply%2 == 0 {
			w.word(strconv.Itoa(ply/2) + ".")
		} else if number {
			w.word(strconv.Itoa(ply/2) + "...")
		}
		w.comment(m.Before)
		w.word(m.SAN)
		for _, n := range m.NAGs {
			w.word("$" + strconv.Itoa(n))
		}
		w.comment(m.After)
		for _, v := range m.Variations {
			w.word("(")
			w.glue = true
			w.comment(v.Intro)
			w.line(v.Moves, ply)
			w.glue = true
			w.word(")")
		}
		number = m.After != "" || len(m.Variations) > 0
		ply++
	}
}
