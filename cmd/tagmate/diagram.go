package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tagmate/board"
	"tagmate/internal/art"
	"tagmate/position"
)

func newDiagramCommand() *cobra.Command {
	var square string
	var svg, black bool
	c := &cobra.Command{
		Use:   "diagram NAME PIECE",
		Short: "Draw how a piece moves",
		Long: `Draw how a piece of a game moves on an empty board, as text or as SVG: o is a
square that it may move to and capture on, m one that it may only move to, x one
that it may only capture on, ! one that it may move to, on which it attacks a
king and nothing else.`,
		Example: `  tagmate diagram teammate acromantula
  tagmate diagram teutonic T --square c4
  tagmate diagram teammate B --svg > brute.svg`,
		Args: cobra.ExactArgs(2),
		ValidArgsFunction: func(c *cobra.Command, args []string, s string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return completeVariants(c, args, s)
			}
			var names []string
			if r, err := loadRules(args[0]); err == nil && len(args) == 1 {
				for _, p := range r.Def().Pieces {
					names = append(names, p.Name)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := loadRules(args[0])
			if err != nil {
				return err
			}
			kind := findPiece(r, args[1])
			if kind == position.NoKind {
				return badInput(fmt.Errorf("%s has no piece %q, expected a letter or name: %s", r.Def().ID, args[1], pieceNames(r)))
			}
			shape := r.Shape()
			sq := shape.Square((shape.Files-1)/2, (shape.Ranks-1)/2)
			if square != "" {
				var ok bool
				if sq, ok = shape.ParseSquare(square); !ok {
					return badInput(fmt.Errorf("--square: %q is no square of this board", square))
				}
			}
			color := position.White
			if black {
				color = position.Black
			}
			p := position.Lone(r, position.MakePiece(kind, color), sq)
			m := marks(r, p, kind, sq)
			if svg {
				_, err = fmt.Fprint(cmd.OutOrStdout(), drawSVG(r, p, m))
				return err
			}
			info := r.Piece(kind)
			fmt.Fprintf(cmd.OutOrStdout(), "%s (%c), %s\n%s%s", info.Title, info.Letter, info.Text,
				drawBoard(r, p, black, func(s board.Square) byte { return m[s] }), legend(m))
			return nil
		},
	}
	c.Flags().StringVarP(&square, "square", "s", "", "`square` of the piece (default near the middle)")
	c.Flags().BoolVar(&svg, "svg", false, "draw as SVG")
	c.Flags().BoolVar(&black, "black", false, "a black piece")
	return c
}

func findPiece(r *position.Rules, text string) position.Kind {
	for i, p := range r.Def().Pieces {
		if strings.EqualFold(text, string(p.Letter)) || strings.EqualFold(text, p.Name) || strings.EqualFold(text, p.Title) {
			return position.Kind(i + 1)
		}
	}
	return position.NoKind
}

func pieceNames(r *position.Rules) string {
	var names []string
	for _, p := range r.Def().Pieces {
		names = append(names, string(p.Letter)+" "+p.Name)
	}
	return strings.Join(names, ", ")
}

// legend explains the marks that occur.
func legend(m map[board.Square]byte) string {
	var b strings.Builder
	for _, line := range []struct {
		mark byte
		text string
	}{
		{'o', "moves here and captures here"},
		{'m', "moves here, never captures here"},
		{'x', "captures here, moves here only so"},
		{'!', "moves here, attacks nothing here but a king"},
	} {
		for _, mark := range m {
			if mark == line.mark {
				fmt.Fprintf(&b, "%c  %s\n", line.mark, line.text)
				break
			}
		}
	}
	return b.String()
}

// marks returns what a piece could do on each square: it may differ for an
// empty square and an enemy there, so each square is tried with an enemy too.
func marks(r *position.Rules, p *position.Position, kind position.Kind, sq board.Square) map[board.Square]byte {
	m := map[board.Square]byte{}
	quiet, _, royal := p.Reach(sq)
	color := p.At(sq).Color()
	for to := range board.Square(r.Shape().Squares()) {
		if to == sq {
			continue
		}
		captures := position.Pair(r, p.At(sq), sq, position.MakePiece(r.Royal(), color.Other()), to)
		_, takes, _ := captures.Reach(sq)
		switch {
		case royal.Has(to):
			m[to] = '!'
		case quiet.Has(to) && takes.Has(to):
			m[to] = 'o'
		case quiet.Has(to):
			m[to] = 'm'
		case takes.Has(to):
			m[to] = 'x'
		}
	}
	return m
}

// drawSVG draws a board of 40 by 40 units a square.
func drawSVG(r *position.Rules, p *position.Position, m map[board.Square]byte) string {
	const size = 40
	shape := r.Shape()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img">`+"\n", shape.Files*size, shape.Ranks*size)
	for sq := range board.Square(shape.Squares()) {
		x, y := shape.File(sq)*size, (shape.Ranks-1-shape.Rank(sq))*size
		fill := "#f4f1e8"
		if shape.Dark(sq) {
			fill = "#5b7a99"
		}
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x, y, size, size, fill)
		cx, cy := x+size/2, y+size/2
		switch m[sq] {
		case 'o':
			fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="9" fill="#1b1b1b"/>`+"\n", cx, cy)
		case 'm':
			fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="8" fill="none" stroke="#1b1b1b" stroke-width="3"/>`+"\n", cx, cy)
		case 'x':
			fmt.Fprintf(&b, `<path d="M%d %dl14 14m0-14l-14 14" stroke="#1b1b1b" stroke-width="4"/>`+"\n", cx-7, cy-7)
		case '!':
			fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="8" fill="none" stroke="#1b1b1b" stroke-width="3"/><path d="M%d %dv7m0 3v2" stroke="#1b1b1b" stroke-width="3"/>`+"\n", cx, cy, cx, cy-6)
		}
		if piece := p.At(sq); piece != position.NoPiece {
			style := `style="--piece-fill:#fffdf7;--piece-line:#1b1b1b;--piece-detail:#1b1b1b"`
			if piece.Color() == position.Black {
				style = `style="--piece-fill:#2b2b2b;--piece-line:#111;--piece-detail:#efe9da"`
			}
			if body, ok := art.Body(r.Piece(piece.Kind()).Name); ok {
				fmt.Fprintf(&b, `<svg x="%d" y="%d" width="%d" height="%d" viewBox="0 0 48 48" %s>%s</svg>`+"\n", x, y, size, size, style, body)
			} else {
				fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="28" text-anchor="middle">%c</text>`+"\n", cx, cy+10, r.Letter(piece))
			}
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}
