package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"epaminondas/game"
	"epaminondas/internal/rating"
	"epaminondas/internal/record"
)

// Match is two contestants, A and B, and how they are to meet.
type Match struct {
	Board *game.Board
	A, B  Contestant
	// Games is how many are played, two from each opening: in games 0, 2, 4, ...
	// A has White, in each next game the same opening with the colours exchanged.
	// With SPRT it is the most that are played.
	Games int
	// OpeningPlies is the number of random plies that every game begins with.
	OpeningPlies int
	// Parallel is the number of games played at the same time, at least 1.
	Parallel int
	// Seed decides the openings and seeds the players.
	Seed uint64
	// SPRT ends the match as soon as it decides. It looks at the pairs of games
	// in their order, so that what is decided does not depend on which was
	// finished first. Nil plays all games.
	SPRT *rating.SPRT
	// Progress is told of every finished game, by one goroutine at a time. May
	// be nil.
	Progress func(Standing)
	// Throttle is called before every move, by the goroutine that plays the
	// game; it may block to leave the CPU to others. May be nil.
	Throttle func()
}

// Standing is how far a match has come.
type Standing struct {
	Played, Games int
	Total         Tally // of A
}

// maxOpeningPlies bounds the openings: longer ones are games.
const maxOpeningPlies = 1000

// Validate reports the first field that makes no match.
func (m *Match) Validate() error {
	switch {
	case m.Board == nil || m.A.New == nil || m.B.New == nil:
		return errors.New("arena: a match needs a board and two contestants")
	case m.Games < 2 || m.Games%2 != 0:
		return fmt.Errorf("arena: games is %d, want an even number from 2 on: every opening is played with both colours", m.Games)
	case m.OpeningPlies < 0 || m.OpeningPlies > maxOpeningPlies:
		return fmt.Errorf("arena: opening plies is %d, want 0 to %d", m.OpeningPlies, maxOpeningPlies)
	case m.Parallel < 1:
		return fmt.Errorf("arena: parallel is %d, want at least 1", m.Parallel)
	case m.SPRT != nil:
		return m.SPRT.Validate()
	}
	return nil
}

// errEnough ends the games in progress once the test has decided.
var errEnough = errors.New("the test has decided")

// Play plays the match. When ctx ends or a player fails it returns what was
// played until then, together with the error; the result is nil only if no
// game could begin.
func (m *Match) Play(ctx context.Context) (*Result, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	openings, err := DrawOpenings(ctx, m.Board, m.Games/2, m.OpeningPlies, rand.New(rand.NewPCG(m.Seed, 0)))
	if err != nil {
		return nil, err
	}
	began := time.Now()
	playing, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	score := newScore(m)
	var next atomic.Int64
	group, playing := errgroup.WithContext(playing)
	for range min(m.Parallel, m.Games) {
		group.Go(func() error {
			err := m.work(playing, &next, openings, score, stop)
			if errors.Is(context.Cause(playing), errEnough) {
				return nil
			}
			return err
		})
	}
	err = group.Wait()
	result := score.result(m)
	result.Seconds = time.Since(began).Seconds()
	return result, err
}

// work plays game after game until there are no more.
func (m *Match) work(ctx context.Context, next *atomic.Int64, openings []Opening, score *score, stop context.CancelCauseFunc) (err error) {
	var players [2]Player // A, B
	for i, contestant := range []Contestant{m.A, m.B} {
		p, err := contestant.New(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, p.Close()) }()
		players[i] = p
	}
	for {
		number := int(next.Add(1) - 1)
		if number >= m.Games {
			return nil
		}
		played, err := m.play(ctx, number, openings[number/2], players)
		if err != nil {
			return err
		}
		if score.add(played) != rating.Undecided {
			stop(errEnough)
		}
	}
}

// played is a finished game and what its players spent, by colour.
type played struct {
	record.Game
	efforts [2]Effort
}

// play plays one game to its end.
func (m *Match) play(ctx context.Context, number int, o Opening, players [2]Player) (*played, error) {
	seeds := rand.New(rand.NewPCG(m.Seed, uint64(number)+1)) // stream 0 drew the openings
	for _, p := range players {
		if err := p.NewGame(ctx, seeds.Uint64()); err != nil {
			return nil, err
		}
	}
	g := &played{Game: record.Game{
		Number:       number,
		Rules:        m.Board.Rules(),
		Seed:         m.Seed,
		OpeningPlies: len(o.Moves),
	}}
	for _, move := range o.Moves {
		g.Plies = append(g.Plies, record.Ply{Move: move})
	}
	if number%2 != 0 {
		players[0], players[1] = players[1], players[0]
	}
	for c, p := range players {
		g.Players[c] = p.Name()
	}
	state := o.State
	for {
		var reason game.Reason
		if g.Outcome, reason = state.Outcome(); g.Outcome != game.Ongoing {
			g.Ending = record.EndingOf(reason)
			return g, nil
		}
		choice, err := m.choose(ctx, players[state.Turn()], &state, &g.efforts[state.Turn()])
		if err != nil {
			return nil, fmt.Errorf("arena: game %d: %w", number+1, err)
		}
		g.Plies = append(g.Plies, record.Ply{Move: choice.Move})
		state.Play(choice.Move)
	}
}

// choose asks a player for a move and adds up what it spends.
func (m *Match) choose(ctx context.Context, p Player, s *game.State, spent *Effort) (Choice, error) {
	if m.Throttle != nil {
		m.Throttle()
	}
	began := time.Now()
	choice, err := p.Choose(ctx, Turn{State: s})
	if ctx.Err() != nil { // the move may be cut short
		return Choice{}, ctx.Err()
	}
	if err != nil {
		return Choice{}, err
	}
	if !s.Legal(choice.Move) {
		return Choice{}, fmt.Errorf("%s plays an illegal move from %v in %s", p.Name(), choice.Move.Rear(), s)
	}
	spent.Moves++
	spent.Seconds += time.Since(began).Seconds()
	spent.Nodes += choice.Nodes
	return choice, nil
}
