package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"epaminondas/game"
	"epaminondas/internal/clock"
	"epaminondas/internal/rating"
	"epaminondas/internal/record"
)

// Tournament is who is to meet whom, and how. A match is a tournament of two.
//
// For each opening in turn every pairing plays two games: in the first A has
// White, in the second B. So a tournament that is stopped is balanced but for
// its last opening. A game follows from the seed and its number, whichever
// goroutine plays it.
type Tournament struct {
	Board    *game.Board
	Players  []Contestant // at least two, of different names: see [Distinct]
	Pairings []Pairing    // see [Duel], [Gauntlet] and [RoundRobin]
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

// Validate reports the first field that makes no tournament.
func (t *Tournament) Validate() error {
	switch {
	case t.Board == nil:
		return errors.New("arena: a tournament needs a board")
	case t.Parallel < 1:
		return fmt.Errorf("arena: parallel is %d, want at least 1", t.Parallel)
	case t.Cores < 0:
		return fmt.Errorf("arena: cores is %d, want at least 1, or 0 for no bound", t.Cores)
	}
	if err := t.Control.Validate(); err != nil {
		return fmt.Errorf("arena: clock: %w", err)
	}
	for _, check := range []func() error{t.validatePlayers, t.validatePairings, t.validateOpenings, t.validateTest} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tournament) validatePlayers() error {
	if len(t.Players) < 2 {
		return fmt.Errorf("arena: a tournament needs at least two players, has %d", len(t.Players))
	}
	names := map[string]bool{}
	for i, p := range t.Players {
		switch {
		case p.New == nil || p.Name == "":
			return fmt.Errorf("arena: player %d has no name or cannot be made", i+1)
		case names[p.Name]:
			return fmt.Errorf("arena: two players are called %q", p.Name)
		case t.Cores > 0 && p.cores() > t.Cores:
			return fmt.Errorf("arena: %s wants %d cores, and cores is %d", p.Name, p.cores(), t.Cores)
		}
		names[p.Name] = true
	}
	return nil
}

func (t *Tournament) validatePairings() error {
	if len(t.Pairings) == 0 {
		return errors.New("arena: nobody meets anybody: there are no pairings")
	}
	seen := map[Pairing]bool{}
	for _, p := range t.Pairings {
		if p.A == p.B || min(p.A, p.B) < 0 || max(p.A, p.B) >= len(t.Players) {
			return fmt.Errorf("arena: pairing %d - %d: want two of %d players", p.A, p.B, len(t.Players))
		}
		if seen[p] || seen[Pairing{p.B, p.A}] {
			return fmt.Errorf("arena: %s and %s are paired twice: give more openings instead", t.Players[p.A].Name, t.Players[p.B].Name)
		}
		seen[p] = true
	}
	return nil
}

func (t *Tournament) validateOpenings() error {
	if len(t.Openings) == 0 {
		return errors.New("arena: there are no openings to play")
	}
	for i, o := range t.Openings {
		state := o.Start
		if state.Board() != t.Board {
			return fmt.Errorf("arena: opening %d is on another board", i+1)
		}
		if read, err := t.Board.ParseState(o.Start.String()); err != nil || read != o.Start {
			return fmt.Errorf("arena: opening %d begins with what its text, %s, does not tell, such as the last capture: begin earlier", i+1, o.Start.String())
		}
		for ply, m := range o.Moves {
			if !state.Legal(m) {
				return fmt.Errorf("arena: opening %d: move %d is illegal in %s", i+1, ply+1, state.String())
			}
			state.Play(m)
		}
		if state != o.State {
			return fmt.Errorf("arena: opening %d leads to %s, not to %s", i+1, state.String(), o.State.String())
		}
		if outcome, reason := state.Outcome(); outcome != game.Ongoing {
			return fmt.Errorf("arena: opening %d is over before the first move: %v, %v", i+1, outcome, reason)
		}
	}
	return nil
}

func (t *Tournament) validateTest() error {
	switch {
	case t.SPRT == nil:
		return nil
	case len(t.Players) != 2:
		return fmt.Errorf("arena: a sequential test is between two players, not %d", len(t.Players))
	}
	return t.SPRT.Validate()
}

// errEnough ends the games in progress once the test has decided.
var errEnough = errors.New("the test has decided")

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
		bench: &bench{contestants: t.Players, room: 2 * t.Parallel},
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

// session is a tournament that is being played.
type session struct {
	t     *Tournament
	score *score
	bench *bench
	cores *semaphore.Weighted // free; nil for no bound
	next  atomic.Int64        // of the games to be played
}

// play plays what was not played before.
func (s *session) play(ctx context.Context) error {
	left := s.score.left()
	playing, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var workers errgroup.Group
	for range min(s.t.Parallel, len(left)) {
		workers.Go(func() error {
			if err := s.work(playing, left, stop); err != nil {
				stop(err)
				return context.Cause(playing) // the first failure, whoever is back first
			}
			return nil
		})
	}
	err := workers.Wait()
	if errors.Is(err, errEnough) {
		err = nil
	}
	return errors.Join(err, s.bench.close())
}

// work plays game after game until there are no more.
func (s *session) work(ctx context.Context, left []int, stop context.CancelCauseFunc) error {
	for {
		i := int(s.next.Add(1) - 1)
		if i >= len(left) {
			return nil
		}
		g, err := s.game(ctx, s.t.fixture(left[i]))
		if err != nil {
			return fmt.Errorf("arena: game %d: %w", left[i]+1, err)
		}
		decision, err := s.score.add(g)
		if err != nil {
			return err
		}
		if decision != rating.Undecided {
			stop(errEnough)
		}
	}
}

// game plays one game to its end.
func (s *session) game(ctx context.Context, f fixture) (*record.Game, error) {
	b := newBout(s, f)
	err := b.play(ctx)
	return b.game, errors.Join(err, b.leave())
}

// seeds returns the seeds of both players of a game, of A first. Stream 0 of
// the seed is left to whoever draws the openings.
func (t *Tournament) seeds(number int) [2]uint64 {
	rng := rand.New(rand.NewPCG(t.Seed, uint64(number)+1))
	return [2]uint64{rng.Uint64(), rng.Uint64()}
}
