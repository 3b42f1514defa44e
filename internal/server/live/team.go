package live

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tagmate/internal/server/store"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/tag"
)

// The seats of Tag Chess: White's and Black's queen-side and king-side players.
const (
	wq = "wq"
	wk = "wk"
	bq = "bq"
	bk = "bk"
)

var tagSeats = []string{wq, wk, bq, bk}

const (
	teamTime      = 10 * time.Minute // RULES "Tag Chess"
	leastTeamTime = time.Minute
	// A holder who does not act may be replaced after idlePart of the time
	// that his team had, within the bounds; the opponents may claim the win
	// after idleWin times that. It is about the board alone: nobody learns
	// whether he is connected.
	idlePart  = 6
	leastIdle = time.Minute
	mostIdle  = 10 * time.Minute
	idleWin   = 3
)

// team is what Tag Chess has beside the board. In other games tag is nil.
type team struct {
	tag     *tag.Game
	started bool
	forfeit bool // the game ended because a side was gone
	passes  int  // in this turn
	actions []TagAction
	// actedAt is when the holder of the side to move could begin to think, on
	// this process's clock.
	actedAt time.Time
}

// TagAction is something that a player did at the board.
type TagAction struct {
	Kind     string // "move", "pass", "foul" or "take-over"
	By       string // seat
	UCI, SAN string // of moves and fouls
	Ply      int    // plies played before it
}

func isTagSeat(seat string) bool { return slices.Contains(tagSeats, seat) }

func tagSeat(side string, half tag.Side) string { return side[:1] + half.String() }

func sideOfTag(seat string) string {
	if strings.HasPrefix(seat, "w") {
		return white
	}
	return black
}

// partner returns the other seat of a team.
func partner(seat string) string {
	if strings.HasSuffix(seat, "q") {
		return seat[:1] + "k"
	}
	return seat[:1] + "q"
}

// sixFields is the text of the board alone.
func sixFields(text string) string {
	f := strings.Fields(text)
	return strings.Join(f[:min(6, len(f))], " ")
}

// newTagGame starts a game from a text of six or eight fields, "" for the
// set-up. holders, if not nil, has who holds the move first, White's first.
func newTagGame(text string, holders *[2]tag.Side) (*tag.Game, error) {
	r, err := position.RulesOf("tag")
	if err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	text = cmp.Or(text, r.Def().Start)
	if len(strings.Fields(text)) == 6 {
		text += " kk -"
	}
	if holders != nil {
		f := strings.Fields(text)
		f[6] = holders[0].String() + holders[1].String()
		text = strings.Join(f, " ")
	}
	return tag.FromText(r, text)
}

// choose sets who holds the move first in a team; before the start.
func (s *state) choose(side, half string) error {
	st := s.tag.State()
	holders := [2]tag.Side{st.Holder(position.White), st.Holder(position.Black)}
	h := tag.QueenSide
	if half == "k" {
		h = tag.KingSide
	}
	holders[colorIndex(side)] = h
	g, err := newTagGame(s.tag.Start(), &holders)
	if err != nil {
		return err
	}
	s.tag, s.game = g, g.Base()
	return nil
}

func colorIndex(side string) int {
	if side == white {
		return 0
	}
	return 1
}

// startTeams starts the game when everyone is seated and ready. It follows from
// the events alone, so that it needs none of its own.
func (s *state) startTeams(e store.Event) {
	if s.tag == nil || s.started || s.over() {
		return
	}
	for seat, p := range s.setup.Players {
		if p.Free || !p.Computer && !s.ready[seat] && !s.setup.Seated {
			return
		}
	}
	s.started, s.posSeq, s.actedAt = true, e.Seq, e.At
}

// acted notes that the turn or the holder has changed.
func (s *state) acted(e store.Event) {
	s.posSeq, s.actedAt = e.Seq, e.At
	if e.Kind == kindMove {
		s.passes = 0
	}
}

// note adds an action of the holder, before it is carried out.
func (s *state) note(kind string, m position.Move) {
	a := TagAction{Kind: kind, By: s.speaker(s.turn()), Ply: s.game.Ply()}
	if m != position.NoMove {
		pos := s.game.Position()
		a.UCI, a.SAN = notation.UCI(pos.Rules(), m), notation.SAN(pos, m)
	}
	s.actions = append(s.actions, a)
}

