package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/net"
	"epaminondas/replay"
)

// network returns an untrained network, which takes as long as a trained one.
func network(t testing.TB, blocks, channels int) *net.Network {
	t.Helper()
	c := net.Config{Blocks: blocks, Channels: channels, PoolEvery: 2, ValueHidden: channels}
	w, err := net.NewWeights(c, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	return net.NewNetwork(w)
}

// clocked is an evaluator that measures its own time and the rest of its game's time.
type clocked struct {
	mcts.Evaluator
	totals *totals
	last   time.Time // end of the last evaluation
}

// totals add up what all evaluators have measured.
type totals struct {
	inside, outside, evaluations atomic.Int64 // nanoseconds, nanoseconds, calls
}

func (c *clocked) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	begin := time.Now()
	if !c.last.IsZero() {
		c.totals.outside.Add(int64(begin.Sub(c.last)))
	}
	value, err := c.Evaluator.Evaluate(s, moves, prior)
	c.last = time.Now()
	c.totals.inside.Add(int64(c.last.Sub(begin)))
	c.totals.evaluations.Add(1)
	return value, err
}

// BenchmarkSelfplay plays the first moves of games with networks of the shapes that boards are
// learnt with. An operation is a game. outside-% is the share of a worker's time outside the
// network.
func BenchmarkSelfplay(b *testing.B) {
	for _, shape := range []struct {
		name, rules      string
		blocks, channels int
	}{
		{"14x12", "epaminondas,max_plies=20", 4, 32},
		{"8x8", "epaminondas:8x8,max_plies=40", 4, 32},
		{"4x6", "epaminondas:4x6x1,max_plies=40", 3, 24},
	} {
		for workers := 1; workers <= 2; workers++ {
			b.Run(fmt.Sprintf("%s-%dx%d/workers=%d", shape.name, shape.blocks, shape.channels, workers),
				func(b *testing.B) {
					p := player(b, shape.rules)
					p.Config = Default()
					p.Config.Workers, p.Config.CachePositions = workers, 0 // every position is evaluated
					benchmarkSelfplay(b, p, network(b, shape.blocks, shape.channels))
				})
		}
	}
}

func benchmarkSelfplay(b *testing.B, p *Actor, n *net.Network) {
	var sum totals
	model := Player{Name: "untrained", Evaluators: source(func() mcts.Evaluator {
		return &clocked{Evaluator: n.NewEvaluator(p.Board), totals: &sum}
	})}
	begun, searched := 0, 0
	pool := Pool{
		Actor: p,
		Next: func(context.Context) (uint64, Player, bool) {
			begun++
			return uint64(begun), model, begun <= b.N
		},
		Keep: func(_ context.Context, g *replay.Game) error { searched += len(g.Searches); return nil },
	}
	b.ReportAllocs()
	b.ResetTimer()
	if err := pool.Run(b.Context()); err != nil {
		b.Fatal(err)
	}
	seconds := b.Elapsed().Seconds()
	inside, outside := float64(sum.inside.Load()), float64(sum.outside.Load())
	b.ReportMetric(float64(b.N)/seconds, "games/s")
	b.ReportMetric(float64(searched)/seconds, "positions/s")
	b.ReportMetric(float64(sum.evaluations.Load())/seconds, "evaluations/s")
	b.ReportMetric(100*outside/(inside+outside), "outside-%")
}
