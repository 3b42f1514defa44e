// Package game is a game as it is played: its moves, repetition, claims,
// offers and results with their reason. It is the only place that decides
// that a game is over (RULES, the draw and flag rules of each game, and
// "Position text" for the order of results).
//
// It keeps no clock: who has run out of time is told to it with Flag, and it
// says what that means by the rules.
package game
