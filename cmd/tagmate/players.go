package main

import (
	"io/fs"
	"net/http"

	"tagmate/internal/server/bots"
	"tagmate/internal/server/guide"
)

// newComputerPlayer returns who plays for the computer on the site.
func newComputerPlayer() bots.Thinker { return &bots.Engine{} }

// newGuide returns the pages below /guide/, dressed with what the client's build
// offers; nil for a client that was not built.
func newGuide(dist fs.FS) (http.Handler, error) { return guide.New(dist) }
