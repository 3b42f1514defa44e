package live

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"time"

	"tagmate/game"
	"tagmate/internal/server/bots"
	"tagmate/internal/server/store"
	"tagmate/notation"
	"tagmate/position"
	"tagmate/tag"
	"tagmate/variant"
)

// Mode says who sits at the board.
type Mode string

// The modes.
const (
	Computer Mode = "computer" // one person against a computer player
	HotSeat  Mode = "hotseat"  // two people at one screen
	Link     Mode = "link"     // two people who each hold a seat
	Tag      Mode = "tag"      // Tag Chess: four seats, people and computers in any mixture
)

// Sides, and in games for two also the names of the seats.
const (
	white = "white"
	black = "black"
)

func other(side string) string {
	if side == white {
		return black
	}
	return white
}

func sideOf(c position.Color) string {
	if c == position.White {
		return white
	}
	return black
}

func colorOf(side string) position.Color {
	if side == white {
		return position.White
	}
	return position.Black
}

// Player is who sits in a seat.
type Player struct {
	Free     bool   `json:"free,omitempty"` // nobody yet
	Computer bool   `json:"computer,omitempty"`
	Name     string `json:"name,omitempty"`
	Level    int    `json:"level,omitempty"` // of a computer
}

// Control is a time control.
type Control struct {
	Initial, Increment time.Duration
}

// Limits of a time control.
const (
	MaxInitial   = 3 * time.Hour // RULES: 1 to 180 minutes; shorter is for tests and the brave
	MaxIncrement = 3 * time.Minute
)

// Setup is what a new game is to be.
type Setup struct {
	Variant string
	Mode    Mode
	Color   string   // the person's side: "white", "black", "random"; Computer and Link
	Level   int      // Computer only; 0 for the default
	Clock   *Control // nil for no clock
	FEN     string   // "" for the set-up of the game
	Moves   []string // played from there before; HotSeat only
	// White and Black name the players; HotSeat only.
	White, Black string
	Name         string // of the maker; Link and Tag
	Seat         string // of the maker; Tag only
	Listed       bool   // others may find it in the lobby; Link and Tag
	Touch        bool   // Tag only
	// Token is the maker's own secret, which then holds his seats; the zero
	// Token for a new one.
	Token store.Token
}

// defaultLevel is a beginner who no longer gives pieces away.
const defaultLevel = 3

