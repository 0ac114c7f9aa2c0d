package main

import (
	"io"
	"sync"

	"epaminondas/internal/cli"
)

// tasks shows one task after another, each with a bar and an ETA of its own.
type tasks struct {
	w io.Writer

	mu   sync.Mutex
	name string
	bar  *cli.Progress
}

// show says how far a task has come.
func (t *tasks) show(name string, done, total int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if name != t.name || t.bar == nil {
		t.bar.Close()
		t.name, t.bar = name, cli.NewProgress(t.w, name, int64(total))
	}
	t.bar.Set(int64(done))
}

// close ends the last task.
func (t *tasks) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bar.Close()
	t.bar = nil
}
