package live_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tagmate/internal/server/bots/botstest"
	"tagmate/internal/server/live"
	"tagmate/internal/server/store/storetest"
)

// sit takes a seat of x's game, as another person.
func (x *table) sit(seat, name string) *table {
	x.t.Helper()
	v, err := x.hub.Enter(x.t.Context(), x.made.ID)
	if err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(v.Leave)
	made, err := v.Join(x.t.Context(), live.Created{}.Token, seat, name)
	if err != nil {
		x.t.Fatalf("%s: %v", seat, err)
	}
	return &table{t: x.t, hub: x.hub, made: made, visit: v, seats: made.Seats}
}

func (x *table) refused(want live.Code, c live.Command) {
	x.t.Helper()
	x.ids++
	c.ID = fmt.Sprint(x.made.Seats, x.ids)
	if c.Action == live.ActMove || c.Action == live.ActAttempt {
		c.Ply = -1
	}
	if _, err := x.send(c); code(err) != want {
		x.t.Errorf("%v: %+v: %v, want %s", x.seats, c, err, want)
	}
}

func (x *table) command(c live.Command) {
	x.t.Helper()
	x.ids++
	c.ID = fmt.Sprint(x.made.Seats, x.ids)
	if c.Ply == 0 {
		c.Ply = -1
	}
	if _, err := x.send(c); err != nil {
		x.t.Fatalf("%v: %+v: %v", x.seats, c, err)
	}
}

func TestLink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		ann := create(t, h, live.Setup{Variant: "chess", Mode: live.Link, Color: "white", Name: "  Ann   B ", Clock: clocked(time.Minute, 0), Listed: true})
		ann.refused(live.Conflict, live.Command{Action: live.ActMove, Move: "e2e4"})
		tables, err := h.Lobby(t.Context())
		if err != nil || len(tables) != 1 || fmt.Sprint(tables[0].Waiting) != "[black]" || tables[0].Players["white"].Name != "Ann B" {
			t.Fatalf("lobby %+v, %v", tables, err)
		}
		bob := ann.sit("", "Bob")
		if fmt.Sprint(bob.seats) != "[black]" {
			t.Fatalf("seats %v", bob.seats)
		}
		if tables, err := h.Lobby(t.Context()); err != nil || len(tables) != 0 {
			t.Fatalf("lobby %+v, %v", tables, err)
		}
		if _, err := bob.visit.Join(t.Context(), live.Created{}.Token, "", ""); code(err) != live.Conflict {
			t.Errorf("a third one: %v", err)
		}
		bob.refused(live.NotYourTurn, live.Command{Action: live.ActMove, Move: "e7e5"})
		ann.play("e2e4")
		// A takeback by agreement: asked, refused, asked and let.
		bob.refused(live.Conflict, live.Command{Action: live.ActDecline})
		ann.do(live.ActTakeback, "")
		ann.refused(live.Conflict, live.Command{Action: live.ActTakeback})
		if v := bob.view(); v.Asks != "white" || v.Ply != 1 {
			t.Errorf("asks %q at ply %d", v.Asks, v.Ply)
		}
		bob.do(live.ActDecline, "")
		ann.do(live.ActTakeback, "")
		bob.do(live.ActTakeback, "")
		if v := bob.view(); v.Asks != "" || v.Ply != 0 {
			t.Errorf("asks %q at ply %d", v.Asks, v.Ply)
		}
		ann.play("e2e4")
		bob.play("e7e5")
		ann.refused(live.Conflict, live.Command{Action: live.ActAbort})
		// White is to move and asks: two plies. A move of the other's ends it.
		ann.do(live.ActTakeback, "")
		bob.do(live.ActTakeback, "")
		if v := bob.view(); v.Ply != 0 {
			t.Errorf("ply %d", v.Ply)
		}
		ann.play("d2d4")
		ann.do(live.ActTakeback, "")
		ann.do(live.ActDraw, "")
		bob.play("d7d5")
		if v := ann.view(); v.Asks != "" || v.Offer != "" || v.Declined != "black" {
			t.Errorf("asks %q, offer %q, declined %q", v.Asks, v.Offer, v.Declined)
		}
		bob.do(live.ActDraw, "")
		ann.do(live.ActDraw, "")
		if v := ann.view(); v.Result != "1/2-1/2" || v.Reason != "agreement" {
			t.Errorf("%s %s", v.Result, v.Reason)
		}
	})
}

