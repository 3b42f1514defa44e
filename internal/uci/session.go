package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"tagmate/engine"
	"tagmate/game"
	"tagmate/internal/lines"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/tablebase"
)

// Session is one conversation with an interface.
type Session struct {
	name    string
	mu      sync.Mutex // guards out
	out     *bufio.Writer
	options options
	rules   *position.Rules
	game    *game.Game
	engine  *engine.Engine
	built   options           // what engine was made with
	tables  *tablebase.Prober // what the engine looks up; nil for none

	cancel context.CancelFunc // ends the search that runs, nil if none does
	done   chan struct{}      // closed when it has ended
	hit    chan struct{}      // closed by ponderhit, nil when not pondering
}

// New returns a session that calls itself by a name and version.
func New(name string, out io.Writer) *Session {
	s := &Session{name: name, out: bufio.NewWriter(out), options: newOptions()}
	if err := s.choose(s.options.variant); err != nil {
		panic(err) // a built-in game does not load: a fault of ours
	}
	return s
}

// UseTables has endgame tables looked for in a directory, in none if it is "".
func (s *Session) UseTables(dir string) *Session {
	s.options.tables = dir
	return s
}

func (s *Session) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, format+"\n", args...)
	s.out.Flush()
}

// Run obeys lines until quit or the end of input, which both end a search that
// runs at once.
func (s *Session) Run(ctx context.Context, in io.Reader) error {
	r := lines.NewReader(in)
	defer s.closeTables()
	defer s.stop()
	for ctx.Err() == nil {
		line, err := r.Next()
		switch {
		case errors.Is(err, lines.ErrTooLong):
			s.say("info string %v", err)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case s.obey(ctx, strings.Fields(line)):
			return nil
		}
	}
	return nil
}

// obey carries out one line and reports whether it was quit.
func (s *Session) obey(ctx context.Context, words []string) (quit bool) {
	// As UCI demands, words before the first known one are skipped.
	for len(words) > 0 {
		switch rest := words[1:]; words[0] {
		case "uci":
			s.say("id name %s", s.name)
			s.say("id author the tagmate authors")
			s.options.describe(s.say)
			s.say("uciok")
		case "isready":
			s.prepare()
			s.say("readyok")
		case "setoption":
			s.stop()
			if err := s.setOption(rest); err != nil {
				s.say("info string setoption: %v", err)
			}
		case "ucinewgame":
			s.stop()
			if s.engine != nil {
				s.engine.Clear()
			}
			s.game = game.New(s.rules)
		case "position":
			s.stop()
			if err := s.setPosition(rest); err != nil {
				s.say("info string position: %v", err)
			}
		case "go":
			s.stop()
			if err := s.think(ctx, rest); err != nil {
				s.say("info string go: %v", err)
			}
		case "stop":
			s.stop()
		case "ponderhit":
			if s.hit != nil {
				close(s.hit)
				s.hit = nil
			}
		case "d":
			s.show()
		case "debug", "register":
		case "quit":
			return true
		default:
			words = rest
			if len(words) == 0 {
				s.say("info string unknown command")
			}
			continue
		}
		return false
	}
	return false
}

// choose makes a game the current one.
func (s *Session) choose(id string) error {
	r, err := s.options.rules(id)
	if err != nil {
		return err
	}
	s.options.variant, s.rules, s.game, s.engine = id, r, game.New(r), nil
	return nil
}

// prepare makes an engine for the present game and options, if it must.
func (s *Session) prepare() {
	if s.engine != nil && s.built.hash == s.options.hash && s.built.threads == s.options.threads && s.built.tables == s.options.tables {
		return
	}
	s.closeTables()
	o := engine.Options{HashMB: s.options.hash, Threads: s.options.threads}
	if s.options.tables != "" {
		s.tables = tablebase.NewProber(s.rules, s.options.tables)
		o.Tables = s.tables
	}
	s.engine = engine.New(s.rules, o)
	s.built = s.options
}

