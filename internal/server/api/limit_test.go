package api

import (
	"net/netip"
	"testing"
	"time"

	"tagmate/internal/server/live"
)

func TestLimiter(t *testing.T) {
	now := time.Unix(0, 0)
	l := newLimiter[string](budget{perSecond: 2, burst: 3}, func() time.Time { return now })
	take := func(key string) (n int) {
		for range 10 {
			if l.allow(key) {
				n++
			}
		}
		return n
	}
	if n := take("a"); n != 3 {
		t.Errorf("burst of %d", n)
	}
	if n := take("b"); n != 3 {
		t.Errorf("another key has %d", n)
	}
	now = now.Add(time.Second)
	if n := take("a"); n != 2 {
		t.Errorf("after a second %d", n)
	}
	now = now.Add(time.Hour)
	if take("c"); len(l.keys) != 1 {
		t.Errorf("%d keys are remembered", len(l.keys))
	}
}

func TestClientAddress(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.7:1234":           "192.0.2.7/32",
		"[::ffff:192.0.2.7]:1":     "192.0.2.7/32",
		"[2001:db8:1:2:3:4:5:6]:1": "2001:db8:1:2::/64",
		"[fe80::1%eth0]:1":         "fe80::/64",
		"nonsense":                 netip.Prefix{}.String(),
		"":                         netip.Prefix{}.String(),
	} {
		if got := client(remote).String(); got != want {
			t.Errorf("%q: %s, want %s", remote, got, want)
		}
	}
}

func TestEveryCodeHasAStatus(t *testing.T) {
	for _, c := range live.Codes() {
		if s := statuses[c]; s < 400 || s > 599 {
			t.Errorf("%s has status %d", c, s)
		}
	}
	if len(statuses) != len(live.Codes()) {
		t.Errorf("%d statuses for %d codes", len(statuses), len(live.Codes()))
	}
}
