package bus

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

const (
	gameSubject = "tagmate.v1.game." // and the game's id
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

// Listen calls heard for each game of which another node tells, and again after
// messages may have been lost. It is called once, before the first Tell. Heard
// is not called twice at once and should not wait.
func (b *Bus) Listen(heard func(game string), again func()) error {
	b.again = again
	_, err := b.conn.Subscribe(gameSubject+"*", func(m *nats.Msg) {
		heard(strings.TrimPrefix(m.Subject, gameSubject))
	})
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
