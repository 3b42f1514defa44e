// Command bot joins a game on a tagmate server, of Tag Chess or another, and plays
// the first move that it may: bot http://127.0.0.1:8080 GAME. See docs/protocol.md.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// state has what the bot needs of the server's messages.
type state struct {
	Turn, Result, Reason string
	Seq                  int
	You                  []string
	Legal                []struct{ UCI string }
	Tag                  *struct {
		Phase, Holder string
		Plays         []struct{ UCI string }
	}
}

func main() {
	result, err := play(os.Args[1] + "/api/v1/games/" + os.Args[2])
	fmt.Println(result)
	if err != nil {
		log.Fatal(err)
	}
}

func play(game string) (result string, err error) {
	ctx := context.Background()
	resp, err := http.Post(game+"/join", "application/json", strings.NewReader(`{"name":"First Move"}`))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var seat struct{ Token, Detail string }
	if json.NewDecoder(resp.Body).Decode(&seat); seat.Token == "" {
		return "", errors.New("no seat: " + seat.Detail)
	}
	c, _, err := websocket.Dial(ctx, game+"/socket", &websocket.DialOptions{Subprotocols: []string{"tagmate.v1"}})
	if err != nil {
		return "", err
	}
	defer c.CloseNow()
	c.SetReadLimit(1 << 20)
	answer := map[string]any{"t": "hello", "token": seat.Token}
	for {
		if answer["t"] != nil {
			if err := wsjson.Write(ctx, c, answer); err != nil {
				return "", err
			}
		}
		var s state // an acknowledgement or an error leaves it empty
		if err := wsjson.Read(ctx, c, &s); err != nil {
			return "", err
		}
		who, kind, moves := s.Turn, "move", s.Legal
		if s.Tag != nil {
			who, kind, moves = s.Tag.Holder, "attempt", s.Tag.Plays
		}
		answer = map[string]any{"id": fmt.Sprint("bot-", s.Seq)} // the same state, the same command
		switch {
		case s.Reason != "":
			return s.Result + " " + s.Reason, nil
		case s.Tag != nil && s.Tag.Phase == "table":
			answer = map[string]any{"t": "ready", "id": "ready", "ready": true}
		case slices.Contains(s.You, who) && len(moves) > 0:
			answer["t"], answer["uci"] = kind, moves[0].UCI
		case slices.Contains(s.You, who) && s.Tag != nil:
			answer["t"] = "pass"
		}
	}
}
