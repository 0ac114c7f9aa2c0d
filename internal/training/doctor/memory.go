package doctor

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"

	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/training/config"
	"epaminondas/mcts"
	"epaminondas/net"
	"epaminondas/replay"
)

// CheckMemory returns an error if this machine has too little memory to train a config. If the
// report needs the solution of the board, its memory counts too.
func CheckMemory(c config.Config) error {
	board, err := c.Board()
	if err != nil {
		return err
	}
	var solution []config.MemoryPart
	if n := c.Report.ExactPositions; n > 0 {
		solution = []config.MemoryPart{{Setting: "report.exact_positions", Value: fmt.Sprint(n),
			Bytes: solve.Bytes(board.Rules())}}
	}
	return config.CheckMemory(c, solution...)
}

// Memory is the memory of a run. Go collects garbage when the heap has doubled, so the process may
// take twice the total, and about 30 MiB for the program itself.
type Memory struct {
	Position  float64 `json:"position"`         // one position in the window, with its share of the game
	Window    int64   `json:"window"`           // largest size
	Positions int     `json:"window_positions"` // largest size
	// expected size of the window in this run
	Reached int64 `json:"window_reached"`
	Trainer int64 `json:"trainer"`
	Players int64 `json:"players"` // trees, evaluators with full caches, and networks
	Total   int64 `json:"total"`
}

// sum computes the totals. most is the largest number of positions, 0 for no bound; reached is the
// expected number.
func (m *Memory) sum(most, reached int) {
	if m.Positions = most; most == 0 {
		m.Positions = reached
	}
	m.Window, m.Reached = int64(m.Position*float64(m.Positions)), int64(m.Position*float64(reached))
	m.Total = m.Window + m.Trainer + m.Players
}

// weigh measures memory and disk space.
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
	var another *backend.Backend
	network, err := heap(func() (err error) {
		another, err = backend.Open(x.weights, backend.Options{Device: x.config.Device})
		return err
	})
	runtime.KeepAlive(another)
	player += backend.CacheBytes(x.config.Selfplay.CachePositions, x.material.meanMoves())
	r.Memory.Players = config.Networks * network
	if !x.remote {
		r.Memory.Players += player * int64(x.config.Selfplay.WorkerCount())
	}
	if x.config.Selfplay.OlderShare > 0 { // each network and each worker has an older opponent
		r.Memory.Players *= 2
	}
	return err
}

// weighed is the number of positions in the measurement of the window. It is so large that other
// changes of the heap do not matter.
const weighed = 5000

// weighPosition returns the bytes of a position in the window, with its share of the game.
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

// thinned returns a game with the config's share of full searches, at least one.
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

// weighPlayer returns the bytes of a worker without its cache: an evaluator and the trees of the
// last search and of the current search. It stops a slow search early and extrapolates its growth.
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

// heap returns the number of bytes by which build makes the heap grow.
func heap(build func() error) (int64, error) {
	before := inUse()
	err := build()
	return max(0, inUse()-before), err
}

// inUse returns the bytes of reachable objects.
func inUse() int64 {
	runtime.GC()
	runtime.GC() // the second collection frees objects whose finalizers have run
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
