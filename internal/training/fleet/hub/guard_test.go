package hub

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"epaminondas/internal/training/fleet/wire"
)

// The guard counts each connection once, also after it is closed, and adds the connections of a
// worker.
func TestGuardCountsClosedConnections(t *testing.T) {
	closed := func(cid uint64, messages int64) *server.ConnInfo {
		return &server.ConnInfo{Cid: cid, AuthorizedUser: "a", Account: workerAccount, InMsgs: messages}
	}
	g, now := newGuard(), time.Now()
	look := func(list ...*server.ConnInfo) bool {
		now = now.Add(time.Millisecond)
		return len(g.look(list, now)) > 0
	}
	const half = mostMessages/2 - connectionMessages
	if look() || look(closed(1, half)) {
		t.Error("half of the bound is a flood")
	}
	for range 3 {
		if look(closed(1, half), closed(1, half)) {
			t.Error("a connection counts more than once")
		}
	}
	if !look(closed(1, half), closed(2, half), closed(3, connectionMessages)) {
		t.Error("several closed connections are no flood")
	}
	stranger := closed(4, 2*mostMessages)
	stranger.Account = ""
	if look(stranger) {
		t.Error("a stranger that names a worker's key counts as the worker")
	}
	g = newGuard()
	look()
	var empty []*server.ConnInfo
	for cid := range uint64(mostMessages/connectionMessages + 1) {
		if flood := look(empty...); flood {
			t.Errorf("%d connections are a flood", len(empty))
		}
		empty = append(empty, closed(cid+1, 0))
	}
	if look(empty[1:]...) {
		t.Error("connections that the guard knows count again")
	}
}

// A worker that sends a lot in a connection and leaves at once, again and again, is shut out.
func TestShortConnectionsAreShutOut(t *testing.T) {
	s := newSite(t)
	mallory := s.invite("mallory")
	_, key, err := mallory.Key()
	if err != nil {
		t.Fatal(err)
	}
	m := nats.NewMsg(wire.Names{Fleet: s.fleet}.Ask(key))
	for deadline := time.Now().Add(20 * time.Second); ; {
		conn, err := dial(mallory)
		if err != nil {
			break // shut out
		}
		if time.Now().After(deadline) {
			t.Fatal("the flood goes on")
		}
		for range mostMessages / 2 {
			_ = conn.PublishMsg(m)
		}
		_ = conn.FlushTimeout(time.Second)
		conn.Close()
	}
}
