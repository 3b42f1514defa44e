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

// PGNRequest is a record to read.
type PGNRequest struct {
	Variant string `json:"variant,omitempty" doc:"what is played where the record does not say"`
	PGN     string `json:"pgn" doc:"the first game of it is read"`
}

// PGNAnswer is a record as it was read; the variations are left out.
type PGNAnswer struct {
	Variant string   `json:"variant"`
	FEN     string   `json:"fen" doc:"the first position"`
	Moves   []string `json:"moves" doc:"in UCI form"`
	White   string   `json:"white" doc:"as far as a name may be long"`
	Black   string   `json:"black"`
	Result  string   `json:"result" enum:"*,1-0,0-1,1/2-1/2"`
}

// AnalysisRequest asks what the position after some moves is worth.
type AnalysisRequest struct {
	Variant string   `json:"variant"`
	FEN     string   `json:"fen" doc:"the first position; empty for the set-up"`
	Moves   []string `json:"moves" doc:"in UCI form, from there on; repetitions count"`
	Deep    bool     `json:"deep,omitempty" doc:"longer: some seconds in place of a fraction of one"`
}

// AnalysisAnswer is what the engine thinks.
type AnalysisAnswer struct {
	Score *int   `json:"score" doc:"hundredths of a pawn for White; null when the end is seen"`
	Mate  *int   `json:"mate" doc:"plies to the forced end, negative when Black wins; null when none is seen"`
	Depth int    `json:"depth"`
	Line  []Move `json:"line" doc:"the best line, at least one move"`
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
	Mode    string       `json:"mode" enum:"computer,hotseat,link,tag"`
	Color   string       `json:"color,omitempty" enum:"white,black,random"`
	Level   int          `json:"level,omitempty" doc:"1 to 8"`
	Clock   *TimeControl `json:"clock,omitempty"`
	FEN     string       `json:"fen,omitempty"`
	Moves   []string     `json:"moves,omitempty" doc:"in UCI form, played from there before; hotseat"`
	White   string       `json:"white,omitempty" doc:"who plays, at most 40 characters; hotseat"`
	Black   string       `json:"black,omitempty" doc:"hotseat"`

	Name      string `json:"name,omitempty" doc:"of the maker, at most 40 characters; link and tag"`
	Seat      string `json:"seat,omitempty" enum:"wq,wk,bq,bk" doc:"of the maker; tag"`
	Open      bool   `json:"open,omitempty" doc:"in the lobby while seats are free; link and tag"`
	TouchMove bool   `json:"touchMove,omitempty" doc:"an attempt with the partner's piece needs no second thought; tag"`
}

// JoinGame asks for a seat.
type JoinGame struct {
	Name string `json:"name,omitempty" doc:"at most 40 characters"`
	Seat string `json:"seat,omitempty" doc:"the first free one if left out"`
}

// Table is a game that waits for players.
type Table struct {
	ID        string               `json:"id"`
	Variant   string               `json:"variant"`
	Mode      string               `json:"mode" enum:"link,tag"`
	Created   int64                `json:"created" doc:"server time, milliseconds since 1970"`
	Clock     *TimeControl         `json:"clock"`
	TouchMove bool                 `json:"touchMove"`
	Seats     map[string]TableSeat `json:"seats"`
}

// TableSeat is a seat of a table.
type TableSeat struct {
	Taken bool   `json:"taken"`
	Kind  string `json:"kind" enum:"human,computer,free"`
	Name  string `json:"name"`
	Level int    `json:"level,omitempty"`
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
	Mode         string              `json:"mode" enum:"computer,hotseat,link,tag"`
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

	Waiting       []string `json:"waiting" doc:"free seats"`
	TakebackOffer string   `json:"takebackOffer" doc:"the side that asks to take back, or empty"`
	Tag           *Tag     `json:"tag" doc:"of Tag Chess"`
	Rematch       []string `json:"rematch" doc:"seats that want another game; link and tag, after the end"`
	RematchKeep   []string `json:"rematchKeep" doc:"those of them who want to keep their seats; the others want to swap sides"`
	Next          string   `json:"next" doc:"the id of that game, in which the tokens are the same; or empty"`
	Chat          *Chat    `json:"chat" doc:"null for who holds no seat, and where the players cannot speak"`
}

