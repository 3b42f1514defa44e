// Package i18n holds every text that a reader sees, in each language, and
// chooses the language of a reader.
//
// A catalogue is a flat JSON object from key to text. There is one file for
// each language and area, such as de/guide.json, and the server's pages and
// the client read the same files. A text may have placeholders in braces:
// "{piece} on {square}". Tests hold the languages together: each area has the
// same keys and the same placeholders everywhere.
//
// The package formats nothing but placeholders: no plurals and no dates. Where
// a language needs another word, the catalogue has another key.
package i18n
