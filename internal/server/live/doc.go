// Package live runs the games that are being played: one goroutine, a room,
// owns one game. Commands go in, events and views come out. It knows no
// network and decides no chess: what is legal and what ends a game is package
// game's; what is kept is package store's.
//
// # From command to event
//
// A room looks at a command and either refuses it, which leaves no trace, or
// turns it into exactly one event. The event is appended to the store, then
// applied to the state in memory, then shown. The state is changed by nothing
// but events (state.apply), so that a game that is read back is the game that
// was played. When the store does not answer, it is unknown whether the event
// is kept: the room reads on in the store before it does anything else.
//
// A command that comes again, by its id and seat, gets the answer it had. A
// move says the ply that its player saw; when that is no longer the last one
// the command is refused as a conflict and the viewer gets the state anew.
//
// # Events
//
// Kinds and payloads are in event.go. All events with a clock carry what is
// left on it afterwards in whole milliseconds, worked out on this process's
// monotonic clock; nothing is ever computed from the difference of two stored
// times.
//
// # Time
//
// A clock runs from the first move on. It falls by a timer at the exact
// moment, which is an event like any other; a command that arrived before that
// moment is carried out first though it is looked at later.
// What an action spent on its way is given back, within bounds (lag.go). While the server
// is down nobody's clock runs: an orderly stop writes down what is left, and
// after a start clocks stand still for Grace, so that everyone can return.
// After a crash the move that was being thought about starts afresh.
//
// # Who sits where
//
// In games that fill (Link, Tag) the tokens of later players are in the events
// that seat them, as hashes; whoever acts or watches by a token has the seats
// that it holds at that moment. A game of Tag Chess starts by itself with the
// event that makes everyone seated and ready.
//
// # Who sees what
//
// A view is made for a set of seats (state.view), and only there. Nothing else
// leaves a room. Who is connected, and what was refused to whom, is in no
// event and so in no view: partners in Tag Chess learn of each other what
// happens at the board, and the time that it took. That a player seems to be
// gone is told by how long he has not acted when it was his turn.
package live
