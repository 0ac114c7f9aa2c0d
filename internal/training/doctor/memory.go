package doctor

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"

	"epaminondas/internal/training/selfplay"
	"epaminondas/mcts"
	"epaminondas/net"
	"epaminondas/replay"
)

// Memory is what the run keeps in memory. Go collects garbage once it is as much again, so that the
// process may take twice the total, and some 30 MiB for the program itself.
type Memory struct {
	Position  float64 `json:"position"`         // one in the window, with its share of the game
	Window    int64   `json:"window"`           // at its greatest
	Positions int     `json:"window_positions"` // at its greatest
	// what the window will come to in this run, as far as can be foreseen
	Reached int64 `json:"window_reached"`
	Trainer int64 `json:"trainer"`
	Players int64 `json:"players"` // trees, evaluators, their caches when full, and networks
	Total   int64 `json:"total"`
}

// sum completes the figures; most is the greatest number of positions, 0 for no bound, and reached
// the one foreseen.
func (m *Memory) sum(most, reached int) {
	if m.Positions = most; most == 0 {
		m.Positions = reached
	}
	m.Window, m.Reached = int64(m.Position*float64(m.Positions)), int64(m.Position*float64(reached))
	m.Total = m.Window + m.Trainer + m.Players
}

// networks is how many networks a run holds: the latest, the best and the gate's candidate.
const networks = 3

// weigh measures what takes memory and disk.
func (x *examination) weigh(ctx context.Context, r *Report) error {
	checkpoint, err := net.EncodeCheckpoint(&net.Checkpoint{Weights: x.weights})
	if err != nil {
		return err
	}
	r.Disk.Checkpoint = int64(len(checkpoint))
	if r.Memory.Position, err = x.weighPosition(); err != nil {
		return err
	}
	player, err := x.weighPlayer(ctx)
	if err != nil {
		return err
	}
	var another *net.Network
	network, err := heap(func() error { another = net.NewNetwork(x.weights); return nil })
	runtime.KeepAlive(another)
	player += selfplay.CacheBytes(x.config.Selfplay.CachePositions, x.material.meanMoves())
	r.Memory.Players = player*int64(x.config.Selfplay.WorkerCount()) + networks*network
	return err
}

// weighed is the number of positions whose bytes in the window are counted: enough to drown what
// else the heap does.
const weighed = 5000

// weighPosition returns the bytes that the window takes for a position, its share of the game
// included.
func (x *examination) weighPosition() (float64, error) {
	everything := replay.WindowConfig{Min: 1, Growth: 1, Exponent: 1}
	sampler, err := replay.NewSampler(x.board, everything, 1, rand.NewPCG(1, 1))
	if err != nil {
		return 0, err
	}
	bytes, err := heap(func() error {
		for id := int64(1); sampler.Window() < weighed; id++ {
			g := x.material.games[int(id)%len(x.material.games)]
			if err := sampler.Add(id, x.thinned(g)); err != nil {
				return err
			}
		}
		return nil
	})
	return float64(bytes) / float64(sampler.Window()), err
}

// thinned returns a game with the config's share of full searches, and one at least.
func (x *examination) thinned(g *replay.Game) *replay.Game {
	thin := *g
	thin.Searches = nil
	due := 1.0
	for _, s := range g.Searches {
		if due >= 1 {
			due--
			thin.Searches = append(thin.Searches, s)
		}
		due += x.config.Selfplay.FullShare
	}
	return &thin
}

// weighPlayer returns the bytes of a worker but for its cache: an evaluator and two trees, that of
// the last search and that of this one. Where a search would take too long it is cut short and
// taken to grow on as it did.
func (x *examination) weighPlayer(ctx context.Context) (int64, error) {
	var search *mcts.Search
	var evaluator mcts.EvaluateCloser
	simulations := x.config.Selfplay.FullSimulations
	done := 0
	bytes, err := heap(func() (err error) {
		if evaluator, err = x.network.Open(ctx, x.board); err != nil {
			return err
		}
		search, err = mcts.New(x.config.Search, evaluator, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			return err
		}
		for _, i := range []int{0, len(x.material.samples) / 2} {
			limit := mcts.Limit{Simulations: simulations, Time: x.timeSlice(0.03)}
			result, err := search.Run(ctx, &x.material.samples[i].State, limit)
			if err != nil {
				return err
			}
			done = max(done, result.Simulations)
		}
		return nil
	})
	runtime.KeepAlive(search)
	if evaluator != nil {
		err = errors.Join(err, evaluator.Close())
	}
	if done > 0 && done < simulations {
		bytes = int64(float64(bytes) * float64(simulations) / float64(done))
	}
	return bytes, err
}

// heap returns how many bytes more are in use after build.
func heap(build func() error) (int64, error) {
	before := inUse()
	err := build()
	return max(0, inUse()-before), err
}

// inUse returns the bytes of what is reachable.
func inUse() int64 {
	runtime.GC()
	runtime.GC() // what had a finalizer goes now
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
