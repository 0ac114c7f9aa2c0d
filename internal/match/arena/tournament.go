// Package arena lets players meet and says who is better, and how sure that
// is. A tournament, of which a match is the smallest, plays every opening twice
// in each pairing with the colours exchanged, and takes the pair of games as the
// unit of its statistics: rating differences with their intervals, and for two
// players a sequential test that stops as soon as the answer is clear. It keeps
// the clocks, takes the game from whoever breaks the rules or does not answer,
// and goes on where it was stopped. A game is a function of the tournament's
// seed and the game's number, so a tournament between players limited by nodes
// repeats exactly, however many games are played at once.
package arena

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/semaphore"

	"epaminondas/game"
	"epaminondas/internal/engine/clock"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/rating"
	"epaminondas/internal/match/record"
)

// Tournament is who is to meet whom, and how. A match is a tournament of two.
//
// For each opening in turn every pairing plays two games: in the first A has
// White, in the second B. So a tournament that is stopped is balanced but for
// its last opening. A game follows from the seed and its number, whichever
// goroutine plays it.
type Tournament struct {
	Board    *game.Board
	Players  []player.Contestant // at least two, of different names: see [Distinct]
	Pairings []Pairing           // see [Duel], [Gauntlet] and [RoundRobin]
	Openings []Opening
	// Control is the time of each player for a game. Without a clock players keep
	// to their own limits.
	Control clock.Control
	// Parallel is the number of games played at the same time, at least 1.
	Parallel int
	// Cores is how many cores the players may keep busy at the same time, 0 for
	// no bound. A player waits for its cores before its clock starts, so that
	// many games at a time starve no clock.
	Cores int
	// Seed seeds the players.
	Seed uint64
	// SPRT ends a match as soon as it decides. It looks at the pairs of games in
	// their order, so that what is decided does not depend on which was finished
	// first. Nil plays all games.
	SPRT *rating.SPRT
	// Prover ends games that both players see the end of. Nil plays them out.
	Prover Prover
	// Journal keeps every finished game. May be nil.
	Journal Journal
	// Played are games of this tournament that were finished before, as a journal
	// brought them back. They are counted and not played again.
	Played []record.Game
	// Progress is told where the tournament stands at its beginning and after
	// every game, by one goroutine at a time. May be nil.
	Progress func(Standing)
	// Throttle is called before every move, by the goroutine that plays the
	// game; it may block to leave the CPU to others. May be nil.
	Throttle func()
}

// Prover confirms how a game ends that is not over.
type Prover interface {
	// Winner returns the outcome that is certain from s on, Ongoing if none is
	// proven. It is asked by several goroutines at once, and returns within a
	// second when ctx ends.
	Winner(ctx context.Context, s *game.State) (game.Outcome, error)
}

// Journal keeps finished games.
type Journal interface {
	// Append keeps a game, for good when it returns. It is called by one
	// goroutine at a time.
	Append(*record.Game) error
}

// Games returns how many games are played, with SPRT at most.
func (t *Tournament) Games() int { return 2 * len(t.Pairings) * len(t.Openings) }

// fixture is what the number of a game says.
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

// colourOfA returns the colour that the first of a pairing has in a game.
func colourOfA(number int) game.Colour { return game.Colour(number % 2) }

// seeds returns the seeds of both players of a game, of A first. Stream 0 of
// the seed is left to whoever draws the openings.
func (t *Tournament) seeds(number int) [2]uint64 {
	rng := rand.New(rand.NewPCG(t.Seed, uint64(number)+1))
	return [2]uint64{rng.Uint64(), rng.Uint64()}
}

// Play plays the tournament. When ctx ends, or a player or the journal fails,
// it returns what was played until then, together with the error; the standings
// are nil only if no game could begin.
func (t *Tournament) Play(ctx context.Context) (*Standings, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if err := t.validatePlayed(); err != nil {
		return nil, err
	}
	began := time.Now()
	s := &session{
		t:     t,
		score: newScore(t),
		pool:  &playerPool{contestants: t.Players, room: 2 * t.Parallel},
	}
	if t.Cores > 0 {
		s.cores = semaphore.NewWeighted(int64(t.Cores))
	}
	err := s.play(ctx)
	standings, failure := newStandings(t, s.score, err == nil)
	if standings != nil {
		standings.Seconds = time.Since(began).Seconds()
	}
	return standings, errors.Join(err, failure)
}
