package fleet

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/runs"
)

// Ingester stores the games of workers in a run and gives the workers their orders. A run has at
// most one ingester at a time. Several goroutines may call its methods.
type Ingester struct {
	run       *runs.Run
	admission Admission
	fleet     string
	stages    []stage // of the run
	tell      func(text string)

	mu       sync.Mutex
	stage    int                // that the run is in
	workers  map[string]*member // by key
	offers   map[string]ledger.Offer
	playing  *Network
	offered  time.Time
	flow     flowControl
	training string                         // why the trainer uses no games; empty if it runs
	reported map[string]ledger.WorkerStatus // since the last write
	told     map[ledger.Fault]bool          // faults that were already told
}

// member is the ingester's data about one worker.
type member struct {
	ledger.Worker
	bucket   bucket
	asked    time.Time // when it last reported
	refused  refusals
	receipts map[string]uint64
}

// receiptsKept is the largest number of spools of a worker with receipts in memory.
const receiptsKept = 256

// NewIngester returns the ingester of an open run.
func NewIngester(ctx context.Context, r *runs.Run, admission Admission,
	tell func(text string)) (*Ingester, error) {
	if err := admission.Validate(); err != nil {
		return nil, err
	}
	fleet, err := FleetID(ctx, r)
	if err != nil {
		return nil, err
	}
	stages, err := stagesOf(r.Whole(), fleet)
	if err != nil {
		return nil, err
	}
	in := &Ingester{
		run: r, admission: admission, fleet: fleet, stages: stages, stage: r.Stage(), tell: tell,
		workers: map[string]*member{}, reported: map[string]ledger.WorkerStatus{}, flow: newFlowControl(),
		told: map[ledger.Fault]bool{},
	}
	if err := in.Refresh(ctx); err != nil {
		return nil, err
	}
	return in, in.loadOffers(ctx)
}

// FleetID returns the name of a run's fleet. The first call chooses it at random.
func FleetID(ctx context.Context, r *runs.Run) (string, error) {
	var id [8]byte
	if _, err := rand.Read(id[:]); err != nil {
		return "", err
	}
	return ledger.FleetID(ctx, r, hex.EncodeToString(id[:]))
}

