package trial

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

// Table is one game and its players.
type Table struct {
	Game    string
	Players []*Player
}

// Kind is what is played at a table.
type Kind int

// The kinds of tables.
const (
	Link Kind = iota
	Tag
)

// seats are the people of a kind.
func (k Kind) seats() []string {
	if k == Tag {
		return []string{"wq", "wk", "bq", "bk"}
	}
	return []string{"white", "black"}
}

// body is what makes a game of the kind; the maker has the first seat.
func (k Kind) body() string {
	if k == Tag {
		return `{"variant":"tag","mode":"tag","seat":"wq","clock":{"initial":600,"increment":2}}`
	}
	return `{"variant":"teammate","mode":"link","color":"white","clock":{"initial":300,"increment":3}}`
}

// increment is that of the kind's clock.
func (k Kind) increment() time.Duration {
	if k == Tag {
		return 2 * time.Second
	}
	return 3 * time.Second
}

func newSecret(rng *rand.Rand) string {
	return fmt.Sprintf("trial-%016x%016x", rng.Uint64(), rng.Uint64())
}

// Seat makes a game and takes all its seats, each with a secret of its own, and
// however often that takes. The players will play over line.
func Seat(ctx context.Context, url, line string, kind Kind, rng *rand.Rand, patience time.Duration) (*Table, error) {
	x := &Table{}
	for i, seat := range kind.seats() {
		secret := newSecret(rng)
		path, body := "/api/v1/games", kind.body()
		if i > 0 {
			path, body = "/api/v1/games/"+x.Game+"/join", fmt.Sprintf(`{"seat":%q}`, seat)
		}
		var got struct {
			ID    string
			Seats []string
		}
		for {
			err := post(ctx, url+path, secret, body, patience, &got)
			if err == nil && len(got.Seats) == 1 && got.Seats[0] == seat {
				break
			}
			if err == nil {
				return nil, fmt.Errorf("trial: asked for %s, got %v", seat, got.Seats)
			}
			select {
			case <-time.After(20 * time.Millisecond):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		x.Game = got.ID
		x.Players = append(x.Players, &Player{
			URL: line, Game: x.Game, Secret: secret, Patience: patience,
			Rng: rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64())),
		})
	}
	return x, nil
}

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

func post(ctx context.Context, url, secret, body string, patience time.Duration, into any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader([]byte(body)))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+secret)
	resp, err := client.Do(req)
	if err != nil {
		return errGone
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errGone
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

// Play has all players play until the game is over or ctx ends.
func (x *Table) Play(ctx context.Context, plies int, pace time.Duration) {
	var wg sync.WaitGroup
	for _, p := range x.Players {
		p.Plies, p.Pace = plies, pace
		wg.Go(func() { p.Play(ctx) })
	}
	wg.Wait()
}

// Forget closes connections that are kept for the next request.
func Forget() { client.CloseIdleConnections() }
