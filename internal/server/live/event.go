package live

import (
	"encoding/json"
	"fmt"
	"time"

	"tagmate/internal/server/store"
)

// Kinds of event. The seat of an event is who did it, "" for the server.
const (
	kindCreated  = "created"  // created: always the first, and only the first
	kindMove     = "move"     // moved
	kindTakeback = "takeback" // tookBack
	kindOffer    = "offer"    // empty: the seat offers a draw
	kindDecline  = "decline"  // empty: the seat declines the offer
	kindAgree    = "agree"    // timed: the seat accepts; a draw
	kindClaim    = "claim"    // timed: the seat claims a draw, rightly
	kindResign   = "resign"   // timed
	kindFlag     = "flag"     // flagged
	kindAbort    = "abort"    // timed: no result
	kindPause    = "pause"    // timed: the server stops in order

	// At a table that fills.
	kindJoin   = "join"   // joined: the seat is taken
	kindLeave  = "leave"  // placed: a seat is free again
	kindBot    = "bot"    // placed: a computer player takes a free seat
	kindHolder = "holder" // sided: who is to hold the team's move first
	kindReady  = "ready"  // marked

	// Between two people.
	kindAsk    = "ask"    // empty: the seat asks to take back
	kindRefuse = "refuse" // empty: the seat does not let take back

	// After the end.
	kindRematch = "rematch" // wished: the seat wants another game
	kindNext    = "next"    // followed: all did

	// Said between players.
	kindChat = "chat" // switched: the seat has the chat on or off
	kindSay  = "say"  // said

	// In Tag Chess.
	kindPass     = "pass"      // timed
	kindFoul     = "foul"      // moved: the attempt, which did not happen
	kindTakeOver = "take-over" // placed: a computer player for one who is gone
	kindForfeit  = "forfeit"   // flagged: the side that is gone loses
)

// created is the payload of kindCreated. Version counts the forms of the
// payloads: fields may be added to a form, none may change its meaning.
type created struct {
	Version int    `json:"v"`
	Variant string `json:"variant"`
	Mode    Mode   `json:"mode"`
	Start   string `json:"start"`
	// Moves were played elsewhere before the game came here, in UCI form.
	Moves   []string          `json:"moves,omitempty"`
	Players map[string]Player `json:"players"`
	Clock   *control          `json:"clock,omitempty"`
	// Touch: an attempt with the partner's piece is meant without being asked.
	Touch bool `json:"touch,omitempty"`
	// Listed: in the lobby while seats are free.
	Listed bool `json:"listed,omitempty"`
	// Seated: a rematch, for which everyone is ready.
	Seated bool `json:"seated,omitempty"`
}

const version = 1

// control is a time control in milliseconds.
type control struct {
	Initial   int64 `json:"initial"`
	Increment int64 `json:"increment"`
}

// left is what is left on each side's clock in milliseconds.
type left map[string]int64

type timed struct {
	Clock left `json:"clock,omitempty"`
	// Lag is what was given back for the network and is in Clock, in
	// milliseconds.
	Lag int64 `json:"lag,omitempty"`
}

type moved struct {
	UCI string `json:"uci"`
	timed
}

type tookBack struct {
	Plies int `json:"plies"`
	timed
}

// joined says who takes a seat. Hash is that of his token; From is the seat that
// he leaves for it.
type joined struct {
	Name string `json:"name,omitempty"`
	Hash []byte `json:"hash"`
	From string `json:"from,omitempty"`
}

// placed is about a seat that need not be the actor's own.
type placed struct {
	Seat  string `json:"seat"`
	Level int    `json:"level,omitempty"`
	timed
}

type sided struct {
	Side string `json:"side"` // "q" or "k"
}

type marked struct {
	Ready bool `json:"ready"`
}

type wished struct {
	Keep bool `json:"keep,omitempty"` // the seats as they are
}

type switched struct {
	On bool `json:"on"`
}

type said struct {
	Text string `json:"text"`
}

type followed struct {
	Game string `json:"game"`
}

type flagged struct {
	Side string `json:"side"`
	timed
}

// event makes an event that has no number yet.
func event(kind, seat string, at time.Time, payload any) store.Event {
	text, err := json.Marshal(payload)
	if err != nil {
		panic(fmt.Sprintf("live: payload of %s: %v", kind, err)) // our own types always encode
	}
	return store.Event{Kind: kind, Seat: seat, At: at, Payload: text}
}

// payload reads the payload of an event into a T.
func payload[T any](e store.Event) (T, error) {
	var p T
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return p, fmt.Errorf("live: event %d of %s (%s): %w", e.Seq, e.Game, e.Kind, err)
	}
	return p, nil
}
