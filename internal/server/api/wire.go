package api

import (
	"time"

	"tagmate/internal/server/live"
)

// Variant describes a game to clients.
type Variant struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Summary    string   `json:"summary,omitempty" doc:"one English sentence"`
	Inventor   string   `json:"inventor,omitempty"`
	Year       int      `json:"year,omitempty"`
	Files      int      `json:"files"`
	Ranks      int      `json:"ranks"`
	Start      string   `json:"start" doc:"position text (FEN) of the set-up"`
	Team       bool     `json:"team" doc:"played by two teams of two"`
	Stalemate  string   `json:"stalemate" enum:"draw,loss,win" doc:"what it is for the side that stalemates the other"`
	ClaimPlies int      `json:"claimPlies" doc:"plies without capture or pawn move after which a draw may be claimed; 0 for never"`
	DrawPlies  int      `json:"drawPlies" doc:"plies without capture or pawn move after which the game is drawn; 0 for never"`
	Promotions []string `json:"promotions" doc:"letters, lower case, in the order to offer them"`
	Pair       string   `json:"pair" doc:"the promotion letter that yields two pieces, or empty"`
	Pieces     []Piece  `json:"pieces"`
}

// Piece describes one kind of piece.
type Piece struct {
	Letter    string `json:"letter" doc:"upper case"`
	Name      string `json:"name" doc:"identifier, such as teutonic-knight"`
	Title     string `json:"title" doc:"English name"`
	Move      string `json:"move" doc:"movement in Betza notation"`
	Value     int    `json:"value" doc:"centipawns; 0 for the king"`
	Colour    string `json:"colour" enum:"alternates,bound," doc:"what its moves do to the colour of its square"`
	Promotion bool   `json:"promotion" doc:"a pawn may become this"`
	Royal     bool   `json:"royal"`
	Pawn      bool   `json:"pawn"`
	SetUp     bool   `json:"setUp" doc:"stands on the board at the start"`
}

// PositionRequest asks about a position.
type PositionRequest struct {
	Variant string `json:"variant"`
	FEN     string `json:"fen" doc:"empty for the set-up"`
}

// PositionAnswer describes a position.
type PositionAnswer struct {
	FEN    string `json:"fen" doc:"normalised"`
	Check  bool   `json:"check"`
	Status string `json:"status" enum:"ongoing,checkmate,stalemate,draw-material"`
	Result string `json:"result" enum:"*,1-0,0-1,1/2-1/2"`
	Turn   string `json:"turn" enum:"white,black"`
	Legal  []Move `json:"legal"`
	Claim  string `json:"claim"`
}

// Move is a legal move in two notations.
type Move struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// ReachRequest asks where a piece could go.
type ReachRequest struct {
	Variant   string `json:"variant"`
	Placement string `json:"placement" doc:"the first field of a position text; kings are not needed"`
	Square    string `json:"square"`
}

// ReachAnswer has the squares, whoever is to move and whatever stands in check.
type ReachAnswer struct {
	Moves       []string `json:"moves" doc:"empty squares it could move to"`
	Captures    []string `json:"captures" doc:"enemy pieces it could capture"`
	AttacksKing []string `json:"attacksKing" doc:"squares on which it attacks a king and nothing else"`
}

// NewGame asks for a game.
type NewGame struct {
	Variant string       `json:"variant"`
	Mode    string       `json:"mode" enum:"computer,hotseat"`
	Color   string       `json:"color,omitempty" enum:"white,black,random"`
	Level   int          `json:"level,omitempty" doc:"1 to 8"`
	Clock   *TimeControl `json:"clock,omitempty"`
	FEN     string       `json:"fen,omitempty"`
}

// TimeControl is a time control in seconds.
type TimeControl struct {
	Initial   int `json:"initial" doc:"seconds, 1 to 10800"`
	Increment int `json:"increment" doc:"seconds a move, 0 to 180"`
}

// GameCreated answers NewGame.
type GameCreated struct {
	ID    string   `json:"id"`
	Token string   `json:"token" doc:"holds the seats; keep it secret"`
	Seats []string `json:"seats"`
}

// State is a game as one viewer may see it.
type State struct {
	ID           string              `json:"id"`
	Seq          int64               `json:"seq" doc:"number of the last event"`
	Variant      string              `json:"variant"`
	Mode         string              `json:"mode" enum:"computer,hotseat"`
	StartFEN     string              `json:"startFen"`
	FEN          string              `json:"fen"`
	Ply          int                 `json:"ply"`
	Turn         string              `json:"turn" enum:"white,black"`
	Moves        []Played            `json:"moves"`
	Legal        []Move              `json:"legal" doc:"of the side to move; none when the game is over"`
	Check        bool                `json:"check"`
	Checkers     []string            `json:"checkers" doc:"squares of the pieces that give check"`
	You          []string            `json:"you" doc:"seats that the viewer holds"`
	Players      map[string]Player   `json:"players" doc:"by seat"`
	Clock        *Clock              `json:"clock"`
	Claim        string              `json:"claim" doc:"what the side to move may claim, or empty"`
	DrawOffer    string              `json:"drawOffer" doc:"the side whose offer stands, or empty"`
	DrawDeclined string              `json:"drawDeclined" doc:"the side that declined the last offer, until the next move"`
	Thinking     bool                `json:"thinking" doc:"a computer player is to move"`
	Result       string              `json:"result" enum:"*,1-0,0-1,1/2-1/2"`
	Reason       string              `json:"reason" doc:"why the game is over, or empty"`
	Captured     map[string][]string `json:"captured" doc:"by side: letters, lower case, of what it has lost"`
}

