package loop

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"

	"epaminondas/game"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/result"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// gatekeeper holds the best checkpoint and plays matches against it.
type gatekeeper struct {
	config config.Config
	board  *game.Board

	mu   sync.Mutex
	best candidate
}

func newGatekeeper(c config.Config, board *game.Board, best candidate) *gatekeeper {
	return &gatekeeper{config: c, board: board, best: best}
}

// currentBest returns the best checkpoint so far.
func (g *gatekeeper) currentBest() candidate {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.best
}

// setBest makes p the best checkpoint.
func (g *gatekeeper) setBest(p candidate) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.best = p
}

// GateResult is the result of a candidate's gate match.
type GateResult struct {
	Candidate, Best runs.Checkpoint // candidate and best before the match
	Match           *arena.Result
}

// Accepted reports whether the candidate becomes the best.
func (r GateResult) Accepted() bool { return r.Match.Test.Decision == result.Accepted }

// String returns a summary.
func (r GateResult) String() string {
	return fmt.Sprintf("step %d against %d: %s", r.Candidate.Step, r.Best.Step, r.Match.Line())
}

// record returns the match as an entry of the registry.
func (r GateResult) record() runs.Match {
	t := r.Match.Total
	return runs.Match{
		Candidate: r.Candidate.ID, Best: r.Best.ID,
		Wins: t.Wins, Draws: t.Draws, Losses: t.Losses,
		Accepted: r.Accepted(), Verdict: string(r.Match.Test.Decision), Detail: r.Match,
	}
}

// gateSeed returns the seed of a candidate's match. Every bit of the run's seed and the name of the
// candidate's file determine it. It has 53 bits, because readers of its JSON may use float64.
func gateSeed(seed uint64, file string) uint64 {
	return rand.New(rand.NewPCG(seed, runs.Stream("gate", file))).Uint64() >> 11
}

// playGate plays a candidate against the best checkpoint until the test decides or all games are
// played. The seed of the run and the candidate's file determine the match. wait may be nil. It measures
// the processor time of threads, so with it the networks evaluate in the threads of their games.
func (g *gatekeeper) playGate(ctx context.Context, candidate candidate, parallel int, wait func(),
	progress func(played, games int)) (GateResult, error) {
	best := g.currentBest()
	newer, older := candidate.network, best.network
	if wait != nil {
		newer, older = newer.Direct(), older.Direct()
	}
	result, err := arena.Gate(ctx, g.config.Gate.GateConfig, arena.Trial{
		Board:     g.board,
		Candidate: arena.NamedNetwork{Name: candidate.File, Evaluators: newer},
		Best:      arena.NamedNetwork{Name: best.File, Evaluators: older},
		Search:    g.config.Play,
		Seed:      gateSeed(g.config.Seed, candidate.File),
		Parallel:  parallel,
		Throttle:  wait,
		Progress:  func(s arena.Standing) { progress(s.Played, s.Games) },
	})
	return GateResult{Candidate: candidate.Checkpoint, Best: best.Checkpoint, Match: result}, err
}

// gateConcurrently judges the newest checkpoint again and again, within the gate's share of the
// CPU.
func (l *loop) gateConcurrently(ctx context.Context) error {
	if l.config.Gate.Games == 0 {
		return nil
	}
	runtime.LockOSThread() // until this goroutine ends; it draws the openings: see throttle
	throttle := newThrottle(l.config.Gate.Share, systemMeters(l.timer.clocks.wall))
	for {
		select {
		case candidate := <-l.candidates:
			if candidate.ID == l.gate.currentBest().ID {
				continue // the first checkpoint is the best without a match
			}
			throttle.resume()
			result, err := l.gate.playGate(ctx, candidate, 1, func() { throttle.wait(ctx) },
				func(int, int) {})
			if err != nil {
				return err
			}
			if err := l.conclude(ctx, candidate, result); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// conclude records a gate match and applies its result.
func (l *loop) conclude(ctx context.Context, candidate candidate, result GateResult) error {
	if err := l.run.AddMatch(ctx, result.record()); err != nil {
		return err
	}
	l.applyResult(candidate, result)
	return nil
}

// applyResult makes an accepted candidate the best checkpoint and tells the observer. The match
// must be in the registry already.
func (l *loop) applyResult(candidate candidate, result GateResult) {
	if result.Accepted() {
		l.gate.setBest(candidate)
	}
	l.observe(func(o Observer) { o.Gate(result) })
}
