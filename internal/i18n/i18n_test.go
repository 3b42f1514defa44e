package i18n

import (
	"maps"
	"regexp"
	"slices"
	"testing"
)

var placeholder = regexp.MustCompile(`\{\w+\}`)

// Every area has the same keys and placeholders in every language.
func TestLanguagesAgree(t *testing.T) {
	base, err := areasOf(languages[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range languages[1:] {
		areas, err := areasOf(lang)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := slices.Sorted(maps.Keys(areas)), slices.Sorted(maps.Keys(base)); !slices.Equal(got, want) {
			t.Errorf("%s has the areas %v, %s has %v", lang, got, languages[0], want)
		}
		for area, texts := range base {
			other := areas[area]
			for key, text := range texts {
				translated, ok := other[key]
				if !ok {
					t.Errorf("%s/%s.json lacks %q", lang, area, key)
					continue
				}
				if got, want := marks(translated), marks(text); !slices.Equal(got, want) {
					t.Errorf("%s/%s.json: %q has the placeholders %v, want %v", lang, area, key, got, want)
				}
			}
			for key := range other {
				if _, ok := texts[key]; !ok {
					t.Errorf("%s/%s.json has %q, which %s lacks", lang, area, key, languages[0])
				}
			}
		}
	}
}

func marks(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestNoTextIsEmptyOrInTwoAreas(t *testing.T) {
	for _, lang := range languages {
		areas, err := areasOf(lang)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]string{}
		for area, texts := range areas {
			for key, text := range texts {
				if text == "" {
					t.Errorf("%s/%s.json: %q is empty", lang, area, key)
				}
				if other, ok := seen[key]; ok {
					t.Errorf("%s: %q is in the areas %s and %s", lang, key, area, other)
				}
				seen[key] = area
			}
		}
	}
}

func TestT(t *testing.T) {
	c := &Catalogue{language: "en", texts: map[string]string{"a": "{x} on {y}", "b": "plain"}}
	for _, tc := range []struct {
		name, key string
		args      []any
		want      string
	}{
		{"filled", "a", []any{"x", "Cobra", "y", 4}, "Cobra on 4"},
		{"value missing", "a", []any{"x", "{y}"}, "{y} on {y}"},
		{"name without value", "a", []any{"x"}, "{x} on {y}"},
		{"no placeholder", "b", []any{"x", 1}, "plain"},
		{"unknown key", "c.d", []any{"x", 1}, "c.d"},
	} {
		if got := c.T(tc.key, tc.args...); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	if c.Has("c.d") || !c.Has("b") {
		t.Error("Has is wrong")
	}
	if Catalog("xx").Language() != "en" || Catalog("fr").Language() != "fr" {
		t.Error("Catalog returns the wrong language")
	}
}

func TestNegotiate(t *testing.T) {
	for _, tc := range []struct{ name, accept, cookie, query, want string }{
		{"nothing", "", "", "", "en"},
		{"query first", "fr", "fr", "de", "de"},
		{"cookie before header", "fr", "de", "", "de"},
		{"unknown query", "fr", "", "tlh", "fr"},
		{"unknown cookie", "fr", "xx", "", "fr"},
		{"weights", "es;q=1, fr;q=0.4, de;q=0.8, en;q=0.3", "", "", "de"},
		{"first of equals", "fr-CA, de", "", "", "fr"},
		{"region and case", "DE_at", "", "", "de"},
		{"refused", "de;q=0, fr;q=0.1", "", "", "fr"},
		{"nonsense weight", "de;q=much, fr;q=0.1", "", "", "fr"},
		{"nonsense", ";;,,=;q", "", "", "en"},
		{"anything", "*", "", "", "en"},
	} {
		if got := Negotiate(tc.accept, tc.cookie, tc.query); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}
