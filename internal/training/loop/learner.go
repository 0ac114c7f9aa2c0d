package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"epaminondas/game"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// learner is the trainer with its training positions. Games arrive from self-play during training.
// Several goroutines may call its methods.
type learner struct {
	run     *runs.Run
	trainer *train.Trainer
	targets learning.Targets
	batch   []train.Sample
	drawn   []replay.Sample

	following sync.Mutex // guards the follower
	follower  *replay.Follower

	mu      sync.Mutex // guards the sampler
	sampler *replay.Sampler
	arrived chan struct{} // wakes a waiting step when games arrive; holds at most one
}

// newLearner returns a learner without games, for the stage that the run is in.
func newLearner(r *runs.Run, board *game.Board, trainer *train.Trainer) (*learner, error) {
	c := r.Config
	sampler, err := newSampler(r, r.Stage())
	if err != nil {
		return nil, err
	}
	return &learner{
		run:     r,
		trainer: trainer,
		targets: learning.NewTargets(c.Target, board.Rules()),
		batch:   make([]train.Sample, c.Learn.BatchSize),
		drawn:   make([]replay.Sample, c.Learn.BatchSize),
		sampler: sampler,
		arrived: make(chan struct{}, 1),
	}, nil
}

// newSampler returns a sampler without games for a stage. It ignores games of stages on other boards.
func newSampler(r *runs.Run, stage int) (*replay.Sampler, error) {
	whole := r.Whole()
	c := whole.At(stage)
	board, err := c.Board()
	if err != nil {
		return nil, err
	}
	var others []*game.Board
	for i := range whole.StageCount() {
		other, err := whole.At(i).Board()
		if err != nil {
			return nil, err
		}
		if other.Rules() != board.Rules() {
			others = append(others, other)
		}
	}
	rng := rand.NewPCG(c.Seed, learning.SamplerStream)
	sampler, err := replay.NewSampler(board, c.Replay.WindowConfig, c.Replay.Uses, rng)
	if err == nil {
		sampler.PassOver(others...)
	}
	return sampler, err
}

// follow adds games with ids up to last that the learner has not seen, from any process. It stops
// after about the given time. Training continues meanwhile, but other callers of follow wait.
func (l *learner) follow(ctx context.Context, games replay.Games, last int64, slice time.Duration,
) (replay.Followed, error) {
	l.following.Lock()
	defer l.following.Unlock()
	if l.follower == nil {
		l.follower = replay.NewFollower(l.sampler, &l.mu, games)
	}
	f, err := l.follower.Follow(ctx, last, slice)
	if f.Added > 0 {
		select {
		case l.arrived <- struct{}{}:
		default:
		}
	}
	return f, err
}

// ready returns the number of batches from which training may learn now.
func (l *learner) ready() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sampler.Ready(len(l.batch))
}

// drawable reports whether the window has positions to learn from, even if training has drawn each
// as often as the config allows.
func (l *learner) drawable() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sampler.Drawable()
}

// positions returns the number of fully searched positions so far.
func (l *learner) positions() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sampler.Positions()
}

// flow returns how far the games are ahead of training.
func (l *learner) flow() runs.Flow {
	l.mu.Lock()
	defer l.mu.Unlock()
	return runs.Flow{
		Ready: l.sampler.Ready(len(l.batch)), Newest: l.sampler.Last(),
		Owed: float64(l.sampler.Owed()), Drawn: float64(l.sampler.Drawn()),
	}
}

// step learns from one batch. The batch must be ready, and rate is the factor on the learning rate.
func (l *learner) step(rate float64) (train.Losses, error) {
	l.mu.Lock()
	err := l.sampler.Draw(l.drawn)
	l.mu.Unlock()
	if err != nil {
		return train.Losses{}, fmt.Errorf("loop: draw a batch: %w", err)
	}
	for i := range l.drawn {
		l.batch[i] = l.targets.Sample(&l.drawn[i])
	}
	losses, err := l.trainer.Step(l.batch, rate)
	if err != nil {
		return losses, fmt.Errorf("loop: training step %d: %w", l.trainer.Steps()+1, err)
	}
	return losses, nil
}

// settle ends the learning from an older run: its games count as used, and the window takes its
// usual size.
func (l *learner) settle(window replay.WindowConfig) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sampler.Settle()
	return l.sampler.SetWindow(window)
}

// state returns the state of the sampler as JSON, and the newest game in it.
func (l *learner) state() (state []byte, newest int64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	resumable, err := l.sampler.State()
	if err != nil {
		return nil, 0, err
	}
	state, err = json.Marshal(resumable)
	return state, l.sampler.Last(), err
}

// archiveSize is the number of positions in the archive of a checkpoint.
const archiveSize = 256

// archive draws positions from the window. New games may begin from them.
func (l *learner) archive(source *rand.PCG) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sampler.Archive(archiveSize, rand.New(source))
}

// restore restores the state of the sampler at a checkpoint. After an error the learner is unchanged.
func (l *learner) restore(ctx context.Context, games replay.Games, c runs.Checkpoint) error {
	sampler, err := restoreSampler(ctx, l.run, games, c)
	if err == nil {
		l.sampler, l.follower = sampler, nil
	}
	return err
}

// restoreSampler returns a sampler with its state at a checkpoint. The error wraps
// [replay.ErrCorrupt] if this state is damaged.
func restoreSampler(ctx context.Context, r *runs.Run, games replay.Games, c runs.Checkpoint) (
	*replay.Sampler, error) {
	sampler, err := newSampler(r, c.Stage)
	if err != nil {
		return nil, err
	}
	var state replay.SamplerState
	if err := json.Unmarshal(c.Sampler, &state); err != nil {
		return nil, fmt.Errorf("loop: read the sampler of checkpoint %s: %w: %w", c.File, replay.ErrCorrupt,
			err)
	}
	if err := sampler.Restore(ctx, games, state); err != nil {
		return nil, fmt.Errorf("loop: the sampler of checkpoint %s: %w", c.File, err)
	}
	return sampler, nil
}
