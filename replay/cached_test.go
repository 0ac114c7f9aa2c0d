package replay

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"epaminondas/game"
)

// The window holds a game from self-play exactly as it holds the game of its record.
func TestWindowRoundsLikeRecords(t *testing.T) {
	for _, rules := range boards {
		b := game.MustBoard(rules)
		rapid.Check(t, func(t *rapid.T) {
			g := playGame(b, newRand(rapid.Uint64().Draw(t, "seed")), 1)
			switch rapid.IntRange(0, 2).Draw(t, "opponent") {
			case 1:
				g = opposed(g, game.White)
			case 2:
				g = opposed(g, game.Black)
			}
			record, err := EncodeGame(g)
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := DecodeGame(record)
			if err != nil {
				t.Fatal(err)
			}
			most := rapid.Float64Range(0, 20).Draw(t, "weight")
			played, err := hold(b, 3, g, 5, most)
			if err != nil {
				t.Fatal(err)
			}
			read, err := hold(b, 3, decoded, 5, most)
			if err != nil {
				t.Fatal(err)
			}
			// In text all NaN are equal.
			if got, want := fmt.Sprintf("%+v", *played), fmt.Sprintf("%+v", *read); got != want {
				t.Fatalf("the game is held as\n%s\nand its record as\n%s", got, want)
			}
		})
	}
}

// newCachedStore returns a store that can only read the games of other processes: it spoils the
// records of seed 7. other appends to the same database.
func newCachedStore(tb testing.TB) (c *CachedStore, other *Store) {
	path := filepath.Join(tb.TempDir(), "run.db")
	c, other = &CachedStore{Store: openStore(tb, path)}, openStore(tb, path)
	if _, err := c.db.Exec(`CREATE TRIGGER spoil AFTER INSERT ON games WHEN new.seed = 7 BEGIN
UPDATE games SET record = x'00' WHERE id = new.id; END`); err != nil {
		tb.Fatal(err)
	}
	return c, other
}

// A sampler gets the games of this process from memory and the others from the database, in the
// order of their ids. Own games that no longer fit into memory come from the database, too.
func TestCachedStore(t *testing.T) {
	b := game.MustBoard(boards[0])
	c, other := newCachedStore(t)
	window := WindowConfig{Min: 40, Max: 900, Growth: 0.4, Exponent: 0.65}
	plain, s := newSampler(t, b, window, 4, nil), newSampler(t, b, window, 4, nil)
	rng := newRand(4)
	for i, g := range games(b, 4, 120) {
		var st interface {
			Append(context.Context, *Game) (int64, error)
		} = c
		if rng.IntN(3) == 0 {
			st, g.Seed = other, 8
		}
		id, err := st.Append(t.Context(), g)
		if err == nil {
			err = plain.Add(id, g)
		}
		if err != nil {
			t.Fatal(err)
		}
		if rng.IntN(6) > 0 && i < 119 {
			continue
		}
		if _, err := s.Follow(t.Context(), c); err != nil || len(s.Damaged()) > 0 {
			t.Fatalf("after game %d, %v are set aside, %v", id, s.Damaged(), err)
		}
	}
	if got, want := figures(t, s), figures(t, plain); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the window is %+v, want %+v", got, want)
	}
	if drawn(t, s) != drawn(t, plain) {
		t.Error("other samples are drawn")
	}
	const more = mostCached + 3
	for i, g := range games(b, 5, more) {
		g.Number = uint64(1000 + i)
		if _, err := c.Append(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	if added, err := s.Follow(t.Context(), c); err != nil || added != mostCached || len(s.Damaged()) != 3 {
		t.Errorf("of %d waiting games, %d are in memory and %d in the database, %v, want %d and 3", more,
			added, len(s.Damaged()), err, mostCached)
	}
}

// A walk waits for an append, so that it finds the game in memory.
func TestWalkWaitsForAppends(t *testing.T) {
	c, other := newCachedStore(t)
	tx, err := other.db.Begin()
	if err == nil {
		_, err = tx.Exec(`UPDATE meta SET value = value`) // locks the database
	}
	if err != nil {
		t.Fatal(err)
	}
	var appending errgroup.Group
	appending.Go(func() error {
		_, err := c.Append(t.Context(), games(game.MustBoard(boards[0]), 6, 1)[0])
		return err
	})
	for tries := 0; tries < 5000 && c.mu.TryLock(); tries++ {
		c.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
	time.AfterFunc(50*time.Millisecond, func() { tx.Rollback() })
	walked := 0
	if err := c.Walk(t.Context(), 1, 1, func(_ int64, _ *Game, damage error) error {
		walked++
		return damage
	}); err != nil || walked != 1 {
		t.Errorf("%d games are found, %v", walked, err)
	}
	if err := appending.Wait(); err != nil {
		t.Error(err)
	}
}

// late is a store to which a game comes as soon as a follower knows the newest game.
type late struct {
	*CachedStore
	add func() error
}

func (l late) NewestTo(ctx context.Context, last int64) (int64, error) {
	id, err := l.CachedStore.NewestTo(ctx, last)
	return id, errors.Join(err, l.add())
}

// A follower leaves later games to its next call, because a game that is stored during a walk may
// not be in memory yet.
func TestFollowerLeavesLaterGames(t *testing.T) {
	b := game.MustBoard(boards[0])
	c, _ := newCachedStore(t)
	s := newSampler(t, b, DefaultWindow(), 1, nil)
	played := games(b, 6, 4)
	from := late{c, func() error {
		_, err := c.Append(t.Context(), played[0])
		played = played[1:]
		return err
	}}
	for want := range 3 {
		if added, err := s.Follow(t.Context(), from); err != nil || added != min(want, 1) {
			t.Fatalf("call %d adds %d games, %v", want, added, err)
		}
	}
}

// BenchmarkFollow adds a game of this process to a window, from the database or from memory.
func BenchmarkFollow(b *testing.B) {
	for _, rules := range []string{"epaminondas:4x6x1,max_plies=100", "epaminondas,max_plies=300"} {
		board := game.MustBoard(rules)
		g := games(board, 1, 1)[0]
		st := newStore(b)
		for name, from := range map[string]interface {
			Games
			Append(context.Context, *Game) (int64, error)
		}{"stored": st, "cached": &CachedStore{Store: st}} {
			b.Run(rules+"/"+name, func(b *testing.B) {
				last, err := st.Last(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				s := newSampler(b, board, DefaultWindow(), 1, nil)
				s.last = last
				for b.Loop() {
					b.StopTimer()
					g.Number++
					if _, err := from.Append(b.Context(), g); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
					if added, err := s.Follow(b.Context(), from); err != nil || added != 1 {
						b.Fatalf("%d games, %v", added, err)
					}
				}
			})
		}
	}
}