// Played is a move that was played.
type Played struct {
	UCI   string `json:"uci"`
	SAN   string `json:"san"`
	FEN   string `json:"fen" doc:"after the move"`
	Clock *int64 `json:"clock,omitempty" doc:"milliseconds left to who moved"`
}

// Player is who sits in a seat.
type Player struct {
	Kind  string `json:"kind" enum:"human,computer"`
	Name  string `json:"name"`
	Level int    `json:"level,omitempty"`
}

// Clock is a clock at a moment.
type Clock struct {
	Initial   int    `json:"initial" doc:"seconds"`
	Increment int    `json:"increment" doc:"seconds"`
	White     int64  `json:"white" doc:"milliseconds left at the moment at"`
	Black     int64  `json:"black" doc:"milliseconds left at the moment at"`
	Running   string `json:"running" enum:"white,black,"`
	At        int64  `json:"at" doc:"server time, milliseconds since 1970"`
}

// Ack says that a command is durable.
type Ack struct {
	ID  string `json:"id"`
	Seq int64  `json:"seq" doc:"the event that the command became"`
}

// ClientMessage is what a client sends: over the socket all of it, over HTTP
// a command (t, id, ply, uci).
type ClientMessage struct {
	T     string `json:"t" enum:"hello,ping,move,takeback,resign,claim,draw,decline,abort"`
	ID    string `json:"id,omitempty" doc:"command id: 1 to 64 characters, unique within a seat"`
	Ply   *int   `json:"ply,omitempty" doc:"move: the ply that the client thinks the game is at"`
	UCI   string `json:"uci,omitempty" doc:"move"`
	Token string `json:"token,omitempty" doc:"hello"`
	Since int64  `json:"since,omitempty" doc:"hello: the last event that the client knows"`
	N     int64  `json:"n,omitempty" doc:"ping"`
}

// StateMessage is a State over the socket.
type StateMessage struct {
	T string `json:"t" enum:"state"`
	State
}

// AckMessage is an Ack over the socket.
type AckMessage struct {
	T string `json:"t" enum:"ack"`
	Ack
}

// ErrorMessage refuses a command over the socket.
type ErrorMessage struct {
	T      string    `json:"t" enum:"error"`
	ID     string    `json:"id,omitempty" doc:"the command's id, if it had one"`
	Code   live.Code `json:"code"`
	Detail string    `json:"detail"`
	Where  string    `json:"where,omitempty"`
}

// PongMessage answers a ping.
type PongMessage struct {
	T string `json:"t" enum:"pong"`
	N int64  `json:"n"`
}

// Problem is an error over HTTP (RFC 9457).
type Problem struct {
	Type   string    `json:"type"`
	Title  string    `json:"title"`
	Status int       `json:"status"`
	Code   live.Code `json:"code"`
	Detail string    `json:"detail"`
	Where  string    `json:"where,omitempty" doc:"the field of the request that is meant"`
}

// stateOf puts a view into wire form.
func stateOf(v *live.View) State {
	s := State{
		ID: v.ID, Seq: v.Seq, Variant: v.Variant, Mode: string(v.Mode), StartFEN: v.Start, FEN: v.FEN,
		Ply: v.Ply, Turn: v.Turn, Check: v.Check, Claim: v.Claim,
		DrawOffer: v.Offer, DrawDeclined: v.Declined, Thinking: v.Thinking, Result: v.Result, Reason: v.Reason,
		Moves: make([]Played, len(v.Moves)), Legal: make([]Move, len(v.Legal)),
		Checkers: filled(v.Checkers), You: filled(v.You),
		Players: map[string]Player{}, Captured: map[string][]string{},
	}
	for i, p := range v.Moves {
		s.Moves[i] = Played{UCI: p.UCI, SAN: p.SAN, FEN: p.FEN}
		if v.Clock != nil {
			ms := p.Left.Milliseconds()
			s.Moves[i].Clock = &ms
		}
	}
	for i, m := range v.Legal {
		s.Legal[i] = Move(m)
	}
	for seat, p := range v.Players {
		kind := "human"
		if p.Computer {
			kind = "computer"
		}
		s.Players[seat] = Player{Kind: kind, Name: p.Name, Level: p.Level}
	}
	for _, side := range []string{"white", "black"} {
		s.Captured[side] = filled(v.Captured(side))
	}
	if k := v.Clock; k != nil {
		s.Clock = &Clock{
			Initial: int(k.Initial / time.Second), Increment: int(k.Increment / time.Second),
			White: k.Left["white"].Milliseconds(), Black: k.Left["black"].Milliseconds(),
			Running: k.Running, At: k.At.UnixMilli(),
		}
	}
	return s
}

// filled has JSON say [] and not null.
func filled(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
