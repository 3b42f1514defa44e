package api

import (
	"math"
	"net/http"
	"net/netip"
	"slices"
	"strings"
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
	sayBudget     = budget{0.5, 8}  // lines of the chat, by token
	// The past is read anew for each question: a hundred games are some 0.1 s.
	historyBudget = budget{1, 30}   // pages and files, by address
	exportBudget  = budget{0.05, 6} // files of all games, by address
	// An attempt takes its time; a class of pupils may have one address.
	practiceBudget = budget{1, 60} // what was practised, read or added, by address
	// A game is looked back at one position after the other.
	analysisBudget = budget{6, 120} // positions to analyse, by address
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

// allow takes one from the key's budget, if there is one left. A nil limiter
// allows everything.
func (l *limiter[K]) allow(key K) bool {
	if l == nil {
		return true
	}
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

// maxSockets is how many sockets one address may have open at once.
const maxSockets = 250

// counter counts what each key has at once.
type counter[K comparable] struct {
	most int
	mu   sync.Mutex
	keys map[K]int
}

// enter counts one more, if the key may have it. The caller leaves again.
func (c *counter[K]) enter(key K) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.keys[key] >= c.most {
		return false
	}
	if c.keys == nil {
		c.keys = map[K]int{}
	}
	c.keys[key]++
	return true
}

func (c *counter[K]) leave(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.keys[key]--; c.keys[key] <= 0 {
		delete(c.keys, key)
	}
}

// socketsAllowed is how many sockets a process may have that may have so many
// files open: a tenth is for the store and for requests, since a store that
// cannot open its files keeps no move. 0 files are no limit.
func socketsAllowed(files uint64) int {
	if files == 0 || files > math.MaxInt32 {
		return math.MaxInt
	}
	return int(files - files/10)
}

// client is the address that a request is counted for: the one that it comes
// from, or, when that is one of our proxies, the last that is none of them in
// the list that proxies write. What stands before that in the list is hearsay.
func (s *Server) client(r *http.Request) netip.Prefix {
	a := address(r.RemoteAddr)
	list := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for len(list) > 0 && s.isProxy(a) {
		next := address(strings.TrimSpace(list[len(list)-1]))
		if !next.IsValid() {
			break
		}
		a, list = next, list[:len(list)-1]
	}
	return household(a)
}

func (s *Server) isProxy(a netip.Addr) bool {
	return slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// address reads an address with or without a port; the zero Addr if it is none.
func address(text string) netip.Addr {
	if ap, err := netip.ParseAddrPort(text); err == nil {
		return ap.Addr().Unmap().WithZone("")
	}
	a, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

// household is an IPv4 address, or the network of an IPv6 address, of which
// one customer has 2⁶⁴.
func household(a netip.Addr) netip.Prefix {
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}
