package learning

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"epaminondas/internal/engine/alphabeta/lines"
	"epaminondas/replay"
)

// collected returns leaves from the games of a run.
func collected(t *testing.T, change func(l *Lines)) (*Lines, *lines.Data) {
	t.Helper()
	r, board := opened(t, 30)
	id := int64(0)
	l := &Lines{Board: board, Teacher: untrained(t), Positions: 300, Nodes: 50, Each: 3, Share: 0.5,
		Parallel: 1, Seed: 1, Games: func(ctx context.Context) (*replay.Game, bool, error) {
			if id++; id > 30 {
				return nil, false, nil
			}
			g, err := r.Games.Load(ctx, id)
			return g, err == nil, err
		}}
	change(l)
	d, err := l.Collect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return l, d
}

// TestCollect checks that leaves depend on the seed, and not on the number of goroutines.
func TestCollect(t *testing.T) {
	l, one := collected(t, func(*Lines) {})
	_, three := collected(t, func(l *Lines) { l.Parallel = 3 })
	_, other := collected(t, func(l *Lines) { l.Seed = 2 })
	if one.Len() != 300 || !reflect.DeepEqual(one, three) || reflect.DeepEqual(one, other) {
		t.Errorf("%d leaves; the same with three goroutines: %v, with another seed: %v", one.Len(),
			reflect.DeepEqual(one, three), reflect.DeepEqual(one, other))
	}
	if err := l.Enough(one); err != nil {
		t.Error(err)
	}
}

func TestTooFewLeaves(t *testing.T) {
	l, d := collected(t, func(l *Lines) { l.Positions = 1_000_000 })
	if err := l.Enough(d); err == nil || d.Len() == 0 || !strings.Contains(err.Error(), "want 1000000") {
		t.Errorf("%d leaves: %v", d.Len(), err)
	}
}
