package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"tagmate/internal/server/live"
)

const (
	// maxBody bounds a request's body. The longest FEN that means anything is
	// a few hundred bytes.
	maxBody = 64 << 10
	// maxMessage bounds a socket message. The longest that means anything is a
	// line of the chat, of 300 characters that may all be escaped.
	maxMessage = 4 << 10
	// maxID bounds a command id.
	maxID = 64
)

// readBody reads one JSON object and nothing else into a T. Fields that T does
// not have are refused: a client that misspells one should hear of it.
func readBody[T any](w http.ResponseWriter, r *http.Request) (T, error) {
	var x T
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return x, &live.Refusal{Code: live.TooLarge, Detail: fmt.Sprintf("a body has at most %d bytes", e.Limit)}
		}
		return x, bad("", "the body ended too early")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&x); err != nil {
		return x, jsonProblem(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return x, bad("", fmt.Sprintf("byte %d: expected the end after the JSON object", d.InputOffset()))
	}
	return x, nil
}

// jsonProblem names the place of an error in JSON text.
func jsonProblem(err error) *live.Refusal {
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return bad("", fmt.Sprintf("byte %d: not JSON: %v", e.Offset, e))
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return bad(e.Field, fmt.Sprintf("byte %d: expected %s, got %s", e.Offset, jsonKind(e.Type.Kind().String()), e.Value))
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return bad(strings.Trim(field, `"`), "there is no such field")
	}
	return bad("", "expected a JSON object, got nothing whole")
}

func jsonKind(kind string) string {
	switch kind {
	case "struct", "map":
		return "an object"
	case "slice", "array":
		return "an array"
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	default:
		return "a whole number"
	}
}

// parseMessage reads a message of a client. Fields that it does not know are
// skipped, so that newer clients can speak to older servers. The message's ID
// is good where there is one, even beside an error.
func parseMessage(text []byte) (ClientMessage, error) {
	var m ClientMessage
	if len(text) > maxMessage {
		return m, &live.Refusal{Code: live.TooLarge, Detail: fmt.Sprintf("a message has at most %d bytes", maxMessage)}
	}
	if err := json.Unmarshal(text, &m); err != nil {
		if len(m.ID) > maxID {
			m.ID = ""
		}
		return m, jsonProblem(err)
	}
	if len(m.ID) > maxID {
		m.ID = ""
		return m, bad("id", fmt.Sprintf("a command id has at most %d bytes", maxID))
	}
	return m, nil
}

// command turns a message into the command that it is.
func (m ClientMessage) command() (live.Command, error) {
	c := live.Command{ID: m.ID, Action: live.Action(m.T), Ply: -1}
	switch c.Action {
	case live.ActMove, live.ActAttempt:
		if m.UCI == "" {
			return c, bad("uci", "expected a move such as e2e4")
		}
		c.Move = m.UCI
	case live.ActSeatBot, live.ActUnseat, live.ActHolder, live.ActReady, live.ActTakeOver:
		c.Seat, c.Level, c.Side, c.Ready = m.Seat, m.Level, m.Side, m.Ready
	case live.ActRematch, live.ActChat, live.ActSay:
		c.Keep, c.On, c.Text = m.Keep, m.On, m.Text
	case live.ActPass, live.ActClaimWin:
	case live.ActTakeback, live.ActResign, live.ActClaim, live.ActDraw, live.ActDecline, live.ActAbort:
	default:
		return c, bad("t", fmt.Sprintf("unknown kind of message %.20q", m.T))
	}
	if m.Ply != nil {
		if *m.Ply < 0 {
			return c, bad("ply", "expected 0 or more")
		}
		c.Ply = *m.Ply
	}
	if m.ID == "" {
		return c, bad("id", "expected a command id")
	}
	return c, nil
}
