package api_test

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/storetest"
	"tagmate/position"
	"tagmate/tablebase"
)

const practicePath = "/api/v1/tables/attempts"

// tried is an attempt as a client sends it, with some of its fields changed.
func tried(id string, at int64, change ...string) string {
	text := fmt.Sprintf(`{"id":%q,"variant":"teammate","ending":"KAJk","role":"attack","at":%d,"won":true,"used":10,"least":9,"hints":1}`, id, at)
	return strings.NewReplacer(change...).Replace(text)
}

func batch(list ...string) string { return `{"attempts":[` + strings.Join(list, ",") + `]}` }

func TestPractice(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Script{})
	kept := func(secret string) []api.Attempt {
		t.Helper()
		status, text := s.call("GET", practicePath, secret, "")
		if status != 200 {
			t.Fatalf("%d %s", status, text)
		}
		return read[api.Practice](t, text).Attempts
	}
	add := func(want int, list ...string) {
		t.Helper()
		status, text := s.call("POST", practicePath, secret, batch(list...))
		if got := read[api.PracticeAdded](t, text); status != 200 || got.Added != want {
			t.Fatalf("%d %s, want %d", status, text, want)
		}
	}
	if status, text := s.call("GET", practicePath, secret, ""); status != 200 || strings.TrimSpace(string(text)) != `{"attempts":[]}` {
		t.Errorf("%d %s", status, text)
	}
	// Two devices that know the same secret, and a request that is sent again.
	add(2, tried("a", 1000), tried("b", 3000, "KAJk", "KJAk", "attack", "defend"))
	add(1, tried("c", 2000, "true", "false"), tried("a", 1000))
	add(0, tried("c", 5000))
	list := kept(secret)
	if len(list) != 3 || list[0].ID+list[1].ID+list[2].ID != "bca" {
		t.Fatalf("%+v", list)
	}
	if want := (api.Attempt{ID: "b", Variant: "teammate", Ending: "KAJk", Role: "defend", At: 3000, Won: true, Used: 10, Least: 9, Hints: 1}); list[0] != want {
		t.Errorf("got %+v, want %+v", list[0], want)
	}
	if list := kept(secret + "2"); len(list) != 0 {
		t.Errorf("another player has %+v", list)
	}
	// A clock that is ahead does not have its attempt last for ever.
	add(1, tried("d", time.Now().Add(time.Hour).UnixMilli()))
	if at := kept(secret)[0].At; at > int(time.Now().UnixMilli()) {
		t.Errorf("kept in the future: %d", at)
	}
}

func TestPracticeRefused(t *testing.T) {
	memory := &storetest.Memory{}
	s := newSite(t, memory, botstest.Script{})
	many := make([]string, 101)
	for i := range many {
		many[i] = tried(fmt.Sprint(i), 1)
	}
	for _, tc := range []struct {
		name, secret, body string
		status             int
		code               live.Code
		where              string
	}{
		{"no secret", "", batch(), 403, live.NotYourSeat, "Authorization"},
		{"a weak secret", "short", batch(), 400, live.BadRequest, "Authorization"},
		{"an unknown field", secret, batch(tried("a", 1, `"hints"`, `"hunts"`)), 400, live.BadRequest, "hunts"},
		{"no id", secret, batch(tried("", 1)), 400, live.BadRequest, "attempts[0].id"},
		{"an id with spaces", secret, batch(tried("a", 1), tried("b b", 1)), 400, live.BadRequest, "attempts[1].id"},
		{"a long id", secret, batch(tried(strings.Repeat("x", 33), 1)), 400, live.BadRequest, "attempts[0].id"},
		{"no game", secret, batch(tried("a", 1, "teammate", "go")), 404, live.NotFound, "attempts[0].variant"},
		{"no ending", secret, batch(tried("a", 1, "KAJk", "KAZk")), 400, live.BadRequest, "attempts[0].ending"},
		{"no role", secret, batch(tried("a", 1, "attack", "watch")), 400, live.BadRequest, "attempts[0].role"},
		{"before 1970", secret, batch(tried("a", -1)), 400, live.BadRequest, "attempts[0].at"},
		{"moves below 0", secret, batch(tried("a", 1, ":10,", ":-1,")), 400, live.BadRequest, "attempts[0].used"},
		{"too many moves", secret, batch(tried("a", 1, ":9,", ":10000,")), 400, live.BadRequest, "attempts[0].least"},
		{"too many attempts", secret, batch(many...), 413, live.TooLarge, "attempts"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			status, text := s.call("POST", practicePath, tc.secret, tc.body)
			p := read[api.Problem](t, text)
			if status != tc.status || p.Code != tc.code || p.Where != tc.where || p.Detail == "" {
				t.Errorf("%d %s", status, text)
			}
		})
	}
	if list, err := memory.Attempts(t.Context(), store.ParseToken(secret).Hash()); err != nil || len(list) > 0 {
		t.Errorf("refused, but kept: %v, %v", list, err)
	}
	memory.Fail(func(string) (error, bool) { return fmt.Errorf("the disk is full"), false })
	status, text := s.call("POST", practicePath, secret, batch(tried("a", 1)))
	if p := read[api.Problem](t, text); status != 503 || p.Code != live.Unavailable || strings.Contains(p.Detail, "disk") {
		t.Errorf("%d %s", status, text)
	}
	for range 70 {
		if status, text = s.call("GET", practicePath, secret, ""); status != 200 {
			break
		}
	}
	if p := read[api.Problem](t, text); status != 429 || p.Code != live.RateLimited {
		t.Errorf("without limit: %d %s", status, text)
	}
}

// The names of the trainer's endings are those that attempts come back with, so
// that an ending has one progress.
func TestLadderHasTheTablesNames(t *testing.T) {
	text, err := os.ReadFile("../../../web/src/tables/ladder.ts")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`teammate\("(\w+)"|variant: "(\w+)", ending: "(\w+)"`).FindAllStringSubmatch(string(text), -1)
	if len(found) < 15 {
		t.Fatalf("%d endings in the ladder", len(found))
	}
	for _, m := range found {
		game, name := cmp.Or(m[2], "teammate"), m[1]+m[3]
		r, err := position.RulesOf(game)
		if err != nil {
			t.Fatal(err)
		}
		e, err := tablebase.ParseEnding(r, name)
		if err != nil || e.Name(r) != name {
			t.Errorf("%s is called %s, %v", name, e.Name(r), err)
		}
	}
}
