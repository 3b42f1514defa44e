package lab

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"tagmate/engine"
	"tagmate/game"
	"tagmate/notation"
	"tagmate/position"
)

// Clocks are what both sides have left when a move is asked for.
type Clocks struct {
	Left      [2]time.Duration
	Increment time.Duration
	MoveTime  time.Duration // fixed time a move instead of a clock; 0 for a clock
	Nodes     uint64        // fixed nodes a move instead of time; 0 for time
}

// Player is an engine in a match. It plays one game at a time.
type Player interface {
	Name() string
	// Begin starts a game that has come as far as g.
	Begin(ctx context.Context, g *game.Game) error
	// Move asks for a move in the position of g, in which the player's own
	// last move and the opponent's answer have been played.
	Move(ctx context.Context, g *game.Game, c Clocks) (position.Move, error)
	Close() error
}

// Own is our engine in this process.
type Own struct {
	engine *engine.Engine
	level  int
}

// NewOwn returns our engine at a level, with a hash table of some MiB.
// Tables may be nil.
func NewOwn(r *position.Rules, level, hashMB int, tables engine.Tables) *Own {
	return &Own{engine: engine.New(r, engine.Options{HashMB: hashMB, Tables: tables}), level: level}
}

// Name implements Player.
func (o *Own) Name() string {
	if o.level == engine.MaxLevel {
		return "tagmate"
	}
	return fmt.Sprintf("tagmate level %d", o.level)
}

// Begin implements Player.
func (o *Own) Begin(context.Context, *game.Game) error {
	o.engine.Clear()
	return nil
}

// Move implements Player.
func (o *Own) Move(ctx context.Context, g *game.Game, c Clocks) (position.Move, error) {
	l := engine.Limits{Level: o.level, MoveTime: c.MoveTime, Nodes: c.Nodes, Seed: g.Keys()[0]}
	if c.MoveTime == 0 && c.Nodes == 0 {
		l.Clock = &engine.Clock{Left: c.Left[g.Position().Turn()], Increment: c.Increment}
	}
	keys := g.Keys()
	info := o.engine.Think(ctx, g.Position(), keys[:len(keys)-1], l, nil)
	if len(info.PV) == 0 {
		return position.NoMove, errors.New("no move")
	}
	return info.PV[0], nil
}

// Close implements Player.
func (o *Own) Close() error { return nil }

// process is a program that speaks in lines.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // closed when the program has ended
	name  string
}

func start(command string) (*process, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, errors.New("expected a command")
	}
	p := &process{cmd: exec.Command(words[0], words[1:]...), lines: make(chan string, 256), name: words[0]}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.lines)
		s := bufio.NewScanner(out)
		s.Buffer(nil, 1<<20)
		for s.Scan() {
			p.lines <- strings.TrimSpace(s.Text())
		}
	}()
	return p, nil
}

func (p *process) say(format string, args ...any) error {
	_, err := fmt.Fprintf(p.in, format+"\n", args...)
	return err
}

// errSilent is a program that does not answer.
var errSilent = errors.New("no answer")

// hear reads lines until want returns true.
func (p *process) hear(ctx context.Context, limit time.Duration, want func(string) bool) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return errors.New("the program ended")
			}
			if want(line) {
				return nil
			}
		case <-timer.C:
			return errSilent
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (p *process) close() error {
	_ = p.say("quit")
	p.in.Close()
	done := make(chan struct{})
	go func() {
		for range p.lines {
		}
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		_ = p.cmd.Process.Kill()
	}
	_ = p.cmd.Wait()
	return nil
}

// patience is how long a program may take for anything but a move, and beyond
// its time for one.
const patience = 10 * time.Second

// UCI is a program that speaks UCI.
type UCI struct {
	p       *process
	options []string // name=value, sent before the first game
	variant string
}

// NewUCI starts a program and tells it the game and its options.
func NewUCI(ctx context.Context, command, variant string, options []string) (*UCI, error) {
	p, err := start(command)
	if err != nil {
		return nil, err
	}
	u := &UCI{p: p, options: options, variant: variant}
	if err := u.introduce(ctx); err != nil {
		_ = p.close()
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	return u, nil
}

func (u *UCI) introduce(ctx context.Context) error {
	if err := u.p.say("uci"); err != nil {
		return err
	}
	err := u.p.hear(ctx, patience, func(line string) bool {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			u.p.name = name
		}
		return line == "uciok"
	})
	if err != nil {
		return err
	}
	for _, o := range u.options {
		name, value, _ := strings.Cut(o, "=")
		if err := u.p.say("setoption name %s value %s", name, value); err != nil {
			return err
		}
	}
	if err := u.p.say("setoption name UCI_Variant value %s", u.variant); err != nil {
		return err
	}
	return u.ready(ctx)
}

func (u *UCI) ready(ctx context.Context) error {
	if err := u.p.say("isready"); err != nil {
		return err
	}
	return u.p.hear(ctx, patience, func(line string) bool { return line == "readyok" })
}

// Name implements Player.
func (u *UCI) Name() string { return u.p.name }

// Begin implements Player.
func (u *UCI) Begin(ctx context.Context, g *game.Game) error {
	if err := u.p.say("ucinewgame"); err != nil {
		return err
	}
	return u.ready(ctx)
}

