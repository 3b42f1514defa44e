package i18n

import (
	"slices"
	"strconv"
	"strings"
)

// Negotiate returns the language for a reader: the one that the address asks
// for, else the one chosen before and kept in a cookie, else the best of the
// Accept-Language header (RFC 9110, 12.5.4), else the first of Languages.
// Unknown languages are passed over wherever they stand.
func Negotiate(acceptLanguage, cookie, query string) string {
	for _, tag := range []string{query, cookie} {
		if lang, ok := known(tag); ok {
			return lang
		}
	}
	best, bestQ := languages[0], 0.0
	for item := range strings.SplitSeq(acceptLanguage, ",") {
		tag, weight, _ := strings.Cut(item, ";")
		lang, ok := known(tag)
		if !ok {
			continue
		}
		q := 1.0
		if text, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(weight)), "q="); ok {
			n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
			if err != nil || !(n >= 0 && n <= 1) {
				continue
			}
			q = n
		}
		if q > bestQ {
			best, bestQ = lang, q
		}
	}
	return best
}

// known returns the language of a tag such as "de-CH".
func known(tag string) (string, bool) {
	base := strings.ToLower(strings.TrimSpace(tag))
	if i := strings.IndexAny(base, "-_"); i >= 0 {
		base = base[:i]
	}
	return base, slices.Contains(languages, base)
}
