package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"
)

// referee plays one game: it asks the players for moves and applies the rules of the match.
type referee struct {
	*session
	fixture
	game    *record.Game
	players [2]player.Player // by colour; nil until it is their move for the first time
	failed  [2]bool          // players that returned an error and play no more
	start   game.State
	state   game.State
	moves   []game.Move // after start
	clock   *engine.Clock
	last    [2]record.Ply // by colour; the zero Ply before the first move
}

func newReferee(s *session, f fixture) *referee {
	opening := s.t.Openings[f.opening]
	b := &referee{session: s, fixture: f, game: s.t.blank(f), start: opening.Start, state: opening.State}
	b.moves = append(b.moves, opening.Moves...)
	if s.t.Control != (engine.Control{}) {
		b.clock = engine.New(s.t.Control)
	}
	return b
}

// blank returns the record of a game before its first move.
func (t *Tournament) blank(f fixture) *record.Game {
	opening := t.Openings[f.opening]
	g := &record.Game{
		Number:       f.number,
		Rules:        t.Board.Rules(),
		Seed:         t.Seed,
		OpeningPlies: len(opening.Moves),
	}
	if opening.Start != t.Board.Start() {
		g.Start = opening.Start.String()
	}
	for c, player := range f.sides {
		g.Players[c] = t.Players[player].Name
	}
	for _, m := range opening.Moves {
		g.Plies = append(g.Plies, record.Ply{Move: m})
	}
	return g
}

