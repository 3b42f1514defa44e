package main

import (
	"net/http"

	"tagmate/internal/server/bots"
)

// newComputerPlayer returns who plays for the computer on the site.
func newComputerPlayer() bots.Player { return &bots.Engine{} }

// newGuide returns the pages below /guide/.
func newGuide() http.Handler { return nil }
