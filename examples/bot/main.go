// Command bot joins a game on a tagmate server and plays the first move that it
// may, until the game is over: all that a computer player of one's own needs.
// See docs/protocol.md.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"slices"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

type state struct {
	T, Turn, Result, Reason, Detail string
	Seq                             int64
	Ply                             int
	You                             []string
	Legal                           []struct{ UCI string }
	Tag                             *struct {
		Phase, Holder string
		Plays         []struct{ UCI string }
	}
}

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: bot http://127.0.0.1:8080 GAME")
	}
	if err := run(context.Background(), os.Args[1]+"/api/v1/games/"+os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, game string) error {
	resp, err := http.Post(game+"/join", "application/json", bytes.NewBufferString(`{"name":"First Move"}`))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var seat struct{ Token, Detail string }
	if err := json.NewDecoder(resp.Body).Decode(&seat); err != nil || seat.Token == "" {
		return fmt.Errorf("no seat: %s %w", seat.Detail, err)
	}
	c, _, err := websocket.Dial(ctx, game+"/socket", &websocket.DialOptions{Subprotocols: []string{"tagmate.v1"}})
	if err != nil {
		return err
	}
	defer c.CloseNow()
	c.SetReadLimit(1 << 20)
	say := func(m map[string]any) error { return wsjson.Write(ctx, c, m) }
	if err := say(map[string]any{"t": "hello", "token": seat.Token}); err != nil {
		return err
	}
	for {
		var s state
		if err := wsjson.Read(ctx, c, &s); err != nil {
			return err
		}
		if s.T != "state" {
			continue // an acknowledgement, or an error that the next state explains
		}
		id := fmt.Sprint("bot-", s.Seq) // the same event brings the same command
		switch moves := s.Legal; {
		case s.Reason != "":
			fmt.Println(s.Result, s.Reason)
			return nil
		case s.Tag != nil && s.Tag.Phase == "table":
			err = say(map[string]any{"t": "ready", "id": "ready", "ready": true})
		case s.Tag != nil && slices.Contains(s.You, s.Tag.Holder) && len(s.Tag.Plays) == 0:
			err = say(map[string]any{"t": "pass", "id": id})
		case s.Tag != nil && slices.Contains(s.You, s.Tag.Holder):
			err = say(map[string]any{"t": "attempt", "id": id, "ply": s.Ply, "uci": s.Tag.Plays[0].UCI})
		case s.Tag == nil && slices.Contains(s.You, s.Turn) && len(moves) > 0:
			err = say(map[string]any{"t": "move", "id": id, "ply": s.Ply, "uci": moves[0].UCI})
		}
		if err != nil {
			return err
		}
	}
}
