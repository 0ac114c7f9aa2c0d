// Package arena plays matches and tournaments, and estimates which player is better and how certain
// that is. A match is the smallest tournament. A tournament plays every opening twice in each
// pairing, with the colours exchanged. The pair of games is the unit of its statistics. The
// statistics are rating differences with their intervals. For two players there is also a
// sequential test, which stops as soon as the answer is clear. The package keeps the clocks, and a
// player that breaks the rules or does not answer loses the game. A tournament that was stopped can
// continue. A game depends only on the tournament's seed and the game's number. So a tournament
// between players with node limits is reproducible for any number of concurrent games.
package arena

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"

	"golang.org/x/sync/semaphore"

	"epaminondas/game"
	"epaminondas/internal/base/process"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// Tournament has the players and the settings of a tournament. A match is a tournament of two
// players.
//
// For each opening in turn every pairing plays two games. A has White in the first and Black in the
// second. So a tournament that was stopped is balanced except for its last opening. A game depends
// on the seed and its number, but not on the goroutine that plays it.
type Tournament struct {
	Board    *game.Board
	Players  []player.Factory // at least two with different names: see [Distinct]
	Pairings []Pairing        // see [Duel], [Gauntlet] and [RoundRobin]
	Openings []Opening
	Balanced bool // Openings are balanced ones of the program: see [MatchOpenings]
	// Control is the time of each player for a game. Without a clock players keep to their own
	// limits.
	Control engine.Control
	// Parallel is the number of concurrent games, at least 1.
	Parallel int
	// Cores is the number of cores that the players may use at the same time, or 0 for no limit. A
	// player waits for its cores before its clock starts, so concurrent games do not take time off
	// a clock.
	Cores int
	// Seed seeds the players.
	Seed uint64
	// SPRT ends a match as soon as it decides. It uses the pairs of games in their order, so the
	// decision does not depend on which game ended first. Nil plays all games.
	SPRT *result.SPRT
	// Prover ends games that both players consider decided. Nil plays all games to the end.
	Prover Prover
	// Journal saves every finished game. May be nil.
	Journal Journal
	// Played are games of this tournament from earlier sessions, as a journal returns them. They
	// count and are not played again.
	Played []record.Game
	// Progress receives the standing at the beginning and after every game, from one goroutine at a
	// time. May be nil.
	Progress func(Standing)
	// Throttle is called before every move, in the goroutine that plays the game. It may block to
	// leave the processor to other programs. May be nil.
	Throttle func()
}

// Prover proves the outcome of games that are not over.
type Prover interface {
	// Winner returns the proven outcome of s, or Ongoing. Several goroutines call it at once. It
	// returns within a second after ctx ends.
	Winner(ctx context.Context, s *game.State) (game.Outcome, error)
}

// Journal saves finished games.
type Journal interface {
	// Append saves a game. The game is safe when Append returns. One goroutine calls it at a time.
	Append(*record.Game) error
}

// Together returns the number of games that the players play best at the same time under a clock, or
// without one. It is the number of cores, unless all players are networks that gain by more games.
func Together(players []player.Factory, clock engine.Control) int {
	cores, least := runtime.GOMAXPROCS(0), math.MaxInt
	for _, p := range players {
		least = min(least, p.Together)
	}
	if clock != (engine.Control{}) || len(players) == 0 {
		return cores
	}
	return max(cores, least)
}

// Games returns the number of games, which is the maximum with SPRT.
func (t *Tournament) Games() int { return 2 * len(t.Pairings) * len(t.Openings) }

// fixture has the properties of a game that follow from its number.
type fixture struct {
	number  int
	pairing int
	opening int
	sides   [2]int // players, by colour
}

func (t *Tournament) fixture(number int) fixture {
	f := fixture{number: number, pairing: number / 2 % len(t.Pairings), opening: number / 2 / len(t.Pairings)}
	p := t.Pairings[f.pairing]
	f.sides[colourOfA(number)], f.sides[colourOfA(number).Other()] = p.A, p.B
	return f
}

// colourOfA returns the colour of the first player of a pairing in a game.
func colourOfA(number int) game.Colour { return game.Colour(number % 2) }

// seeds returns the seeds of both players of a game, A's first. Stream 0 of the seed is reserved
// for the openings.
func (t *Tournament) seeds(number int) [2]uint64 {
	rng := rand.New(rand.NewPCG(t.Seed, uint64(number)+1))
	return [2]uint64{rng.Uint64(), rng.Uint64()}
}

// Play plays the tournament. If ctx ends, or a player or the journal fails, Play returns the
// standings so far together with the error. The standings are nil only if no game could begin.
func (t *Tournament) Play(ctx context.Context) (*Standings, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if err := t.validatePlayed(); err != nil {
		return nil, err
	}
	running := process.StartClock()
	defer running.Stop()
	began := running.Now()
	s := &session{
		t:     t,
		time:  running,
		score: newScore(t),
		pool:  &playerPool{factories: t.Players, room: 2 * t.Parallel},
	}
	if t.Cores > 0 {
		s.cores = semaphore.NewWeighted(int64(t.Cores))
	}
	err := s.play(ctx)
	standings, failure := newStandings(t, s.score, err == nil)
	if standings != nil {
		standings.Seconds = running.Since(began).Seconds()
	}
	return standings, errors.Join(err, failure)
}
