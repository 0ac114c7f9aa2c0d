package loop

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/match/player"
	"epaminondas/internal/training/config"
)

// CheckOpponents returns an error for the first opponent of the report that names no player.
func CheckOpponents(c config.Report) error {
	for _, text := range c.Opponents {
		if _, err := player.ParseSpec(text); err != nil {
			return fmt.Errorf("report: opponents: %w", err)
		}
	}
	return nil
}

// TryOpponents creates each opponent of the report once. So training does not begin with an
// opponent that cannot play. Before it starts a program, it passes a line with the command to tell.
func TryOpponents(ctx context.Context, c config.Config, tell func(text string)) error {
	if c.Report.Games == 0 {
		return nil
	}
	board, err := c.Board()
	if err != nil {
		return err
	}
	for _, text := range c.Report.Opponents {
		if err := tryOpponent(ctx, text, board, tell); err != nil {
			return fmt.Errorf("loop: report.opponents: %w", err)
		}
	}
	return nil
}

// tryOpponent creates one player and closes it.
func tryOpponent(ctx context.Context, text string, board *game.Board, tell func(text string)) error {
	spec, err := player.ParseSpec(text)
	if err != nil {
		return err
	}
	if command := spec.Command(); len(command) > 0 {
		tell(fmt.Sprintf("report.opponents starts this program now as a test, and again for the report: %q",
			strings.Join(command, " ")))
	}
	factory, err := spec.Factory(board)
	if err != nil {
		return err
	}
	p, err := factory.New(ctx)
	if err != nil {
		return err
	}
	return errors.Join(p.NewGame(ctx, 0), p.Close())
}

// opponents returns the configured opponents of a report.
func opponents(c config.Report, board *game.Board) ([]player.Factory, error) {
	var list []player.Factory
	for _, text := range c.Opponents {
		spec, err := player.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		opponent, err := spec.Factory(board)
		if err != nil {
			return nil, err
		}
		list = append(list, opponent)
	}
	return list, nil
}
