// Package server is only a folder: its rooms are store (what was promised is
// on disk), live (one goroutine owns one game), bots (computer players), api
// (HTTP and WebSocket, the only one that knows net/http) and web (the built
// client). Imports go from api to live to store and bots, never back.
package server
