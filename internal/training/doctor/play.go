package doctor

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/crew"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/selfplay"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// Play is the speed and the yield of self-play at the start of a run, with nothing else running.
type Play struct {
	GamesPerHour float64 `json:"games_per_hour"`
	Positions    float64 `json:"positions_per_second"` // positions with a full search, for training
	Weight       float64 `json:"weight_per_second"`    // of these positions
	Plies        float64 `json:"plies"`                // of a game, mean
	// games that ended during the measurement; if there are none, lengths come from random games
	Games int `json:"games"`
}

// tally has the counts of self-play during the measurement.
type tally struct {
	rate        float64      // evaluations a second while all workers were busy
	evaluations atomic.Int64 // in all games, including unfinished ones
	begun       int          // games
	games       []*replay.Game
}

// counting wraps evaluators and counts their evaluations.
type counting struct {
	backend.Evaluators
	n *atomic.Int64
}

// Open implements [backend.Evaluators].
func (c counting) Open(ctx context.Context, b *game.Board) (mcts.EvaluateCloser, error) {
	eval, err := c.Evaluators.Open(ctx, b)
	return counted{eval, c.n}, err
}

// counted wraps an evaluator and counts its evaluations.
type counted struct {
	mcts.EvaluateCloser
	n *atomic.Int64
}

func (c counted) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	c.n.Add(1)
	return c.EvaluateCloser.Evaluate(s, moves, prior)
}

// actor returns the actor that plays the run's games.
func (x *examination) actor() *selfplay.Actor {
	return &selfplay.Actor{Board: x.board, Config: x.config.Selfplay, Search: x.config.Search,
		Seed: x.config.Seed}
}

// play lets the workers start games for a time, and then gives them limited time to finish the
// games.
func (x *examination) play(ctx context.Context, r *Report) error {
	var t tally
	began := x.running.Now()
	last := began.Add(x.timeSlice(0.3))
	limited, cancel := x.running.Timeout(ctx, x.timeSlice(0.5))
	defer cancel()
	model := selfplay.Player{Name: "untrained", Evaluators: counting{x.network, &t.evaluations}}
	older := model
	older.Name = "older"
	model.Older = &older // for selfplay.older_share
	pool := &selfplay.Pool{
		Actor: x.actor(),
		Next: func(context.Context) (uint64, selfplay.Player, bool) {
			if x.running.Now().After(last) {
				t.rate = t.perSecond(x.running.Since(began)) // from here on some workers are idle
				return 0, model, false
			}
			t.begun++
			return uint64(t.begun - 1), model, true
		},
		Keep: func(_ context.Context, g *replay.Game) error { t.games = append(t.games, g); return nil },
	}
	if err := pool.Run(limited); crew.Failed(err) || ctx.Err() != nil {
		return crew.Join(err, ctx.Err())
	}
	if t.rate == 0 {
		t.rate = t.perSecond(x.running.Since(began))
	}
	return x.sum(&t, r)
}

func (t *tally) perSecond(spent time.Duration) float64 {
	return float64(t.evaluations.Load()) / spent.Seconds()
}

// sum returns the rates of a tally.
func (x *examination) sum(t *tally, r *Report) error {
	var plies, positions, weight, bytes float64 // sums over finished games
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
	games := float64(len(t.games))
	unfinished := min(t.begun-len(t.games), x.config.Selfplay.WorkerCount()) // one may wait for a worker
	// evaluations for each game; an unfinished game counts as half a game
	each := float64(t.evaluations.Load()) / (games + float64(unfinished)/2)
	if weight == 0 {
		games, plies, each, positions = x.guess()
		weight = positions
	} else {
		r.Disk.ThousandGames = int64(1000 * bytes / games)
	}
	perSecond := cmp.Or(t.rate, r.Evaluate.All) / each // games
	r.Play = Play{
		GamesPerHour: 3600 * perSecond, Plies: plies / games, Games: len(t.games),
		Positions: perSecond * positions / games, Weight: perSecond * weight / games,
	}
	return nil
}

// rowBytes is the approximate size of a game in the database in addition to its record: the other
// columns and two indices.
const rowBytes = 300

// weightOf returns the total training weight of a game's positions.
func weightOf(g *replay.Game) float64 {
	sum := 0.0
	for i := range g.Searches {
		if g.Searches[i].Full() {
			sum += float64(g.Searches[i].Weight)
		}
	}
	return sum
}

// guess returns the plies, evaluations and full searches of a game with the length of a random one.
func (x *examination) guess() (games, plies, evaluations, positions float64) {
	c := x.config.Selfplay
	plies = x.material.meanPlies()
	full := c.FullShare * plies
	return 1, plies, full*float64(c.FullSimulations+1) + (plies-full)*float64(c.FastSimulations+1), full
}
