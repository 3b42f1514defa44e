package trial

import (
	"bufio"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// Proxy is a bad line to a server: it loses, doubles, delays and swaps WebSocket
// frames, both ways, and cuts connections, also in the middle of a frame.
type Proxy struct {
	URL string
	// What has happened to frames.
	Passed, Lost, Doubled, Swapped, Delayed, Cut int

	target   string
	listener net.Listener
	wg       sync.WaitGroup
	mu       sync.Mutex
	rng      *rand.Rand
	open     map[net.Conn]bool
	closed   bool
}

// NewProxy starts a proxy to a server's address.
func NewProxy(target string, rng *rand.Rand) (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{URL: "http://" + l.Addr().String(), target: target, listener: l, rng: rng, open: map[net.Conn]bool{}}
	p.wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			p.wg.Go(func() { p.serve(c) })
		}
	})
	return p, nil
}

// Close ends all connections.
func (p *Proxy) Close() {
	p.listener.Close()
	p.mu.Lock()
	p.closed = true
	for c := range p.open {
		c.Close()
	}
	p.mu.Unlock()
	p.wg.Wait()
}

// hold has a connection closed with the proxy.
func (p *Proxy) hold(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open[c] = true; p.closed {
		c.Close()
	}
}

func (p *Proxy) serve(c net.Conn) {
	s, err := net.Dial("tcp", p.target)
	if err != nil {
		c.Close()
		return
	}
	p.hold(c)
	p.hold(s)
	end := sync.OnceFunc(func() {
		c.Close()
		s.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.open, c)
		delete(p.open, s)
	})
	defer end()
	p.wg.Go(func() { defer end(); p.carry(s, c) })
	p.carry(c, s)
}

// fate is what happens to a frame.
type fate int

const (
	pass fate = iota
	lose
	double
	swap
	delay
	cut
)

func (p *Proxy) fate() (f fate, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	count := &p.Passed
	switch n := p.rng.IntN(100); {
	case n < 2:
		f, count = lose, &p.Lost
	case n < 5:
		f, count = double, &p.Doubled
	case n < 8:
		f, count = swap, &p.Swapped
	case n < 18:
		f, count, wait = delay, &p.Delayed, time.Duration(p.rng.IntN(80))*time.Millisecond
	case n < 19:
		f, count = cut, &p.Cut
	}
	*count++
	return f, wait
}

// carry brings frames from one end to the other until either ends.
func (p *Proxy) carry(from, to net.Conn) {
	r := bufio.NewReader(from)
	if !head(r, to) {
		return
	}
	var held []byte // to be sent after the next
	for {
		frame, err := readFrame(r)
		if err != nil {
			return
		}
		f, wait := p.fate()
		switch f {
		case lose:
			continue
		case double:
			frame = append(frame[:len(frame):len(frame)], frame...)
		case swap:
			if held == nil {
				held = frame
				continue
			}
		case delay:
			time.Sleep(wait)
		case cut:
			to.Write(frame[:len(frame)/2])
			return
		}
		if _, err := to.Write(append(frame, held...)); err != nil {
			return
		}
		held = nil
	}
}

// head carries the HTTP head, which each way has one of.
func head(r *bufio.Reader, to io.Writer) bool {
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return false
		}
		if _, err := to.Write(line); err != nil {
			return false
		}
		if len(line) <= 2 {
			return true
		}
	}
}

// readFrame reads a WebSocket frame (RFC 6455, 5.2).
func readFrame(r *bufio.Reader) ([]byte, error) {
	frame := make([]byte, 2, 256)
	if _, err := io.ReadFull(r, frame); err != nil {
		return nil, err
	}
	more := func(n int) ([]byte, error) {
		at := len(frame)
		frame = append(frame, make([]byte, n)...)
		_, err := io.ReadFull(r, frame[at:])
		return frame[at:], err
	}
	n := int(frame[1] & 0x7f)
	switch n {
	case 126:
		b, err := more(2)
		if err != nil {
			return nil, err
		}
		n = int(binary.BigEndian.Uint16(b))
	case 127:
		b, err := more(8)
		if err != nil {
			return nil, err
		}
		n = int(min(binary.BigEndian.Uint64(b), 1<<24))
	}
	if frame[1]&0x80 != 0 {
		n += 4 // the mask
	}
	_, err := more(n)
	return frame, err
}
