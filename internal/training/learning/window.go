package learning

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/training/config"
	"epaminondas/replay"
)

// window has the games that a candidate learns. Candidates with the same settings share it.
type window struct {
	sampler *replay.Sampler // draws nothing itself: see [replay.Sampler.Fork]
	damaged int             // games that could not be used
}

// window returns the window of a candidate. It reads the games only if no earlier candidate has the
// same window, and forgets windows that no later candidate needs.
func (w *work) window(ctx context.Context, at int) (*window, error) {
	c := w.Candidates[at].Config
	key := c.Replay.WindowConfig
	if w.windows[key] == nil {
		learned, _ := w.archive.Split(w.archive.Window(key))
		s, damaged, err := newSampler(ctx, w.board, c, w.archive, learned,
			w.task("reading games for "+w.Candidates[at].Name))
		if err != nil {
			return nil, err
		}
		w.windows[key] = &window{s, damaged}
	}
	found := w.windows[key]
	for _, later := range w.Candidates[at+1:] {
		if later.Config.Replay.WindowConfig == key {
			return found, nil
		}
	}
	delete(w.windows, key)
	return found, nil
}

// fork returns a sampler for a candidate.
func (w *window) fork(c config.Config) *replay.Sampler {
	return w.sampler.Fork(rand.NewPCG(c.Seed, SamplerStream))
}

// newSampler returns a sampler with all given games, and the number of games that could not be
// used.
func newSampler(ctx context.Context, board *game.Board, c config.Config, a *StoredGames,
	games []replay.Entry, progress func(done, total int)) (s *replay.Sampler, damaged int, err error) {
	// The games are already the games of the window, so the sampler must not drop any.
	all := replay.WindowConfig{Min: max(Positions(games), 1), Growth: 1, Exponent: 1,
		GameWeight: c.Replay.GameWeight}
	s, err = replay.NewSampler(board, all, 1, rand.NewPCG(c.Seed, SamplerStream))
	if err != nil {
		return nil, 0, err
	}
	damaged, reason, err := a.Each(ctx, games, func(done int, id int64, g replay.Encoded) error {
		progress(done, len(games))
		return s.Add(id, g.Game)
	})
	if err == nil && s.Window() == 0 {
		err = fmt.Errorf("fit: no usable game in %s: %w", a.Dir, errors.Join(reason,
			errors.New("the window has no fully searched position")))
	}
	return s, damaged, err
}
