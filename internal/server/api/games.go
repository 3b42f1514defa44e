package api

import (
	"net/http"
	"time"

	"tagmate/internal/server/live"
)

func (s *Server) healthz(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Write([]byte("ok\n"))
	return nil
}

func (s *Server) newGame(w http.ResponseWriter, r *http.Request) error {
	if !s.creates.allow(s.client(r)) {
		return tooMany("new games")
	}
	g, err := readBody[NewGame](w, r)
	if err != nil {
		return err
	}
	setup := live.Setup{
		Variant: g.Variant, Mode: live.Mode(g.Mode), Color: g.Color, Level: g.Level, FEN: g.FEN,
		Moves: g.Moves, White: g.White, Black: g.Black,
		Name: g.Name, Seat: g.Seat, Listed: g.Open, Touch: g.TouchMove, Token: bearer(r),
	}
	if c := g.Clock; c != nil {
		// Far beyond any limit, and still no overflow.
		const most = 1 << 30
		setup.Clock = &live.Control{
			Initial:   time.Duration(min(max(c.Initial, -1), most)) * time.Second,
			Increment: time.Duration(min(max(c.Increment, -1), most)) * time.Second,
		}
	}
	made, err := s.Hub.Create(r.Context(), setup)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/api/v1/games/"+made.ID)
	return answer(w, http.StatusCreated, GameCreated{ID: made.ID, Token: made.Token.Reveal(), Seats: made.Seats})
}

func (s *Server) join(w http.ResponseWriter, r *http.Request) error {
	if !s.creates.allow(s.client(r)) {
		return tooMany("new seats")
	}
	j, err := readBody[JoinGame](w, r)
	if err != nil {
		return err
	}
	v, err := s.Hub.Enter(r.Context(), r.PathValue("game"))
	if err != nil {
		return err
	}
	defer v.Leave()
	made, err := v.Join(r.Context(), bearer(r), j.Seat, j.Name)
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if made.Held {
		status = http.StatusOK
	}
	return answer(w, status, GameCreated{ID: made.ID, Token: made.Token.Reveal(), Seats: made.Seats})
}

func (s *Server) lobby(w http.ResponseWriter, r *http.Request) error {
	views, err := s.Hub.Lobby(r.Context())
	if err != nil {
		return err
	}
	tables := make([]Table, len(views))
	for i, v := range views {
		t := Table{
			ID: v.ID, Variant: v.Variant, Mode: string(v.Mode), Created: v.Since.UnixMilli(),
			Clock: controlOf(v), TouchMove: v.Touch, Seats: map[string]TableSeat{},
		}
		for seat, p := range v.Players {
			t.Seats[seat] = TableSeat{Taken: !p.Free, Kind: kindOf(p), Name: p.Name, Level: p.Level}
		}
		tables[i] = t
	}
	return answer(w, http.StatusOK, tables)
}

// view returns the game of a request as its sender may see it.
func (s *Server) view(r *http.Request) (*live.View, error) {
	v, err := s.Hub.Enter(r.Context(), r.PathValue("game"))
	if err != nil {
		return nil, err
	}
	defer v.Leave()
	token := bearer(r)
	seats := v.Seats(token)
	if !token.IsZero() && len(seats) == 0 {
		return nil, notYourSeat()
	}
	return v.View(r.Context(), seats)
}

func notYourSeat() *live.Refusal {
	return &live.Refusal{Code: live.NotYourSeat, Detail: "the token holds no seat of this game"}
}

func (s *Server) game(w http.ResponseWriter, r *http.Request) error {
	v, err := s.view(r)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, stateOf(v))
}

func (s *Server) command(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Hub.Enter(r.Context(), r.PathValue("game"))
	if err != nil {
		return err
	}
	defer v.Leave()
	token := bearer(r)
	if len(v.Seats(token)) == 0 {
		return notYourSeat()
	}
	m, err := readBody[ClientMessage](w, r)
	if err != nil {
		return err
	}
	if len(m.ID) > maxID {
		return bad("id", "a command id has at most 64 bytes")
	}
	c, err := m.command()
	if err != nil {
		return err
	}
	if err := s.spend(token, c); err != nil {
		return err
	}
	seq, err := v.DoAs(r.Context(), token, c)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, Ack{ID: c.ID, Seq: seq})
}
