package api_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"tagmate/internal/server/api"
	"tagmate/internal/server/store/postgres"
	"tagmate/internal/server/store/postgres/pgtest"
)

// TestNodes plays Tag Chess at two server processes that share a PostgreSQL and
// a NATS server: White's players sit at one, Black's at the other. In the middle
// one process is killed; its players go on at the other. No event is lost or
// doubled.
func TestNodes(t *testing.T) {
	db := pgtest.Database(t, pgtest.Start(t))
	n, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	go n.Start()
	if !n.ReadyForConnections(10 * time.Second) {
		t.Fatal("no NATS server")
	}
	t.Cleanup(func() { n.Shutdown(); n.WaitForShutdown() })
	env := []string{childDB + "=" + db, childBus + "=" + n.ClientURL()}
	first, second := spawn(t, t.TempDir(), env...), spawn(t, t.TempDir(), env...)
	kill := func(p *process) { p.cmd.Process.Kill(); p.cmd.Wait() }
	t.Cleanup(func() { kill(second) })
	killed := false
	t.Cleanup(func() {
		if !killed {
			kill(first)
		}
	})
	a, b := &site{t: t, url: first.url}, &site{t: t, url: second.url}

	made := a.newGame(`{"variant":"tag","mode":"tag","seat":"wq"}`)
	tokens := map[string]string{"wq": made.Token}
	sockets := map[string]*socket{"wq": a.join(made.ID, made.Token)}
	for _, seat := range []string{"wk", "bq", "bk"} {
		s := map[bool]*site{true: a, false: b}[seat[0] == 'w']
		status, text := s.call("POST", "/api/v1/games/"+made.ID+"/join", "", fmt.Sprintf(`{"seat":%q}`, seat))
		if status != 201 {
			t.Fatalf("%d %s", status, text)
		}
		tokens[seat] = read[api.GameCreated](t, text).Token
		sockets[seat] = s.join(made.ID, tokens[seat])
	}
	events := 1 + 3
	do := func(seat, command string) {
		t.Helper()
		events++
		sockets[seat].send(command)
		id := read[message](t, []byte(command)).ID
		for {
			m, err := sockets[seat].next()
			switch {
			case err != nil:
				t.Fatalf("%s %s: %v", seat, command, err)
			case m.T == "error":
				t.Fatalf("%s %s: %+v", seat, command, m)
			case m.T == "ack" && m.ID == id:
				return
			}
		}
	}
	for seat := range tokens {
		do(seat, `{"t":"ready","id":"ready","ready":true}`)
	}
	// seen waits until a seat has been told of a ply, by whichever node.
	seen := func(seat string, ply int) {
		t.Helper()
		s := sockets[seat]
		s.send(`{"t":"ping","n":1}`)
		if ply > 0 {
			s.until("state", atPly(ply))
		}
	}
	play := func(ply int, seat, uci string) {
		t.Helper()
		seen(seat, ply)
		do(seat, fmt.Sprintf(`{"t":"attempt","id":"%d","ply":%d,"uci":%q}`, ply, ply, uci))
	}
	// Before the first move both nodes must know that the game has begun.
	sockets["bk"].send(`{"t":"ping","n":2}`)
	play(0, "wk", "e2e4")
	play(1, "bk", "e7e5")
	play(2, "wk", "g1f3")
	do("bk", `{"t":"pass","id":"p"}`) // sent before it has seen the move or after
	play(3, "bq", "b8c6")
	play(4, "wk", "f1b5")

	kill(first)
	killed = true
	for _, seat := range []string{"wq", "wk"} {
		sockets[seat] = b.join(made.ID, tokens[seat])
		sockets[seat].until("state", nil)
	}
	// A command whose answer may be lost is sent again, and was carried out.
	sockets["wk"].send(`{"t":"attempt","id":"4","ply":4,"uci":"f1b5"}`)
	sockets["wk"].until("ack", func(m message) bool { return m.ID == "4" })
	play(5, "bq", "a7a6")
	sockets["wk"].until("state", atPly(6))
	do("wk", `{"t":"attempt","id":"6","ply":6,"uci":"e1g1"}`)
	do("bq", `{"t":"resign","id":"r"}`)

	st, err := postgres.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	list, err := st.Events(t.Context(), made.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != events {
		t.Errorf("%d events are kept, %d were acknowledged", len(list), events)
	}
	for i, e := range list {
		if e.Seq != int64(i)+1 {
			t.Errorf("event %d has number %d", i+1, e.Seq)
		}
	}
}
