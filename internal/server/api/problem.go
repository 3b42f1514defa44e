package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"tagmate/internal/server/live"
)

// statuses has the HTTP status of each code.
var statuses = map[live.Code]int{
	live.BadRequest:  http.StatusBadRequest,
	live.BadFEN:      http.StatusUnprocessableEntity,
	live.BadPGN:      http.StatusUnprocessableEntity,
	live.BadMove:     http.StatusUnprocessableEntity,
	live.NotYourTurn: http.StatusConflict,
	live.NotYourSeat: http.StatusForbidden,
	live.GameOver:    http.StatusConflict,
	live.NoClaim:     http.StatusConflict,
	live.NotFound:    http.StatusNotFound,
	live.Conflict:    http.StatusConflict,
	live.TooLarge:    http.StatusRequestEntityTooLarge,
	live.RateLimited: http.StatusTooManyRequests,
	live.Unavailable: http.StatusServiceUnavailable,
	live.Internal:    http.StatusInternalServerError,

	live.Illegal:      http.StatusUnprocessableEntity,
	live.Forbidden:    http.StatusUnprocessableEntity,
	live.PartnerStuck: http.StatusConflict,

	live.ChatClosed: http.StatusConflict,
}

// refusalOf returns what a client may know of an error.
func refusalOf(err error) *live.Refusal {
	if r, ok := errors.AsType[*live.Refusal](err); ok {
		return r
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &live.Refusal{Code: live.Unavailable, Detail: "the request was given up"}
	}
	return &live.Refusal{Code: live.Internal, Detail: "something went wrong on the server"}
}

// fail answers a request with a problem.
func fail(w http.ResponseWriter, log *slog.Logger, err error) {
	r := refusalOf(err)
	if r.Code == live.Internal {
		log.Error("request failed", "err", err)
	}
	status := statuses[r.Code]
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	if r.Code == live.RateLimited {
		h.Set("Retry-After", "1")
	}
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(Problem{
		Type: "about:blank", Title: http.StatusText(status), Status: status,
		Code: r.Code, Detail: r.Detail, Where: r.Where,
	})
}

func bad(where, detail string) *live.Refusal {
	return &live.Refusal{Code: live.BadRequest, Detail: detail, Where: where}
}
