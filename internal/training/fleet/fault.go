package fleet

import (
	"context"
	"errors"
	"fmt"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/fleet/ledger"
)

// Reasons to refuse a whole batch. None of its games counts as refused, because the ingester does
// not know that the worker has them. The subject of the message names the worker.
const (
	FaultHeader    = "header"    // the message has an id or headers that no worker sends
	FaultBatch     = "batch"     // the message is not a batch of a version that this program knows
	FaultSignature = "signature" // the worker did not sign it
	FaultSender    = "sender"    // another worker signed it, or it is for another fleet
)

// mostHeaderSize is the largest number of bytes of a message's headers. Our workers send about 80.
const mostHeaderSize = 1 << 10

// strangeRate is the number of bytes that each header byte counts as if the headers exceed
// mostHeaderSize. The hub accepts such a message before the ingester sees it, and remembers its id
// for minutes. At the usual quota of 2 MB/s, these ids take at most about 20 MB.
const strangeRate = 16

// size returns the bytes of a message that count towards the quota.
func size(m Message) int64 {
	header := m.HeaderSize()
	if header > mostHeaderSize {
		header *= strangeRate
	}
	return int64(len(m.Data()) + header)
}

// decode reads the batch of a message. Its error is a refusal of the whole batch.
func (in *Ingester) decode(m Message) (b Batch, torn, err error) {
	if id := m.ID(); !validID(id) || m.HeaderSize() > mostHeaderSize {
		return b, nil, refusef(FaultHeader, "the message has %s of headers and the id %.40q",
			noun.Count(m.HeaderSize(), "byte"), id)
	}
	b, torn, err = DecodeBatch(m.Data())
	switch {
	case errors.Is(err, ErrUnsigned):
		return b, nil, &refusal{FaultSignature, err}
	case err != nil:
		return b, nil, &refusal{FaultBatch, err}
	case b.Worker != m.Sender():
		return b, nil, refusef(FaultSender, "another key, %s, has signed the batch", b.Worker)
	case b.Fleet != in.fleet:
		return b, nil, refusef(FaultSender, "the batch is for another fleet, %.40q", b.Fleet)
	}
	return b, torn, nil
}

// refuseBatches counts the refused batches in the run. It reports each kind of fault of a worker
// once.
func (in *Ingester) refuseBatches(ctx context.Context, deliveries []delivery) error {
	counts, details := map[ledger.Fault]int64{}, map[ledger.Fault]string{}
	for _, l := range deliveries {
		var r *refusal
		if errors.As(l.fault, &r) {
			fault := ledger.Fault{Worker: l.message.Sender(), Reason: r.reason}
			counts[fault]++
			details[fault] = r.Error()
		}
	}
	if len(counts) == 0 {
		return nil
	}
	if err := ledger.RefuseBatches(ctx, in.run, counts); err != nil {
		return err
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	for fault, batches := range counts {
		m := in.workers[fault.Worker]
		if m == nil {
			continue
		}
		m.refused.faults += batches // Refresh counts them again
		if !in.told[fault] {
			in.told[fault] = true
			in.tell(fmt.Sprintf("fleet: a batch of worker %s is refused (%s): %s; \"fleet status\" counts "+
				"such batches", m.Name, fault.Reason, details[fault]))
		}
	}
	return nil
}
