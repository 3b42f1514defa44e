package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tagmate/internal/server/api"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store/storetest"
)

const secret = "a-secret-of-the-device_0123456789"

func TestDeviceSecret(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Script{})
	for _, weak := range []string{"short", strings.Repeat("x", 129), "not base64url but long enough!"} {
		status, text := s.call("POST", "/api/v1/games", weak, hotseat)
		if p := read[api.Problem](t, text); status != 400 || p.Code != live.BadRequest || p.Where != "Authorization" || strings.Contains(string(text), weak) {
			t.Errorf("%q: %d %s", weak, status, text)
		}
	}
	status, text := s.call("POST", "/api/v1/games", secret, `{"variant":"chess","mode":"link","color":"white"}`)
	g := read[api.GameCreated](t, text)
	if status != 201 || g.Token != secret || fmt.Sprint(g.Seats) != "[white]" {
		t.Fatalf("%d %s", status, text)
	}
	join := "/api/v1/games/" + g.ID + "/join"
	for _, tc := range []struct {
		token, body string
		status      int
		seats       string
	}{
		{secret, `{}`, 200, "[white]"},
		{secret, `{"seat":"black"}`, 200, "[white]"},
		{"x", `{}`, 400, "[]"},
		{secret + "2", `{}`, 201, "[black]"},
		{secret + "2", `{}`, 200, "[black]"},
		{secret + "3", `{}`, 409, "[]"},
	} {
		status, text := s.call("POST", join, tc.token, tc.body)
		if got := read[api.GameCreated](t, text); status != tc.status || fmt.Sprint(got.Seats) != tc.seats || status < 300 && got.Token != tc.token {
			t.Errorf("%s %s: %d %s", tc.token, tc.body, status, text)
		}
	}
}

func TestHistoryOverHTTP(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Script{})
	create := func(body string) api.GameCreated {
		status, text := s.call("POST", "/api/v1/games", secret, body)
		if status != 201 {
			t.Fatalf("%d %s", status, text)
		}
		return read[api.GameCreated](t, text)
	}
	command := func(g api.GameCreated, body string) {
		t.Helper()
		if status, text := s.call("POST", "/api/v1/games/"+g.ID+"/commands", secret, body); status != 200 {
			t.Fatalf("%d %s", status, text)
		}
	}
	first := create(`{"variant":"teammate","mode":"hotseat","clock":{"initial":300,"increment":2}}`)
	command(first, `{"t":"move","id":"1","uci":"e2e4"}`)
	command(first, `{"t":"resign","id":"2"}`)
	time.Sleep(2 * time.Millisecond) // "before" has milliseconds
	tag := create(`{"variant":"tag","mode":"tag","name":"Ann"}`)
	for _, seat := range []string{"wq", "bq", "bk"} {
		command(tag, fmt.Sprintf(`{"t":"seat-bot","id":%q,"seat":%q}`, seat, seat))
	}
	command(tag, `{"t":"ready","id":"r","ready":true}`)
	command(tag, `{"t":"attempt","id":"f","uci":"b1c3"}`)

	status, text := s.call("GET", "/api/v1/history?limit=1", secret, "")
	page := read[api.HistoryPage](t, text)
	if status != 200 || !page.More || len(page.Games) != 1 || page.Games[0].ID != tag.ID {
		t.Fatalf("%d %s", status, text)
	}
	if g := page.Games[0]; g.Over || g.Ended != nil || fmt.Sprint(g.You) != "[wk]" || g.Players["wk"].Name != "Ann" || g.Clock.Initial != 600 {
		t.Errorf("%s", text)
	}
	status, text = s.call("GET", fmt.Sprintf("/api/v1/history?before=%d", page.Games[0].Created), secret, "")
	page = read[api.HistoryPage](t, text)
	if status != 200 || page.More || len(page.Games) != 1 {
		t.Fatalf("%d %s", status, text)
	}
	if g := page.Games[0]; g.ID != first.ID || !g.Over || g.Ended == nil || *g.Ended < g.Created || g.Result != "1-0" || g.Reason != "resignation" ||
		g.Plies != 1 || g.Variant != "teammate" || g.Mode != "hotseat" {
		t.Errorf("%s", text)
	}
	for _, query := range []string{"limit=0", "limit=101", "limit=x", "before=-1", "before=1e9"} {
		if status, text := s.call("GET", "/api/v1/history?"+query, secret, ""); status != 400 || read[api.Problem](t, text).Where == "" {
			t.Errorf("%s: %d %s", query, status, text)
		}
	}
	status, text = s.call("GET", "/api/v1/history/pgn", secret, "")
	if status != 200 || strings.Count(string(text), "[Event ") != 1 || !strings.Contains(string(text), "1. e4") {
		t.Errorf("%d %s", status, text) // the Tag game has no move yet
	}
	status, text = s.call("GET", "/api/v1/history/export", secret, "")
	all := read[api.Export](t, text)
	if status != 200 || len(all.Games) != 2 || all.Games[0].Events[0].Kind != "foul" || all.Games[1].Moves[0].UCI != "e2e4" || all.Games[1].StartFEN == "" {
		t.Errorf("%d %s", status, text)
	}
	for _, path := range []string{"", "/pgn", "/export"} {
		if status, _ := s.call("GET", "/api/v1/history"+path, "", ""); status != 403 {
			t.Errorf("history%s of nobody: %d", path, status)
		}
	}
	// One who has played nothing has empty files.
	if status, text := s.call("GET", "/api/v1/history/export", secret+"2", ""); status != 200 || len(read[api.Export](t, text).Games) != 0 {
		t.Errorf("%d %s", status, text)
	}
	if status, text := s.call("GET", "/api/v1/history/pgn", secret+"2", ""); status != 200 || len(text) != 0 {
		t.Errorf("%d %q", status, text)
	}
	for range 10 {
		if status, _ = s.call("GET", "/api/v1/history/pgn", secret, ""); status == 429 {
			break
		}
	}
	if status != 429 {
		t.Errorf("files without end: %d", status)
	}
	if strings.Contains(s.log.String(), secret) {
		t.Error("the log has the secret")
	}
}

