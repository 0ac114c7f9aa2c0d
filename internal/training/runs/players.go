package runs

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
)

// Players makes the players of a run's games. Only one goroutine may use it at a time.
type Players struct {
	Run   *Run
	Board *game.Board
	// Device is where the networks evaluate positions.
	Device backend.Device
	// Tell receives one sentence about each unusable archive or opponent. The games then do without
	// it.
	Tell func(text string)

	told map[string]bool // reasons that Tell has received
}

// tell sends a sentence with its reason to Tell, unless it has sent that reason before.
func (p *Players) tell(reason error, consequence string) {
	if text := reason.Error(); !p.told[text] {
		if p.told == nil {
			p.told = map[string]bool{}
		}
		p.told[text] = true
		p.Tell(text + ": " + consequence)
	}
}

// Stream returns the stream of random numbers for a purpose and the file of a checkpoint. Together
// with the seed of the run, the stream makes a random source.
func Stream(purpose, file string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s", purpose, file)
	return h.Sum64()
}

// Player returns the player of games with the weights of a registered checkpoint.
func (p *Players) Player(ctx context.Context, c Checkpoint, w *net.Weights) (selfplay.Player, error) {
	network, err := backend.Open(w, backend.Options{Device: p.Device})
	if err != nil {
		return selfplay.Player{}, err
	}
	return p.PlayerOf(ctx, c, network)
}

// PlayerOf is [Players.Player] for a network that is already open.
func (p *Players) PlayerOf(ctx context.Context, c Checkpoint, network *backend.Backend) (
	selfplay.Player, error) {
	m := selfplay.Player{Name: c.File, Evaluators: network}
	var err error
	settings := p.Run.Config.Selfplay
	if settings.ArchiveShare > 0 {
		m.Archive, err = p.archive(ctx, c)
	}
	if settings.OlderShare > 0 && err == nil {
		m.Older, err = p.older(ctx, c)
	}
	return m, err
}

// archive returns the archive of a checkpoint. A damaged archive counts as empty.
func (p *Players) archive(ctx context.Context, c Checkpoint) ([]game.State, error) {
	text, err := p.Run.Archive(ctx, c.File)
	if err != nil && !errors.Is(err, ErrArchive) {
		return nil, err
	}
	archive, unreadable := selfplay.ParseArchive(p.Board, text)
	if err = errors.Join(err, unreadable); err != nil {
		p.tell(err, "games with this checkpoint begin from no archive")
		return nil, nil
	}
	return archive, nil
}

// older draws the opponent of a checkpoint at random from the result of [Run.Older]. It returns nil
// if there is none, or if the drawn file is unusable.
func (p *Players) older(ctx context.Context, c Checkpoint) (*selfplay.Player, error) {
	list, err := p.Run.Older(ctx, c.File)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(p.Run.Config.Seed, Stream("older", c.File)))
	drawn := list[rng.IntN(len(list))]
	checkpoint, err := p.Run.LoadWeights(ctx, drawn)
	switch {
	case Unusable(err):
		p.tell(err, fmt.Sprintf("games with %s have no older opponent", c.File))
		return nil, nil
	case err != nil:
		return nil, err
	}
	network, err := backend.Open(checkpoint.Weights, backend.Options{Device: p.Device})
	if err != nil {
		return nil, err
	}
	return &selfplay.Player{Name: drawn.File, Evaluators: network}, nil
}
