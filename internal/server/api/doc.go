// Package api is the server's face: HTTP, WebSocket, the types on the wire and
// the limits. It alone knows net/http. It plays nothing: it asks package live
// about games and the rules packages about positions.
//
// The types in wire.go are the source of the wire format; the OpenAPI document
// served at /api is made from them and from the table of routes, and a golden
// file shows every change. Fields are added, never changed.
//
// # Errors
//
// Every error has a code (live.Code) that a client translates and an English
// detail for experts: over HTTP as application/problem+json, over the socket
// as a message. One table in problem.go has the status of each code. What went
// wrong inside goes to the log only.
//
// # Safety
//
// Seats are held by tokens, which travel in the Authorization header or in the
// first message of a socket, never in an address, and are never logged.
// Requests that change something are refused when a browser says that another
// site sent them; sockets are accepted from our own origin only. Bodies,
// messages and rates are limited, per address and per token. A reader who is
// slow misses states, of which each is whole, and is dropped when he does not
// read at all.
package api