func (s *Session) closeTables() {
	if s.tables != nil {
		s.tables.Close()
		s.tables = nil
	}
}

func (s *Session) setOption(words []string) error {
	name, value := splitOption(words)
	o := &s.options
	var err error
	switch strings.ToLower(name) {
	case "hash":
		err = set(&o.hash, value, 1, maxHash)
	case "threads":
		err = set(&o.threads, value, 1, maxThreads)
	case "multipv":
		err = set(&o.multiPV, value, 1, maxPV)
	case "skill level":
		err = set(&o.level, value, engine.MinLevel, engine.MaxLevel)
	case "uci_elo":
		err = set(&o.elo, value, minElo, maxElo)
	case "clear hash":
		if s.engine != nil {
			s.engine.Clear()
		}
	case "ponder":
		o.ponder, err = parseCheck(value)
	case "uci_limitstrength":
		o.limit, err = parseCheck(value)
	case "uci_showwdl":
		o.showWDL, err = parseCheck(value)
	case "uci_analysemode":
		o.analyse, err = parseCheck(value)
	case "variantpath":
		if value == "" || value == "<empty>" {
			break
		}
		if err = o.load(value); err == nil {
			s.say("option name UCI_Variant type combo default %s var %s", o.variant, strings.Join(o.variants(), " var "))
		}
	case "tablespath":
		if o.tables = value; value == "<empty>" {
			o.tables = ""
		}
	case "uci_variant":
		if err = s.choose(value); err == nil {
			shape := s.rules.Shape()
			s.say("info string variant %s files %d ranks %d pocket 0 template fairy startpos %s",
				value, shape.Files, shape.Ranks, s.rules.Start().FEN())
		}
	default:
		return fmt.Errorf("no such option: %s", name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func set(to *int, value string, low, high int) error {
	n, err := parseSpin(value, low, high)
	if err == nil {
		*to = n
	}
	return err
}

// splitOption splits "name A B value C D".
func splitOption(words []string) (name, value string) {
	if len(words) > 0 && words[0] == "name" {
		words = words[1:]
	}
	for i, w := range words {
		if w == "value" {
			return strings.Join(words[:i], " "), strings.Join(words[i+1:], " ")
		}
	}
	return strings.Join(words, " "), ""
}

func (s *Session) setPosition(words []string) error {
	moves := len(words)
	for i, w := range words {
		if w == "moves" {
			moves = i
			break
		}
	}
	var g *game.Game
	switch {
	case len(words) > 0 && words[0] == "startpos":
		g = game.New(s.rules)
	case len(words) > 0 && words[0] == "fen":
		var err error
		if g, err = game.FromFEN(s.rules, strings.Join(words[1:moves], " ")); err != nil {
			return err
		}
	default:
		return errors.New("expected startpos or fen")
	}
	s.game = g
	for i := moves + 1; i < len(words); i++ {
		m, err := notation.ParseUCI(g.Position(), words[i])
		if err != nil {
			return err
		}
		// An interface may play on where the rules end the game by themselves.
		g.PlayOn()
		if err := g.Play(m); err != nil {
			return fmt.Errorf("%s: %w", words[i], err)
		}
	}
	return nil
}

// limits are those of one go.
type limits struct {
	engine.Limits
	perft    int
	infinite bool
	ponder   bool
}

func (s *Session) parseGo(words []string) (limits, error) {
	var l limits
	var clock [2]engine.Clock
	timed := false
	togo := 0
	for i := 0; i < len(words); i++ {
		key := words[i]
		switch key {
		case "infinite":
			l.infinite = true
			continue
		case "ponder":
			l.ponder = true
			continue
		case "searchmoves":
			for ; i+1 < len(words) && !isLimit(words[i+1]); i++ {
				m, err := notation.ParseUCI(s.game.Position(), words[i+1])
				if err != nil {
					return l, fmt.Errorf("searchmoves: %w", err)
				}
				l.Moves = append(l.Moves, m)
			}
			continue
		}
		if i+1 >= len(words) {
			return l, fmt.Errorf("%s: expected a number", key)
		}
		i++
		n, err := strconv.ParseInt(words[i], 10, 64)
		if err != nil || n > math.MaxInt64/int64(time.Millisecond) {
			return l, fmt.Errorf("%s: expected a number, got %q", key, words[i])
		}
		ms := time.Duration(max(n, 1)) * time.Millisecond
		small := int(min(max(n, 1), math.MaxInt32))
		switch key {
		case "depth":
			l.Depth = small
		case "nodes":
			l.Nodes = uint64(max(n, 1))
		case "mate":
			l.Mate = 2 * small
		case "movetime":
			l.MoveTime = ms
		case "perft":
			l.perft = small
		case "movestogo":
			togo = small
		case "wtime":
			clock[position.White].Left, timed = ms, true
		case "btime":
			clock[position.Black].Left, timed = ms, true
		case "winc":
			clock[position.White].Increment = time.Duration(max(n, 0)) * time.Millisecond
		case "binc":
			clock[position.Black].Increment = time.Duration(max(n, 0)) * time.Millisecond
		default:
			return l, fmt.Errorf("unknown limit %s", key)
		}
	}
	if timed {
		c := clock[s.game.Position().Turn()]
		c.MovesToGo = togo
		l.Clock = &c
	}
	return l, nil
}

// isLimit reports whether a word of go begins another limit.
func isLimit(word string) bool {
	switch word {
	case "infinite", "ponder", "searchmoves", "depth", "nodes", "mate", "movetime", "perft", "movestogo", "wtime", "btime", "winc", "binc":
		return true
	}
	return false
}

// think starts a search that says its best move when it ends.
func (s *Session) think(ctx context.Context, words []string) error {
	l, err := s.parseGo(words)
	if err != nil {
		return err
	}
	if l.perft > 0 {
		ctx, s.cancel = context.WithCancel(ctx)
		s.done = make(chan struct{})
		root := s.game.Position().Clone()
		go func() {
			defer close(s.done)
			s.perft(ctx, root, l.perft)
		}()
		return nil
	}
	s.prepare()
	l.Level, l.MultiPV = s.options.playLevel(), s.options.multiPV
	ctx, s.cancel = context.WithCancel(ctx)
	s.done = make(chan struct{})
	hit := make(chan struct{})
	if l.ponder {
		s.hit = hit
	} else {
		close(hit)
	}
	e, root, keys := s.engine, s.game.Position().Clone(), append([]uint64(nil), s.game.Keys()...)
	history := keys[:len(keys)-1]
	wait := l.infinite || l.ponder
	wdl := s.options.showWDL
	go func() {
		defer close(s.done)
		limits := l.Limits
		var info engine.Info
		if l.ponder {
			// What the clock allows counts from the moment of the hit.
			free, stop := context.WithCancel(ctx)
			go func() {
				select {
				case <-hit:
				case <-free.Done():
				}
				stop()
			}()
			info = e.Think(free, root, history, engine.Limits{Level: limits.Level, Moves: limits.Moves}, func(i engine.Info) { s.report(i, wdl) })
			stop()
			if ctx.Err() == nil {
				info = e.Think(ctx, root, history, limits, func(i engine.Info) { s.report(i, wdl) })
			}
		} else {
			info = e.Think(ctx, root, history, limits, func(i engine.Info) { s.report(i, wdl) })
			if wait {
				<-ctx.Done() // an infinite search says its move when it is stopped
			}
		}
		s.best(info)
	}()
	return nil
}

// stop ends a search, if one runs, and waits for its best move.
func (s *Session) stop() {
	if s.cancel == nil {
		return
	}
	s.cancel()
	<-s.done
	s.cancel, s.hit = nil, nil
}

func (s *Session) best(info engine.Info) {
	if len(info.PV) == 0 {
		s.say("info depth 0 score %s", scoreText(info.Score))
		s.say("bestmove (none)")
		return
	}
	line := "bestmove " + notation.UCI(s.rules, info.PV[0])
	if len(info.PV) > 1 {
		line += " ponder " + notation.UCI(s.rules, info.PV[1])
	}
	s.say("%s", line)
}

func (s *Session) report(i engine.Info, wdl bool) {
	ms := i.Time.Milliseconds()
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score %s", i.Depth, max(i.SelDepth, i.Depth), max(i.Rank, 1), scoreText(i.Score))
	if wdl {
		w, d, l := winDrawLoss(i.Score)
		fmt.Fprintf(&b, " wdl %d %d %d", w, d, l)
	}
	fmt.Fprintf(&b, " nodes %d nps %d time %d pv", i.Nodes, int64(float64(i.Nodes)/max(i.Time.Seconds(), 1e-3)), ms)
	for _, m := range i.PV {
		b.WriteByte(' ')
		b.WriteString(notation.UCI(s.rules, m))
	}
	s.say("%s", b.String())
}

// scoreText writes a score as UCI has it: centipawns, or moves to mate.
func scoreText(score engine.Score) string {
	if plies, ok := score.Mate(); ok {
		if plies > 0 {
			return "mate " + strconv.Itoa((plies+1)/2)
		}
		return "mate " + strconv.Itoa(-(-plies+1)/2)
	}
	return "cp " + strconv.Itoa(int(score))
}

// winDrawLoss estimates the chances, in thousandths, by a logistic curve on
// which a pawn's worth is about 64 % of the points.
func winDrawLoss(score engine.Score) (w, d, l int) {
	if plies, ok := score.Mate(); ok {
		if plies > 0 {
			return 1000, 0, 0
		}
		return 0, 0, 1000
	}
	p := func(x float64) int { return int(1000 / (1 + math.Exp(-x/90))) }
	w, l = p(float64(score)-100), p(-float64(score)-100)
	return w, 1000 - w - l, l
}

// perft counts below each move; what was not counted to the end is not told.
func (s *Session) perft(ctx context.Context, p *position.Position, depth int) {
	start := time.Now()
	var total uint64
	var u position.Undo
	for _, m := range p.AppendMoves(nil) {
		p.Make(m, &u)
		n := count(ctx, p, depth-1)
		p.Unmake(m, &u)
		if ctx.Err() != nil {
			s.say("info string perft was stopped")
			return
		}
		s.say("%s: %d", notation.UCI(s.rules, m), n)
		total += n
	}
	s.say("")
	s.say("Nodes searched: %d", total)
	s.say("info string %.3f s", time.Since(start).Seconds())
}

// whole is the depth up to which a count is too short to be stopped: some
// milliseconds.
const whole = 3

// count is position.Perft, but ends with its context.
func count(ctx context.Context, p *position.Position, depth int) uint64 {
	if depth <= whole {
		return position.Perft(p, depth)
	}
	var n uint64
	var u position.Undo
	for _, m := range p.AppendMoves(nil) {
		if ctx.Err() != nil {
			return 0
		}
		p.Make(m, &u)
		n += count(ctx, p, depth-1)
		p.Unmake(m, &u)
	}
	return n
}

// show prints the position for people.
func (s *Session) show() {
	p := s.game.Position()
	shape := s.rules.Shape()
	for rank := shape.Ranks - 1; rank >= 0; rank-- {
		line := fmt.Sprintf("%2d ", rank+1)
		for file := range shape.Files {
			c := byte('.')
			if piece := p.At(shape.Square(file, rank)); piece != position.NoPiece {
				c = s.rules.Letter(piece)
			}
			line += " " + string(c)
		}
		s.say("%s", line)
	}
	s.say("    %s", strings.Join(strings.Split("abcdefghijklmnop"[:shape.Files], ""), " "))
	s.say("")
	s.say("Fen: %s", p.FEN())
	s.say("Key: %016X", p.Key())
	var checkers []string
	for sq := range p.Clone().Checkers().Squares() {
		checkers = append(checkers, shape.Name(sq))
	}
	s.say("Checkers: %s", strings.Join(checkers, " "))
}
