package replay

import "context"

// Games is the place from which a [Sampler] reads games. There it also sets damaged games aside.
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

var _ Games = (*Store)(nil)

// String returns the path of the database, for errors.
func (st *Store) String() string { return st.path }
