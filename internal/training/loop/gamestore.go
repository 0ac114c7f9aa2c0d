package loop

import (
	"context"

	"epaminondas/replay"
)

// appender stores the games of self-play. A game is on the disk once Append returns.
type appender interface {
	Append(ctx context.Context, g *replay.Game) (id int64, err error)
}

// gameStore is the loop's view of the games of its run: [replay.CachedStore].
type gameStore interface {
	appender
	replay.Games // for the sampler

	// NextNumber, LastBefore and Holes find the next game of self-play.
	NextNumber(ctx context.Context, seed uint64, last int64) (uint64, error)
	LastBefore(ctx context.Context, seed, end uint64) (id int64, err error)
	Holes(ctx context.Context, seed uint64) ([]uint64, error)

	// The other methods return figures for the log and the registry.
	Count(ctx context.Context) (int64, error)
	Last(ctx context.Context) (id int64, err error)
	Positions(ctx context.Context) (int64, error)
	Plies(ctx context.Context, after, last int64) (games, plies int64, err error)
	Damaged(ctx context.Context) ([]replay.Damaged, error)
}