// Refresh reads the lists of invited and revoked workers from the run.
func (in *Ingester) Refresh(ctx context.Context) error {
	list, err := ledger.Workers(ctx, in.run)
	if err != nil {
		return err
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, w := range list {
		m := in.workers[w.Key]
		if m == nil {
			m = &member{receipts: map[string]uint64{}, bucket: newBucket(w.Quota)}
			in.workers[w.Key] = m
		}
		if w.Seen.Before(m.Seen) {
			w.WorkerStatus = m.WorkerStatus
		}
		m.Worker, m.refused = w, countRefusals(w)
	}
	return nil
}

// Invited returns the number of workers that may send games.
func (in *Ingester) Invited() (n int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, m := range in.workers {
		if m.Revoked.IsZero() {
			n++
		}
	}
	return n
}

// Contract returns the encoded contract of the stage that the run is in.
func (in *Ingester) Contract() []byte {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.current().contract
}

// delivery is a message with its decoded batch.
type delivery struct {
	message  Message
	arrivals []ledger.Arrival
	wait     time.Duration // before the next delivery; 0 to store it now
	fault    error         // a refusal of the whole batch
}

// Ingest stores the games of some messages with their receipts in one transaction. Then it
// acknowledges the messages. After a crash the messages arrive again, which does not change stored
// games. If a worker is over its quota, its message arrives again later.
func (in *Ingester) Ingest(ctx context.Context, messages []Message, now time.Time) error {
	deliveries := make([]delivery, len(messages))
	group, judging := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, m := range messages {
		deliveries[i] = delivery{message: m}
		group.Go(func() error {
			in.open(&deliveries[i], now)
			return judging.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := in.refuseBatches(ctx, deliveries); err != nil {
		return err
	}
	var arrivals []ledger.Arrival
	for _, l := range deliveries {
		arrivals = append(arrivals, l.arrivals...)
	}
	if len(arrivals) > 0 {
		receipts, err := ledger.Take(ctx, in.run, arrivals)
		if err != nil {
			return err
		}
		in.noteReceipts(receipts)
	}
	return finish(deliveries)
}

// finish acknowledges or postpones each message.
func finish(deliveries []delivery) error {
	for _, l := range deliveries {
		var err error
		if l.wait > 0 {
			err = l.message.Later(l.wait)
		} else {
			err = l.message.Done()
		}
		if err != nil { // the message arrives again, which is harmless
			return fmt.Errorf("fleet: acknowledge a batch: %w", err)
		}
	}
	return nil
}

// open decodes and judges the batch of a delivery.
func (in *Ingester) open(l *delivery, now time.Time) {
	status, wait := in.admit(l.message.Sender(), size(l.message), now)
	if status == senderUnknown || status == senderSuspended {
		return // keep nothing of this batch
	}
	if l.wait = wait; wait > 0 {
		return
	}
	batch, torn, err := in.decode(l.message)
	if err != nil {
		l.fault = err // the batch gets no receipts
		return
	}
	l.arrivals = in.arrivals(batch, torn)
	j := in.newJudge(now)
	defer j.decoder.Close()
	for i := range l.arrivals {
		a := &l.arrivals[i]
		switch {
		case a.Reason != "":
		case status == senderRevoked:
			a.Reason, a.Detail = ReasonRevoked, "the worker was revoked"
		case !j.knows(batch.Contract):
			a.Reason, a.Detail = ReasonContract, "the game was played under another contract"
		default:
			j.judge(a)
		}
	}
	in.charge(batch.Worker, j.costs.charge)
}

// arrivals returns the games of a batch before they are judged. If the end of the batch is missing,
// arrivals refuses the missing games.
func (in *Ingester) arrivals(b Batch, torn error) []ledger.Arrival {
	id := ledger.SpoolID{Worker: b.Worker, Spool: b.Spool}
	seed := Seed(in.fleet, b.Worker, b.Spool)
	var list []ledger.Arrival
	for i, record := range b.Records {
		list = append(list, ledger.Arrival{SpoolID: id, Seed: seed, Number: b.First + uint64(i),
			Record: record})
	}
	if torn != nil {
		list = append(list, ledger.Arrival{
			SpoolID: id, Seed: seed, Number: b.First + uint64(len(b.Records)), Reason: ReasonFrame,
			Detail: torn.Error(),
		})
	}
	return list
}

// newJudge returns a judge with the present offers.
func (in *Ingester) newJudge(now time.Time) *judge {
	in.mu.Lock()
	defer in.mu.Unlock()
	j := &judge{admission: in.admission, stages: in.entered(), offers: in.offers, now: now}
	if in.playing != nil {
		j.newest = in.playing.Step
	}
	return j
}

// Answers of admit.
const (
	senderGood = iota
	senderUnknown
	senderRevoked
	senderSuspended
)

// admit returns what a sender may do, and how long its message must wait for the sender's quota.
func (in *Ingester) admit(key string, bytes int64, now time.Time) (status int, wait time.Duration) {
	in.mu.Lock()
	defer in.mu.Unlock()
	m := in.workers[key]
	switch {
	case m == nil:
		return senderUnknown, 0
	case m.refused.suspended():
		return senderSuspended, 0
	case !m.Revoked.IsZero():
		return senderRevoked, m.bucket.take(bytes, now)
	}
	return senderGood, m.bucket.take(bytes, now)
}

// charge takes the costs of checking games from the quota of a worker, so that its next messages
// wait.
func (in *Ingester) charge(key string, bytes int64) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if m := in.workers[key]; m != nil {
		m.bucket.level -= float64(bytes)
	}
}

// noteReceipts keeps receipts for the answers to the next reports.
func (in *Ingester) noteReceipts(receipts map[ledger.SpoolID]uint64) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for id, next := range receipts {
		m := in.workers[id.Worker]
		if m == nil {
			continue
		}
		if len(m.receipts) >= receiptsKept {
			clear(m.receipts) // the database has them
		}
		m.receipts[id.Spool] = max(m.receipts[id.Spool], next)
	}
}
