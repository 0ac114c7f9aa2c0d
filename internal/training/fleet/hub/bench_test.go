package hub

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/wire"
)

// benchGames is the number of games of one measurement.
const benchGames = 500

// BenchmarkHonestWorker measures how fast games arrive from an honest worker over a real hub:
// alone, and beside a worker that floods the hub. All of them share the cores of this machine. So
// the flood also takes processor time from the honest worker.
func BenchmarkHonestWorker(b *testing.B) {
	for _, hostile := range []bool{false, true} {
		b.Run(fmt.Sprintf("hostile=%v", hostile), func(b *testing.B) {
			s := newSite(b)
			honest, mallory := s.invite("honest"), s.invite("mallory")
			s.ingest()
			defer func() { s.stop() }()
			ctx, cancel := context.WithCancel(b.Context())
			defer cancel()
			flooded := make(chan int, 1)
			if hostile {
				go func() { flooded <- flood(b, ctx, mallory) }()
			}
			spool := b.TempDir()
			for b.Loop() {
				if err := s.work(b.Context(), honest, spool, benchGames); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(benchGames*b.N)/b.Elapsed().Seconds(), "games/s")
			if cancel(); hostile {
				b.ReportMetric(float64(<-flooded)/b.Elapsed().Seconds(), "hostile/s")
			}
		})
	}
}

// flood sends junk, large batches and false reports as fast as the hub reads them. It returns the
// number of sent messages.
func flood(b *testing.B, ctx context.Context, i wire.Invite) (sent int) {
	conn, key, _ := raw(b, i)
	names := wire.Names{Fleet: i.Fleet}
	junk := make([]byte, fleet.MaxBatch)
	for ; ctx.Err() == nil; sent++ {
		m := nats.NewMsg(names.Games(key))
		m.Data = junk
		switch sent % 4 {
		case 1:
			m.Data = junk[:100]
		case 2:
			m.Subject, m.Data = names.Ask(key), []byte(`{"contract":"x","spools":["../../x"]}`)
		case 3:
			m.Subject, m.Data = names.Contract(key), nil
		}
		if conn.PublishMsg(m) != nil {
			return sent
		}
		if sent%16 == 0 {
			_ = conn.FlushTimeout(time.Second)
		}
	}
	return sent
}