// Move implements Player.
func (u *UCI) Move(ctx context.Context, g *game.Game, c Clocks) (position.Move, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "position fen %s", g.StartFEN())
	for i, m := range g.Moves() {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteString(" " + notation.UCI(g.Rules(), m))
	}
	if err := u.p.say("%s", b.String()); err != nil {
		return position.NoMove, err
	}
	limit := c.Left[g.Position().Turn()]
	switch {
	case c.Nodes > 0:
		if err := u.p.say("go nodes %d", c.Nodes); err != nil {
			return position.NoMove, err
		}
		limit = time.Minute
	case c.MoveTime > 0:
		if err := u.p.say("go movetime %d", c.MoveTime.Milliseconds()); err != nil {
			return position.NoMove, err
		}
		limit = c.MoveTime
	default:
		inc := c.Increment.Milliseconds()
		if err := u.p.say("go wtime %d btime %d winc %d binc %d", c.Left[0].Milliseconds(), c.Left[1].Milliseconds(), inc, inc); err != nil {
			return position.NoMove, err
		}
	}
	best := ""
	err := u.p.hear(ctx, limit+patience, func(line string) bool {
		rest, ok := strings.CutPrefix(line, "bestmove ")
		if ok {
			best, _, _ = strings.Cut(rest, " ")
		}
		return ok
	})
	if err != nil {
		return position.NoMove, err
	}
	return readMove(g, best)
}

// illegal is a move that the rules do not allow.
type illegal struct{ text string }

func (e illegal) Error() string { return "illegal move " + e.text }

func readMove(g *game.Game, text string) (position.Move, error) {
	m, err := notation.ParseMove(g.Position(), text)
	if err != nil {
		return position.NoMove, illegal{text}
	}
	return m, nil
}

// Close implements Player.
func (u *UCI) Close() error { return u.p.close() }

// XBoard is a program that speaks the XBoard protocol without setboard, as
// Fairy-Max does: it is led through every game from the set-up.
type XBoard struct {
	p       *process
	variant string // as the program calls it
	told    int    // plies that it knows
	going   bool
	prefix  string // of a move that is sent
}

// NewXBoard starts a program.
func NewXBoard(ctx context.Context, command, variant string) (*XBoard, error) {
	p, err := start(command)
	if err != nil {
		return nil, err
	}
	x := &XBoard{p: p, variant: variant}
	if err := p.say("xboard\nprotover 2"); err != nil {
		return nil, err
	}
	err = p.hear(ctx, patience, func(line string) bool {
		if _, rest, ok := strings.Cut(line, `myname="`); ok {
			p.name, _, _ = strings.Cut(rest, `"`)
		}
		if strings.Contains(line, "usermove=1") {
			x.prefix = "usermove "
		}
		return strings.Contains(line, "done=1")
	})
	if err != nil {
		_ = p.close()
		return nil, fmt.Errorf("%s: %w", command, err)
	}
	return x, nil
}

// Name implements Player.
func (x *XBoard) Name() string { return x.p.name }

// Begin implements Player.
func (x *XBoard) Begin(ctx context.Context, g *game.Game) error {
	if g.StartFEN() != g.Rules().Start().FEN() {
		return errors.New("an XBoard player starts from the set-up")
	}
	x.told, x.going = 0, false
	lines := "new\n"
	if x.variant != "" {
		lines += "variant " + x.variant + "\n"
	}
	if err := x.p.say("%seasy\nnopost\nforce\nping 7", lines); err != nil {
		return err
	}
	return x.p.hear(ctx, patience, func(line string) bool { return line == "pong 7" })
}

// Move implements Player.
func (x *XBoard) Move(ctx context.Context, g *game.Game, c Clocks) (position.Move, error) {
	moves := g.Moves()
	us := g.Position().Turn()
	// Forced, it is told all moves; then it goes on by itself.
	if err := x.p.say("force"); err != nil {
		return position.NoMove, err
	}
	for _, m := range moves[x.told:] {
		if err := x.p.say("%s%s", x.prefix, notation.UCI(g.Rules(), m)); err != nil {
			return position.NoMove, err
		}
	}
	x.told = len(moves)
	limit := c.Left[us]
	if c.MoveTime > 0 {
		limit = c.MoveTime
		if err := x.p.say("st %.2f", c.MoveTime.Seconds()); err != nil {
			return position.NoMove, err
		}
	} else {
		if !x.going {
			whole := max(int(c.Left[us].Seconds()), 1)
			if err := x.p.say("level 0 %d:%02d %g", whole/60, whole%60, c.Increment.Seconds()); err != nil {
				return position.NoMove, err
			}
			x.going = true
		}
		if err := x.p.say("time %d\notim %d", c.Left[us].Milliseconds()/10, c.Left[us.Other()].Milliseconds()/10); err != nil {
			return position.NoMove, err
		}
	}
	if err := x.p.say("go"); err != nil {
		return position.NoMove, err
	}
	text, told := "", ""
	err := x.p.hear(ctx, limit+patience, func(line string) bool {
		if rest, ok := strings.CutPrefix(line, "move "); ok {
			text = rest
			return true
		}
		if strings.HasPrefix(line, "Illegal move") || line == "resign" || strings.HasPrefix(line, "1-0") || strings.HasPrefix(line, "0-1") || strings.HasPrefix(line, "1/2") {
			told = line
			return true
		}
		return false
	})
	if err != nil {
		return position.NoMove, err
	}
	if told != "" {
		return position.NoMove, claimed{told}
	}
	x.told++
	return readMove(g, text)
}

// claimed is a program that says a result, or refuses a move, instead of
// moving.
type claimed struct{ text string }

func (e claimed) Error() string { return "said " + e.text }

// Close implements Player.
func (x *XBoard) Close() error { return x.p.close() }
