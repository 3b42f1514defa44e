package tablebase

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"tagmate/position"
	"tagmate/variant"
)

// Verdict says what the tables make of a claim.
type Verdict string

// The verdicts.
const (
	Holds       Verdict = "holds"
	WithExcepts Verdict = "holds with exceptions"
	Fails       Verdict = "does not hold"
)

// Claim is a claim about a game's endings, and what the tables say of it.
type Claim struct {
	Number     int             `json:"number"`
	Game       string          `json:"game"`
	Claim      string          `json:"claim"`  // in our words
	Quote      string          `json:"quote"`  // in the inventor's, "" where no source was found
	Partly     bool            `json:"partly"` // the quotation speaks of a part of the claim
	By         string          `json:"by"`     // the game's inventor
	Source     string          `json:"source"` // the page that is quoted, else that of the game
	Verdict    Verdict         `json:"verdict"`
	Finding    string          `json:"finding"`
	Numbers    []ClaimNumber   `json:"numbers"`
	Exceptions []ClaimPosition `json:"exceptions"`
}

// ClaimNumber is one computed number.
type ClaimNumber struct {
	Name   string  `json:"name"`             // in English
	Ending string  `json:"ending,omitempty"` // that it is of
	What   string  `json:"what"`             // one of the keys of whats
	Value  float64 `json:"value"`
	Unit   string  `json:"unit"` // "%", "plies", "moves", "positions", "pairs", "endings", "steps"
}

// ClaimPosition is a position that a claim does not fit, or an example.
type ClaimPosition struct {
	Game   string `json:"game"`
	FEN    string `json:"fen"`
	Note   string `json:"note"` // in English
	What   string `json:"what"` // one of the keys of shows
	Ending string `json:"ending"`
	Count  int64  `json:"count,omitempty"` // of the positions that it stands for
	Plies  int    `json:"plies,omitempty"` // to the end
}

// whats has the English names of the numbers.
var whats = map[string]string{
	"wins":           "White to move wins",
	"wins-same":      "on one colour, White to move wins",
	"longest":        "longest win",
	"pairs":          "pairs that can",
	"keeping":        "White to move wins of those where Black can force neither a capture nor stalemate",
	"keeping-same":   "on one colour, White to move wins of those where Black can force neither a capture nor stalemate",
	"escapes":        "drawn ones where Black can force a capture or stalemate",
	"white-here":     "White to move, won for White here",
	"white-orthodox": "White to move, won for White in orthodox chess",
	"black-here":     "Black to move, won for White here",
	"black-orthodox": "Black to move, won for White in orthodox chess",
	"here":           "longest win here",
	"orthodox":       "longest win in orthodox chess",
	"keep-colour":    "steps that keep the colour",
	"change-colour":  "steps that change the colour",
	"held":           "king on c3, White to move mates without moving it",
	"held-longest":   "longest such mate",
	"net":            "shut in by a Zebra leap, then mated with the king staying on c3",
	"net-endings":    "endings of Team-Mate Chess with such positions",
}

// shows has the English words for the positions: {n} is how many there are of
// the kind, {plies} how far the end of this one is.
var shows = map[string]string{
	"mates-exist":  "mates exist: {n} positions with White to move are won, the longest in {plies} plies",
	"one-colour":   "on one colour: {n} positions with White to move are won, the longest in {plies} plies",
	"kept":         "one of {n} drawn positions in which White can keep all men",
	"longest":      "the longest win, {plies} plies",
	"only-chess":   "won in orthodox chess, drawn here",
	"only-here":    "won here, drawn in orthodox chess",
	"mate-other":   "one of {n} mates in or next to a corner of the other colour",
	"mate-away":    "one of {n} mates on squares away from all corners",
	"without-king": "without a king of its own: {n} positions are won, the longest in {plies} plies",
	"net":          "Black to move, shut in; mate in {plies} plies with the king staying on c3, one of {n}",
}