// decideTeam is decide for the holder of a seat of Tag Chess.
func (s *state) decideTeam(seat string, c Command, now time.Time) (store.Event, *Refusal) {
	if !s.started {
		return s.decideTable(seat, c, now)
	}
	fail := func(r *Refusal) (store.Event, *Refusal) { return store.Event{}, r }
	done := func(kind string, payload any) (store.Event, *Refusal) {
		return event(kind, seat, now, payload), nil
	}
	stopped := timed{Clock: s.clock.stopped(now)}
	turn, side := s.turn(), s.sideOf(seat)
	holder := s.speaker(turn)
	mine := seat == holder
	if c.Action == ActTakeOver {
		return s.decideTakeOver(seat, c, now)
	}
	switch c.Action {
	case ActMove, ActAttempt, ActPass, ActClaim:
		if side != turn {
			return fail(refuse(NotYourTurn, "%s is to move", turn))
		}
		if !mine {
			return fail(refuse(NotYourTurn, "the partner holds the move"))
		}
	case ActResign, ActDraw, ActDecline, ActAbort, ActClaimWin:
		if seat != s.speaker(side) {
			return fail(refuse(NotYourTurn, "the partner holds the move and speaks for the team"))
		}
	}
	switch c.Action {
	case ActMove, ActAttempt:
		pos := s.game.Position()
		m, err := notation.ParseUCI(pos, c.Move)
		if err != nil {
			return fail(refuse(Illegal, "%v", err).at("uci"))
		}
		uci := notation.UCI(pos.Rules(), m)
		switch verdict := s.tag.State().Judge(m); verdict {
		case tag.Allowed:
			return done(kindMove, moved{uci, s.spent(seat, c, true, now)})
		case tag.PartnersPiece:
			return done(kindFoul, moved{uci, s.spent(seat, c, false, now)})
		case tag.Forbidden:
			return fail(refuse(Forbidden, "%v", verdict).at("uci"))
		default:
			return fail(refuse(Illegal, "%v", verdict).at("uci"))
		}
	case ActPass:
		if !s.tag.State().CanPass() {
			return fail(refuse(PartnerStuck, "%v", tag.PartnerStuck))
		}
		return done(kindPass, s.spent(seat, c, false, now))
	case ActResign:
		return done(kindResign, stopped)
	case ActClaim:
		if _, ok := s.game.CanClaim(); !ok {
			return fail(refuse(NoClaim, "no draw can be claimed in this position"))
		}
		return done(kindClaim, stopped)
	case ActDraw:
		if s.offer == other(side) {
			return done(kindAgree, stopped)
		}
		if s.offer == side {
			return fail(refuse(Conflict, "your draw offer stands already"))
		}
		if ply, ok := s.offered[side]; ok && s.game.Ply() < ply+2 {
			return fail(refuse(Conflict, "one draw offer a move"))
		}
		return done(kindOffer, struct{}{})
	case ActDecline:
		if s.offer != other(side) {
			return fail(refuse(Conflict, "there is no draw offer to decline"))
		}
		return done(kindDecline, struct{}{})
	case ActAbort:
		if s.game.Ply() >= 2 {
			return fail(refuse(Conflict, "both teams have moved; one may resign"))
		}
		return done(kindAbort, stopped)
	case ActClaimWin:
		idle := s.idle()
		if side == turn || idle == nil || now.Before(idle.ClaimWinAt) {
			return fail(refuse(Conflict, "nobody has been away for long enough"))
		}
		return done(kindForfeit, flagged{turn, stopped})
	case ActTakeback, ActSeatBot, ActUnseat, ActHolder, ActReady:
		return fail(refuse(Conflict, "the game has started"))
	}
	return fail(refuse(BadRequest, "unknown command %.20q", c.Action).at("t"))
}

// decideTakeOver is decide for one who wants a computer player in the place of
// his partner.
func (s *state) decideTakeOver(seat string, c Command, now time.Time) (store.Event, *Refusal) {
	level, r := checkLevel(c.Level)
	if r != nil {
		return store.Event{}, r
	}
	idle := s.idle()
	if idle == nil || idle.Seat != partner(seat) || now.Before(idle.TakeOverAt) {
		return store.Event{}, refuse(Conflict, "the partner has not been away for long enough")
	}
	return event(kindTakeOver, seat, now, placed{idle.Seat, level, timed{Clock: s.clock.stopped(now)}}), nil
}

