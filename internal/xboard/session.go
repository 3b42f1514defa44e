package xboard

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"tagmate/engine"
	"tagmate/game"
	"tagmate/internal/lines"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/tablebase"
	"tagmate/variant"
)

// Session is one conversation with XBoard. All its state belongs to the
// goroutine of Run; a search runs in one of its own and answers by a channel.
type Session struct {
	name string
	out  *bufio.Writer

	variant *variant.Def
	resync  bool // a pair is played, and the position sent anew
	rules   *position.Rules
	game    *game.Game
	engine  *engine.Engine
	hash    int
	threads int
	level   int
	dir     string            // of endgame tables, "" for none
	tables  *tablebase.Prober // those of the present game

	force   bool
	side    position.Color // whom the engine plays, unless force
	post    bool
	analyze bool
	rival   bool // the opponent is a program, too, and XBoard the arbiter
	clock   engine.Clock
	perMove time.Duration // st
	session int           // moves of a time control, 0 for the whole game
	depth   int           // sd

	search *search
}

// search is a search that runs.
type search struct {
	cancel context.CancelFunc
	infos  chan engine.Info
	best   chan engine.Info
	wanted bool // its best move is to be played
}

// New returns a session that calls itself by a name and version.
func New(name string, out io.Writer) *Session {
	s := &Session{name: name, out: bufio.NewWriter(out), hash: 64, threads: 1, level: engine.MaxLevel, force: true}
	d, err := variant.Lookup("chess")
	if err == nil {
		err = s.choose(d)
	}
	if err != nil {
		panic(err) // a built-in game does not load: a fault of ours
	}
	s.clock.Left = 5 * time.Minute
	return s
}

// UseTables has endgame tables looked for in a directory, in none if it is "".
func (s *Session) UseTables(dir string) *Session {
	s.dir = dir
	return s
}

func (s *Session) say(format string, args ...any) {
	fmt.Fprintf(s.out, format+"\n", args...)
	s.out.Flush()
}

// Run obeys lines until quit or the end of input.
func (s *Session) Run(ctx context.Context, in io.Reader) error {
	type read struct {
		line string
		err  error
	}
	input := make(chan read)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		r := lines.NewReader(in)
		for {
			line, err := r.Next()
			select {
			case input <- read{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil && !errors.Is(err, lines.ErrTooLong) {
				return
			}
		}
	}()
	defer s.closeTables()
	defer s.abandon()
	for {
		var infos, best chan engine.Info
		if s.search != nil {
			infos, best = s.search.infos, s.search.best
		}
		select {
		case got := <-input:
			switch {
			case errors.Is(got.err, lines.ErrTooLong):
				s.say("Error (%v): unread", got.err)
			case errors.Is(got.err, io.EOF):
				return nil
			case got.err != nil:
				return got.err
			case s.obey(ctx, strings.TrimSpace(got.line)):
				return nil
			}
		case <-ctx.Done():
			return nil
		case i := <-infos:
			s.report(i)
		case i := <-best:
			wanted := s.search.wanted
			s.search = nil
			if wanted {
				s.playBest(ctx, i)
			}
		}
	}
}

// obey carries out a line and reports whether it was quit.
func (s *Session) obey(ctx context.Context, line string) (quit bool) {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "", "xboard", "accepted", "rejected", "random", "hard", "easy", "name", "rating", "ics", "otim", "bk", "white", "black", "result", "pause", "resume":
		if word == "result" {
			s.abandon()
			s.force = true
		}
	case "computer":
		s.rival = true
	case "protover":
		s.features()
	case "quit":
		return true
	case "new":
		s.abandon()
		if d, err := variant.Lookup("chess"); err == nil && s.variant.ID != "chess" {
			if err := s.choose(d); err != nil {
				s.say("Error (%v): new", err)
			}
		}
		s.game = game.New(s.rules)
		s.force, s.side, s.depth, s.analyze, s.rival = false, position.Black, 0, false, false
		s.engine = nil
	case "variant":
		s.chooseNamed(rest)
	case "force":
		s.abandon()
		s.force = true
	case "go":
		s.force, s.side = false, s.game.Position().Turn()
		s.think(ctx)
	case "playother":
		s.force, s.side = false, s.game.Position().Turn().Other()
	case "usermove":
		s.userMove(ctx, rest)
	case "?":
		if s.search != nil && s.search.wanted {
			s.search.cancel()
		}
	case "ping":
		s.say("pong %s", rest)
	case "setboard":
		s.setBoard(ctx, rest)
	case "undo", "remove":
		s.abandon()
		s.game.TakeBack()
		if word == "remove" {
			s.game.TakeBack()
		}
		s.restartAnalysis(ctx)
	case "level", "st", "sd", "time":
		if err := s.setTime(word, strings.Fields(rest)); err != nil {
			s.say("Error (%v): %s", err, line)
		}
	case "memory", "cores":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 || n > 1<<20 {
			s.say("Error (expected a number): %s", line)
			break
		}
		if word == "memory" {
			s.hash = min(n, engine.MaxHashMB) // it says how much may be used
		} else {
			s.threads = min(n, 256)
		}
		s.engine = nil
	case "option":
		s.setOption(rest, line)
	case "post":
		s.post = true
	case "nopost":
		s.post = false
	case "analyze":
		s.abandon()
		s.analyze, s.force = true, true
		s.restartAnalysis(ctx)
	case "exit":
		s.abandon()
		s.analyze = false
	case ".":
	case "hint":
		s.abandon()
		if info := s.prepare().Think(ctx, s.game.Position(), s.history(), engine.Limits{Nodes: 50_000}, nil); len(info.PV) > 0 {
			s.say("Hint: %s", toXBoard(s.rules, notation.UCI(s.rules, info.PV[0])))
		}
	case "draw":
		s.answerDraw(ctx)
	default:
		// Without usermove, as protocol version 1 sends it.
		if _, err := notation.ParseUCI(s.game.Position(), fromXBoard(s.rules, word)); err == nil {
			s.userMove(ctx, word)
			break
		}
		s.say("Error (unknown command): %s", line)
	}
	return false
}

