package api

import (
	"net/http"
	"slices"
)

// handler answers a request or returns why not.
type handler func(http.ResponseWriter, *http.Request) error

// route is one entry of the interface: of the server and of its document.
type route struct {
	method, path string
	summary      string
	token        bool // a token may or must be sent
	query        []string
	request      any // the body's type, nil for none
	status       int
	response     any    // the answer's type, nil for text
	mime         string // of an answer that is not JSON
	handle       handler
}

func (s *Server) routes() []route {
	return append([]route{
		{
			method: "GET", path: "/healthz", summary: "Whether the server is up",
			status: 200, mime: "text/plain", handle: s.healthz,
		},
		{
			method: "GET", path: "/api", summary: "This document",
			status: 200, mime: "application/json", handle: s.openAPI,
		},
		{
			method: "GET", path: "/api/v1/variants", summary: "All games that can be played",
			status: 200, response: []Variant{}, handle: s.variants,
		},
		{
			method: "GET", path: "/api/v1/variants/{variant}", summary: "One game that can be played",
			status: 200, response: Variant{}, handle: s.variant,
		},
		{
			method: "POST", path: "/api/v1/position", summary: "Check a position and list its moves",
			request: PositionRequest{}, status: 200, response: PositionAnswer{}, handle: s.position,
		},
		{
			method: "POST", path: "/api/v1/reach", summary: "Where a piece could go",
			request: ReachRequest{}, status: 200, response: ReachAnswer{}, handle: s.reach,
		},
		{
			method: "POST", path: "/api/v1/pgn", summary: "Read a record that was played elsewhere",
			request: PGNRequest{}, status: 200, response: PGNAnswer{}, handle: s.readPGN,
		},
		{
			method: "POST", path: "/api/v1/analysis", summary: "What the engine thinks of a position that a game has come to",
			request: AnalysisRequest{}, status: 200, response: AnalysisAnswer{}, handle: s.analysis,
		},
		{
			method: "POST", path: "/api/v1/games", summary: "Make a new game, for a secret of one's own or a new token",
			token: true, request: NewGame{}, status: 201, response: GameCreated{}, handle: s.newGame,
		},
		{
			method: "GET", path: "/api/v1/games/{game}", summary: "A game as the holder of the token may see it",
			token: true, status: 200, response: State{}, handle: s.game,
		},
		{
			method: "POST", path: "/api/v1/games/{game}/join", summary: "Take a free seat, for a secret of one's own or a new token; 200 for one that is held already",
			token: true, request: JoinGame{}, status: 201, response: GameCreated{}, handle: s.join,
		},
		{
			method: "GET", path: "/api/v1/lobby", summary: "Tables that wait for players, newest first",
			status: 200, response: []Table{}, handle: s.lobby,
		},
		{
			method: "GET", path: "/api/v1/history", summary: "The games of the token, newest first",
			token: true, query: []string{"before", "limit"}, status: 200, response: HistoryPage{}, handle: s.history,
		},
		{
			method: "GET", path: "/api/v1/history/pgn", summary: "All games of the token that have moves, as one PGN file",
			token: true, status: 200, mime: "application/x-chess-pgn", handle: s.historyPGN,
		},
		{
			method: "GET", path: "/api/v1/history/export", summary: "All games of the token with their moves, as one JSON file",
			token: true, status: 200, response: Export{}, handle: s.historyExport,
		},
		{
			method: "GET", path: "/api/v1/games/{game}/pgn", summary: "A game as PGN",
			token: true, status: 200, mime: "application/x-chess-pgn", handle: s.pgn,
		},
		{
			method: "POST", path: "/api/v1/games/{game}/commands", summary: "A move or another command, for clients without a socket",
			token: true, request: ClientMessage{}, status: 200, response: Ack{}, handle: s.command,
		},
		{
			method: "GET", path: "/api/v1/games/{game}/socket",
			summary: "WebSocket, sub-protocol tagmate.v1: send ClientMessage, the first a hello within 10 s; " +
				"receive StateMessage, AckMessage, ErrorMessage, PongMessage",
			status: http.StatusSwitchingProtocols, handle: s.socket,
		},
	}, slices.Concat(s.tableRoutes(), s.practiceRoutes())...)
}
