package doctor

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"epaminondas/game"
	"epaminondas/internal/selfplay"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// Play says how fast self-play is with nothing else running, and what it yields, at the start of a run.
type Play struct {
	GamesPerHour float64 `json:"games_per_hour"`
	Positions    float64 `json:"positions_per_second"` // searched in full: what is learnt from
	Weight       float64 `json:"weight_per_second"`    // of these positions
	Plies        float64 `json:"plies"`                // of a game, mean
	Games        int     `json:"games"`                // that ended while it was measured; with none, lengths are those of random games
}

// tally is what one worker did.
type tally struct {
	games       []*replay.Game
	finished    int // evaluations in games that ended
	evaluations int // in all games
	spent       time.Duration
}

// counted counts what an evaluator is asked.
type counted struct {
	mcts.Evaluator
	n *int
}

func (c counted) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	*c.n++
	return c.Evaluator.Evaluate(s, moves, prior)
}

// player returns the run's player.
func (x *examination) player() *selfplay.Player {
	return &selfplay.Player{Board: x.board, Config: x.config.Selfplay, Search: x.config.Search, Seed: x.config.Seed}
}

// play lets every worker begin games for a while and, up to a point, finish them.
func (x *examination) play(ctx context.Context, r *Report) error {
	began := time.Now()
	limited, cancel := context.WithDeadline(ctx, began.Add(x.share(0.5)))
	defer cancel()
	var next atomic.Uint64
	tallies := make([]tally, x.workers())
	group, playing := errgroup.WithContext(limited)
	for i := range tallies {
		group.Go(func() error { return x.work(playing, &tallies[i], &next, began.Add(x.share(0.3))) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return x.sum(tallies, r)
}

// work plays the games of one worker: none begins after last, and none goes on when ctx is done.
func (x *examination) work(ctx context.Context, t *tally, next *atomic.Uint64, last time.Time) error {
	began := time.Now()
	defer func() { t.spent = time.Since(began) }()
	model := selfplay.Model{Name: "fresh", NewEvaluator: func() mcts.Evaluator {
		return counted{x.network.NewEvaluator(x.board), &t.evaluations}
	}}
	for time.Now().Before(last) {
		g, err := x.player().Play(ctx, next.Add(1)-1, model)
		if errors.Is(err, context.DeadlineExceeded) {
			return nil
		}
		if err != nil {
			return err
		}
		t.games, t.finished = append(t.games, g), t.evaluations
	}
	return nil
}

// sum makes rates of what the workers did. Games that were cut short count by their evaluations.
func (x *examination) sum(tallies []tally, r *Report) error {
	var rate, finished, plies, positions, weight, bytes float64 // rate is of evaluations
	for _, t := range tallies {
		rate += float64(t.evaluations) / t.spent.Seconds()
		finished += float64(t.finished)
		r.Play.Games += len(t.games)
		for _, g := range t.games {
			plies += float64(len(g.Moves))
			positions += float64(g.Positions())
			weight += weightOf(g)
			record, err := replay.EncodeGame(g)
			if err != nil {
				return err
			}
			bytes += float64(len(record) + rowBytes)
		}
	}
	games := float64(r.Play.Games)
	if rate == 0 {
		rate = r.Evaluate.All
	}
	if weight == 0 {
		games, plies, finished, positions = x.guess()
		weight = positions
	} else {
		r.Disk.ThousandGames = int64(1000 * bytes / games)
	}
	perSecond := rate / (finished / games) // games
	r.Play.GamesPerHour, r.Play.Plies = 3600*perSecond, plies/games
	r.Play.Positions, r.Play.Weight = perSecond*positions/games, perSecond*weight/games
	return nil
}

// rowBytes is about what a game takes in the database beside its record: the other columns and two indices.
const rowBytes = 300

// weightOf returns the weight of the positions of a game that are learnt from.
func weightOf(g *replay.Game) float64 {
	sum := 0.0
	for i := range g.Searches {
		if g.Searches[i].Full() {
			sum += float64(g.Searches[i].Weight)
		}
	}
	return sum
}

// guess returns the plies, evaluations and full searches of one game as long as a random one.
func (x *examination) guess() (games, plies, evaluations, positions float64) {
	c := x.config.Selfplay
	plies = x.material.meanPlies()
	full := c.FullShare * plies
	return 1, plies, full*float64(c.FullSimulations+1) + (plies-full)*float64(c.FastSimulations+1), full
}
