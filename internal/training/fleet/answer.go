package fleet

import (
	"context"
	"errors"
	"time"
	"unicode"

	"epaminondas/internal/training/fleet/ledger"
)

// shortestReport is the shortest time between two reports of a worker that the ingester reads. A
// report that comes earlier gets an answer without receipts, which costs almost nothing.
const shortestReport = 100 * time.Millisecond

// ErrSilence means that a report gets no answer, because its sender is unknown.
var ErrSilence = errors.New("no answer")

// refusalsTold is the largest number of refused games in an answer.
const refusalsTold = 20

// Answer returns the orders for a worker that reports.
func (in *Ingester) Answer(ctx context.Context, key string, r Heartbeat, now time.Time) (Orders, error) {
	orders, early, err := in.enter(key, r, now)
	if err != nil || early || orders.Stop != "" {
		return orders, err
	}
	if err := in.takeLost(ctx, key, r.Lost); err != nil {
		return orders, err
	}
	orders.Receipts = map[string]uint64{}
	for _, spool := range r.Spools[:min(len(r.Spools), reportSpools)] {
		if !validSpool(spool) {
			continue
		}
		if orders.Receipts[spool], err = in.receipt(ctx,
			ledger.SpoolID{Worker: key, Spool: spool}); err != nil {
			return orders, err
		}
	}
	if r.Refusals < 0 { // a worker that starts again does not need old refusals
		last, err := ledger.LastRefusal(ctx, in.run, key)
		orders.Refusals = []Refusal{{ID: last}}
		return orders, err
	}
	refusals, err := ledger.Refusals(ctx, in.run, key, r.Refusals, refusalsTold)
	for _, f := range refusals {
		orders.Refusals = append(orders.Refusals,
			Refusal{ID: f.ID, Number: f.Number, Reason: f.Reason, Detail: f.Detail})
	}
	return orders, err
}

// enter stores a worker's report and returns its orders without receipts. early is true if the
// report comes too soon after the previous one. The ingester then ignores the content of the
// report, but it answers. Without the answer, a worker that starts again at once would wait five
// seconds.
func (in *Ingester) enter(key string, r Heartbeat, now time.Time) (orders Orders, early bool, err error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	m := in.workers[key]
	if m == nil {
		return Orders{}, false, ErrSilence
	}
	if early = now.Sub(m.asked).Abs() < shortestReport; !early {
		m.asked = now
		m.WorkerStatus = r.bounded(now)
		in.reported[key] = m.WorkerStatus
	}
	return in.orders(m), early, nil
}

// bounded returns the content of a report for fleet status, within sensible bounds.
func (r Heartbeat) bounded(now time.Time) ledger.WorkerStatus {
	return ledger.WorkerStatus{
		Seen: now, Cores: min(max(r.Cores, 0), 1<<16), GamesPerHour: min(max(r.GamesPerHour, 0), 1e9),
		Step: r.Step, Spooled: max(r.Spooled, 0), State: printable(r.State),
	}
}

// printable returns the first 100 letters of a text, without characters that control a terminal.
func printable(text string) string {
	letters := make([]rune, 0, 100)
	for _, r := range text {
		if unicode.IsPrint(r) && len(letters) < cap(letters) {
			letters = append(letters, r)
		}
	}
	return string(letters)
}

// orders returns the orders for a worker without receipts.
func (in *Ingester) orders(m *member) Orders {
	orders := Orders{Contract: in.current().digest, Share: in.flow.share, Training: in.training}
	switch {
	case !m.Revoked.IsZero():
		orders.Stop = "the invitation of the worker was revoked"
	case m.refused.suspended():
		orders.Stop = m.refused.String()
	case in.playing != nil:
		orders.Network = in.playing // never changed, only replaced
	}
	return orders
}

// receipt returns the receipt of a spool.
func (in *Ingester) receipt(ctx context.Context, id ledger.SpoolID) (uint64, error) {
	in.mu.Lock()
	next, ok := in.workers[id.Worker].receipts[id.Spool]
	in.mu.Unlock()
	if ok {
		return next, nil
	}
	next, err := ledger.Receipt(ctx, in.run, id)
	if err == nil {
		in.noteReceipts(map[ledger.SpoolID]uint64{id: next})
	}
	return next, err
}

// mostLost is the largest number of lost games in one report.
const mostLost = 2048

// takeLost refuses the games that a worker has lost, at most mostLost of them, so that the worker
// gets receipts for the games after them. The worker reports the same games until it has the
// receipt.
func (in *Ingester) takeLost(ctx context.Context, key string, lost []Lost) error {
	var arrivals []ledger.Arrival
	for _, l := range lost {
		if !validSpool(l.Spool) {
			continue
		}
		id := ledger.SpoolID{Worker: key, Spool: l.Spool}
		decided, err := in.receipt(ctx, id)
		if err != nil {
			return err
		}
		for n := max(l.From, decided); n < l.To && len(arrivals) < mostLost; n++ {
			arrivals = append(arrivals, ledger.Arrival{
				SpoolID: id, Seed: Seed(in.fleet, key, l.Spool), Number: n,
				Reason: ReasonLost, Detail: "the worker can no longer read the game",
			})
		}
	}
	if len(arrivals) == 0 {
		return nil
	}
	receipts, err := ledger.Take(ctx, in.run, arrivals)
	if err != nil {
		return err
	}
	in.noteReceipts(receipts)
	return nil
}

// Save writes the state of the workers into the run, for fleet status and the page.
func (in *Ingester) Save(ctx context.Context) error {
	in.mu.Lock()
	reported := in.reported
	in.reported = map[string]ledger.WorkerStatus{}
	in.mu.Unlock()
	if len(reported) == 0 {
		return nil
	}
	return ledger.TellWorkers(ctx, in.run, reported)
}