func TestLinkAborted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		ann := create(t, h, live.Setup{Variant: "teammate", Mode: live.Link, Listed: true})
		ann.do(live.ActAbort, "")
		if tables, err := h.Lobby(t.Context()); err != nil || len(tables) != 0 {
			t.Fatalf("lobby %+v, %v", tables, err)
		}
		if _, err := ann.visit.Join(t.Context(), live.Created{}.Token, "", ""); code(err) != live.GameOver {
			t.Errorf("joined: %v", err)
		}
	})
}

// four are the people at a Tag table, by seat.
type four map[string]*table

// seatFour makes a table of four people who are ready.
func seatFour(t *testing.T, h *live.Hub, s live.Setup) four {
	t.Helper()
	s.Mode = live.Tag
	p := four{"wk": create(t, h, s)}
	for _, seat := range []string{"wq", "bq", "bk"} {
		p[seat] = p["wk"].sit(seat, seat)
	}
	for _, x := range p {
		x.command(live.Command{Action: live.ActReady, Ready: true})
	}
	if v := p["wk"].view(); v.Tag.Phase != "play" {
		t.Fatalf("phase %s", v.Tag.Phase)
	}
	return p
}

func TestTagTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		ann := create(t, h, live.Setup{Mode: live.Tag, Seat: "bq", Name: "Ann", Listed: true})
		if v := ann.view(); v.Clock.Initial != 10*time.Minute || v.Tag.Phase != "table" || len(v.Legal) != 0 {
			t.Errorf("%+v %s", v.Clock, v.Tag.Phase)
		}
		ann.refused(live.Conflict, live.Command{Action: live.ActAttempt, Move: "e2e4"})
		// Those who do not choose get a seat of the team with fewer people.
		bob := ann.sit("", "Bob")
		if bob.seats[0][0] != 'w' {
			t.Errorf("Bob got %v", bob.seats)
		}
		ann.refused(live.Conflict, live.Command{Action: live.ActSeatBot, Seat: bob.seats[0]})
		ann.refused(live.BadRequest, live.Command{Action: live.ActSeatBot, Seat: "e4"})
		ann.refused(live.BadRequest, live.Command{Action: live.ActSeatBot, Seat: "bk", Level: 9})
		// He changes seats and keeps his token.
		again, err := bob.visit.Join(t.Context(), bob.made.Token, "bk", "")
		if err != nil || fmt.Sprint(again.Seats) != "[bk]" || again.Token != bob.made.Token {
			t.Fatalf("%+v, %v", again, err)
		}
		bob.seats = again.Seats
		if v := bob.view(); v.Players["bk"].Name != "Bob" || !v.Players["wk"].Free {
			t.Errorf("players %v", v.Players)
		}
		for _, seat := range []string{"wq", "wk"} {
			ann.command(live.Command{Action: live.ActSeatBot, Seat: seat, Level: 2})
		}
		if v := ann.view(); len(v.Waiting) != 0 {
			t.Errorf("waiting for %v", v.Waiting)
		}
		ann.refused(live.NotYourSeat, live.Command{Action: live.ActUnseat, Seat: "bk"})
		ann.command(live.Command{Action: live.ActUnseat, Seat: "wq"})
		if tables, err := h.Lobby(t.Context()); err != nil || len(tables) != 1 {
			t.Errorf("lobby %v, %v", tables, err)
		}
		ann.command(live.Command{Action: live.ActSeatBot, Seat: "wq", Level: 2})
		// A new holder takes the partner's mark back.
		bob.command(live.Command{Action: live.ActReady, Ready: true})
		ann.command(live.Command{Action: live.ActHolder, Side: "q"})
		ann.command(live.Command{Action: live.ActReady, Ready: true})
		if v := ann.view(); v.Tag.Phase != "table" || v.Tag.Holders["black"] != "q" || v.Tag.Ready["bk"] {
			t.Errorf("%+v", v.Tag)
		}
		// Bob leaves; his token holds nothing any more, though he still thinks so.
		bob.command(live.Command{Action: live.ActUnseat})
		if _, err := bob.visit.DoAs(t.Context(), bob.made.Token, live.Command{ID: "x", Action: live.ActReady, Ready: true}); code(err) != live.NotYourSeat {
			t.Errorf("after he left: %v", err)
		}
		carl := ann.sit("", "Carl")
		carl.ids = 100 // a seat remembers the commands of its last holder
		carl.command(live.Command{Action: live.ActReady, Ready: true})
		if v := ann.view(); v.Tag.Phase != "play" || v.Clock.Running != "white" || v.Tag.Holder != "wk" {
			t.Errorf("%+v %+v", v.Tag, v.Clock)
		}
		if _, err := bob.visit.Join(t.Context(), bob.made.Token, "", ""); code(err) != live.Conflict {
			t.Errorf("joined a full table: %v", err)
		}
	})
}

func TestTagTableIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := create(t, newHub(t, &storetest.Memory{}, botstest.Script{}), live.Setup{Mode: live.Tag})
		x.command(live.Command{Action: live.ActSeatBot, Seat: "wq"})
		x.command(live.Command{Action: live.ActUnseat})
		if v := x.view(); v.Reason != "aborted" || v.Tag.Phase != "over" {
			t.Errorf("%s %s", v.Reason, v.Tag.Phase)
		}
	})
}

func TestTagGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		p := seatFour(t, h, live.Setup{})
		time.Sleep(10 * time.Second)
		p["wq"].refused(live.NotYourTurn, live.Command{Action: live.ActAttempt, Move: "d2d4"})
		p["bk"].refused(live.NotYourTurn, live.Command{Action: live.ActPass, Ply: -1})
		p["wq"].refused(live.NotYourTurn, live.Command{Action: live.ActResign})
		p["wk"].refused(live.Illegal, live.Command{Action: live.ActAttempt, Move: "e2e5"})
		p["wk"].do(live.ActAttempt, "d2d4") // a foul
		p["wk"].refused(live.NotYourTurn, live.Command{Action: live.ActAttempt, Move: "f2f3"})
		p["wq"].refused(live.Forbidden, live.Command{Action: live.ActAttempt, Move: "d2d4"})
		v := p["bq"].view()
		if fmt.Sprint(v.Tag.Forbidden) != "[d2d4]" || v.Tag.Holder != "wq" || v.Ply != 0 || v.Clock.Left["white"] != 590*time.Second {
			t.Errorf("%+v %+v", v.Tag, v.Clock)
		}
		p["wq"].command(live.Command{Action: live.ActPass})
		p["wk"].do(live.ActAttempt, "f2f3")
		p["bk"].refused(live.Conflict, live.Command{Action: live.ActTakeback})
		p["bk"].do(live.ActAttempt, "e7e5")
		p["wk"].refused(live.Conflict, live.Command{Action: live.ActAbort})
		// The holders speak for their teams about a draw.
		p["bk"].do(live.ActDraw, "")
		p["wq"].refused(live.NotYourTurn, live.Command{Action: live.ActDraw})
		p["wk"].do(live.ActDecline, "")
		p["wk"].do(live.ActAttempt, "g2g4")
		p["bk"].command(live.Command{Action: live.ActPass})
		p["bq"].do(live.ActAttempt, "d8h4")
		v = p["wq"].view()
		if v.Result != "0-1" || v.Reason != "checkmate" || v.Tag.Phase != "over" {
			t.Errorf("%s %s", v.Result, v.Reason)
		}
		var did []string
		for _, a := range v.Tag.Actions {
			did = append(did, a.Kind+" "+a.By)
		}
		want := "foul wk,pass wq,move wk,move bk,move wk,pass bk,move bq"
		if got := strings.Join(did, ","); got != want {
			t.Errorf("actions %s", got)
		}
		pgn, err := v.PGN()
		if err != nil || !strings.Contains(strings.ReplaceAll(pgn, "\n", " "), "[%foul d2d4] [%pass] [%clk 0:09:50]") {
			t.Errorf("%v %s", err, pgn)
		}
	})
}

func TestTagPassIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Script{})
		p := seatFour(t, h, live.Setup{FEN: "4k3/7p/8/8/8/8/7P/4K3 w - - 0 1"})
		if p["wk"].view().Tag.CanPass {
			t.Error("the move can be passed")
		}
		p["wk"].refused(live.PartnerStuck, live.Command{Action: live.ActPass, Ply: -1})
		p["wk"].do(live.ActAttempt, "e1d1")
		p["bk"].do(live.ActAttempt, "h7h6")
		p["wk"].do(live.ActPass, "")
		p["wq"].do(live.ActAttempt, "h2h4") // a foul, with the king-side pawn
		if v := p["wq"].view(); v.Tag.Holder != "wk" || fmt.Sprint(v.Tag.Forbidden) != "[h2h4]" {
			t.Errorf("%+v", v.Tag)
		}
	})
}

func TestTagIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Greedy{})
		p := seatFour(t, h, live.Setup{})
		time.Sleep(99 * time.Second)
		p["wq"].refused(live.Conflict, live.Command{Action: live.ActTakeOver})
		time.Sleep(2 * time.Second)
		p["wk"].refused(live.Conflict, live.Command{Action: live.ActTakeOver})
		p["bk"].refused(live.Conflict, live.Command{Action: live.ActTakeOver})
		p["bk"].refused(live.Conflict, live.Command{Action: live.ActClaimWin})
		gone := p["wk"].made.Token
		p["wq"].command(live.Command{Action: live.ActTakeOver, Level: 5})
		synctest.Wait()
		v := p["wq"].view()
		if v.Ply != 1 || !v.Players["wk"].Computer || len(p["wk"].visit.Seats(gone)) != 0 {
			t.Errorf("ply %d, players %v", v.Ply, v.Players)
		}
		if v.Tag.Idle == nil || v.Tag.Idle.Seat != "bk" {
			t.Errorf("idle %+v", v.Tag.Idle)
		}
		time.Sleep(301 * time.Second)
		p["wq"].refused(live.NotYourTurn, live.Command{Action: live.ActClaimWin})
		// The other team's holder is a computer, and does not ask. The partner
		// may still have one of them play.
		p["bq"].command(live.Command{Action: live.ActTakeOver})
		synctest.Wait()
		if v := p["wq"].view(); v.Ply < 3 || v.Tag.Idle != nil && v.Tag.Idle.Seat[1] == 'k' {
			t.Errorf("ply %d, idle %+v", v.Ply, v.Tag.Idle)
		}
	})
}

func TestTagClaimWin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		h := newHub(t, st, botstest.Script{})
		p := seatFour(t, h, live.Setup{Clock: clocked(time.Hour, 0)})
		p["wk"].do(live.ActAttempt, "e2e4")
		time.Sleep(29 * time.Minute)
		p["wk"].refused(live.Conflict, live.Command{Action: live.ActClaimWin})
		time.Sleep(time.Minute)
		p["wk"].command(live.Command{Action: live.ActClaimWin})
		for range 2 {
			if v := p["wk"].view(); v.Result != "1-0" || v.Reason != "abandoned" {
				t.Errorf("%s %s", v.Result, v.Reason)
			}
			h.Close()
			h = newHub(t, st, botstest.Script{})
			p["wk"] = enter(t, h, p["wk"].made)
		}
	})
}

