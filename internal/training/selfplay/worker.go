package selfplay

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// A worker plays one game after another. It keeps the search with its memory, the evaluator and its
// cache as long as the model stays the same. A game does not depend on earlier games.
type worker struct {
	player *Player
	model  string       // name of the last game's model
	eval   io.Closer    // the evaluator of the search; nil if there is none
	search *mcts.Search // with that model; nil for random moves
	source rand.PCG     // the search's randomness
	seen   occurrences  // positions of the game
}

// setModel makes m the player.
func (w *worker) setModel(ctx context.Context, m Model) error {
	if m.Evaluators == nil {
		return w.close()
	}
	if w.search != nil && w.model == m.Name {
		w.search.Reset()
		return nil
	}
	if err := w.close(); err != nil {
		return err
	}
	opened, err := m.Evaluators.Open(ctx, w.player.Board)
	if err != nil {
		return err
	}
	w.eval, w.model = opened, m.Name
	var eval mcts.Evaluator = opened
	if positions := w.player.Config.CachePositions; positions > 0 {
		eval = newCache(eval, positions)
	}
	w.search, err = mcts.New(w.player.Search, eval, rand.New(&w.source))
	return err
}

// close closes the evaluator.
func (w *worker) close() error {
	held := w.eval
	w.search, w.eval = nil, nil
	if held == nil {
		return nil
	}
	return held.Close()
}

// play plays a game and returns it. If ctx is cancelled, it returns an error and no game.
func (w *worker) play(ctx context.Context, t job) (*replay.Game, error) {
	p := w.player
	rng := rand.New(rand.NewPCG(p.Seed, t.number))
	start, scattered, moves := p.opening(t.model, rng)
	g := &replay.Game{
		Rules:       p.Board.Rules().Name(),
		Seed:        p.Seed,
		Number:      t.number,
		Model:       t.model.Name,
		Start:       start.String(),
		RandomPlies: len(moves),
		Moves:       moves,
	}
	state := start
	for _, m := range moves {
		state.Play(m)
	}
	err := w.setModel(ctx, t.model)
	switch {
	case err != nil:
	case w.search == nil:
		err = playRandomly(ctx, g, state, rng)
	default:
		err = w.playSearching(ctx, g, state, p.lastPly(scattered, len(moves)), rng)
	}
	if err != nil {
		return nil, fmt.Errorf("selfplay: game %d: %w", t.number, err)
	}
	return g, nil
}

// playSearching plays a game by search until it is over, proven or drawn by repetition. It stops
// the game at ply last; 0 means no such ply.
func (w *worker) playSearching(ctx context.Context, g *replay.Game, state game.State, last int,
	rng *rand.Rand) error {
	p := w.player
	w.source.Seed(rng.Uint64(), rng.Uint64())
	agreed := agreement{config: p.Config}
	w.seen.reset(p.Board.Rules(), p.Config.Repetitions)
	for {
		if outcome, _ := state.Outcome(); outcome != game.Ongoing {
			finish(g, &state)
			return nil
		}
		if w.seen.drawn(&state) {
			g.Outcome, g.Reason = game.Draw, game.Repetition
			return nil
		}
		full := rng.Float64() < p.Config.FullShare
		result, err := w.search.Run(ctx, &state, p.limit(full, agreed.settled()))
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err // the search was stopped early
		}
		record(g, result, full, agreed.weight())
		if result.Proof != mcts.Unknown {
			g.Outcome, g.Reason = proven(result.Proof, state.Turn()), game.Proof
			return nil
		}
		if last > 0 && len(g.Moves) >= last {
			g.Outcome, g.Reason = game.Ongoing, game.Stopped
			return nil
		}
		agreed.observe(state.Turn(), result.Value)
		m := result.Moves[result.Best]
		g.Moves = append(g.Moves, m)
		state.Play(m)
	}
}
