package arena

import (
	"context"
	"errors"
	"sync"

	"epaminondas/internal/match/player"
)

// playerPool holds the idle players. Players may be processes, so the pool keeps only as many as
// can play at the same time.
type playerPool struct {
	factories []player.Factory
	room      int

	mu   sync.Mutex
	idle []pooledPlayer // the longest idle first
}

// pooledPlayer is an idle player.
type pooledPlayer struct {
	factory int
	player  player.Player
}

// take returns a player of a factory. If none is idle it makes one.
func (b *playerPool) take(ctx context.Context, factory int) (player.Player, error) {
	b.mu.Lock()
	for i, s := range b.idle {
		if s.factory == factory {
			b.idle = append(b.idle[:i], b.idle[i+1:]...)
			b.mu.Unlock()
			return s.player, nil
		}
	}
	b.mu.Unlock()
	return b.factories[factory].New(ctx)
}

// put returns a player to the pool. If the pool is full, put closes the player that has been idle
// longest.
func (b *playerPool) put(factory int, p player.Player) error {
	b.mu.Lock()
	b.idle = append(b.idle, pooledPlayer{factory, p})
	var left []pooledPlayer
	if over := len(b.idle) - b.room; over > 0 {
		left = append(left, b.idle[:over]...)
		b.idle = append(b.idle[:0], b.idle[over:]...)
	}
	b.mu.Unlock()
	return closePlayers(left)
}

// close closes all players of the pool.
func (b *playerPool) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := b.idle
	b.idle = nil
	return closePlayers(left)
}

// closePlayers closes players at the same time, since a process may be slow to end. It ignores
// misconduct during the close, because that is no reason to end a tournament.
func closePlayers(idle []pooledPlayer) error {
	failures := make([]error, len(idle))
	var closing sync.WaitGroup
	for i, s := range idle {
		closing.Go(func() {
			var foul *player.Forfeit
			if err := s.player.Close(); !errors.As(err, &foul) {
				failures[i] = err
			}
		})
	}
	closing.Wait()
	return errors.Join(failures...)
}
