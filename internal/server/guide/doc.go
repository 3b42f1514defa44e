// Package guide serves the guide to the games: an index and one page for each
// game, with every piece drawn and explained and the rules in short (the
// section of each game in RULES).
//
// The pages are plain HTML from the server. They need no script; where the
// client is built, its island (web/src/guide.ts) makes the movement diagrams
// live. They are the same for every reader of a language, so each is made once,
// on first use, and kept.
//
// # Where things come from
//
// Pieces, values, colour classes, start squares and promotions are read from
// package variant, and every mark in a diagram is computed by package position:
// none is written by hand. Texts are in the catalogues of package i18n, in the
// area guide, under piece.text.NAME, rules.FAMILY.TOPIC and special.FAMILY.N.
// What a page shows beside that, the topics of a game and the positions that
// illustrate them, is the table in chapters.go. A piece without a text gets a
// description made from its movement, a game without a chapter the rules from
// its file.
package guide
