package betza

import "strings"

// Mode says what a move may do on its last square. The zero value is refused
// by Parse: a move without m and c has both Quiet and Capture.
type Mode uint8

// The modes, which add up.
const (
	Quiet     Mode = 1 << iota // may go to an empty square
	Capture                    // may take an enemy
	EnPassant                  // may take a pawn that just passed the square
)

// Movement is how a piece moves: the union of its atoms.
type Movement struct {
	Atoms []Atom
}

// Atom is one term of a movement text, such as "mpafsafF", "KisO2"'s "K", or
// a bracket.
type Atom struct {
	Initial int    // 0, or from which rank: 1 the rank of the set-up (i), 2 one further (ii)
	Mode    Mode   // what the last step may do
	Lame    bool   // n: the squares on the way of a leap must be empty
	Legs    []Leg  // the legs before the last, in order
	Dir     string // directions of the last leg, "" for all (after Legs: relative to the leg before)
	Letter  byte   // W F D N A H C Z G K Q R B, or O for castling
	Range   int    // steps of the last leg: 1 or more, 0 for unlimited; for O the king's squares
	Then    *Then  // the second part of a bracket, nil elsewhere
}

// Leg is a step before the last one.
type Leg struct {
	Dir    string // as Atom.Dir; relative to the leg before, except on the first leg
	Over   bool   // mp: the square may be occupied
	Toggle bool   // y: the leg after it slides any distance
}

// Then is the second part of a bracket.
type Then struct {
	Optional bool   // ? rather than -
	Dir      string // relative directions, "" for outward
	Letter   byte
	Range    int
}

const (
	atomLetters     = "WFDNAHCZG"
	compoundLetters = "KQRB"
	maxRange        = 15
	maxLegs         = 4
	maxText         = 200
)

type parser struct {
	text string
	at   int
}

func (p *parser) fail(at int, want string) error {
	return &Error{Text: p.text, Column: at + 1, Want: want}
}

func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// Parse reads a movement text. Errors are of type *Error.
func Parse(text string) (Movement, error) {
	p := &parser{text: text}
	if text == "" {
		return Movement{}, p.fail(0, "expected a movement, such as WF")
	}
	if len(text) > maxText {
		return Movement{}, p.fail(maxText, "a movement text has at most 200 letters")
	}
	var m Movement
	for p.at < len(text) {
		a, err := p.atom()
		if err != nil {
			return Movement{}, err
		}
		m.Atoms = append(m.Atoms, a)
	}
	return m, nil
}

// mods are the lower-case letters before an atom.
type mods struct {
	legs    []Leg
	dir     string
	dirAt   int
	mode    Mode
	initial int
	lame    bool
}

func (p *parser) mods() (mods, error) {
	var m mods
	var leg Leg
	m.dirAt = p.at
	mode, over := Mode(0), false
	for {
		c := p.peek()
		switch c {
		case 'f', 'b', 'l', 'r', 'v', 's', 'h':
			if m.dir == "" {
				m.dirAt = p.at
			}
			m.dir += string(c)
		case 'm':
			mode |= Quiet
		case 'c':
			mode |= Capture
		case 'e':
			mode |= EnPassant
		case 'p':
			over = true
		case 'i':
			m.initial++
			if m.initial > 2 {
				return m, p.fail(p.at, "i stands for the set-up rank and ii for the rank after it; iii is not known")
			}
		case 'n':
			m.lame = true
		case 'y':
			leg.Toggle = true
		case 'a':
			if mode&^Quiet != 0 {
				return m, p.fail(p.at, "a leg before the last can only be m (the square is empty, as by default) or mp (whatever stands there)")
			}
			if over && mode != Quiet {
				return m, p.fail(p.at, "p alone (a hop that needs a piece) is not supported; mp passes over any square")
			}
			if m.lame || m.initial > 0 {
				return m, p.fail(p.at, "i and n cannot be joined with a")
			}
			if len(m.legs) == maxLegs {
				return m, p.fail(p.at, "a move has at most four legs before its last")
			}
			if len(m.legs) > 0 && !relativeDirs[m.dir] {
				return m, p.fail(m.dirAt, "expected the direction of the leg, relative to the leg before: f fl fr fs l r s bl br bs or b")
			}
			leg.Over, leg.Dir = over, m.dir
			m.legs = append(m.legs, leg)
			leg, mode, over, m.dir = Leg{}, 0, false, ""
			m.dirAt = p.at + 1
		case 'g', 'j', 'k', 't', 'u', 'x', 'z', 'q', 'o', 'd', 'w':
			return m, p.fail(p.at, "the XBetza modifier "+string(c)+" is not supported")
		default:
			if leg.Toggle {
				return m, p.fail(p.at, "y belongs before an a")
			}
			if over {
				return m, p.fail(p.at, "p belongs in mp before an a; hopping to the last square is not supported")
			}
			if mode == 0 {
				mode = Quiet | Capture
			}
			if mode&EnPassant != 0 && mode&Capture == 0 {
				return m, p.fail(p.at, "e (en passant) needs c")
			}
			m.mode = mode
			return m, nil
		}
		p.at++
	}
}

