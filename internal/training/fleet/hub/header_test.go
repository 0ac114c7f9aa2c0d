package hub

import (
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/fleet/wire"
)

// A message with a long id is refused. Games of the same worker with usual ids are stored.
func TestLongIDsAreRefused(t *testing.T) {
	s := newSite(t)
	mallory := s.invite("mallory")
	s.ingest()
	defer func() { s.stop() }()
	conn, key, _ := raw(t, mallory)
	m := nats.NewMsg(wire.Names{Fleet: s.fleet}.Games(key))
	m.Header.Set(nats.MsgIdHdr, strings.Repeat("0", 60_000))
	for try := 0; ; try++ { // the stream may not be there yet
		if _, err := conn.RequestMsg(m, time.Second); err == nil {
			break
		} else if try == 100 {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		workers, err := ledger.Workers(t.Context(), s.run)
		if err != nil {
			t.Fatal(err)
		}
		if workers[0].RefusedBatches[fleet.FaultHeader] == 1 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("workers %+v, want a batch refused for its header", workers)
		}
	}
	if err := s.work(t.Context(), mallory, t.TempDir(), 5); err != nil {
		t.Errorf("honest games of the same worker: %v", err)
	}
	if workers, err := ledger.Workers(t.Context(), s.run); err != nil || workers[0].Stored != 5 {
		t.Errorf("workers %+v, %v, want 5 stored games", workers, err)
	}
}
