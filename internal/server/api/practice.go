package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/tablebase"
)

const (
	// maxAttempts is how many attempts one request may bring.
	maxAttempts = 100
	// maxAttemptID bounds the id of an attempt.
	maxAttemptID = 32
	// maxCount bounds moves and hints of an attempt: no win takes as long.
	maxCount = 9999
)

// Practice are attempts in the trainer.
type Practice struct {
	Attempts []Attempt `json:"attempts" doc:"newest first in an answer; in a request at most 100"`
}

// Attempt is one try at an ending in the trainer.
type Attempt struct {
	ID      string `json:"id" doc:"the client's: 1 to 32 characters of base64url; one that is kept already is not kept again"`
	Variant string `json:"variant"`
	Ending  string `json:"ending"`
	Role    string `json:"role" enum:"attack,defend"`
	At      int    `json:"at" doc:"when it ended, milliseconds since 1970; not later than now"`
	Won     bool   `json:"won" doc:"the mate was given, or held out against to the end"`
	Used    int    `json:"used" doc:"moves of the player"`
	Least   int    `json:"least" doc:"the fewest moves to the mate; of a defender, the most that can be held out"`
	Hints   int    `json:"hints"`
}

// PracticeAdded says what came of attempts.
type PracticeAdded struct {
	Added int `json:"added" doc:"how many were not kept before"`
}

// practiceRoutes are the routes about what a player has practised.
func (s *Server) practiceRoutes() []route {
	return []route{
		{
			method: "GET", path: "/api/v1/tables/attempts", summary: "What the holder of the token has practised, newest first",
			token: true, status: 200, response: Practice{}, handle: s.attempts,
		},
		{
			method: "POST", path: "/api/v1/tables/attempts", summary: "Keep attempts in the trainer for a secret of one's own; the newest 2000 are kept",
			token: true, request: Practice{}, status: 200, response: PracticeAdded{}, handle: s.addAttempts,
		},
	}
}

// pupil returns the secret of a request about practice.
func (s *Server) pupil(r *http.Request) (store.TokenHash, error) {
	token := bearer(r)
	switch {
	case s.Practice == nil:
		return store.TokenHash{}, &live.Refusal{Code: live.NotFound, Detail: "this site keeps no practice"}
	case token.IsZero():
		return store.TokenHash{}, &live.Refusal{Code: live.NotYourSeat, Detail: "expected the secret of who practises", Where: "Authorization"}
	case !token.IsStrong():
		return store.TokenHash{}, bad("Authorization", "expected a secret of 22 to 128 characters of base64url")
	case !s.practices.allow(s.client(r)):
		return store.TokenHash{}, tooMany("questions about practice")
	}
	return token.Hash(), nil
}

func (s *Server) attempts(w http.ResponseWriter, r *http.Request) error {
	player, err := s.pupil(r)
	if err != nil {
		return err
	}
	list, err := s.Practice.Attempts(r.Context(), player)
	if err != nil {
		return s.unkept(err)
	}
	out := Practice{Attempts: make([]Attempt, len(list))}
	for i, a := range list {
		out.Attempts[i] = Attempt{a.ID, a.Variant, a.Ending, a.Role, int(a.At.UnixMilli()), a.Won, a.Used, a.Least, a.Hints}
	}
	return answer(w, http.StatusOK, out)
}

func (s *Server) addAttempts(w http.ResponseWriter, r *http.Request) error {
	player, err := s.pupil(r)
	if err != nil {
		return err
	}
	q, err := readBody[Practice](w, r)
	if err != nil {
		return err
	}
	if len(q.Attempts) > maxAttempts {
		return &live.Refusal{Code: live.TooLarge, Detail: fmt.Sprintf("a request has at most %d attempts", maxAttempts), Where: "attempts"}
	}
	now := time.Now()
	list := make([]store.Attempt, len(q.Attempts))
	for i, a := range q.Attempts {
		if list[i], err = a.checked(now); err != nil {
			b := refusalOf(err)
			return &live.Refusal{Code: b.Code, Detail: b.Detail, Where: strings.TrimSuffix(fmt.Sprintf("attempts[%d].%s", i, b.Where), ".")}
		}
	}
	added, err := s.Practice.AddAttempts(r.Context(), player, list)
	if err != nil {
		return s.unkept(err)
	}
	return answer(w, http.StatusOK, PracticeAdded{added})
}

// unkept says that the store could not answer.
func (s *Server) unkept(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	s.Log.Error("practice not kept or read", "err", err)
	return &live.Refusal{Code: live.Unavailable, Detail: "practice cannot be kept or read at the moment"}
}

// checked turns an attempt into what is kept of it. Clocks of clients are not to
// be relied on: what they say lies in the future has happened now.
func (a Attempt) checked(now time.Time) (store.Attempt, error) {
	if len(a.ID) == 0 || len(a.ID) > maxAttemptID || strings.Trim(a.ID, base64url) != "" {
		return store.Attempt{}, bad("id", fmt.Sprintf("expected 1 to %d characters of base64url", maxAttemptID))
	}
	rules, err := rulesOf(a.Variant)
	if err != nil {
		return store.Attempt{}, err
	}
	ending, err := tablebase.ParseEnding(rules, a.Ending)
	if err != nil {
		return store.Attempt{}, bad("ending", strings.TrimPrefix(err.Error(), "tablebase: "))
	}
	if a.Role != "attack" && a.Role != "defend" {
		return store.Attempt{}, bad("role", "expected attack or defend")
	}
	at := time.UnixMilli(int64(a.At))
	if a.At < 0 {
		return store.Attempt{}, bad("at", "expected milliseconds since 1970")
	}
	if at.After(now) {
		at = now
	}
	for _, c := range []struct {
		where string
		n     int
	}{{"used", a.Used}, {"least", a.Least}, {"hints", a.Hints}} {
		if c.n < 0 || c.n > maxCount {
			return store.Attempt{}, bad(c.where, fmt.Sprintf("expected a number from 0 to %d", maxCount))
		}
	}
	return store.Attempt{
		ID: a.ID, Variant: a.Variant, Ending: ending.Name(rules), Role: a.Role, At: at, Won: a.Won, Used: a.Used, Least: a.Least, Hints: a.Hints,
	}, nil
}

const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
