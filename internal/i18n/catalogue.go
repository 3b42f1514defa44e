package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed en de fr
var files embed.FS

// languages are in the order to offer them; the first is for readers of none.
var languages = []string{"en", "de", "fr"}

// Languages returns the codes of all languages in the order to offer them.
func Languages() []string { return slices.Clone(languages) }

// Catalogue is all texts of one language. It is read-only.
type Catalogue struct {
	language string
	texts    map[string]string
}

// all reads every file once. They are embedded and tested, so a failure is a
// mistake in the build, not a condition that a caller could handle.
var all = sync.OnceValue(func() map[string]*Catalogue {
	m := map[string]*Catalogue{}
	for _, lang := range languages {
		c := &Catalogue{language: lang, texts: map[string]string{}}
		areas, err := areasOf(lang)
		if err != nil {
			panic("i18n: " + err.Error())
		}
		for _, area := range areas {
			for key, text := range area {
				c.texts[key] = text
			}
		}
		m[lang] = c
	}
	return m
})

// areasOf returns the files of a language by the name of their area.
func areasOf(lang string) (map[string]map[string]string, error) {
	entries, err := files.ReadDir(lang)
	if err != nil {
		return nil, err
	}
	areas := map[string]map[string]string{}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok {
			continue
		}
		file := path.Join(lang, e.Name())
		data, err := files.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var texts map[string]string
		if err := json.Unmarshal(data, &texts); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		areas[name] = texts
	}
	return areas, nil
}

// Catalog returns the catalogue of a language, and that of the first language
// for a code that is unknown.
func Catalog(lang string) *Catalogue {
	if c, ok := all()[lang]; ok {
		return c
	}
	return all()[languages[0]]
}

// Language returns the code of the catalogue's language.
func (c *Catalogue) Language() string { return c.language }

// Has reports whether the catalogue has a text for the key.
func (c *Catalogue) Has(key string) bool {
	_, ok := c.texts[key]
	return ok
}

// T returns the text of a key, with placeholders filled from pairs of name and
// value: T("guide.on", "piece", "Cobra", "square", "d4"). A placeholder without
// a value stays as it is, and a key without a text is returned itself, so that
// both are seen.
func (c *Catalogue) T(key string, args ...any) string {
	text, ok := c.texts[key]
	if !ok {
		return key
	}
	if len(args) == 0 || !strings.Contains(text, "{") {
		return text
	}
	pairs := make([]string, 0, len(args))
	for i := 0; i+1 < len(args); i += 2 {
		pairs = append(pairs, "{"+fmt.Sprint(args[i])+"}", fmt.Sprint(args[i+1]))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
