package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tagmate/engine"
	"tagmate/game"
	"tagmate/internal/lines"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/variant"
)

type playOptions struct {
	variant, fen, color string
	level               int
	seconds             float64
}

func newPlayCommand() *cobra.Command {
	var o playOptions
	c := &cobra.Command{
		Use:   "play",
		Short: "Play in the terminal, against the engine or two at one keyboard",
		Long: `Play in the terminal. Moves are typed as SAN (Nf3, e8=B, O-O) or UCI text
(g1f3); "help" lists what else can be typed.`,
		Example: `  tagmate play -v teammate --color white --level 3
  tagmate play -v teutonic --color both`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := loadPosition(cmd, o.variant, o.fen)
			if err != nil {
				return err
			}
			return play(cmd.Context(), o, p, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	variantFlag(c, &o.variant, "teammate")
	c.Flags().StringVarP(&o.fen, "fen", "f", "", "`position` text to start from; the set-up if left out")
	c.Flags().StringVarP(&o.color, "color", "c", "random", "your `side`: white, black, random, or both for two people")
	if err := c.RegisterFlagCompletionFunc("color", cobra.FixedCompletions(
		[]string{"white", "black", "random", "both"}, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
	c.Flags().IntVarP(&o.level, "level", "l", 3, "the engine's `level`, 1 (beginner) to 8 (full strength)")
	c.Flags().Float64VarP(&o.seconds, "time", "t", 2, "most `seconds` that the engine takes for a move")
	return c
}

// table is a game at the terminal.
type table struct {
	game   *game.Game
	human  [2]bool
	flip   bool
	engine *engine.Engine
	limits engine.Limits
	out    io.Writer
	echo   bool // lines that are read are also written: nobody typed them here
}

// play plays from a position.
func play(ctx context.Context, o playOptions, p *position.Position, in io.Reader, out io.Writer) error {
	if o.level < engine.MinLevel || o.level > engine.MaxLevel {
		return badInput(fmt.Errorf("--level: expected %d to %d, got %d", engine.MinLevel, engine.MaxLevel, o.level))
	}
	if !(o.seconds >= 0.01 && o.seconds <= 3600) {
		return badInput(fmt.Errorf("--time: expected 0.01 to 3600 seconds, got %v", o.seconds))
	}
	t := &table{out: out, limits: engine.Limits{Level: o.level, MoveTime: time.Duration(o.seconds * float64(time.Second)), Seed: rand.Uint64()}}
	switch o.color {
	case "both":
		t.human = [2]bool{true, true}
	case "white":
		t.human[position.White] = true
	case "black":
		t.human[position.Black] = true
	case "random":
		t.human[rand.IntN(2)] = true
	default:
		return badInput(fmt.Errorf("--color: expected white, black, random or both, got %q", o.color))
	}
	t.flip = t.human[position.Black] && !t.human[position.White]
	var err error
	if t.game, err = game.FromFEN(p.Rules(), p.FEN()); err != nil {
		return badInput(err)
	}
	t.engine = engine.New(p.Rules(), engine.Options{HashMB: 64})
	fmt.Fprintf(out, "%s. Type moves, or \"help\".\n", p.Rules().Def().Name)
	if p.Rules().Def().Team() {
		fmt.Fprintln(out, "At the terminal it is played without the teams, as its base game.")
	}
	t.echo = !isTerminal(in)
	return t.run(ctx, lines.NewReader(in))
}

func isTerminal(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// run plays until the game is over and the player leaves, or input ends.
func (t *table) run(ctx context.Context, in *lines.Reader) error {
	t.show()
	for {
		if !t.game.Result().Over() && !t.human[t.game.Position().Turn()] {
			m, err := t.best(ctx, t.limits)
			if err != nil {
				return err
			}
			if err := t.game.Play(m); err != nil {
				return err
			}
			sans := t.game.SANs()
			fmt.Fprintf(t.out, "tagmate plays %s\n", sans[len(sans)-1])
			t.show()
			continue
		}
		fmt.Fprintf(t.out, "%s> ", t.game.Position().Turn())
		line, err := in.Next()
		switch {
		case errors.Is(err, io.EOF):
			fmt.Fprintln(t.out)
			return nil
		case errors.Is(err, lines.ErrTooLong):
			fmt.Fprintln(t.out, err)
			continue
		case err != nil:
			return err
		}
		if t.echo {
			fmt.Fprintf(t.out, "%s\n", line)
		}
		if quit := t.obey(ctx, strings.TrimSpace(line)); quit {
			return nil
		}
	}
}

const playHelp = `a move    SAN (e4, Nf3, exd5, e8=B, O-O) or UCI text (e2e4, e7e8b)
moves     the legal moves          undo      take back your last move
flip      turn the board           fen       the position as text
hint      what the engine plays    pgn       the game so far
draw      claim a draw, or offer   resign    give up
new       a new game               quit      leave
`

// obey carries out a line and reports whether the player leaves.
func (t *table) obey(ctx context.Context, line string) (quit bool) {
	g := t.game
	switch line {
	case "":
	case "quit", "exit", "q":
		return true
	case "help", "?":
		fmt.Fprint(t.out, playHelp)
	case "moves":
		fmt.Fprintln(t.out, strings.Join(reportPosition(g.Position().Clone()).SAN, " "))
	case "fen":
		fmt.Fprintln(t.out, g.Position().FEN())
	case "pgn":
		fmt.Fprint(t.out, g.Record())
	case "flip":
		t.flip = !t.flip
		t.show()
	case "undo":
		if !g.TakeBack() {
			fmt.Fprintln(t.out, "There is no move to take back.")
			break
		}
		for !t.human[g.Position().Turn()] && g.TakeBack() {
		}
		t.show()
	case "new":
		t.game = game.New(g.Rules())
		t.show()
	case "hint":
		if g.Result().Over() {
			fmt.Fprintln(t.out, "The game is over.")
			break
		}
		limits := t.limits
		limits.Level = engine.MaxLevel
		if m, err := t.best(ctx, limits); err == nil {
			p := g.Position().Clone()
			fmt.Fprintln(t.out, "Perhaps", notation.SAN(p, m)+".")
		}
	case "resign":
		if g.Result().Over() {
			fmt.Fprintln(t.out, "The game is over.")
			break
		}
		g.Resign(g.Position().Turn())
		t.showResult()
	case "draw", "claim":
		t.draw(ctx)
	default:
		if _, err := g.PlayText(line); err != nil {
			if errors.Is(err, game.ErrOver) {
				fmt.Fprintln(t.out, `The game is over; "new" starts another, "undo" takes back.`)
			} else {
				fmt.Fprintf(t.out, "%v (\"help\" lists what can be typed)\n", err)
			}
			break
		}
		t.show()
	}
	return false
}

// draw claims a draw if one can be claimed, agrees on one between two people,
// and asks the engine otherwise.
func (t *table) draw(ctx context.Context) {
	g := t.game
	if err := g.Claim(); err == nil {
		t.showResult()
		return
	} else if errors.Is(err, game.ErrOver) {
		fmt.Fprintln(t.out, "The game is over.")
		return
	}
	if t.human[position.White] && t.human[position.Black] {
		g.Agree()
		t.showResult()
		return
	}
	keys := g.Keys()
	info := t.engine.Think(ctx, g.Position(), keys[:len(keys)-1], engine.Limits{Nodes: 200_000}, nil)
	if info.Score >= 0 { // the person is to move and stands no worse
		g.Agree()
		t.showResult()
		return
	}
	fmt.Fprintln(t.out, "tagmate plays on; no draw can be claimed here.")
}

// best returns the engine's move in a position that has one.
func (t *table) best(ctx context.Context, l engine.Limits) (position.Move, error) {
	keys := t.game.Keys()
	info := t.engine.Think(ctx, t.game.Position(), keys[:len(keys)-1], l, nil)
	if err := ctx.Err(); err != nil {
		return position.NoMove, err
	}
	if len(info.PV) == 0 {
		return position.NoMove, errors.New("play: the engine found no move")
	}
	return info.PV[0], nil
}

func (t *table) show() {
	p := t.game.Position()
	fmt.Fprint(t.out, drawBoard(p.Rules(), p, t.flip, nil))
	if t.game.Result().Over() {
		t.showResult()
		return
	}
	if p.InCheck() {
		fmt.Fprintln(t.out, "Check!")
	}
	if reason, ok := t.game.CanClaim(); ok {
		fmt.Fprintf(t.out, "A draw may be claimed, since %s: type draw.\n", drawWords(p.Rules().Def(), reason))
	}
}

func (t *table) showResult() {
	fmt.Fprintln(t.out, resultWords(t.game))
}

// resultWords says how a game ended and why, in a sentence.
func resultWords(g *game.Game) string {
	r := g.Result()
	d := g.Rules().Def()
	names := map[position.Outcome][2]string{position.WhiteWins: {"White", "Black"}, position.BlackWins: {"Black", "White"}}
	won, lost := names[r.Outcome][0], names[r.Outcome][1]
	switch r.Reason {
	case game.Checkmate:
		return won + " wins by checkmate."
	case game.StalemateWins:
		return fmt.Sprintf("%s wins: %s stalemated %s, which loses in %s.", won, lost, won, d.Name)
	case game.StalemateLoses:
		return fmt.Sprintf("%s wins: %s is stalemated, which loses in %s.", won, lost, d.Name)
	case game.Resignation:
		return fmt.Sprintf("%s wins: %s resigns.", won, lost)
	case game.Flag:
		return fmt.Sprintf("%s wins: %s is out of time.", won, lost)
	case game.Aborted:
		return "The game was aborted."
	}
	return "Draw: " + drawWords(d, r.Reason) + "."
}

// drawWords says why a game is a draw, or may be one.
func drawWords(d *variant.Def, r game.Reason) string {
	moves := func(n int) string {
		return fmt.Sprintf("each side made %d moves without a capture or pawn move", n)
	}
	switch r {
	case game.StalemateDraw:
		return "stalemate"
	case game.Material:
		return "nobody has the material to win"
	case game.Threefold:
		return fmt.Sprintf("the position occurred %d times", d.Draws.RepetitionClaim)
	case game.Fivefold:
		return fmt.Sprintf("the position occurred %d times", d.Draws.RepetitionAuto)
	case game.MoveLimitClaim:
		return moves(d.Draws.MovesClaim)
	case game.MoveLimit:
		return moves(d.Draws.MovesAuto)
	case game.Agreement:
		return "both sides agreed"
	case game.FlagMaterial:
		return "time ran out, but the other side could not have won"
	}
	return r.String()
}
