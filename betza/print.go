package betza

import (
	"strconv"
	"strings"
)

// String returns the movement as text that Parse reads back to an equal
// value.
func (m Movement) String() string {
	var b []byte
	for _, a := range m.Atoms {
		next := a.append(nil)
		if len(b) > 0 && b[len(b)-1] == next[0] && strings.IndexByte(atomLetters, next[0]) >= 0 {
			b = append(b, '1') // two A in a row would read as the rider AA
		}
		b = append(b, next...)
	}
	return string(b)
}

func (a Atom) append(b []byte) []byte {
	if t := a.Then; t != nil {
		b = append(b, '[')
		b = append(b, a.Dir...)
		b = append(b, a.Letter)
		if t.Optional {
			b = append(b, '?')
		} else {
			b = append(b, '-')
		}
		b = append(b, t.Dir...)
		b = append(b, t.Letter)
		b = appendRange(b, t.Letter, t.Range)
		return append(b, ']')
	}
	for range a.Initial {
		b = append(b, 'i')
	}
	for _, l := range a.Legs {
		if l.Over {
			b = append(b, 'm', 'p')
		}
		b = append(b, l.Dir...)
		if l.Toggle {
			b = append(b, 'y')
		}
		b = append(b, 'a')
	}
	b = append(b, a.Dir...)
	if a.Mode&(Quiet|Capture) != Quiet|Capture || a.Mode&EnPassant != 0 {
		if a.Mode&Quiet != 0 {
			b = append(b, 'm')
		}
		if a.Mode&Capture != 0 {
			b = append(b, 'c')
		}
		if a.Mode&EnPassant != 0 {
			b = append(b, 'e')
		}
	}
	if a.Lame {
		b = append(b, 'n')
	}
	b = append(b, a.Letter)
	if a.Letter == 'O' {
		return strconv.AppendInt(b, int64(a.Range), 10)
	}
	return appendRange(b, a.Letter, a.Range)
}

func appendRange(b []byte, letter byte, n int) []byte {
	usual := 1
	if letter == 'R' || letter == 'B' || letter == 'Q' {
		usual = 0
	}
	if n == usual {
		return b
	}
	return strconv.AppendInt(b, int64(n), 10)
}
