package main

import (
	"strings"

	"tagmate/board"
	"tagmate/position"
)

// drawBoard draws a board with letters, coordinates and, for empty squares,
// what mark returns for them (0 for nothing).
func drawBoard(r *position.Rules, p *position.Position, flip bool, mark func(board.Square) byte) string {
	shape := r.Shape()
	var b strings.Builder
	files := "    "
	for i := range shape.Files {
		f := i
		if flip {
			f = shape.Files - 1 - i
		}
		files += " " + string(rune('a'+f)) + "  "
	}
	line := "   +" + strings.Repeat("---+", shape.Files) + "\n"
	b.WriteString(line)
	for i := range shape.Ranks {
		rank := shape.Ranks - 1 - i
		if flip {
			rank = i
		}
		name := shape.Name(shape.Square(0, rank))[1:]
		b.WriteString(strings.Repeat(" ", 2-len(name)) + name + " |")
		for j := range shape.Files {
			file := j
			if flip {
				file = shape.Files - 1 - j
			}
			sq := shape.Square(file, rank)
			left, letter := byte(' '), byte(' ')
			if !shape.Dark(sq) {
				letter = ' '
			} else {
				letter = '.'
			}
			if piece := p.At(sq); piece != position.NoPiece {
				letter = r.Letter(piece)
			}
			right := byte(' ')
			if mark != nil {
				if m := mark(sq); m != 0 {
					if p.At(sq) == position.NoPiece {
						letter = m
					} else {
						left, right = m, m
					}
				}
			}
			b.WriteString(string([]byte{left, letter, right}) + "|")
		}
		b.WriteString("\n" + line)
	}
	b.WriteString(files + "\n")
	return b.String()
}
