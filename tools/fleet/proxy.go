package main

import (
	"io"
	"net"
	"sync"
	"time"
)

// proxy stands between a worker and the hub. It can cut the network between them in both directions
// or in one.
type proxy struct {
	listener net.Listener
	target   string

	mu         sync.Mutex
	toHub      bool // nothing passes to the hub
	fromHub    bool // nothing passes from the hub
	delay      time.Duration
	connection map[net.Conn]bool
}

// newProxy returns a proxy that listens on a free port of a host.
func newProxy(host, target string) (*proxy, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: l, target: target, connection: map[net.Conn]bool{}}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.join(c)
		}
	}()
	return p, nil
}

// join carries bytes between a connection and the hub.
func (p *proxy) join(c net.Conn) {
	defer c.Close()
	hub, err := net.DialTimeout("tcp", p.target, 2*time.Second)
	if err != nil {
		return
	}
	defer hub.Close()
	p.mu.Lock()
	p.connection[c], p.connection[hub] = true, true
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.connection, c)
		delete(p.connection, hub)
		p.mu.Unlock()
	}()
	done := make(chan struct{}, 2)
	go func() { p.carry(hub, c, &p.toHub); done <- struct{}{} }()
	go func() { p.carry(c, hub, &p.fromHub); done <- struct{}{} }()
	<-done
}

// carry copies bytes, and delays them while this direction is cut.
func (p *proxy) carry(to io.Writer, from io.Reader, cut *bool) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		for {
			p.mu.Lock()
			held, delay := *cut, p.delay
			p.mu.Unlock()
			if !held {
				time.Sleep(delay)
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// set cuts or restores each of the two directions.
func (p *proxy) set(toHub, fromHub bool, delay time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.toHub, p.fromHub, p.delay = toHub, fromHub, delay
}

// reset breaks all connections.
func (p *proxy) reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.connection {
		c.Close()
	}
}