// Chat is what the players say to each other.
type Chat struct {
	On    []string `json:"on" doc:"seats that have it on"`
	Open  bool     `json:"open" doc:"lines from the viewer are taken"`
	Lines []Line   `json:"lines" doc:"the last 100"`
}

// Line is something that was said.
type Line struct {
	Seat string `json:"seat"`
	Text string `json:"text"`
	At   int64  `json:"at" doc:"server time, milliseconds since 1970"`
}

// HistoryPage is a part of a player's games, newest first.
type HistoryPage struct {
	Games []HistoryGame `json:"games"`
	More  bool          `json:"more" doc:"there are older ones: ask with before = created of the last one"`
}

// HistoryGame is a game in a player's history.
type HistoryGame struct {
	ID      string            `json:"id"`
	Variant string            `json:"variant"`
	Mode    string            `json:"mode" enum:"computer,hotseat,link,tag"`
	Created int64             `json:"created" doc:"server time, milliseconds since 1970"`
	Ended   *int64            `json:"ended,omitempty" doc:"server time, milliseconds since 1970; only when over"`
	Over    bool              `json:"over"`
	Result  string            `json:"result" enum:"*,1-0,0-1,1/2-1/2"`
	Reason  string            `json:"reason"`
	Plies   int               `json:"plies"`
	You     []string          `json:"you" doc:"seats that the token holds; none for one who was replaced"`
	Players map[string]Player `json:"players" doc:"by seat"`
	Clock   *TimeControl      `json:"clock"`
	Next    string            `json:"next" doc:"the id of the rematch, or empty"`
}

// ExportedGame is a game in the file of all games of a player.
type ExportedGame struct {
	HistoryGame
	StartFEN string     `json:"startFen" doc:"in Tag Chess of eight fields"`
	Moves    []Played   `json:"moves"`
	Events   []TagEvent `json:"events,omitempty" doc:"Tag Chess only: moves, passes, fouls"`
}

// Export is the file of all games of a player, newest first.
type Export struct {
	Games []ExportedGame `json:"games"`
}

// Tag is what Tag Chess has beside the board: the same for all viewers.
type Tag struct {
	Phase     string             `json:"phase" enum:"table,play,over"`
	TouchMove bool               `json:"touchMove"`
	Start     string             `json:"start" doc:"position text of eight fields of the first position"`
	Text      string             `json:"text" doc:"position text of eight fields"`
	Holders   map[string]string  `json:"holders" doc:"by team: q or k; before the start, who is to hold first"`
	Holder    string             `json:"holder" doc:"the seat that is to act, or empty"`
	Forbidden []string           `json:"forbidden" doc:"moves, by their two squares, that are forbidden to the team to move"`
	Plays     []Move             `json:"plays" doc:"what the holder may play"`
	Fouls     []Move             `json:"fouls" doc:"attempts of the holder that would be fouls"`
	CanPass   bool               `json:"canPass"`
	Seats     map[string]TagSeat `json:"seats"`
	Events    []TagEvent         `json:"events"`
	Idle      *TagIdle           `json:"idle" doc:"what may be done about a holder who does not act"`
}

// TagSeat is a seat of Tag Chess.
type TagSeat struct {
	Kind  string `json:"kind" enum:"human,computer,free"`
	Name  string `json:"name"`
	Level int    `json:"level,omitempty"`
	Ready bool   `json:"ready"`
}

// TagEvent is something that was done at the board.
type TagEvent struct {
	Kind string `json:"kind" enum:"move,pass,foul,take-over"`
	By   string `json:"by" doc:"seat"`
	UCI  string `json:"uci,omitempty"`
	SAN  string `json:"san,omitempty"`
	Ply  int    `json:"ply" doc:"moves played before"`
}

