package main

import (
	"io/fs"
	"net/http"

	"tagmate/engine"
	"tagmate/internal/server/bots"
	"tagmate/internal/server/guide"
	"tagmate/position"
)

// newComputerPlayer returns who plays for the computer on the site.
// Tables, if not nil, returns the endgame tables of a game.
func newComputerPlayer(tables func(*position.Rules) engine.Tables) bots.Thinker {
	return &bots.Engine{Tables: tables}
}

// newGuide returns the pages below /guide/, dressed with what the client's build
// offers; nil for a client that was not built.
func newGuide(dist fs.FS) (http.Handler, error) { return guide.New(dist) }
