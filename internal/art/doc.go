// Package art holds the drawings of the pieces.
//
// There is one SVG file for each kind of piece, plus "brute-pair", the two
// Brutes that one promotion puts on the board. All are original drawings made
// for this project; none is taken or traced from a chess font or set.
//
// # The family
//
// Every drawing fills a 48 by 48 view box and stands on the same line. There
// is one outline width, 2.7 units, which is 2 pixels on a 36 pixel square: on
// a light square the outline alone carries a white piece. The shape must be
// known from its silhouette at 24 pixels; inner lines only help.
//
// # Colours
//
// White and Black are the same drawing. Three CSS custom properties, set on
// the <svg> or any ancestor, make the difference:
//
//	--piece-fill    the body             White #fffdf7   Black #2b2b2b
//	--piece-line    the outline          White #1b1b1b   Black #111
//	--piece-detail  the inner lines      White #1b1b1b   Black #efe9da
//
// Without them a drawing is white with dark lines. On a black piece the inner
// lines must be light, or they vanish in its body. The light comes from the
// upper left: the flat shade on the right is the line colour at 14 percent.
//
// # What it is not
//
// The package knows nothing of rules, of piece letters or of boards, and it
// draws nothing: it hands out markup that is already there. Names are those
// of the files, such as "teutonic-knight".
package art