// TagIdle is about the holder of the team to move. It depends on the board
// alone and not on who is connected. Times are of the server, in milliseconds
// since 1970.
type TagIdle struct {
	Seat       string `json:"seat"`
	TakeOverAt int64  `json:"takeOverAt" doc:"from then on the partner may send take-over"`
	ClaimWinAt int64  `json:"claimWinAt" doc:"from then on the opponents' holder may send claim-win"`
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
	Kind  string `json:"kind" enum:"human,computer,free"`
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
	T     string `json:"t" enum:"hello,ping,move,takeback,resign,claim,draw,decline,abort,attempt,pass,seat-bot,unseat,holder,ready,take-over,claim-win,rematch,chat,say"`
	ID    string `json:"id,omitempty" doc:"command id: 1 to 64 characters, unique within a seat"`
	Ply   *int   `json:"ply,omitempty" doc:"move: the ply that the client thinks the game is at"`
	UCI   string `json:"uci,omitempty" doc:"move"`
	Token string `json:"token,omitempty" doc:"hello"`
	Seat  string `json:"seat,omitempty" doc:"seat-bot, unseat"`
	Level int    `json:"level,omitempty" doc:"seat-bot, take-over: 1 to 8"`
	Side  string `json:"side,omitempty" enum:"q,k" doc:"holder"`
	Ready bool   `json:"ready,omitempty" doc:"ready"`
	Keep  bool   `json:"keep,omitempty" doc:"rematch: with the seats as they are"`
	On    bool   `json:"on,omitempty" doc:"chat"`
	Text  string `json:"text,omitempty" doc:"say: 1 to 300 characters"`
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
		Waiting: filled(v.Waiting), TakebackOffer: v.Asks, Tag: tagOf(v),
		Rematch: filled(v.Rematch), RematchKeep: filled(v.Keep), Next: v.Next, Chat: chatOf(v.Chat),
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
		s.Players[seat] = playerOf(p)
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

func playerOf(p live.Player) Player { return Player{Kind: kindOf(p), Name: p.Name, Level: p.Level} }

// controlOf returns the time control of a game, or nil.
func controlOf(v *live.View) *TimeControl {
	if v.Clock == nil {
		return nil
	}
	return &TimeControl{int(v.Clock.Initial / time.Second), int(v.Clock.Increment / time.Second)}
}

func chatOf(v *live.ChatView) *Chat {
	if v == nil {
		return nil
	}
	c := &Chat{On: filled(v.On), Open: v.Open, Lines: make([]Line, len(v.Lines))}
	for i, l := range v.Lines {
		c.Lines[i] = Line{l.Seat, l.Text, l.At.UnixMilli()}
	}
	return c
}

func kindOf(p live.Player) string {
	switch {
	case p.Free:
		return "free"
	case p.Computer:
		return "computer"
	}
	return "human"
}

func tagOf(v *live.View) *Tag {
	x := v.Tag
	if x == nil {
		return nil
	}
	t := &Tag{
		Phase: x.Phase, TouchMove: v.Touch, Start: x.Start, Text: x.Text, Holders: x.Holders, Holder: x.Holder,
		Forbidden: filled(x.Forbidden), Plays: make([]Move, len(x.Plays)), Fouls: make([]Move, len(x.Fouls)),
		CanPass: x.CanPass, Seats: map[string]TagSeat{}, Events: make([]TagEvent, len(x.Actions)),
	}
	for i, m := range x.Plays {
		t.Plays[i] = Move(m)
	}
	for i, m := range x.Fouls {
		t.Fouls[i] = Move(m)
	}
	for seat, p := range v.Players {
		t.Seats[seat] = TagSeat{Kind: kindOf(p), Name: p.Name, Level: p.Level, Ready: p.Computer || x.Ready[seat]}
	}
	for i, a := range x.Actions {
		t.Events[i] = TagEvent(a)
	}
	if x.Idle != nil {
		t.Idle = &TagIdle{x.Idle.Seat, x.Idle.TakeOverAt.UnixMilli(), x.Idle.ClaimWinAt.UnixMilli()}
	}
	return t
}

// filled has JSON say [] and not null.
func filled(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
