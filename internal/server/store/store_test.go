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