// changeTeam is change for the events of Tag Chess.
func (s *state) changeTeam(e store.Event) error {
	if s.tag == nil || !s.started {
		return fmt.Errorf("live: event %d of %s is %q", e.Seq, e.Game, e.Kind)
	}
	switch e.Kind {
	case kindPass:
		p, err := payload[timed](e)
		if err != nil {
			return err
		}
		s.note("pass", position.NoMove)
		if err := s.tag.Pass(); err != nil {
			return fmt.Errorf("live: event %d of %s: %w", e.Seq, e.Game, err)
		}
		s.clock.set(p.Clock)
		s.passes++
		s.charge(e.Seat, p, false)
	case kindFoul:
		p, err := payload[moved](e)
		if err != nil {
			return err
		}
		m, err := notation.ParseUCI(s.game.Position(), p.UCI)
		if err == nil {
			s.note("foul", m)
			var foul bool
			if foul, err = s.tag.Attempt(m); err == nil && !foul {
				err = errors.New("it is no foul")
			}
		}
		if err != nil {
			return fmt.Errorf("live: event %d of %s: %s: %w", e.Seq, e.Game, p.UCI, err)
		}
		s.clock.set(p.Clock)
		s.charge(e.Seat, p.timed, false)
	case kindTakeOver:
		p, err := payload[placed](e)
		if err != nil {
			return err
		}
		s.actions = append(s.actions, TagAction{Kind: "take-over", By: p.Seat, Ply: s.game.Ply()})
		s.sit(p.Seat, Player{Computer: true, Level: p.Level}, nil)
		s.clock.set(p.Clock)
	case kindForfeit:
		p, err := payload[flagged](e)
		if err != nil {
			return err
		}
		s.clock.set(p.Clock)
		s.game.Resign(colorOf(p.Side))
		s.forfeit, s.offer = true, ""
		return nil
	}
	s.acted(e)
	return nil
}

// Idle says since when a holder has not acted, by what may be done about it.
type Idle struct {
	Seat       string
	TakeOverAt time.Time // his partner may have a computer player take the seat
	ClaimWinAt time.Time // the opponents' holder may claim the win
}

// idle is about the holder of the side to move, if he is a person.
func (s *state) idle() *Idle {
	seat := s.speaker(s.turn())
	if s.tag == nil || !s.started || s.over() || s.setup.Players[seat].Computer {
		return nil
	}
	wait := leastIdle
	if s.clock != nil {
		wait = min(max(s.clock.initial/idlePart, leastIdle), mostIdle)
	}
	return &Idle{seat, s.actedAt.Add(wait), s.actedAt.Add(idleWin * wait)}
}

// TagView is what everybody may know of a game of Tag Chess beside the board.
// It is the same for all viewers: what a partner must not learn is not in it.
type TagView struct {
	Phase        string // "table", "play" or "over"
	Start, Text  string // of eight fields
	Holders      map[string]string
	Holder       string // the seat that is to act, or ""
	Forbidden    []string
	Plays, Fouls []Choice
	CanPass      bool
	Ready        map[string]bool
	Actions      []TagAction
	Idle         *Idle
}

func (s *state) viewTeam() *TagView {
	st := s.tag.State()
	pos := s.game.Position()
	v := &TagView{
		Phase: "play", Start: s.tag.Start(), Text: st.Text(), Ready: s.ready,
		Holders: map[string]string{
			white: st.Holder(position.White).String(), black: st.Holder(position.Black).String(),
		},
		Actions: slices.Clip(s.actions),
	}
	for _, p := range st.Forbidden() {
		shape := pos.Rules().Shape()
		v.Forbidden = append(v.Forbidden, shape.Name(p.From)+shape.Name(p.To))
	}
	switch {
	case s.over():
		v.Phase = "over"
		return v
	case !s.started:
		v.Phase = "table"
		return v
	}
	v.Holder, v.CanPass, v.Idle = s.speaker(s.turn()), st.CanPass(), s.idle()
	plays, fouls, _ := st.Moves()
	choices := func(moves []position.Move) []Choice {
		var list []Choice
		for _, m := range moves {
			list = append(list, Choice{notation.UCI(pos.Rules(), m), notation.SAN(pos, m)})
		}
		return list
	}
	v.Plays, v.Fouls = choices(plays), choices(fouls)
	return v
}

// tagRecord returns the game with its passes, fouls and clocks.
func (v *View) tagRecord() (*notation.PGN, error) {
	g, err := newTagGame(v.Tag.Start, nil)
	if err != nil {
		return nil, err
	}
	for _, a := range v.Tag.Actions {
		switch a.Kind {
		case "pass":
			err = g.Pass()
		case kindMove, kindFoul:
			var m position.Move
			if m, err = notation.ParseUCI(g.Base().Position(), a.UCI); err == nil {
				_, err = g.Attempt(m)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("live: %w", err)
		}
	}
	return g.Record(func(ply int) string {
		if v.Clock == nil || ply >= len(v.Moves) {
			return ""
		}
		return clockText(v.Moves[ply].Left)
	}), nil
}
