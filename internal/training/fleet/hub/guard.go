package hub

import (
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// mostMessages and mostBytes bound the messages and bytes of a worker in a second, over all of its
// connections. It may send the whole amount of a second at once. An honest worker stays far below
// the bounds, because it waits for each answer.
const (
	mostMessages = 500
	mostBytes    = 16 << 20
)

// shutOut is the time for which a worker cannot connect after a flood.
const shutOut = time.Minute

// guardEvery is how often the guard looks at the connections.
const guardEvery = 250 * time.Millisecond

// connectionMessages is the number of messages that a new connection counts as, because its TLS
// handshake takes much longer than a message.
const connectionMessages = 10

// closedKept is the number of closed connections that the server remembers for the guard. Two cores
// cannot open and close so many connections between two looks.
const closedKept = 1024

// counts has the messages and bytes that a connection has sent.
type counts struct{ messages, bytes int64 }

// guard finds workers that flood the hub.
type guard struct {
	seen   map[uint64]counts     // by connection, at the last look
	excess map[string][2]float64 // by key: messages and bytes above the bounds, falling with time
	looked time.Time
}

func newGuard() *guard { return &guard{seen: map[uint64]counts{}, excess: map[string][2]float64{}} }

// look returns the keys that have sent too much. The list has the open connections and those that
// were closed lately. A connection that is just closing may be in the list twice.
func (g *guard) look(list []*server.ConnInfo, now time.Time) (floods []string) {
	seconds := now.Sub(g.looked).Seconds()
	if g.looked.IsZero() {
		seconds = 0
	}
	g.looked = now
	sent := map[string][2]float64{}
	seen := map[uint64]counts{}
	for _, c := range list {
		if c.Account != workerAccount { // a stranger may name any key before it proves that it has it
			continue
		}
		before, known := seen[c.Cid]
		if !known {
			before, known = g.seen[c.Cid]
		}
		now := counts{max(c.InMsgs, before.messages), max(c.InBytes, before.bytes)}
		seen[c.Cid] = now
		of := sent[c.AuthorizedUser]
		if !known {
			of[0] += connectionMessages
		}
		sent[c.AuthorizedUser] = [2]float64{of[0] + float64(now.messages-before.messages),
			of[1] + float64(now.bytes-before.bytes)}
	}
	excess := map[string][2]float64{}
	for key, of := range sent {
		was := g.excess[key]
		now := [2]float64{
			max(0, was[0]+of[0]-mostMessages*seconds),
			max(0, was[1]+of[1]-mostBytes*seconds),
		}
		if now[0] > mostMessages || now[1] > mostBytes {
			floods = append(floods, key)
		} else {
			excess[key] = now
		}
	}
	g.seen, g.excess = seen, excess
	return floods
}

// watch looks at the connections until the hub closes. It disconnects workers that send too much.
func (h *Hub) watch() {
	defer close(h.watched)
	g := newGuard()
	for {
		select {
		case <-time.After(guardEvery):
		case <-h.closing:
			return
		}
		list, err := connections(h.server, server.ConnAll)
		if err != nil {
			continue // the server is not ready, or it ends
		}
		now := time.Now()
		for _, key := range g.look(list, now) {
			h.config.Tell(fmt.Sprintf("hub: worker %s sends too much and may not connect for %v", key,
				shutOut))
			if err := h.access.shut(key, now.Add(shutOut)); err != nil {
				h.config.Tell(err.Error())
			}
		}
	}
}
