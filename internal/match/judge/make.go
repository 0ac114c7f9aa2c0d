package judge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/match/player"
)

// Making has the settings for making a set of positions.
type Making struct {
	Board     *game.Board
	Players   []player.Factory // the players of the games; at least one
	Positions int              // number of positions, at least 10
	Nodes     int              // of the reference, whose scale is fitted
	Seed      uint64
	// Parallel is the number of concurrent games or positions, at least 1. The result does not
	// depend on it.
	Parallel int
	// Progress receives the progress of a task. Several goroutines call it. May be nil.
	Progress func(task string, done, total int)
}

// Settings of the games and of the choice of positions.
const (
	openingPlies = 4
	randomShare  = 0.1 // of moves that are random, so that games of the same players differ
	perGame      = 2   // positions from a game, half a game apart
	batch        = 64  // games played before their positions are sifted
	mostBatches  = 100

	siftNodes  = 300   // for each move
	proofNodes = 5_000 // to prove the outcome of a position
	// leastSpread is the least difference in value between the best move and the mean of all moves.
	// Decided positions are not used.
	leastSpread  = 0.1
	decidedValue = 0.95
	mostWins     = 5 // one position in mostWins may have a move that is proven to win
	spare        = 4 // one position in spare may turn out to be decided when the reference searches it
)

// Make plays games between the players and returns positions from them in which the choice of move
// matters. It also returns the scale with which the reference's scores best predict the outcomes of
// games from these positions. The same settings give the same set. One move in ten is random, and
// each random opening is played twice with the colours exchanged. The positions come from all parts
// of a game, with both sides to move. They are in random order, so the first ones are also a
// sample.
func Make(ctx context.Context, m Making) (*Set, error) {
	if err := m.validate(); err != nil {
		return nil, err
	}
	positions, err := m.collect(ctx, m.Positions*spare/(spare-1))
	if err != nil {
		return nil, err
	}
	rand.New(rand.NewPCG(m.Seed, math.MaxUint64)).Shuffle(len(positions), func(i, j int) {
		positions[i], positions[j] = positions[j], positions[i]
	})
	samples, err := m.playOuts(ctx, positions)
	if err != nil {
		return nil, err
	}
	set := &Set{Board: m.Board, Scale: bestScale(samples)}
	for i, s := range samples {
		if !s.decided(set.Scale) && len(set.Positions) < m.Positions {
			set.Positions = append(set.Positions, positions[i])
		}
	}
	return set, nil
}

func (m *Making) validate() error {
	switch {
	case len(m.Players) == 0:
		return errors.New("judge: there are no players to play the games")
	case m.Positions < 10:
		return fmt.Errorf("judge: positions is %d, want at least 10", m.Positions)
	case m.Nodes < 1 || m.Parallel < 1:
		return fmt.Errorf("judge: nodes is %d and parallel %d, want at least 1 of each", m.Nodes, m.Parallel)
	}
	return nil
}

func (m *Making) tell(task string, done, total int) {
	if m.Progress != nil {
		m.Progress(task, done, total)
	}
}

// collect plays games until there are enough positions.
func (m *Making) collect(ctx context.Context, wanted int) ([]game.State, error) {
	var taken []game.State
	seen := map[uint64]bool{}
	wins := 0
	m.tell("positions", 0, wanted)
	for b := range mostBatches {
		var candidates [batch][]game.State
		err := spread(ctx, batch, m.Parallel, func(ctx context.Context) (worker, error) {
			table, err := m.newTable(ctx)
			if err != nil {
				return worker{}, err
			}
			return worker{end: table.close, do: func(i int) (err error) {
				candidates[i], err = table.candidates(ctx, b*batch+i)
				return err
			}}, nil
		})
		if err != nil {
			return nil, err
		}
		flat := make([]game.State, 0, perGame*batch)
		for _, list := range candidates {
			flat = append(flat, list...)
		}
		kinds, err := m.sift(ctx, flat)
		if err != nil {
			return nil, err
		}
		for i, s := range flat {
			isWin := kinds[i] == winnable
			if kinds[i] == dull || seen[s.MirrorHash()] || isWin && wins >= wanted/mostWins {
				continue
			}
			seen[s.MirrorHash()] = true
			if isWin {
				wins++
			}
			if taken = append(taken, s); len(taken) == wanted {
				return taken, nil
			}
		}
		m.tell("positions", len(taken), wanted)
	}
	return nil, fmt.Errorf("judge: %s had only %s, want %d",
		noun.Count(mostBatches*batch, "game"), noun.Count(len(taken), "useful position"), wanted)
}

// gameTable is the state of a goroutine that plays games.
type gameTable struct {
	*Making
	players []player.Player
}

