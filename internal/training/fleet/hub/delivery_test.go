package hub

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/fleet/wire"
)

// shortWindow is the deduplication window of a test's hub, the shortest that NATS allows.
const shortWindow = 100 * time.Millisecond

// postman is a link that delivers each batch several times: at once or late, in any order, and at
// least once more after the deduplication window. Sometimes it loses the answer.
type postman struct {
	*wire.Link
	late sync.WaitGroup

	mu  sync.Mutex
	rng *rand.Rand
	ids map[string]bool
}

func (p *postman) Publish(ctx context.Context, id string, batch []byte) error {
	p.mu.Lock()
	p.ids[id] = true
	wait := time.Duration(p.rng.Int64N(int64(shortWindow)))
	window := 3*shortWindow + time.Duration(p.rng.Int64N(int64(3*shortWindow)))
	lost, now := p.rng.IntN(5) == 0, p.rng.IntN(3) > 0
	p.mu.Unlock()
	p.late.Go(func() {
		for _, delay := range []time.Duration{wait, window} {
			time.Sleep(delay)
			_ = p.Link.Publish(context.WithoutCancel(ctx), id, batch)
		}
	})
	if now {
		if err := p.Link.Publish(ctx, id, batch); err != nil {
			return err
		}
	}
	if lost || !now {
		return errors.New("the answer is lost")
	}
	return nil
}

// Each batch arrives several times over a real hub, in any order, and mostly after the
// deduplication window. The ingester stores each game once.
func TestBatchesAfterTheWindow(t *testing.T) {
	s := newSite(t)
	s.tune = func(c *wire.HubConfig) { c.Duplicates, c.AckWait = shortWindow, 300*time.Millisecond }
	invite := s.invite("a")
	s.ingest()
	link, err := wire.Join(invite)
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()
	pair, key, err := invite.Key()
	if err != nil {
		t.Fatal(err)
	}
	p := &postman{Link: link, rng: rand.New(rand.NewPCG(4, 4)), ids: map[string]bool{}}
	c := fleet.DefaultWorker()
	c.Key, c.Signer, c.Spool, c.Cores, c.Games = key, pair, t.TempDir(), 1, 150
	c.Linger, c.Report, c.Again = 5*time.Millisecond, 150*time.Millisecond, 300*time.Millisecond
	if err := fleet.RunWorker(t.Context(), c, p, func(text string) { t.Log(text) }); err != nil {
		t.Fatal(err)
	}
	p.late.Wait()
	info := s.drained()
	if info.State.LastSeq < uint64(2*len(p.ids)) {
		t.Errorf("%d batches arrive %d times, want each twice or more", len(p.ids), info.State.LastSeq)
	}
	s.stop()
	if n := s.count(); n != 150 {
		t.Errorf("%d games are stored, want 150", n)
	}
	workers, err := ledger.Workers(t.Context(), s.run)
	if err != nil || workers[0].Stored != 150 || len(workers[0].Refused) != 0 {
		t.Errorf("workers %+v, %v, want 150 stored and none refused", workers, err)
	}
}

// drained waits until the stream of batches is empty.
func (s *site) drained() *jetstream.StreamInfo {
	s.t.Helper()
	stream := s.stream()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		info, err := stream().Info(s.t.Context())
		if err == nil && info.State.Msgs == 0 {
			return info
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the stream still has %+v, %v", info, err)
		}
	}
}

// parcel is a message that a dying ingester took from the hub.
type parcel struct {
	jetstream.Msg
	sender string
	dies   bool // before it acknowledges
}

var errKilled = errors.New("the ingester is killed")

func (p parcel) Sender() string            { return p.sender }
func (p parcel) ID() string                { return "" }
func (p parcel) HeaderSize() int           { return 0 }
func (p parcel) Later(time.Duration) error { return nil }

func (p parcel) Done() error {
	if p.dies {
		return errKilled
	}
	return p.DoubleAck(context.Background())
}

// The ingester dies before its transaction, between the transaction and the acknowledgement, in the
// middle of the acknowledgements, or before the worker gets its receipt. The next ingester gives all
// receipts, and stores each game once.
func TestIngesterDiesBetweenItsSteps(t *testing.T) {
	s := newSite(t)
	s.tune = func(c *wire.HubConfig) { c.AckWait = 300 * time.Millisecond }
	invite := s.invite("a")
	s.ingest()
	s.stream()
	c := s.newCourier(invite, 4, 3)
	s.stop()
	for _, test := range []struct {
		name          string
		stores        bool
		acknowledges  int // batches
		stored, inHub int
		receipt       uint64
	}{
		{"before the transaction", false, 0, 0, 4, 0},
		{"before the acknowledgement", true, 0, 12, 4, 12},
		{"between two acknowledgements", true, 2, 12, 2, 12},
		{"before the receipt", true, 4, 12, 0, 12},
	} {
		s.forget()
		c.round++ // so that the hub does not drop the batches as repeated ones
		for i := range c.batches {
			c.send(i)
		}
		s.ingestOnce(test.stores, test.acknowledges, len(c.batches))
		stream := s.stream()
		info, err := stream().Info(t.Context())
		if n := s.count(); err != nil || n != int64(test.stored) || info.State.Msgs != uint64(test.inHub) ||
			c.decided() != test.receipt {
			t.Fatalf("%s: %d games are stored, %+v, %v, receipt %d", test.name, n, info.State, err,
				c.decided())
		}
		s.ingest()
		c.await(test.name, c.games)
		s.drained()
		c.check(test.name)
		s.stop()
	}
}

// ingestOnce is an ingester that takes some batches from the hub and then dies.
func (s *site) ingestOnce(stores bool, acknowledges, batches int) {
	s.t.Helper()
	in, err := fleet.NewIngester(s.t.Context(), s.run, fleet.DefaultAdmission(), func(string) {})
	if err != nil {
		s.t.Fatal(err)
	}
	consumer, err := s.stream()().Consumer(s.t.Context(), "ingester")
	if err != nil {
		s.t.Fatal(err)
	}
	got, err := consumer.Fetch(batches, jetstream.FetchMaxWait(10*time.Second))
	if err != nil {
		s.t.Fatal(err)
	}
	var list []fleet.Message
	for m := range got.Messages() {
		sender := m.Subject()[len(wire.Names{Fleet: s.fleet}.Games("")):]
		list = append(list, parcel{m, sender, len(list) >= acknowledges})
	}
	if len(list) != batches {
		s.t.Fatalf("%d batches arrive, %v, want %d", len(list), got.Error(), batches)
	}
	if !stores {
		return
	}
	err = in.Ingest(s.t.Context(), list, time.Now())
	if dies := slices.ContainsFunc(list, func(m fleet.Message) bool { return m.(parcel).dies }); dies !=
		errors.Is(err, errKilled) {
		s.t.Fatalf("the ingester ends with %v", err)
	}
}
