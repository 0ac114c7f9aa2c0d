package hub

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"epaminondas/internal/training/fleet/wire"
)

// asOwner connects to the hub of a site as its owner.
func (s *site) asOwner() *nats.Conn {
	s.t.Helper()
	owner, key, err := Owner(s.dir)
	if err != nil {
		s.t.Fatal(err)
	}
	conn, err := nats.Connect("", nats.InProcessServer(s.hub.Local()), nats.Nkey(key, owner.Sign))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(conn.Close)
	return conn
}

// The hub loses the first request of a worker. The worker asks again after about a second, and not
// after the whole time that it waits for an answer.
func TestLostRequestIsRepeated(t *testing.T) {
	s := newSite(t)
	invite := s.invite("a")
	conn := s.asOwner()
	var asked atomic.Int32
	if _, err := conn.Subscribe(wire.Names{Fleet: s.fleet}.Contract("*"), func(m *nats.Msg) {
		if asked.Add(1) > 1 {
			_ = m.Respond([]byte("contract"))
		}
	}); err != nil {
		t.Fatal(err)
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	link, err := wire.Join(invite)
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()
	began := time.Now()
	contract, err := link.Contract(t.Context())
	if err != nil || string(contract) != "contract" {
		t.Fatalf("the contract is %q, %v", contract, err)
	}
	if wait := time.Since(began); asked.Load() < 2 || wait > 4*time.Second {
		t.Errorf("the worker asks %d times and waits %v, want 2 times and about a second", asked.Load(), wait)
	}
}
