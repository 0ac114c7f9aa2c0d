package fleet

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"epaminondas/game"
	"epaminondas/internal/base/crew"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/selfplay"
	"epaminondas/replay"
)

// WorkerConfig has the settings of a worker.
type WorkerConfig struct {
	Key    string // public key
	Signer Signer
	Spool  string // folder
	Cores  int    // for the status of the fleet
	// Workers is the number of games at once. 0 means one for each core, or more if that suits the
	// network.
	Workers int
	Games   uint64 // the worker ends when this number of games have receipts; 0 for no end

	SpoolBytes int64         // the worker pauses at this size
	Patience   time.Duration // time that the worker plays without an answer from the hub
	Linger     time.Duration // time that a game waits for others of its batch
	Report     time.Duration // time between reports
	Again      time.Duration // time after which the worker sends games without a receipt again
}

// DefaultWorker returns the settings of a worker.
func DefaultWorker() WorkerConfig {
	return WorkerConfig{
		SpoolBytes: 64 << 20, Patience: 10 * time.Minute,
		Linger: time.Second, Report: 2 * time.Second, Again: time.Minute,
	}
}

// Validate reports the first unusable setting.
func (c WorkerConfig) Validate() error {
	switch {
	case c.Cores < 1:
		return fmt.Errorf("fleet: the worker has %s, want 1 or more", noun.Count(c.Cores, "core"))
	case c.Workers < 0:
		return fmt.Errorf("fleet: the worker plays %s at once, want 0 or more", noun.Count(c.Workers, "game"))
	case c.SpoolBytes < 1<<20:
		return fmt.Errorf("fleet: the limit of the spool is %s, want %d or more",
			noun.Count(c.SpoolBytes, "byte"), 1<<20)
	case c.Patience <= 0 || c.Linger <= 0 || c.Report <= 0 || c.Again <= 0:
		return fmt.Errorf("fleet: patience %v, linger %v, report %v, again %v: want more than 0",
			c.Patience, c.Linger, c.Report, c.Again)
	}
	return nil
}

// Worker plays games for a run on another machine. See [RunWorker].
type Worker struct {
	config   WorkerConfig
	hub      Hub
	tell     func(text string)
	states   stateReporter
	contract Contract
	digest   string
	settings config.Config
	board    *game.Board
	spool    *Spool
	networks *networks
	jitter   *rand.Rand // of the reports; the sender has its own
	begun    uint64     // games under this contract
	earlier  uint64     // games kept under earlier contracts

	mu      sync.Mutex
	heard   time.Time // when orders last came
	orders  Orders
	rate    rate
	refused int64 // id of the last refusal that the worker knows, -1 before the first answer
}

// errStopped ends a worker that the hub has stopped.
var errStopped = errors.New("the hub ended this worker")

// errDone ends a worker whose games all have receipts.
var errDone = errors.New("all games have receipts")

// RunWorker plays until ctx ends, the hub stops the worker, or the worker cannot honour the
// contract. It plays on if the hub has a new contract. It calls tell with a sentence about each event.
// Games without receipts stay in the spool for the next start.
func RunWorker(ctx context.Context, c WorkerConfig, hub Hub, tell func(text string)) error {
	if err := c.Validate(); err != nil {
		return err
	}
	w := &Worker{config: c, hub: hub, tell: tell, states: newStateReporter(tell),
		jitter: newJitter(c.Key), refused: -1}
	for {
		err := w.serve(ctx)
		if !errors.Is(err, errRenewed) {
			return err
		}
		tell("the run has entered another stage: the worker plays on under the hub's new contract")
		w.earlier, w.begun = w.rate.games, 0
	}
}

// serve plays under one contract.
func (w *Worker) serve(ctx context.Context) (err error) {
	c, hub, tell := w.config, w.hub, w.tell
	if err := w.agree(ctx); err != nil {
		return err
	}
	if w.spool, err = OpenSpool(ctx, c.Spool, c.Key, c.SpoolBytes); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.spool.Close()) }()
	if w.networks, err = openNetworks(c.Spool, hub); err != nil {
		return err
	}
	w.networks.tell = tell
	others, err := findStranded(c.Spool, c.Key)
	if err != nil {
		return err
	}
	if text := others.text(); text != "" {
		tell(text)
	}
	if n := w.spool.Games(); n > 0 {
		tell(fmt.Sprintf("%s of earlier starts %s no receipt yet; the worker sends %s",
			noun.Count(n, "game"), noun.Form(n, "has", "have"), noun.Form(n, "it", "them")))
	}
	if err := w.work(ctx); !errors.Is(err, errDone) {
		return err
	}
	return nil
}