// quotes has the claims in the inventors' own words where they could be found,
// by their number; partly where the words speak of a part of the claim only.
var quotes = map[int]struct {
	text, source string
	partly       bool
}{
	1: {
		text:   "no single piece should have the capability to force checkmate against a bare King",
		source: "https://www.chessvariants.org/invention/team-mate-chess",
	},
	2: {
		text:   "Of these 28 heterogeneous pairs, only one combination (Knight + Mortar) is not able to checkmate a bare King.",
		source: "https://www.chessvariants.org/invention/team-mate-chess",
	},
	3: {
		text:   "There are two non-mating homogeneous pairs (Knights and Mortars, and of course all pairs of color-bound pieces that are on the same color)",
		source: "https://www.chessvariants.org/invention/team-mate-chess",
	},
	7: {
		text:   "I wanted to have several color-bound pieces there (because these can give interesting 4-men end-games, with checkmate not forcible in all corners).",
		source: "https://www.chessvariants.com/index/editcomment.php?reply=30924",
		partly: true,
	},
	8: {
		text:   "But in this case I can take the original, color-bound version of the Adjutant, without discriminating against either Elephant or Mammoth [the later Mortar] to team up with it.",
		source: "http://server.chessvariants.com/index/editcomment.php?reply=30872",
		partly: true,
	},
}

// claims computes the claims.
type claims struct {
	ctx     context.Context
	threads int
	libs    map[string]*Library
	counted map[string]*measured
}

func (c *claims) lib(game string, pure bool) (*Library, error) {
	key := fmt.Sprint(game, pure)
	if l := c.libs[key]; l != nil {
		return l, nil
	}
	r, err := position.RulesOf(game)
	if err != nil {
		return nil, err
	}
	l := NewLibrary(r, Options{Pure: pure, Threads: c.threads})
	c.libs[key] = l
	return l, nil
}

// table builds the table of an ending. Of the large ones a game has one at a
// time.
func (c *claims) table(game, name string, pure bool) (*Table, error) {
	l, err := c.lib(game, pure)
	if err != nil {
		return nil, err
	}
	e, err := ParseEnding(l.rules, name)
	if err != nil {
		return nil, err
	}
	l.ForgetLarge(3)
	return l.Table(c.ctx, e)
}

func (x *Claim) number(ending, what string, value float64, unit string) {
	name := whats[what]
	if ending != "" {
		name = ending + ", " + name
	}
	x.Numbers = append(x.Numbers, ClaimNumber{name, ending, what, value, unit})
}

func (x *Claim) show(fen, ending, what string, count int64, plies int) {
	x.showIn(x.Game, fen, ending, what, count, plies)
}

// showIn is show for a position of another game.
func (x *Claim) showIn(game, fen, ending, what string, count int64, plies int) {
	if fen == "" {
		return
	}
	note := strings.NewReplacer("{n}", strconv.FormatInt(count, 10), "{plies}", strconv.Itoa(plies)).Replace(shows[what])
	x.Exceptions = append(x.Exceptions, ClaimPosition{game, fen, ending + ": " + note, what, ending, count, plies})
}

// settle gives a verdict by what was expected and what was not.
func (x *Claim) settle(wrong []string, finding string) {
	x.Verdict, x.Finding = Holds, finding
	if len(wrong) > 0 {
		x.Verdict = Fails
		x.Finding = "Not so: " + strings.Join(wrong, "; ") + ". " + finding
	}
}

// Claims computes what the tables say of the claims of the games' inventors.
// It builds what it needs, which takes some seconds.
func Claims(ctx context.Context, threads int) ([]Claim, error) {
	c := &claims{ctx: ctx, threads: threads, libs: map[string]*Library{}, counted: map[string]*measured{}}
	var out []Claim
	for i, do := range []func(*Claim) error{
		c.noSingle, c.unlikePairs, c.likePairs, c.brutes, c.fiftyMoves, c.pawn, c.corners, c.colours, c.teutonic, c.net,
	} {
		x := Claim{Number: i + 1, Game: "teammate", Numbers: []ClaimNumber{}, Exceptions: []ClaimPosition{}}
		if i == 8 {
			x.Game = "teutonic"
		}
		if err := do(&x); err != nil {
			return nil, fmt.Errorf("claim %d: %w", i+1, err)
		}
		d, err := variant.Lookup(x.Game)
		if err != nil {
			return nil, err
		}
		x.By, x.Source = d.Inventor, d.Source
		if q, ok := quotes[x.Number]; ok {
			x.Quote, x.Source, x.Partly = q.text, q.source, q.partly
		}
		out = append(out, x)
	}
	return out, nil
}

// pieces are the men of Team-Mate Chess that stand beside the king, the Brute
// and the pawn aside.
const pieces = "AJCUFNEM"

func (c *claims) title(game string, letter rune) string {
	l, err := c.lib(game, true)
	if err != nil {
		return string(letter)
	}
	return l.rules.Piece(l.rules.KindByLetter(byte(letter))).Title
}