func TestChatOverSockets(t *testing.T) {
	s := newSite(t, &storetest.Memory{}, botstest.Script{})
	g := s.newGame(`{"variant":"chess","mode":"link","color":"white"}`)
	_, text := s.call("POST", "/api/v1/games/"+g.ID+"/join", "", `{}`)
	bob := read[api.GameCreated](t, text)
	x, y := s.join(g.ID, g.Token), s.join(g.ID, bob.Token)
	x.send(`{"t":"say","id":"0","text":"hello"}`)
	if m := x.until("error", nil); m.Code != "chat-closed" {
		t.Errorf("%+v", m)
	}
	x.send(`{"t":"chat","id":"1","on":true}`)
	x.until("ack", nil)
	y.send(`{"t":"chat","id":"1","on":true}`)
	y.until("ack", nil)
	y.send(`{"t":"say","id":"2","text":"hello"}`)
	y.until("ack", nil)
	y.send(`{"t":"say","id":"2","text":"hello"}`)
	y.until("ack", nil)
	_, text = s.call("GET", "/api/v1/games/"+g.ID, g.Token, "")
	state := read[api.State](t, text)
	if c := state.Chat; c == nil || !c.Open || fmt.Sprint(c.On) != "[black white]" || len(c.Lines) != 1 || c.Lines[0].Text != "hello" || c.Lines[0].Seat != "black" {
		t.Errorf("%s", text)
	}
	if _, text = s.call("GET", "/api/v1/games/"+g.ID, "", ""); read[api.State](t, text).Chat != nil {
		t.Errorf("a spectator reads %s", text)
	}
	for n := range 20 {
		y.send(fmt.Sprintf(`{"t":"say","id":"n%d","text":"%d"}`, n, n))
	}
	y.until("error", func(m message) bool { return m.Code == "rate-limited" })
}
