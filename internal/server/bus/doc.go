// Package bus lets the nodes of a site speak with each other over NATS: it
// wakes other nodes when a game has a new event, and it hands the questions for
// computer players to worker machines.
//
// Nothing is kept here and nothing depends on a message: a node that misses one
// learns of the event when it next appends to the game, since the store lets
// only one of two nodes win a number, and after a reconnection all rooms look
// into the store. Without a cluster the NATS server is inside the process and
// opens no port.
package bus