func (s *Session) features() {
	var names []string
	for _, id := range variant.IDs() {
		if d, err := variant.Lookup(id); err == nil && !d.Team() {
			names = append(names, d.XBoard)
		}
	}
	s.say(`feature done=0 ping=1 setboard=1 usermove=1 playother=1 san=0 colors=0 sigint=0 sigterm=0 reuse=1 analyze=1 draw=1 time=1 name=1 debug=1 memory=1 smp=1`)
	s.say(`feature myname="%s" variants="%s"`, s.name, strings.Join(names, ","))
	s.say(`feature option="Level -spin %d %d %d"`, s.level, engine.MinLevel, engine.MaxLevel)
	s.say(`feature option="Pair of Brutes -combo *off /// resync"`)
	s.say(`feature option="Tables -path %s"`, s.dir)
	s.say(`feature done=1`)
}

// choose makes a game the current one.
func (s *Session) choose(d *variant.Def) error {
	played := d
	if !s.resync {
		played = d.WithoutPairs()
	}
	r, err := position.Compile(played)
	if err != nil {
		return err
	}
	s.variant, s.rules, s.game, s.engine = d, r, game.New(r), nil
	return nil
}

func (s *Session) chooseNamed(name string) {
	s.abandon()
	for _, id := range variant.IDs() {
		d, err := variant.Lookup(id)
		if err != nil || d.Team() || d.XBoard != name {
			continue
		}
		if err := s.choose(d); err != nil {
			s.say("Error (%v): variant %s", err, name)
			return
		}
		if name != "normal" {
			for _, line := range setup(s.rules) {
				s.say("%s", line)
			}
		}
		return
	}
	s.say("Error (unknown variant): variant %s", name)
}

func (s *Session) setOption(rest, line string) {
	name, value, _ := strings.Cut(rest, "=")
	switch name {
	case "Level":
		n, err := strconv.Atoi(value)
		if err != nil || n < engine.MinLevel || n > engine.MaxLevel {
			s.say("Error (expected %d to %d): %s", engine.MinLevel, engine.MaxLevel, line)
			return
		}
		s.level = n
	case "Tables":
		s.abandon()
		s.dir, s.engine = value, nil
	case "Pair of Brutes":
		resync := value == "resync"
		if resync == s.resync {
			return
		}
		s.abandon()
		s.resync = resync
		fen := s.game.Position().FEN()
		if err := s.choose(s.variant); err == nil {
			if g, err := game.FromFEN(s.rules, fen); err == nil {
				s.game = g
			}
		}
	default:
		s.say("Error (unknown option): %s", line)
	}
}

