// Package bots has the computer players as the server sees them: a question
// in text, an answer in text. Text, because the question may have to go to
// another machine and because no room should share a board with a search.
//
// Workers bounds how many questions are thought about at once. A slow answer
// delays the game that asked and no other: rooms ask from a goroutine of
// their own and can give up by their context.
package bots