// newTable returns a table. The caller must close it, even after an error.
func (m *Making) newTable(ctx context.Context) (*gameTable, error) {
	t := &gameTable{Making: m}
	for _, c := range m.Players {
		p, err := c.New(ctx)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("judge: make %s: %w", c.Name, err), t.close())
		}
		t.players = append(t.players, p)
	}
	return t, nil
}

func (t *gameTable) close() error {
	var err error
	for _, p := range t.players {
		err = errors.Join(err, p.Close())
	}
	return err
}

// candidates plays a game and returns some of its positions.
func (t *gameTable) candidates(ctx context.Context, number int) ([]game.State, error) {
	// Two games share an opening. All pairings of players take turns, including each player against
	// itself.
	n := len(t.players)
	pairing := number / 2 % (n * n)
	sides := [2]player.Player{t.players[pairing%n], t.players[pairing/n]}
	if number%2 != 0 {
		sides[0], sides[1] = sides[1], sides[0]
	}
	line, err := t.play(ctx, number, sides)
	if err != nil || len(line) <= openingPlies+1 {
		return nil, err
	}
	line = line[openingPlies:]
	var list []game.State
	for k := range perGame {
		share := math.Mod(float64(number)/math.Phi+float64(k)/perGame, 1)
		at := int(share * float64(len(line)))
		if at%2 != (number+k)/2%2 && at+1 < len(line) {
			at++ // so that either side is to move equally often
		}
		list = append(list, line[at])
	}
	return list, nil
}

// play plays a game and returns all of its positions except the last, which is over.
func (t *gameTable) play(ctx context.Context, number int, sides [2]player.Player) ([]game.State, error) {
	opening, rng := rand.New(rand.NewPCG(t.Seed, uint64(number/2))),
		rand.New(rand.NewPCG(t.Seed+1, uint64(number)))
	for _, p := range sides {
		if err := p.NewGame(ctx, rng.Uint64()); err != nil {
			return nil, fmt.Errorf("judge: %s: %w", p.Name(), err)
		}
	}
	state := t.Board.Start()
	var line []game.State
	var moves []game.Move
	for {
		if moves = state.AppendMoves(moves[:0]); len(moves) == 0 {
			return line, nil
		}
		line = append(line, state)
		var m game.Move
		switch {
		case len(line) <= openingPlies:
			m = moves[opening.IntN(len(moves))]
		case rng.Float64() < randomShare:
			m = moves[rng.IntN(len(moves))]
		default:
			asked := state
			choice, err := sides[state.Turn()].Choose(ctx, player.Turn{State: &asked, Start: state})
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return nil, fmt.Errorf("judge: %s: %w", sides[state.Turn()].Name(), err)
			}
			m = choice.Move
		}
		state.Play(m)
	}
}

// kind is the usefulness of a position.
type kind int

const (
	dull     kind = iota // useless: decided, or all moves have about the same value
	useful               // not decided
	winnable             // a move is proven to win, but not all moves are
)

// sift returns the kinds of positions.
func (m *Making) sift(ctx context.Context, positions []game.State) ([]kind, error) {
	kinds := make([]kind, len(positions))
	err := spread(ctx, len(positions), m.Parallel, func(context.Context) (worker, error) {
		s, err := alphabeta.New(m.Board, alphabeta.DefaultWeights(m.Board.Rules()), tableMiB(siftNodes))
		return worker{do: func(i int) (err error) {
			kinds[i], err = kindOf(ctx, s, &positions[i])
			return err
		}}, err
	})
	return kinds, err
}

// kindOf searches a position, and each of its moves briefly.
func kindOf(ctx context.Context, search *alphabeta.Search, s *game.State) (kind, error) {
	look := func(s *game.State, nodes int) (alphabeta.Line, error) {
		search.Reset()
		r, err := search.Run(ctx, s, alphabeta.Limit{Nodes: nodes}, 1, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return alphabeta.Line{}, fmt.Errorf("judge: %w", err)
		}
		return r.Lines[0], nil
	}
	root, err := look(s, proofNodes)
	if err != nil {
		return dull, err
	}
	won := root.Proven && root.Value > 0
	if !won && math.Abs(float64(root.Value)) > decidedValue {
		return dull, nil
	}
	moves := s.AppendMoves(nil)
	sum, best, open := 0.0, math.Inf(-1), false
	for _, m := range moves {
		next := *s
		next.Play(m)
		value := 0.0
		if outcome, _ := next.Outcome(); outcome != game.Ongoing {
			value = float64(outcome.For(s.Turn()))
		} else {
			line, err := look(&next, siftNodes)
			if err != nil {
				return dull, err
			}
			value = -float64(line.Value)
			open = open || !line.Proven
		}
		sum += value
		best = max(best, value)
	}
	switch {
	case !open || best-sum/float64(len(moves)) < leastSpread:
		return dull, nil
	case won:
		return winnable, nil
	}
	return useful, nil
}