// build checks a setup and makes the first event and the seats that the person
// gets.
func (s Setup) build(now time.Time) (store.Game, store.Event, []string, error) {
	fail := func(r *Refusal) (store.Game, store.Event, []string, error) {
		return store.Game{}, store.Event{}, nil, r
	}
	if s.Mode == Tag && s.Variant == "" {
		s.Variant = "tag"
	}
	def, err := variant.Lookup(s.Variant)
	if err != nil {
		return fail(refuse(NotFound, "no game is called %q", s.Variant).at("variant"))
	}
	if s.Mode == Tag && def.Base == "" {
		return fail(refuse(BadRequest, "%s is not played in teams", def.Name).at("variant"))
	}
	if s.Mode != Tag && def.Base != "" {
		return fail(refuse(BadRequest, "%s needs a table for teams", def.Name).at("variant"))
	}
	c := created{Version: version, Variant: def.ID, Mode: s.Mode, Players: map[string]Player{white: {}, black: {}}}
	name, r := cleanName(s.Name)
	if r != nil {
		return fail(r)
	}
	var seats []string
	side := s.Color
	switch side {
	case "", "random":
		side = []string{white, black}[rand.IntN(2)]
	case white, black:
	default:
		return fail(refuse(BadRequest, `expected "white", "black" or "random", got %.20q`, s.Color).at("color"))
	}
	switch s.Mode {
	case Computer:
		level := s.Level
		if level == 0 {
			level = defaultLevel
		}
		if level < bots.MinLevel || level > bots.MaxLevel {
			return fail(refuse(BadRequest, "expected %d to %d, got %d", bots.MinLevel, bots.MaxLevel, s.Level).at("level"))
		}
		c.Players[other(side)] = Player{Computer: true, Level: level}
		seats = []string{side}
	case HotSeat:
		seats = []string{black, white}
		for side, name := range map[string]string{white: s.White, black: s.Black} {
			name, r := cleanName(name)
			if r != nil {
				r.Where = side
				return fail(r)
			}
			c.Players[side] = Player{Name: name}
		}
	case Link:
		c.Players[side], c.Players[other(side)] = Player{Name: name}, Player{Free: true}
		c.Listed = s.Listed
		seats = []string{side}
	case Tag:
		seat := cmp.Or(s.Seat, wk)
		if !isTagSeat(seat) {
			return fail(refuse(BadRequest, `expected "wq", "wk", "bq" or "bk", got %.20q`, s.Seat).at("seat"))
		}
		c.Players = map[string]Player{}
		for _, x := range tagSeats {
			c.Players[x] = Player{Free: true}
		}
		c.Players[seat] = Player{Name: name}
		c.Touch, c.Listed = s.Touch, s.Listed
		seats = []string{seat}
		if s.Clock == nil {
			s.Clock = &Control{Initial: teamTime}
		}
		if s.Clock.Initial < leastTeamTime {
			return fail(refuse(BadRequest, "expected %d seconds or more", leastTeamTime/time.Second).at("clock.initial"))
		}
	default:
		return fail(refuse(BadRequest, `expected "computer", "hotseat", "link" or "tag", got %.20q`, s.Mode).at("mode"))
	}
	if k := s.Clock; k != nil {
		if k.Initial < time.Second || k.Initial > MaxInitial {
			return fail(refuse(BadRequest, "expected 1 to %d seconds, got %v", MaxInitial/time.Second, k.Initial.Seconds()).at("clock.initial"))
		}
		if k.Increment < 0 || k.Increment > MaxIncrement {
			return fail(refuse(BadRequest, "expected 0 to %d seconds, got %v", MaxIncrement/time.Second, k.Increment.Seconds()).at("clock.increment"))
		}
		c.Clock = &control{k.Initial.Milliseconds(), k.Increment.Milliseconds()}
	}
	var g *game.Game
	if s.Mode == Tag {
		var t *tag.Game
		if t, err = newTagGame(s.FEN, nil); err == nil {
			g, c.Start = t.Base(), t.Start()
		}
	} else if g, err = newGame(def.ID, s.FEN); err == nil {
		c.Start = g.StartFEN()
	}
	if err != nil {
		return fail(refuse(BadFEN, "%v", err).at("fen"))
	}
	if r := g.Result(); r.Over() {
		return fail(refuse(BadFEN, "the game is over in this position (%s)", r.Reason).at("fen"))
	}
	if r := s.playMoves(g); r != nil {
		return fail(r)
	}
	c.Moves = s.Moves
	id := store.NewGameID()
	e := event(kindCreated, "", now, c)
	e.Game, e.Seq = id, 1
	return store.Game{
		ID: id, Variant: def.ID, Mode: string(s.Mode), CreatedAt: now, Listed: c.Listed, Open: !g.Result().Over(),
		// A computer player goes on without a clock, too.
		Timed: c.Clock != nil || s.Mode == Computer, Waiting: s.Mode == Link || s.Mode == Tag,
	}, e, seats, nil
}

// mostMoves bounds a game that comes from elsewhere.
const mostMoves = 2000

// playMoves plays the moves that were played elsewhere.
func (s Setup) playMoves(g *game.Game) *Refusal {
	if len(s.Moves) > 0 && s.Mode != HotSeat {
		return refuse(BadRequest, "only a game at one screen begins in the middle").at("moves")
	}
	if len(s.Moves) > mostMoves {
		return refuse(BadRequest, "a game has at most %d moves here", mostMoves).at("moves")
	}
	for i, text := range s.Moves {
		m, err := notation.ParseUCI(g.Position(), text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return refuse(BadMove, "%v", err).at(fmt.Sprintf("moves[%d]", i))
		}
	}
	return nil
}

// newGame starts a game of a variant, from its set-up if fen is "".
func newGame(id, fen string) (*game.Game, error) {
	rules, err := position.RulesOf(id)
	if err != nil {
		return nil, fmt.Errorf("live: %w", err)
	}
	if fen == "" {
		return game.New(rules), nil
	}
	return game.FromFEN(rules, fen)
}