// TestTagReplayIsLive plays nonsense with four people and reads the game anew
// now and then.
func TestTagReplayIsLive(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(3, seed))
				st := &storetest.Memory{}
				h := newHub(t, st, botstest.Greedy{})
				p := seatFour(t, h, live.Setup{Clock: clocked(time.Hour, time.Second)})
				seats := []string{"wq", "wk", "bq", "bk"}
				for n := range 150 {
					synctest.Wait()
					v := p["wk"].view()
					if v.Result != "*" {
						break
					}
					time.Sleep(time.Duration(rng.IntN(2500)) * time.Millisecond)
					who := v.Tag.Holder
					if rng.IntN(10) == 0 {
						who = seats[rng.IntN(4)]
					}
					x := p[who]
					switch k := rng.IntN(20); {
					case k < 4:
						x.try(live.ActPass, "")
					case k < 5:
						x.try(live.ActDraw, "")
					case k < 6:
						x.try(live.ActDecline, "")
					default:
						moves := slices.Concat(v.Tag.Plays, v.Tag.Plays, v.Tag.Fouls)
						x.try(live.ActAttempt, moves[rng.IntN(len(moves))].UCI)
					}
					if n%30 == 29 {
						before := atRest(p["wk"].view())
						h.Close()
						h = newHub(t, st, botstest.Greedy{})
						for seat, old := range p {
							ids := old.ids
							p[seat] = enter(t, h, old.made)
							p[seat].ids = ids
						}
						after := atRest(p["wk"].view())
						after.Seq = before.Seq
						if (before.Tag.Idle == nil) != (after.Tag.Idle == nil) {
							t.Error("idle is lost")
						}
						before.Tag.Idle, after.Tag.Idle = nil, nil
						if !reflect.DeepEqual(before, after) {
							t.Fatalf("before\n%+v\n%+v, after\n%+v\n%+v", before, before.Tag, after, after.Tag)
						}
					}
				}
				if v := p["wk"].view(); v.Ply < 10 && v.Result == "*" {
					t.Errorf("only %d plies", v.Ply)
				}
			})
		})
	}
}

// TestTagOfComputers has one person and three computers play on.
func TestTagOfComputers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t, &storetest.Memory{}, botstest.Greedy{})
		x := create(t, h, live.Setup{Mode: live.Tag})
		for _, seat := range []string{"wq", "bq", "bk"} {
			x.command(live.Command{Action: live.ActSeatBot, Seat: seat})
		}
		x.command(live.Command{Action: live.ActReady, Ready: true})
		for range 30 {
			synctest.Wait()
			v := x.view()
			if v.Result != "*" {
				return
			}
			if v.Tag.Holder != "wk" || v.Thinking {
				t.Fatalf("holder %s, thinking %v", v.Tag.Holder, v.Thinking)
			}
			if v.Tag.CanPass && v.Ply%3 == 0 {
				x.command(live.Command{Action: live.ActPass})
				synctest.Wait()
				if v := x.view(); v.Tag.Holder == "wq" {
					t.Fatal("the computer partner does nothing")
				}
				return
			}
			x.do(live.ActAttempt, v.Tag.Plays[0].UCI)
		}
	})
}

func TestRematch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &storetest.Memory{}
		h := newHub(t, st, botstest.Script{})
		p := seatFour(t, h, live.Setup{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 kq -"})
		p["wk"].refused(live.Conflict, live.Command{Action: live.ActRematch})
		p["wk"].do(live.ActResign, "")
		for _, seat := range []string{"wk", "wq", "bq"} {
			p[seat].do(live.ActRematch, "")
			p[seat].refused(live.Conflict, live.Command{Action: live.ActRematch})
		}
		if v := p["bk"].view(); fmt.Sprint(v.Rematch) != "[bq wk wq]" || v.Next != "" {
			t.Errorf("%v %q", v.Rematch, v.Next)
		}
		h.Close() // what was agreed so far is kept
		h = newHub(t, st, botstest.Script{})
		last := enter(t, h, p["bk"].made)
		last.ids = 100
		last.do(live.ActRematch, "")
		next := last.view().Next
		x := enter(t, h, live.Created{ID: next, Token: p["wk"].made.Token})
		if v := x.view(); fmt.Sprint(x.seats) != "[bk]" || v.Tag.Phase != "play" || v.Players["wq"].Name != "bq" || v.Tag.Holder != "wq" {
			t.Errorf("seats %v, %+v", x.seats, v)
		}
		ann := create(t, h, live.Setup{Variant: "chess", Mode: live.Link, Color: "black"})
		bob := ann.sit("", "Bob")
		bob.do(live.ActResign, "")
		bob.do(live.ActRematch, "")
		ann.do(live.ActRematch, "")
		if y := enter(t, h, live.Created{ID: ann.view().Next, Token: bob.made.Token}); fmt.Sprint(y.seats) != "[black]" {
			t.Errorf("Bob's seats are %v", y.seats)
		}
	})
}
