package arena

import (
	"context"
	"errors"
	"sync"

	"epaminondas/internal/match/player"
)

// bench holds the players that are between two games. Players may be processes,
// so it has room for few: as many as play at the same time.
type bench struct {
	contestants []player.Contestant
	room        int

	mu   sync.Mutex
	idle []seat // longest first
}

// seat is a place on the bench.
type seat struct {
	contestant int
	player     player.Player
}

// take returns a player of a contestant, a new one if none is idle.
func (b *bench) take(ctx context.Context, contestant int) (player.Player, error) {
	b.mu.Lock()
	for i, s := range b.idle {
		if s.contestant == contestant {
			b.idle = append(b.idle[:i], b.idle[i+1:]...)
			b.mu.Unlock()
			return s.player, nil
		}
	}
	b.mu.Unlock()
	return b.contestants[contestant].New(ctx)
}

// put gives a player back. If there is no more room, the one that was idle
// longest is closed.
func (b *bench) put(contestant int, p player.Player) error {
	b.mu.Lock()
	b.idle = append(b.idle, seat{contestant, p})
	var left []seat
	if over := len(b.idle) - b.room; over > 0 {
		left = append(left, b.idle[:over]...)
		b.idle = append(b.idle[:0], b.idle[over:]...)
	}
	b.mu.Unlock()
	return dismiss(left)
}

// close closes all players on the bench.
func (b *bench) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := b.idle
	b.idle = nil
	return dismiss(left)
}

// dismiss closes players, all at once, since a process may take its time. How it
// behaves when it is told to leave is no reason to end a tournament.
func dismiss(seats []seat) error {
	failures := make([]error, len(seats))
	var closing sync.WaitGroup
	for i, s := range seats {
		closing.Go(func() {
			var foul *player.Foul
			if err := s.player.Close(); !errors.As(err, &foul) {
				failures[i] = err
			}
		})
	}
	closing.Wait()
	return errors.Join(failures...)
}
