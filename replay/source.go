package replay

import "context"

// Games is where a [Sampler] reads games and sets damaged ones aside. [Store] keeps them in a database.
type Games interface {
	// Walk calls do for each game with an id from first to last, in the order of ids, until do
	// returns an error, which it passes on. Games that arrive meanwhile are included, games that
	// are set aside are not. For a damaged record, do gets the damage instead of the game. It may
	// call SetAside.
	Walk(ctx context.Context, first, last int64, do func(id int64, g *Game, damage error) error) error
	// SetAside notes that a game is of no use, and why.
	SetAside(ctx context.Context, id int64, reason error) (Damaged, error)
}

var _ Games = (*Store)(nil)

// String returns the path of the database, for errors.
func (st *Store) String() string { return st.path }
