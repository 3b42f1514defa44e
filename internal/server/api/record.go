package api

import (
	"cmp"
	"net/http"
	"strings"
	"unicode"

	"tagmate/internal/server/live"
	"tagmate/notation"
	"tagmate/variant"
)

// readPGN answers what a record says, so that it can be looked at here.
func (s *Server) readPGN(w http.ResponseWriter, r *http.Request) error {
	q, err := readBody[PGNRequest](w, r)
	if err != nil {
		return err
	}
	rules, err := rulesOf(cmp.Or(variantTag(q.PGN), q.Variant, "chess"))
	if err != nil {
		return err
	}
	rec, _, err := notation.ReadPGN(rules, q.PGN)
	if err != nil {
		return &live.Refusal{Code: live.BadPGN, Detail: err.Error(), Where: "pgn"}
	}
	a := PGNAnswer{
		Variant: rules.Def().ID, FEN: rec.Start, Moves: make([]string, len(rec.Moves)),
		White: nameOf(rec.Tag("White")), Black: nameOf(rec.Tag("Black")), Result: rec.Result,
	}
	for i, m := range rec.Moves {
		a.Moves[i] = notation.UCI(rules, m.Move)
	}
	return answer(w, http.StatusOK, a)
}

// variantTag returns the id of the game that a record names, "" for none that is
// known. Records name games by the tag of ours, by id or by name. What is known only
// to be chess, or a set-up of it, says nothing: the reader's choice goes first.
func variantTag(pgn string) string {
	const head = "[Variant \""
	at := strings.Index(pgn, head)
	if at < 0 {
		return ""
	}
	name, _, _ := strings.Cut(pgn[at+len(head):], "\"")
	for _, id := range variant.IDs() {
		if d, err := variant.Lookup(id); err == nil &&
			(strings.EqualFold(name, d.ID) || strings.EqualFold(name, d.Name) || d.Record != "" && strings.EqualFold(name, d.Record)) {
			return id
		}
	}
	return ""
}

// longestName is what the table takes, in characters.
const longestName = 40

// nameOf makes a name of a record one that a table takes.
func nameOf(text string) string {
	clean := make([]rune, 0, longestName)
	for _, c := range text {
		if unicode.IsPrint(c) && len(clean) < longestName {
			clean = append(clean, c)
		}
	}
	if name := strings.TrimSpace(string(clean)); name != "?" {
		return name
	}
	return ""
}