// newJitter returns a random source for waits. The waits of a worker need not be reproducible.
func newJitter(key string) *rand.Rand {
	return rand.New(rand.NewPCG(Seed("jitter", key, ""), uint64(time.Now().UnixNano())))
}

// agree gets the contract. It waits if it cannot reach the hub.
func (w *Worker) agree(ctx context.Context) error {
	wait := backoff{source: w.jitter, most: 30 * time.Second}
	said := ""
	for {
		encoded, err := w.hub.Contract(ctx)
		if err == nil {
			w.digest = Digest(encoded)
			if w.contract, w.settings, err = Honour(encoded); err != nil {
				return err
			}
			return w.prepare()
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, ErrRejected) {
			return err
		}
		text := fmt.Sprintf("the worker has no contract yet and tries again and again: %v", err)
		if text != said {
			w.tell(text)
			said = text
		}
		if err := wait.failed(ctx); err != nil {
			return err
		}
	}
}

// prepare creates the board, and refuses settings that need more memory than this machine has.
func (w *Worker) prepare() (err error) {
	if w.board, err = w.settings.Board(); err != nil {
		return err
	}
	estimate := config.SelfplayMemory(w.board, w.selfplay(), w.settings.Search, w.settings.Network)
	if err := estimate.Fits(config.AvailableMemory()); err != nil {
		return fmt.Errorf("fleet: %w: %w", ErrContract, err)
	}
	return nil
}

// selfplay returns the settings of the games on this machine.
func (w *Worker) selfplay() selfplay.Config {
	settings := w.settings
	settings.Device, settings.Selfplay.Workers = backend.Auto, w.config.Workers
	return settings.LocalSelfplay()
}

// work plays, sends and reports at the same time.
func (w *Worker) work(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return w.play(ctx) })
	group.Go(func() error { return w.send(ctx) })
	group.Go(func() error { return w.report(ctx) })
	group.Go(func() error { return w.networks.follow(ctx, w.wanted, newJitter(w.config.Key)) })
	return group.Wait()
}

// play plays games, and waits while the hub wants none.
func (w *Worker) play(ctx context.Context) error {
	pool := &selfplay.Pool{
		Actor: &selfplay.Actor{
			Board: w.board, Config: w.selfplay(), Search: w.settings.Search,
			Seed: Seed(w.contract.Fleet, w.config.Key, w.spool.ID()),
		},
		Next: w.nextGame,
		Keep: w.keep,
	}
	return pool.Run(ctx)
}

// pausePoll is the time after which a pausing worker checks again whether it may play.
const pausePoll = 100 * time.Millisecond

// nextGame waits until the worker may begin a game.
func (w *Worker) nextGame(ctx context.Context) (uint64, selfplay.Player, bool) {
	for {
		model, ok := w.networks.current()
		if w.config.Games > 0 && w.earlier+w.begun == w.config.Games {
			return 0, model, false
		}
		if ok && w.pause() == "" {
			w.begun++
			return w.begun - 1, model, true
		}
		if crew.Sleep(ctx, pausePoll) != nil {
			return 0, model, false
		}
	}
}

// pause returns the reason why the worker may not begin a game, or "" if it may.
func (w *Worker) pause() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case time.Since(w.heard) > w.config.Patience:
		return stateDetached
	case !Active(w.config.Key, w.orders.Share):
		return enough(w.orders.Training)
	case w.spool.Full():
		return stateSpool
	}
	return ""
}

// keep appends a game to the spool.
func (w *Worker) keep(_ context.Context, g *replay.Game) error {
	encoded, err := replay.Encode(g)
	if err != nil {
		return err
	}
	if err := w.spool.Append(encoded); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rate.add(time.Now())
	return nil
}

// wanted returns the network that the hub offers.
func (w *Worker) wanted() *Network {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.orders.Network
}
