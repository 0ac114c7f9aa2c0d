package cli

import (
	"io"
	"sync"
)

// Tasks shows tasks one after another, each with its own bar and ETA.
type Tasks struct {
	Out io.Writer

	mu   sync.Mutex
	name string
	bar  *Progress
}

// Show shows how far a task is.
func (t *Tasks) Show(name string, done, total int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if name != t.name || t.bar == nil {
		t.bar.Close()
		t.name, t.bar = name, NewProgress(t.Out, name, int64(total))
	}
	t.bar.Set(int64(done))
}

// Close ends the last task.
func (t *Tasks) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bar.Close()
	t.bar = nil
}
