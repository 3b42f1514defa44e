package bus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"tagmate/internal/server/live"
)

const (
	gameSubject = "tagmate.v1.game." // and the game's id
	keepSubject = "tagmate.v1.keep"
	askSubject  = "tagmate.v1.clock"
	botSubject  = "tagmate.v1.bots"
	botQueue    = "workers"
	// startTime is how long the server inside may take; it takes milliseconds.
	startTime = 10 * time.Second
)

// Bus is a connection to the other nodes. Its methods may be called from many
// goroutines.
type Bus struct {
	conn   *nats.Conn
	inside *server.Server // nil in a cluster
	log    *slog.Logger
	again  func()
}

var _ live.Nodes = (*Bus)(nil)

// Open joins a cluster by a URL such as nats://host:4222, or starts a server of
// its own, without a port, for "".
func Open(url string, log *slog.Logger) (*Bus, error) {
	b := &Bus{log: log}
	options := []nats.Option{
		nats.Name("tagmate"), nats.NoEcho(), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(false),
		nats.ReconnectWait(500 * time.Millisecond),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("bus lost", "err", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Warn("bus", "err", err) }),
		nats.ReconnectHandler(func(*nats.Conn) {
			log.Warn("bus is back")
			if b.again != nil {
				b.again()
			}
		}),
	}
	if url == "" {
		s, err := server.NewServer(&server.Options{DontListen: true, NoSigs: true, NoLog: true})
		if err != nil {
			return nil, fmt.Errorf("bus: %w", err)
		}
		go s.Start()
		if !s.ReadyForConnections(startTime) {
			s.Shutdown()
			return nil, errors.New("bus: the server inside did not start")
		}
		b.inside = s
		options = append(options, nats.InProcessServer(s))
	}
	conn, err := nats.Connect(url, options...)
	if err != nil {
		b.Close()
		return nil, fmt.Errorf("bus: %w", err)
	}
	b.conn = conn
	return b, nil
}

// Close sends what is waiting and ends the connection.
func (b *Bus) Close() {
	if b.conn != nil {
		b.conn.FlushTimeout(time.Second)
		b.conn.Close()
	}
	if b.inside != nil {
		b.inside.Shutdown()
		b.inside.WaitForShutdown()
	}
}

// Tell tells the other nodes that a game has a new event. It does not wait.
func (b *Bus) Tell(game string) {
	if err := b.conn.Publish(gameSubject+game, nil); err != nil {
		b.log.Warn("other nodes not told", "game", game, "err", err)
	}
}

// Keep implements live.Nodes.
func (b *Bus) Keep(k live.Kept) {
	text, err := json.Marshal(k)
	if err == nil {
		err = b.conn.Publish(keepSubject, text)
	}
	if err != nil {
		b.log.Warn("other nodes not told what is kept", "err", err)
	}
}

// Ask implements live.Nodes. The first node that knows answers.
func (b *Bus) Ask(ctx context.Context, game string) (live.Running, bool) {
	if b.inside != nil {
		return live.Running{}, false // there is nobody else
	}
	m, err := b.conn.RequestWithContext(ctx, askSubject, []byte(game))
	if err != nil {
		return live.Running{}, false
	}
	var r live.Running
	err = json.Unmarshal(m.Data, &r)
	return r, err == nil
}

// Listen implements live.Nodes. It is called once, before the first Tell.
func (b *Bus) Listen(e live.Ears) error {
	b.again = e.Missed
	_, err := b.conn.Subscribe(gameSubject+"*", func(m *nats.Msg) {
		e.Told(strings.TrimPrefix(m.Subject, gameSubject))
	})
	if err == nil {
		_, err = b.conn.Subscribe(keepSubject, func(m *nats.Msg) {
			var k live.Kept
			if err := json.Unmarshal(m.Data, &k); err != nil {
				b.log.Warn("not understood what another node keeps", "err", err)
				return
			}
			e.Kept(k)
		})
	}
	if err == nil {
		_, err = b.conn.Subscribe(askSubject, func(m *nats.Msg) {
			go func() { // it waits for a room
				r, ok := e.Asked(string(m.Data))
				if !ok {
					return
				}
				text, err := json.Marshal(r)
				if err == nil {
					err = m.Respond(text)
				}
				if err != nil {
					b.log.Warn("another node not answered", "err", err)
				}
			}()
		})
	}
	if err == nil {
		err = b.conn.Flush() // from here on nothing is missed
	}
	if err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	return nil
}

// URL returns the address of the cluster without name and password.
func (b *Bus) URL() string { return b.conn.ConnectedUrlRedacted() }
