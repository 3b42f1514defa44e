package api

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// budget is how much of something one client may have: a burst, and how many
// a second after that.
type budget struct {
	perSecond rate.Limit
	burst     int
}

// What a person can use by hand, several times over: two browsers with a dozen
// tabs stay far below, a script in a loop does not.
var (
	requestBudget = budget{60, 300} // HTTP requests of the interface, by address
	createBudget  = budget{2, 60}   // new games, by address
	socketBudget  = budget{10, 100} // new sockets, by address
	commandBudget = budget{10, 40}  // commands, by token, else by address
	messageBudget = budget{20, 60}  // messages of one socket, pings among them
)

// floodMessages is how many messages over its budget cost a socket its
// connection.
const floodMessages = 100

// limiter gives each key its own budget. Keys that have not been used for a
// while, so that their budget is whole again, are forgotten.
type limiter[K comparable] struct {
	budget budget
	now    func() time.Time

	mu     sync.Mutex
	keys   map[K]*limited
	swept  time.Time
	maxAge time.Duration
}

type limited struct {
	*rate.Limiter
	used time.Time
}

func newLimiter[K comparable](b budget, now func() time.Time) *limiter[K] {
	whole := time.Duration(float64(b.burst) / float64(b.perSecond) * float64(time.Second))
	return &limiter[K]{budget: b, now: now, keys: map[K]*limited{}, swept: now(), maxAge: whole + time.Second}
}

// allow takes one from the key's budget, if there is one left.
func (l *limiter[K]) allow(key K) bool {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.swept) > l.maxAge {
		l.swept = now
		for k, x := range l.keys {
			if now.Sub(x.used) > l.maxAge {
				delete(l.keys, k)
			}
		}
	}
	x := l.keys[key]
	if x == nil {
		x = &limited{Limiter: rate.NewLimiter(l.budget.perSecond, l.budget.burst)}
		l.keys[key] = x
	}
	x.used = now
	return x.AllowN(now, 1)
}

// client is the address that a request is counted for: an IPv4 address, or
// the network of an IPv6 address, of which one household has 2⁶⁴.
func client(remote string) netip.Prefix {
	ap, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Prefix{}
	}
	a := ap.Addr().Unmap()
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, err := a.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}