func (s *Session) setBoard(ctx context.Context, fen string) {
	s.abandon()
	pos, err := notation.ParseXBoardFEN(s.rules, fen)
	if err != nil {
		s.say("tellusererror Illegal position: %v", err)
		return
	}
	s.game, err = game.FromFEN(s.rules, pos.FEN())
	if err != nil {
		s.say("tellusererror Illegal position: %v", err)
		return
	}
	s.restartAnalysis(ctx)
}

func (s *Session) setTime(word string, args []string) error {
	number := func(i int) (float64, error) {
		if i >= len(args) {
			return 0, errors.New("expected a number")
		}
		n, err := strconv.ParseFloat(args[i], 64)
		if err != nil || n < 0 || n > 1e7 || n != n {
			return 0, errors.New("expected a number")
		}
		return n, nil
	}
	n, err := number(0)
	if err != nil {
		return err
	}
	switch word {
	case "st":
		s.perMove = time.Duration(n * float64(time.Second))
	case "sd":
		s.depth = int(n)
	case "time":
		s.clock.Left = time.Duration(n) * 10 * time.Millisecond
	case "level":
		if len(args) < 3 {
			return errors.New("expected moves, time and increment")
		}
		base, err := parseMinutes(args[1])
		if err != nil {
			return err
		}
		increment, err := number(2)
		if err != nil {
			return err
		}
		s.session, s.perMove = int(n), 0
		s.clock = engine.Clock{Left: base, Increment: time.Duration(increment * float64(time.Second))}
	}
	return nil
}

// parseMinutes reads "5" or "0:30".
func parseMinutes(text string) (time.Duration, error) {
	minutes, seconds, _ := strings.Cut(text, ":")
	m, err := strconv.Atoi(minutes)
	if err != nil || m < 0 || m > 1e6 {
		return 0, errors.New("expected minutes, or minutes:seconds")
	}
	sec := 0
	if seconds != "" {
		if sec, err = strconv.Atoi(seconds); err != nil || sec < 0 || sec > 59 {
			return 0, errors.New("expected minutes, or minutes:seconds")
		}
	}
	return time.Duration(m)*time.Minute + time.Duration(sec)*time.Second, nil
}

func (s *Session) userMove(ctx context.Context, text string) {
	s.abandon()
	p := s.game.Position()
	m, err := notation.ParseMove(p, fromXBoard(s.rules, text))
	if err != nil {
		var me *notation.MoveError
		why := err.Error()
		if errors.As(err, &me) {
			why = me.Detail
		}
		s.say("Illegal move (%s): %s", why, text)
		s.restartAnalysis(ctx)
		return
	}
	s.game.PlayOn() // XBoard does not know of every draw
	if err := s.game.Play(m); err != nil {
		s.say("Illegal move (%v): %s", err, text)
		return
	}
	s.afterMove(m)
	if s.announce() {
		return
	}
	if s.analyze {
		s.restartAnalysis(ctx)
	} else if !s.force && s.game.Position().Turn() == s.side {
		s.think(ctx)
	}
}

// afterMove sends the position anew after a move that XBoard cannot show.
func (s *Session) afterMove(m position.Move) {
	if m.IsPair() && s.resync {
		s.say("setboard %s", s.game.Position().FEN())
	}
}

// unverifiable reports whether the game is drawn for a reason that XBoard, as
// the arbiter between two programs, cannot see: it holds the claim for a false
// one, by which the claimant loses. Such a draw is offered instead, and the game
// goes on until the opponent agrees.
func (s *Session) unverifiable() bool {
	return s.rival && s.game.Result().Reason == game.Material
}

// announce tells the result, if the game is over.
func (s *Session) announce() bool {
	if s.unverifiable() {
		s.game.PlayOn()
	}
	r := s.game.Result()
	if !r.Over() {
		return false
	}
	if !s.analyze {
		s.say("%s {%s}", r.Outcome, r.Reason)
	}
	return true
}

func (s *Session) history() []uint64 {
	keys := s.game.Keys()
	return append([]uint64(nil), keys[:len(keys)-1]...)
}