func (p *parser) atom() (Atom, error) {
	if p.peek() == '[' {
		return p.bracket()
	}
	start := p.at
	m, err := p.mods()
	if err != nil {
		return Atom{}, err
	}
	a := Atom{Initial: m.initial, Mode: m.mode, Lame: m.lame, Legs: m.legs, Dir: m.dir}
	at := p.at
	a.Letter = p.peek()
	switch {
	case a.Letter == 'O':
		p.at++
		if !p.number(&a.Range) || a.Range < 2 || a.Range > maxRange {
			return a, p.fail(p.at, "expected how far the king castles, as in O2")
		}
		if a.Initial != 1 || a.Dir != "s" || m.mode != Quiet|Capture || len(m.legs) > 0 || m.lame {
			return a, p.fail(start, "castling is written isO2")
		}
		return a, nil
	case p.letter(&a.Letter):
	default:
		return a, p.fail(p.at, "expected one of the atoms W F D N A H C Z G, the compounds K Q R B, castling O, or a bracket")
	}
	if a.Range, err = p.length(a.Letter); err != nil {
		return a, err
	}
	if a.Letter == 'R' || a.Letter == 'B' || a.Letter == 'Q' {
		if a.Lame {
			return a, p.fail(at, "n belongs to leaps, not to R, B or Q")
		}
	}
	if a.Lame && (a.Range != 1 || strings.IndexByte("DNAHG", a.Letter) < 0) {
		return a, p.fail(at, "lame leaps can be nD nA nH nG and nN")
	}
	first, firstAt := a.Dir, m.dirAt
	if len(a.Legs) > 0 {
		if strings.IndexByte("WFK", a.Letter) < 0 || a.Range != 1 {
			return a, p.fail(at, "moves of several legs are supported for W, F and K without a range")
		}
		for _, l := range a.Legs[:len(a.Legs)-1] {
			if l.Toggle {
				return a, p.fail(start, "y is supported on the leg before the last only")
			}
		}
		if !relativeDirs[a.Dir] {
			return a, p.fail(m.dirAt, "expected the direction of the leg, relative to the leg before: f fl fr fs l r s bl br bs or b")
		}
		first, firstAt = a.Legs[0].Dir, start
	}
	for _, s := range simpleAtoms(a.Letter) {
		if _, ok := directions(s, first); !ok {
			return a, p.fail(firstAt, "the directions "+first+" do not fit "+string(a.Letter)+"; "+directionHint(s))
		}
	}
	return a, nil
}

// letter reads an atom or compound letter.
func (p *parser) letter(to *byte) bool {
	c := p.peek()
	if c == 0 || strings.IndexByte(atomLetters+compoundLetters, c) < 0 {
		return false
	}
	*to = c
	p.at++
	return true
}

// length reads what follows an atom letter: a number, or the letter again.
func (p *parser) length(letter byte) (int, error) {
	n := 1
	if letter == 'R' || letter == 'B' || letter == 'Q' {
		n = 0
	}
	if p.peek() == letter && strings.IndexByte(atomLetters, letter) >= 0 {
		p.at++
		return 0, nil
	}
	at := p.at
	if p.number(&n) && n > maxRange {
		return 0, p.fail(at, "a range is 0 (unlimited) to 15")
	}
	return n, nil
}

// number reads decimal digits; false when there are none.
func (p *parser) number(to *int) bool {
	at, n := p.at, 0
	for c := p.peek(); c >= '0' && c <= '9' && p.at-at < 3; c = p.peek() {
		n = n*10 + int(c-'0')
		p.at++
	}
	if p.at == at {
		return false
	}
	*to = n
	return true
}

func (p *parser) bracket() (Atom, error) {
	p.at++
	start := p.at
	m, err := p.mods()
	if err != nil {
		return Atom{}, err
	}
	a := Atom{Initial: m.initial, Mode: m.mode, Dir: m.dir, Range: 1, Then: &Then{}}
	if len(m.legs) > 0 || m.lame || m.initial > 0 || m.mode != Quiet|Capture {
		return a, p.fail(start, "the first part of a bracket is a plain leap, with directions at the most")
	}
	if !p.letter(&a.Letter) || strings.IndexByte(atomLetters, a.Letter) < 0 {
		return a, p.fail(start, "expected a single step or leap (W F D N A H C Z G) as the first part of the bracket")
	}
	if _, ok := directions(a.Letter, a.Dir); !ok {
		return a, p.fail(m.dirAt, "the directions "+a.Dir+" do not fit "+string(a.Letter)+"; "+directionHint(a.Letter))
	}
	switch p.peek() {
	case '?':
		a.Then.Optional = true
	case '-':
	default:
		return a, p.fail(p.at, "expected ? (may go on) or - (must go on)")
	}
	p.at++
	at := p.at
	m, err = p.mods()
	if err != nil {
		return a, err
	}
	if len(m.legs) > 0 || m.lame || m.initial > 0 || m.mode != Quiet|Capture {
		return a, p.fail(at, "the second part of a bracket is a plain step or slide, with directions at the most")
	}
	a.Then.Dir = m.dir
	letterAt := p.at
	if !p.letter(&a.Then.Letter) || strings.IndexByte("WFRB", a.Then.Letter) < 0 {
		return a, p.fail(letterAt, "expected W, F, R or B as the second part of the bracket")
	}
	if a.Then.Range, err = p.length(a.Then.Letter); err != nil {
		return a, err
	}
	if m.dir != "" && (!relativeDirs[m.dir] || strings.IndexByte("WF", a.Letter) < 0) {
		return a, p.fail(m.dirAt, "directions of the second part are relative to a first W or F step: f fl fr fs l r s bl br bs or b")
	}
	if p.peek() != ']' {
		return a, p.fail(p.at, "expected ]")
	}
	p.at++
	if len(a.paths()) == 0 {
		return a, p.fail(start, "no direction of the second part leads outward from the first")
	}
	return a, nil
}