// play plays the game to its end.
func (b *referee) play(ctx context.Context) error {
	for {
		if outcome, reason := b.state.Outcome(); outcome != game.Ongoing {
			b.end(outcome, reason, "")
			return nil
		}
		if over, err := b.adjudicate(ctx); over || err != nil {
			return err
		}
		err := b.move(ctx)
		if ctx.Err() != nil { // players may return any error after a cancellation
			return ctx.Err()
		}
		var foul *player.Forfeit
		if errors.As(err, &foul) {
			b.end(game.Win(b.state.Turn().Other()), foul.Ending, foul.Verdict)
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// end writes the result of the game into the record.
func (b *referee) end(outcome game.Outcome, ending game.Ending, verdict string) {
	b.game.Outcome, b.game.Ending, b.game.Verdict = outcome, ending, verdict
	b.game.Round() // so that a new game gives the same figures as a game from a file
}

// seat gets the player of a colour from the pool at the player's first move. So a player that fails
// to start forfeits as the side to move.
func (b *referee) seat(ctx context.Context, c game.Colour) error {
	p, err := b.pool.take(ctx, b.sides[c])
	if err != nil {
		return err
	}
	b.players[c] = p
	seeds := b.t.seeds(b.number)
	seed := seeds[0]
	if c != colourOfA(b.number) {
		seed = seeds[1]
	}
	err = p.NewGame(ctx, seed)
	b.failed[c] = err != nil
	return err
}

func (b *referee) factory(c game.Colour) player.Factory { return b.t.Players[b.sides[c]] }

// returnPlayers returns the players to the pool, and closes players that failed. It ignores the
// errors of closing them.
func (b *referee) returnPlayers() (err error) {
	for c, p := range b.players {
		switch {
		case p == nil:
		case b.failed[c]:
			_ = p.Close()
		default:
			err = errors.Join(err, b.pool.put(b.sides[c], p))
		}
	}
	return err
}

// move asks the side to move for its move and plays it.
func (b *referee) move(ctx context.Context) error {
	if b.t.Throttle != nil {
		b.t.Throttle()
	}
	side := b.state.Turn()
	var ply record.Ply
	err := b.withCores(ctx, b.factory(side).WantedCores(), func() (err error) {
		if b.players[side] == nil {
			if err := b.seat(ctx, side); err != nil {
				return err
			}
		}
		ply, err = b.think(ctx, side)
		return err
	})
	if err != nil {
		return err
	}
	b.game.Plies = append(b.game.Plies, ply)
	b.moves = append(b.moves, ply.Move)
	b.last[side] = ply
	b.state.Play(ply.Move)
	return nil
}

// overtime is how long the referee waits for a player that has lost on time. If the player answers,
// it can play the next game.
const overtime = 3 * time.Second

// think asks the side to move for its choice while its clock runs.
func (b *referee) think(ctx context.Context, side game.Colour) (record.Ply, error) {
	state := b.state
	turn := player.Turn{State: &state, Start: b.start, Moves: b.moves[:len(b.moves):len(b.moves)]}
	thinking := ctx
	var left time.Duration
	if b.clock != nil {
		shown := *b.clock
		turn.Clock = &shown
		left = shown.Left[side]
		limited, cancel := b.time.Timeout(ctx, left+overtime)
		defer cancel()
		thinking = limited
	}
	began := b.time.Now()
	choice, err := b.players[side].Choose(thinking, turn)
	spent := b.time.Since(began)
	late := errors.Is(err, context.Canceled) && thinking.Err() != nil && ctx.Err() == nil
	b.failed[side] = err != nil
	if b.clock != nil && (err == nil || late) &&
		!b.clock.Spend(side, spent) {
		err = b.foul(game.OutOfTime, "thinks for %v with %v left", spent.Round(time.Millisecond),
			left.Round(time.Millisecond))
	}
	if err != nil {
		return record.Ply{}, err
	}
	return record.Ply{Move: choice.Move, Value: choice.Value, Judged: choice.Judged,
		Nodes: choice.Nodes, Time: spent}, b.review(choice)
}

// review returns an error if a choice is invalid.
func (b *referee) review(c player.Choice) error {
	switch {
	case c.Move == game.NoMove:
		return b.foul(game.IllegalMove, "returns no move in %s", b.state.String())
	case !b.state.Legal(c.Move):
		return b.foul(game.IllegalMove, "plays an illegal move, from %v, direction %v, distance %d, in %s",
			c.Move.Rear(), c.Move.Direction(), c.Move.Distance(), b.state.String())
	case c.Judged && !(c.Value >= -1 && c.Value <= 1):
		return b.foul(game.Misconduct, "expects %v, which is not between -1 and 1", c.Value)
	case c.Nodes < 0:
		return b.foul(game.Misconduct, "reports %s", noun.Count(c.Nodes, "position"))
	}
	return nil
}

// foul returns a forfeit of the side to move.
func (b *referee) foul(ending game.Ending, format string, args ...any) *player.Forfeit {
	return &player.Forfeit{Ending: ending, Verdict: b.factory(b.state.Turn()).Name + " " +
		fmt.Sprintf(format, args...)}
}

// certain is the least value of a player that is sure to win.
const certain = 0.99

// agreed returns the winner if both players were sure of it at their last moves.
func (b *referee) agreed() (game.Colour, bool) {
	white, black := b.last[game.White], b.last[game.Black]
	switch {
	case !white.Judged || !black.Judged:
		return 0, false
	case white.Value >= certain && black.Value <= -certain:
		return game.White, true
	case black.Value >= certain && white.Value <= -certain:
		return game.Black, true
	}
	return 0, false
}

// adjudicate ends the game if both players are sure of the winner and the prover confirms it.
func (b *referee) adjudicate(ctx context.Context) (over bool, err error) {
	winner, agreed := b.agreed()
	if b.t.Prover == nil || !agreed {
		return false, nil
	}
	err = b.withCores(ctx, 1, func() error {
		state := b.state
		outcome, err := b.t.Prover.Winner(ctx, &state)
		over = err == nil && outcome == game.Win(winner)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("prove the outcome: %w", err)
	}
	if over {
		b.end(game.Win(winner), game.Proof, fmt.Sprintf("%s expects %+.2f, %s %+.2f, and it is proven",
			b.game.Players[game.White], b.last[game.White].Value, b.game.Players[game.Black],
			b.last[game.Black].Value))
	}
	return over, nil
}
