package solve

import "sync"

// meter adds up the work of several goroutines and reports it.
type meter struct {
	report func(done, total int64)
	total  int64
	every  int64 // work between two reports

	mu         sync.Mutex
	done, next int64
}

// newMeter returns a meter for an amount of work. report may be nil.
func newMeter(total int64, report func(done, total int64)) *meter {
	return &meter{report: report, total: total, every: total / 1000}
}

// add adds n finished units. It reports if a report is due or if the work is done.
func (m *meter) add(n int) {
	if m.report == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += int64(n)
	if n > 0 && (m.done >= m.next || m.done == m.total) {
		m.report(m.done, m.total)
		m.next = m.done + m.every
	}
}
