package live_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"tagmate/internal/server/bots"
	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store"
	"tagmate/internal/server/store/storetest"
)

var update = flag.Bool("update", false, "rewrite the logs in testdata")

// line is an event in a log of testdata.
type line struct {
	Seq     int64           `json:"seq"`
	Kind    string          `json:"kind"`
	At      time.Time       `json:"at"`
	Seat    string          `json:"seat,omitempty"`
	Command string          `json:"command,omitempty"`
	Payload json.RawMessage `json:"payload"`
}

// TestLogs plays games that between them have every kind of event, and
// compares what is kept with the logs in testdata. Games in this form are on
// people's disks: a log changes only if a server can still read the old one.
func TestLogs(t *testing.T) {
	for _, tc := range []struct {
		name   string
		setup  live.Setup
		play   func(x *table)
		result string
	}{
		{
			"computer",
			live.Setup{Variant: "teammate", Mode: live.Computer, Color: "white", Level: 2, Clock: clocked(5*time.Minute, 3*time.Second)},
			func(x *table) {
				x.play("e2e4")
				synctest.Wait()
				time.Sleep(1500 * time.Millisecond)
				x.play("d2d4")
				synctest.Wait()
				x.do(live.ActDraw, "")
				synctest.Wait()
				x.do(live.ActTakeback, "")
				time.Sleep(2 * time.Second)
				x.visit.Leave()
				x.hub.Close()
			}, "*",
		},
		{
			"flag",
			live.Setup{Variant: "chess", Mode: live.HotSeat, Clock: clocked(10*time.Second, 0)},
			func(x *table) { x.play("e2e4"); time.Sleep(11 * time.Second) }, "1-0 flag",
		},
		{
			"claim",
			live.Setup{Variant: "teutonic", Mode: live.HotSeat},
			func(x *table) {
				x.play("b1c3 b10c8 c3b1 c8b10 b1c3 b10c8 c3b1 c8b10")
				x.do(live.ActClaim, "")
			}, "1/2-1/2 threefold",
		},
		{
			"resign",
			live.Setup{Variant: "teutonic-princess", Mode: live.HotSeat},
			func(x *table) { x.play("e2e5"); x.do(live.ActResign, "") }, "1-0 resignation",
		},
		{
			"promotion",
			live.Setup{Variant: "chess", Mode: live.HotSeat, FEN: "8/4P2k/8/8/8/8/8/K7 w - - 0 1"},
			func(x *table) { x.play("e7e8n") }, "1/2-1/2 material",
		},
		{
			"agree",
			live.Setup{Variant: "chess", Mode: live.HotSeat},
			func(x *table) { x.do(live.ActDraw, "") }, "1/2-1/2 agreement",
		},
		{
			"abort",
			live.Setup{Variant: "chess", Mode: live.HotSeat},
			func(x *table) { x.do(live.ActAbort, "") }, "* aborted",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				st := &storetest.Memory{}
				x := create(t, newHub(t, st, decliner{}), tc.setup)
				tc.play(x)
				list, err := st.Events(t.Context(), x.made.ID, 0)
				if err != nil {
					t.Fatal(err)
				}
				var got bytes.Buffer
				for _, e := range list {
					text, err := json.Marshal(line{e.Seq, e.Kind, e.At, e.Seat, e.Command, e.Payload})
					if err != nil {
						t.Fatal(err)
					}
					got.Write(append(text, '\n'))
				}
				path := filepath.Join("testdata", "logs", tc.name+".jsonl")
				if *update {
					if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got.Bytes(), want) {
					t.Errorf("the log is\n%s, want\n%s", &got, want)
				}
				readLog(t, want, tc.result)
			})
		})
	}
}

// decliner is Greedy, who wants no draw.
type decliner struct{ botstest.Greedy }

func (decliner) AcceptsDraw(context.Context, bots.Request, string) (bool, error) { return false, nil }

// readLog reads a log as a game and checks how it ended.
func readLog(t *testing.T, text []byte, result string) {
	t.Helper()
	st := &storetest.Memory{}
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var l line
		if err := d.Decode(&l); err != nil {
			t.Fatal(err)
		}
		e := store.Event{Game: "g", Seq: l.Seq, Kind: l.Kind, At: l.At, Seat: l.Seat, Command: l.Command, Payload: l.Payload}
		err := st.Append(t.Context(), e)
		if l.Seq == 1 {
			err = st.Create(t.Context(), store.Game{ID: "g", Open: true}, e, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	v := enter(t, newHub(t, st, botstest.Script{}), live.Created{ID: "g"}).view()
	got := v.Result
	if v.Reason != "" {
		got += " " + v.Reason
	}
	if got != result {
		t.Errorf("the log is read as %s, want %s", got, result)
	}
}
