package ugi

import (
	"context"
	"errors"
	"testing"
	"time"

	"epaminondas/game"
)

func TestPerft(t *testing.T) {
	for _, threads := range []int{1, 3, 200} {
		for depth, want := range []uint64{1, 60, 3600, 269278} {
			got, err := perft(t.Context(), game.MustBoard("epaminondas:8x8").Start(), depth, threads)
			if err != nil || got != want {
				t.Errorf("perft %d with %d threads: got %d, %v, want %d", depth, threads, got, err, want)
			}
		}
	}
}

func TestPerftCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	begun := time.Now()
	start := game.MustBoard("epaminondas").Start()
	if _, err := perft(ctx, start, 9, 2); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the context's error", err)
	}
	if spent := time.Since(begun); spent > 30*time.Second {
		t.Errorf("stopped after %v", spent)
	}
}

func BenchmarkPerft(b *testing.B) {
	s := game.MustBoard("epaminondas").Start()
	var nodes uint64
	for b.Loop() {
		n, err := perft(b.Context(), s, 3, 1)
		if err != nil {
			b.Fatal(err)
		}
		nodes += n
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
