package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/player"
)

// Parameters of the games. For each game, each side gets a random player. The game begins with
// random moves, and a share of the later moves is random too.
const (
	playedOpeningPlies = 6   // the largest number of random moves at the start
	playedRandomShare  = 0.1 // of the later moves
	playedMostPlies    = 80  // the game is stopped then
	playedPool         = 4   // collected positions for each drawn position, so that few come from one game
	playedMostGames    = 2   // most games for each drawn position, even if they bring few new positions
)

// playedSides returns the players, as [player.ParseSpec] reads them.
func playedSides() []string { return []string{"random", "greedy", "alphabeta,nodes=200"} }

// DrawPlayed plays games and collects the positions in which a move can throw the value away. It draws n
// of them uniformly. It counts a position and its mirror image once. It collects four times as many as
// it draws, so that few come from one game, but it plays at most 2n games. The same seed gives the
// same positions. DrawPlayed returns fewer than n positions if the games reach no more.
func DrawPlayed(ctx context.Context, t *solve.Table, n int, seed uint64) (list []game.State, err error) {
	board, err := game.NewBoard(t.Rules().Unlimited())
	if err != nil {
		return nil, fmt.Errorf("arena: %w", err)
	}
	d := &drawer{table: t, board: board, known: map[uint64]bool{}}
	defer func() { err = errors.Join(err, d.close()) }()
	for _, side := range playedSides() {
		if err := d.seat(ctx, side); err != nil {
			return nil, fmt.Errorf("arena: %w", err)
		}
	}
	for number := uint64(1); len(d.found) < playedPool*n && number <= uint64(playedMostGames*n); number++ {
		if err := d.game(ctx, rand.New(rand.NewPCG(seed, number))); err != nil {
			return nil, fmt.Errorf("arena: game %d: %w", number, err)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(len(d.found), func(i, j int) { d.found[i], d.found[j] = d.found[j], d.found[i] })
	return d.found[:min(n, len(d.found))], nil
}

// drawer plays the games.
type drawer struct {
	table   *solve.Table
	board   *game.Board
	players []player.Player
	found   []game.State
	known   map[uint64]bool // hashes of the collected positions: [game.State.MirrorHash]
	moves   []game.Move
}

// seat makes a player.
func (d *drawer) seat(ctx context.Context, text string) error {
	spec, err := player.ParseSpec(text)
	if err != nil {
		return err
	}
	factory, err := spec.Factory(d.board)
	if err != nil {
		return err
	}
	p, err := factory.New(ctx)
	if err != nil {
		return err
	}
	d.players = append(d.players, p)
	return nil
}

func (d *drawer) close() (err error) {
	for _, p := range d.players {
		err = errors.Join(err, p.Close())
	}
	return err
}

// game plays a game and collects its positions.
func (d *drawer) game(ctx context.Context, rng *rand.Rand) error {
	var players [2]player.Player // by colour
	for c := range players {
		players[c] = d.players[rng.IntN(len(d.players))]
	}
	for _, p := range players { // one player may have both sides: it depends on the position only
		if err := p.NewGame(ctx, rng.Uint64()); err != nil {
			return err
		}
	}
	random := rng.IntN(playedOpeningPlies + 1)
	for s, ply := d.board.Start(), 0; ply < playedMostPlies; ply++ {
		if outcome, _ := s.Outcome(); outcome != game.Ongoing {
			break
		}
		if err := d.gather(&s); err != nil {
			return err
		}
		anyMove := ply < random || rng.Float64() < playedRandomShare
		move, err := d.move(ctx, &s, players[s.Turn()], anyMove, rng)
		if err != nil {
			return err
		}
		s.Play(move)
	}
	return nil
}

// gather adds a position, as the start of a game, if it is new and a move can throw its value away.
func (d *drawer) gather(s *game.State) error {
	position, err := d.table.Board().ParseState(s.Placement())
	if err != nil {
		return err
	}
	if d.known[position.MirrorHash()] || !d.table.Throwable(&position) {
		return nil
	}
	d.known[position.MirrorHash()] = true
	d.found = append(d.found, position)
	return nil
}

// move returns a move of the player, or a random one.
func (d *drawer) move(ctx context.Context, s *game.State, p player.Player,
	random bool, rng *rand.Rand) (game.Move, error) {
	if random {
		d.moves = s.AppendMoves(d.moves[:0])
		return d.moves[rng.IntN(len(d.moves))], nil
	}
	turn := *s
	choice, err := p.Choose(ctx, player.Turn{State: &turn, Start: *s})
	if err == nil {
		err = ctx.Err() // a cancelled search may return early
	}
	return choice.Move, err
}
