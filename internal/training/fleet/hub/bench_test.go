package hub

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/fleet/wire"
)

// The times of a measurement of [BenchmarkHonestWorker].
const (
	benchSettle  = time.Second
	benchMeasure = 6 * time.Second
)

// BenchmarkHonestWorker measures how fast games arrive from an honest worker over a real hub: alone,
// and beside a hostile worker. The two take turns, and the benchmark reports the medians:
//
//	go test -run '^$' -bench HonestWorker -benchtime 5x ./internal/training/fleet/hub
//
// It does not measure the start of the worker. Hub, ingester and both workers share the cores of this
// machine. So the hostile worker also takes processor time from the honest one.
func BenchmarkHonestWorker(b *testing.B) {
	for name, attack := range map[string]func(m *mallory, ctx context.Context) int{
		"flood": (*mallory).flood, "press": (*mallory).press,
	} {
		b.Run(name, func(b *testing.B) { benchHonest(b, attack) })
	}
}

func benchHonest(b *testing.B, attack func(m *mallory, ctx context.Context) int) {
	s := newSite(b)
	honest := s.invite("honest")
	var hostile []*mallory // one for each attack, because the hub shuts out a key for a minute
	for i := range b.N {
		hostile = append(hostile, newMallory(s, fmt.Sprint("mallory", i)))
	}
	s.ingest()
	defer func() { s.stop() }()
	ctx, stop := context.WithCancel(b.Context())
	var group sync.WaitGroup
	spool := b.TempDir()
	group.Go(func() { _ = s.work(ctx, honest, spool, 1<<40) })
	defer group.Wait()
	defer stop()
	for s.stored("honest") == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	var alone, beside, sent []float64
	for i := range b.N {
		alone = append(alone, s.speed("honest"))
		attacking, end := context.WithCancel(ctx)
		total, began := make(chan int, 1), time.Now()
		group.Go(func() { total <- attack(hostile[i], attacking) })
		beside = append(beside, s.speed("honest"))
		end()
		sent = append(sent, float64(<-total)/time.Since(began).Seconds())
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(alone), "games/s-alone")
	b.ReportMetric(median(beside), "games/s-beside")
	b.ReportMetric(median(sent), "hostile/s")
	b.Logf("games/s alone %.0f, beside it %.0f", alone, beside)
}

// stored returns the number of stored games of a worker.
func (s *site) stored(name string) int64 {
	s.t.Helper()
	list, err := ledger.Workers(s.t.Context(), s.run)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, w := range list {
		if w.Name == name {
			return w.Stored
		}
	}
	s.t.Fatalf("there is no worker %s", name)
	return 0
}

// speed measures the stored games a second of a worker.
func (s *site) speed(name string) float64 {
	s.t.Helper()
	time.Sleep(benchSettle)
	began, before := time.Now(), s.stored(name)
	time.Sleep(benchMeasure)
	return float64(s.stored(name)-before) / time.Since(began).Seconds()
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}

// mallory is a hostile worker with a valid invitation.
type mallory struct {
	invite wire.Invite
	names  wire.Names
	key    string
	junk   []byte
}

func newMallory(s *site, name string) *mallory {
	s.t.Helper()
	m := &mallory{invite: s.invite(name), names: wire.Names{Fleet: s.fleet},
		junk: make([]byte, fleet.MaxBatch)}
	var err error
	if _, m.key, err = m.invite.Key(); err != nil {
		s.t.Fatal(err)
	}
	return m
}

// message returns message n: a large batch, junk, a false report, or a request for the contract.
func (m *mallory) message(n int) *nats.Msg {
	to := nats.NewMsg(m.names.Games(m.key))
	switch n % 4 {
	case 0:
		to.Data = m.junk
	case 1:
		to.Data = m.junk[:100]
	case 2:
		to.Subject, to.Data = m.names.Ask(m.key), []byte(`{"contract":"x","spools":["../../x"]}`)
	case 3:
		to.Subject = m.names.Contract(m.key)
	}
	return to
}

// flood sends as fast as the hub reads. When the hub disconnects it, it tries to connect again and
// again. It returns the number of sent messages.
func (m *mallory) flood(ctx context.Context) (sent int) {
	for ctx.Err() == nil {
		if conn, err := dial(m.invite); err == nil {
			for ; ctx.Err() == nil && conn.PublishMsg(m.message(sent)) == nil; sent++ {
				if sent%16 == 0 {
					_ = conn.FlushTimeout(time.Second)
				}
			}
			conn.Close()
		}
		time.Sleep(20 * time.Millisecond)
	}
	return sent
}

// press sends without end, but a little less than the hub takes for a flood.
func (m *mallory) press(ctx context.Context) (sent int) {
	conn, err := dial(m.invite)
	if err != nil {
		return 0
	}
	defer conn.Close()
	const beats = 10 // a second
	ticker := time.NewTicker(time.Second / beats)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return sent
		}
		bytes := 0
		for range mostMessages / beats * 9 / 10 {
			to := m.message(sent)
			if bytes+len(to.Data) > mostBytes/beats*9/10 {
				to.Data = nil
			}
			if bytes += len(to.Data); conn.PublishMsg(to) != nil {
				return sent
			}
			sent++
		}
		_ = conn.FlushTimeout(time.Second)
	}
}
