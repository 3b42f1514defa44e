package live

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tagmate/internal/server/store"
)

const (
	// longestLine is in characters.
	longestLine = 300
	// A game takes mostLines lines, of which a view has the last shownLines.
	mostLines, shownLines = 500, 100
)

// chat is what the players of a game say to each other. In games for two it is
// off until both have switched it on; in Tag Chess there is none until the end,
// and then it is on for all who do not switch it off. Spectators see none of it.
type chat struct {
	chosen map[string]bool // by seat; replaced and never changed
	lines  []Line
}

// Line is something that was said.
type Line struct {
	Seat, Text string
	At         time.Time
}

// ChatView is the chat as the holder of a seat may see it.
type ChatView struct {
	On    []string // seats that have it on
	Open  bool     // lines of the viewer are taken
	Lines []Line   // the last ones
}

// chats reports whether the players may have a chat now.
func (s *state) chats() bool {
	return s.setup.Mode == Link || s.setup.Mode == Tag && s.over()
}

// hearing returns the seats of people who have the chat on.
func (s *state) hearing() []string {
	var list []string
	for seat := range s.tokens {
		on, chosen := s.chosen[seat]
		if on || !chosen && s.setup.Mode == Tag {
			list = append(list, seat)
		}
	}
	slices.Sort(list)
	return list
}

// chatOpen reports whether lines from a seat are taken.
func (s *state) chatOpen(seat string) bool {
	hearing := s.hearing()
	return s.chats() && len(hearing) >= 2 && slices.Contains(hearing, seat)
}

// decideChat is decide for what has to do with the chat.
func (s *state) decideChat(seat string, c Command, now time.Time) (store.Event, *Refusal) {
	fail := func(r *Refusal) (store.Event, *Refusal) { return store.Event{}, r }
	switch {
	case !s.chats() && s.setup.Mode == Tag:
		return fail(refuse(ChatClosed, "the players of Tag Chess do not speak until the game is over"))
	case !s.chats():
		return fail(refuse(ChatClosed, "there is nobody to speak to"))
	case c.Action == ActChat:
		return event(kindChat, seat, now, switched{c.On}), nil
	case !s.chatOpen(seat):
		return fail(refuse(ChatClosed, "the chat is not on for both of you"))
	case len(s.lines) >= mostLines:
		return fail(refuse(ChatClosed, "the chat of this game is full"))
	}
	text, r := cleanLine(c.Text)
	if r != nil {
		return fail(r)
	}
	return event(kindSay, seat, now, said{text}), nil
}

// cleanLine checks what someone wants to say.
func cleanLine(text string) (string, *Refusal) {
	text = strings.TrimSpace(text)
	if n := utf8.RuneCountInString(text); n == 0 || n > longestLine || !utf8.ValidString(text) {
		return "", refuse(BadRequest, "expected 1 to %d characters, got %d", longestLine, n).at("text")
	}
	for _, c := range text {
		// Marks that turn the direction of writing would reach beyond the line.
		// The joiner is part of many emoji.
		if !unicode.IsGraphic(c) && c != '\u200d' {
			return "", refuse(BadRequest, "a line has no control characters").at("text")
		}
	}
	return text, nil
}

// changeChat is change for the events of the chat.
func (s *state) changeChat(e store.Event) error {
	if e.Kind == kindChat {
		p, err := payload[switched](e)
		if err != nil {
			return err
		}
		s.chosen = maps.Clone(s.chosen)
		if s.chosen == nil {
			s.chosen = map[string]bool{}
		}
		s.chosen[e.Seat] = p.On
		return nil
	}
	p, err := payload[said](e)
	if err != nil {
		return err
	}
	s.lines = append(s.lines, Line{e.Seat, p.Text, e.At})
	return nil
}

// viewChat shows the chat to the holder of seats, or nil if he has none.
func (s *state) viewChat(seats []string) *ChatView {
	if len(seats) == 0 || !s.chats() {
		return nil
	}
	return &ChatView{
		On: s.hearing(), Open: s.chatOpen(seats[0]) && len(s.lines) < mostLines,
		Lines: slices.Clip(s.lines[max(0, len(s.lines)-shownLines):]),
	}
}
