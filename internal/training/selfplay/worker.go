package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// A worker plays one game after another. It keeps its memory from game to game, but a game does not
// depend on earlier games.
type worker struct {
	actor  *Actor
	newest searcher    // the searcher of the player
	older  searcher    // the searcher of the player's opponent, once there was one
	source rand.PCG    // the randomness of all searches of a game
	seen   occurrences // positions of the game
}

// close closes the evaluators.
func (w *worker) close() error { return errors.Join(w.newest.close(), w.older.close()) }

// play plays a game and returns it. If ctx is cancelled, it returns an error and no game.
func (w *worker) play(ctx context.Context, t job) (*replay.Game, error) {
	p := w.actor
	rng := rand.New(rand.NewPCG(p.Seed, t.number))
	start, scattered, moves := p.opening(t.player, rng)
	g := &replay.Game{
		Rules:       p.Board.Rules().Name(),
		Seed:        p.Seed,
		Number:      t.number,
		Model:       t.player.Name,
		Start:       start.String(),
		RandomPlies: len(moves),
		Moves:       moves,
	}
	state := start
	for _, m := range moves {
		state.Play(m)
	}
	err := w.newest.take(ctx, p, t.player, &w.source)
	if older, side := p.opponent(t.player, t.number, rng); older != nil && err == nil {
		g.Opponent, g.OpponentSide = older.Name, side
		err = w.older.take(ctx, p, *older, &w.source)
	}
	switch {
	case err != nil:
	case w.newest.search == nil:
		err = playRandomly(ctx, g, state, rng)
	default:
		err = w.playSearching(ctx, g, state, p.mostSearches(scattered), rng)
	}
	if err != nil {
		return nil, fmt.Errorf("selfplay: game %d: %w", t.number, err)
	}
	return g, nil
}

// playSearching plays a game by search until it is over, proven or drawn by repetition. It stops
// the game after most searches; 0 means no such limit.
func (w *worker) playSearching(ctx context.Context, g *replay.Game, state game.State, most int,
	rng *rand.Rand) error {
	p := w.actor
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
		result, err := w.search(g, &state).Run(ctx, &state, p.limit(full, agreed.settled()))
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err // the search was stopped early
		}
		record(g, result, full && !g.ByOpponent(state.Turn()), agreed.weight())
		if result.Proof != mcts.Unknown {
			g.Outcome, g.Reason = proven(result.Proof, state.Turn()), game.Proof
			return nil
		}
		if most > 0 && len(g.Searches) >= most {
			g.Outcome, g.Reason = game.Ongoing, game.Stopped
			return nil
		}
		agreed.observe(state.Turn(), result.Value)
		m := result.Moves[result.Best]
		g.Moves = append(g.Moves, m)
		state.Play(m)
	}
}

// search returns the search of the side to move.
func (w *worker) search(g *replay.Game, state *game.State) *mcts.Search {
	if g.ByOpponent(state.Turn()) {
		return w.older.search
	}
	return w.newest.search
}
