package replay

import "context"

// Games is the place from which a [Sampler] reads games, and where it sets damaged games aside.
// [Store] keeps them in a database.
type Games interface {
	// Walk calls do for each game with an id from first to last, in the order of ids. If do returns
	// an error, Walk stops and returns it. Walk includes games that arrive meanwhile, and skips
	// games that are set aside. For a damaged record, do gets the damage instead of the game. It
	// may call SetAside.
	Walk(ctx context.Context, first, last int64, do func(id int64, g *Game, damage error) error) error
	// SetAside records that training cannot use a game, and the reason.
	SetAside(ctx context.Context, id int64, reason error) (Damaged, error)
}

// Backlog is a [Games] that can tell the sizes of games without reading them, so that a [Follower]
// need not read all games of a backlog in full. The methods leave out games that are set aside.
type Backlog interface {
	Games
	// NewestTo returns the id of the newest game up to last, 0 if there is none.
	NewestTo(ctx context.Context, last int64) (id int64, err error)
	// PositionsIn returns the number of full searches in the games from first to last.
	PositionsIn(ctx context.Context, first, last int64) (n int, err error)
	// Reach returns the id from which on the games up to last have the given number of full searches,
	// or first if they have fewer.
	Reach(ctx context.Context, first, last int64, positions int) (from int64, err error)
	// Glance is Walk for games that it does not play: their moves may be illegal.
	Glance(ctx context.Context, first, last int64, do func(id int64, g *Game, damage error) error) error
}

var _ Backlog = (*Store)(nil)

// String returns the path of the database, for errors.
func (st *Store) String() string { return st.path }