func (s *Session) prepare() *engine.Engine {
	if s.engine == nil {
		s.closeTables()
		o := engine.Options{HashMB: s.hash, Threads: s.threads}
		if s.dir != "" {
			s.tables = tablebase.NewProber(s.rules, s.dir)
			o.Tables = s.tables
		}
		s.engine = engine.New(s.rules, o)
	}
	return s.engine
}

func (s *Session) closeTables() {
	if s.tables != nil {
		s.tables.Close()
		s.tables = nil
	}
}

// think starts a search whose move is to be played.
func (s *Session) think(ctx context.Context) {
	s.abandon()
	if s.announce() {
		return
	}
	l := engine.Limits{Level: s.level, Depth: s.depth, MoveTime: s.perMove}
	if s.perMove == 0 {
		c := s.clock
		if s.session > 0 {
			played := s.game.Ply() / 2
			c.MovesToGo = s.session - played%s.session
		}
		l.Clock = &c
	}
	s.begin(ctx, l, true)
}

// restartAnalysis begins to analyse the present position.
func (s *Session) restartAnalysis(ctx context.Context) {
	if s.analyze && !s.game.Result().Over() {
		s.begin(ctx, engine.Limits{}, false)
	}
}

func (s *Session) begin(ctx context.Context, l engine.Limits, wanted bool) {
	ctx, cancel := context.WithCancel(ctx)
	x := &search{cancel: cancel, infos: make(chan engine.Info), best: make(chan engine.Info, 1), wanted: wanted}
	s.search = x
	e, root, history := s.prepare(), s.game.Position().Clone(), s.history()
	go func() {
		x.best <- e.Think(ctx, root, history, l, func(i engine.Info) {
			select {
			case x.infos <- i:
			case <-ctx.Done():
			}
		})
	}()
}

// abandon ends a search without playing its move.
func (s *Session) abandon() {
	if s.search == nil {
		return
	}
	s.search.cancel()
	<-s.search.best
	s.search = nil
}

func (s *Session) playBest(ctx context.Context, i engine.Info) {
	if len(i.PV) == 0 {
		return
	}
	if reason, ok := s.game.CanClaim(); ok && i.Score <= 0 {
		if err := s.game.Claim(); err == nil {
			s.say("1/2-1/2 {%s}", reason)
			return
		}
	}
	m := i.PV[0]
	text := toXBoard(s.rules, notation.UCI(s.rules, m))
	if err := s.game.Play(m); err != nil {
		s.say("tellusererror %v", err)
		return
	}
	if s.unverifiable() {
		s.say("offer draw") // before the move, as XBoard has it
	}
	s.say("move %s", text)
	s.afterMove(m)
	s.announce()
}

// drawNodes is how closely a draw offer is looked at.
const drawNodes = 100_000

func (s *Session) answerDraw(ctx context.Context) {
	if s.game.Position().Status() == position.DrawMaterial {
		s.say("offer draw")
		return
	}
	if s.search != nil || s.game.Result().Over() {
		return // the answer is the move that is being thought about
	}
	info := s.prepare().Think(ctx, s.game.Position(), s.history(), engine.Limits{Nodes: drawNodes}, nil)
	score := info.Score
	if s.game.Position().Turn() != s.side {
		score = -score
	}
	if score <= 0 {
		s.say("offer draw")
	}
}

// report writes a line of thinking: depth, centipawns, centiseconds, nodes, and
// the line in SAN. Mates are 100000 and the number of moves.
func (s *Session) report(i engine.Info) {
	if !s.post && !s.analyze {
		return
	}
	score := int(i.Score)
	if plies, ok := i.Score.Mate(); ok {
		if plies > 0 {
			score = 100000 + (plies+1)/2
		} else {
			score = -100000 - (-plies+1)/2
		}
	}
	p := s.game.Position().Clone()
	var line []string
	var u position.Undo
	for _, m := range i.PV {
		if !p.IsLegal(m) {
			break
		}
		line = append(line, notation.SAN(p, m))
		p.Make(m, &u)
	}
	s.say("%d %d %d %d %s", i.Depth, score, i.Time.Milliseconds()/10, i.Nodes, strings.Join(line, " "))
}
