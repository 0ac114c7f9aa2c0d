package replay

import (
	"context"
	"slices"
	"sync"
)

// mostCached bounds the memory of a [CachedStore]. A reader that keeps up with self-play leaves few
// games waiting. On 14x12, 64 games take a few MB.
const mostCached = 64

// CachedStore is a store that keeps the newest games appended through it in memory, so that Walk
// does not read and decode them. A walk from a later game frees them. If the cache is full, it drops
// its oldest game, and Walk reads this game from the database.
//
// The policies of a cached game are not yet rounded as in a record. The window rounds every game by
// the function that [Encode] uses, so a cached game gives the same samples as its record.
type CachedStore struct {
	*Store
	mu    sync.Mutex // held during an append, so that Walk finds every game that was visible before
	cache []cached   // in the order of ids
}

// cached is a game in the cache.
type cached struct {
	id   int64
	game *Game
}

// Append is [Store.Append]. Do not change the game later.
func (c *CachedStore) Append(ctx context.Context, g *Game) (id int64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if id, err = c.Store.Append(ctx, g); err != nil {
		return 0, err
	}
	if len(c.cache) == mostCached {
		c.cache = slices.Delete(c.cache, 0, 1)
	}
	c.cache = append(c.cache, cached{id, g})
	return id, nil
}

// Walk implements [Games]. It reads the games of other processes from the database.
func (c *CachedStore) Walk(ctx context.Context, first, last int64,
	do func(id int64, g *Game, damage error) error) error {
	for own := c.from(first); own.game != nil && own.id <= last; own = c.from(first) {
		if err := c.Store.Walk(ctx, first, own.id-1, do); err != nil {
			return err
		}
		if err := do(own.id, own.game, nil); err != nil {
			return err
		}
		first = own.id + 1
	}
	return c.Store.Walk(ctx, first, last, do)
}

// from returns the oldest cached game whose id is at least first, and frees older games. Without
// such a game, the result is zero.
func (c *CachedStore) from(first int64) (own cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cache = slices.DeleteFunc(c.cache, func(g cached) bool { return g.id < first })
	if len(c.cache) > 0 {
		own = c.cache[0]
	}
	return own
}
