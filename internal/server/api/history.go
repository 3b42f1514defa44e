package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
)

const (
	// historyPage is how many games a page of the history has, at most and if
	// the request does not say.
	historyPage = 100
	// pageTime is how long a page of a file may take to leave.
	pageTime = 30 * time.Second
)

// player returns the secret of a request that is about its sender and no game.
func (s *Server) player(r *http.Request) (store.Token, error) {
	token := bearer(r)
	if token.IsZero() {
		return token, &live.Refusal{Code: live.NotYourSeat, Detail: "expected the secret that holds the seats", Where: "Authorization"}
	}
	if !s.histories.allow(s.client(r)) {
		return token, tooMany("questions about the past")
	}
	return token, nil
}

func (s *Server) history(w http.ResponseWriter, r *http.Request) error {
	token, err := s.player(r)
	if err != nil {
		return err
	}
	before, err := queryInt(r, "before", 0, 1<<52, time.Now().Add(time.Minute).UnixMilli())
	if err != nil {
		return err
	}
	limit, err := queryInt(r, "limit", 1, historyPage, historyPage)
	if err != nil {
		return err
	}
	views, more, err := s.Hub.History(r.Context(), token, time.UnixMilli(before), int(limit))
	if err != nil {
		return err
	}
	page := HistoryPage{Games: make([]HistoryGame, len(views)), More: more}
	for i, v := range views {
		page.Games[i] = historyOf(v)
	}
	return answer(w, http.StatusOK, page)
}

// queryInt reads a number of a request's query, which may be left out.
func queryInt(r *http.Request, name string, least, most, otherwise int64) (int64, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, bad(name, fmt.Sprintf("expected a number from %d to %d, got %.20q", least, most, text))
	}
	return n, nil
}

func (s *Server) historyPGN(w http.ResponseWriter, r *http.Request) error {
	return s.file(w, r, "tagmate.pgn", "application/x-chess-pgn", "", "\n", "", func(v *live.View) (string, error) {
		if v.Ply == 0 {
			return "", nil
		}
		return v.PGN()
	})
}

func (s *Server) historyExport(w http.ResponseWriter, r *http.Request) error {
	return s.file(w, r, "tagmate.json", "application/json", `{"games":[`+"\n", ",\n", "\n]}\n", func(v *live.View) (string, error) {
		state := stateOf(v)
		g := ExportedGame{HistoryGame: historyOf(v), StartFEN: v.Start, Moves: state.Moves}
		if state.Tag != nil {
			g.StartFEN, g.Events = state.Tag.Start, state.Tag.Events
		}
		text, err := json.Marshal(g)
		return string(text), err
	})
}

// file sends a player's whole history as a file, game after game, newest first.
// What goes wrong in the middle breaks the connection off, so that nobody takes
// a part for the whole.
func (s *Server) file(w http.ResponseWriter, r *http.Request, name, mime, head, between, tail string, text func(*live.View) (string, error)) error {
	token, err := s.player(r)
	if err != nil {
		return err
	}
	if !s.exports.allow(s.client(r)) {
		return tooMany("files")
	}
	before, first := time.Now().Add(time.Minute), true
	for {
		views, more, err := s.Hub.History(r.Context(), token, before, historyPage)
		if err != nil && first {
			return err
		}
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		// Servers without deadlines have nothing to move.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(pageTime))
		var page strings.Builder
		for _, v := range views {
			game, err := text(v)
			if err != nil {
				s.Log.Error("game not written", "game", v.ID, "err", err)
				continue
			}
			if game == "" {
				continue
			}
			if first {
				startFile(w, name, mime)
				page.WriteString(head)
			} else {
				page.WriteString(between)
			}
			first = false
			page.WriteString(game)
		}
		if !more && first {
			startFile(w, name, mime)
			page.WriteString(head)
		}
		if !more {
			page.WriteString(tail)
		}
		if _, err := w.Write([]byte(page.String())); err != nil || !more {
			return nil // who has gone away needs no answer
		}
		before = time.UnixMilli(views[len(views)-1].Since.UnixMilli())
	}
}

func startFile(w http.ResponseWriter, name, mime string) {
	h := w.Header()
	h.Set("Content-Type", mime)
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	h.Set("Cache-Control", "no-store")
}

func historyOf(v *live.View) HistoryGame {
	g := HistoryGame{
		ID: v.ID, Variant: v.Variant, Mode: string(v.Mode), Created: v.Since.UnixMilli(),
		Over: v.Reason != "", Result: v.Result, Reason: v.Reason, Plies: v.Ply, You: filled(v.You),
		Players: map[string]Player{}, Clock: controlOf(v), Next: v.Next,
	}
	if !v.Ended.IsZero() {
		ms := v.Ended.UnixMilli()
		g.Ended = &ms
	}
	for seat, p := range v.Players {
		g.Players[seat] = playerOf(p)
	}
	return g
}
