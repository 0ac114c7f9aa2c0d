package learning

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"epaminondas/internal/engine/alphabeta/lines"
	"epaminondas/internal/training/config"
	"epaminondas/replay"
)

// collected returns leaves from the games of a run.
func collected(t *testing.T, change func(l *leaves)) (*leaves, *lines.Data) {
	t.Helper()
	r, board := opened(t, 30)
	id := int64(0)
	l := &leaves{board: board, teacher: untrained(t), share: 0.5, parallel: 1,
		LinesSettings: LinesSettings{Positions: 300, Nodes: 50, Settings: lines.Settings{Seed: 1}}}
	l.lesson = &Lesson{Games: func(ctx context.Context) (*replay.Game, bool, error) {
		if id++; id > 30 {
			return nil, false, nil
		}
		g, err := r.Games.Load(ctx, id)
		return g, err == nil, err
	}}
	change(l)
	d, err := l.collect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return l, d
}

// TestCollect checks that leaves depend on the seed, and not on the number of goroutines.
func TestCollect(t *testing.T) {
	l, one := collected(t, func(*leaves) {})
	_, three := collected(t, func(l *leaves) { l.parallel = 3 })
	_, other := collected(t, func(l *leaves) { l.Seed = 2 })
	if one.Len() != 300 || !reflect.DeepEqual(one, three) || reflect.DeepEqual(one, other) {
		t.Errorf("%d leaves; the same with three goroutines: %v, with another seed: %v", one.Len(),
			reflect.DeepEqual(one, three), reflect.DeepEqual(one, other))
	}
	if err := l.enough(one); err != nil {
		t.Error(err)
	}
}

// TestLeastLeaves checks that the least number in a config is enough to learn from.
func TestLeastLeaves(t *testing.T) {
	if config.LeastLeaves != lines.LeastPositions {
		t.Errorf("a config may ask for %d leaves, want %d", config.LeastLeaves, lines.LeastPositions)
	}
}

func TestTooFewLeaves(t *testing.T) {
	l, d := collected(t, func(l *leaves) { l.Positions = 1_000_000 })
	if err := l.enough(d); err == nil || d.Len() == 0 || !strings.Contains(err.Error(), "want 1000000") {
		t.Errorf("%d leaves: %v", d.Len(), err)
	}
}
