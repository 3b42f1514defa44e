package store_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"tagmate/internal/server/store"
)

func TestTokenDoesNotPrint(t *testing.T) {
	tok := store.NewToken()
	if len(tok.Reveal()) < 32 || tok == store.NewToken() {
		t.Fatalf("token of %d letters", len(tok.Reveal()))
	}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "token", tok, "pointer", &tok)
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "token", tok)
	j, _ := json.Marshal(map[string]any{"token": tok})
	all := fmt.Sprintf("%v %+v %#v %s %q %s %s", tok, tok, tok, tok, tok, j, &log)
	if strings.Contains(all, tok.Reveal()) {
		t.Errorf("the secret is in %s", all)
	}
	if store.ParseToken(tok.Reveal()).Hash() != tok.Hash() {
		t.Error("the hash changed")
	}
}

func TestStrongSecrets(t *testing.T) {
	for text, want := range map[string]bool{
		store.NewToken().Reveal():          true,
		"abcdefghijklmnopqrst-_":           true,
		strings.Repeat("A", 128):           true,
		"":                                 false,
		"abcdefghijklmnopqrstu":            false,
		strings.Repeat("A", 129):           false,
		"abcdefghijklmnopqrstuvwxyz0123==": false,
		"abcdefghijklmnopqrstuvwxyzäöü123": false,
		"abcdefghijklmnopqrstuv wxyz01234": false,
	} {
		if store.ParseToken(text).IsStrong() != want {
			t.Errorf("%q: strong is %v", text, !want)
		}
	}
}

func TestFollowingIDs(t *testing.T) {
	seen := map[string]bool{}
	for range 200 {
		id := store.NewGameID()
		for _, kind := range []string{"keep", "swap"} {
			next := store.FollowingID(id, kind)
			if len(next) != 12 || seen[next] || next != store.FollowingID(id, kind) ||
				strings.Trim(next, "abcdefghijkmnpqrstuvwxyz23456789ABCDEFGHJKLMNPQRSTUVWXYZ") != "" {
				t.Fatalf("id %q", next)
			}
			seen[next] = true
		}
	}
}

func TestGameIDs(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := store.NewGameID()
		if len(id) != 12 || seen[id] || strings.Trim(id, "abcdefghijkmnpqrstuvwxyz23456789ABCDEFGHJKLMNPQRSTUVWXYZ") != "" {
			t.Fatalf("id %q", id)
		}
		seen[id] = true
	}
}
