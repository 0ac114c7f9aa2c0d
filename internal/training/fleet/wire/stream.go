package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"epaminondas/internal/training/fleet"
)

// consumerName is the name of the ingester's consumer of the stream.
const consumerName = "ingester"

// The bounds of the stream.
const (
	duplicates   = 2 * time.Minute // the default of Duplicates, which only saves work
	ackWait      = 20 * time.Second
	mostPending  = 8192
	mostBatches  = 64 // batches of one worker in the stream
	leastBatches = 4
)

// prepare creates the stream, its consumer and the object store. The consumer is always new and in
// memory, so a power cut cannot damage it. A new consumer delivers every batch in the stream,
// including batches that an earlier consumer acknowledged and a power cut brought back. It also
// delivers the batches of a killed ingester at once.
func (d *hubConn) prepare(ctx context.Context) error {
	fail := func(err error) error { return fmt.Errorf("wire: prepare the streams: %w", err) }
	var err error
	if d.js, err = jetstream.New(d.conn); err != nil {
		return fail(err)
	}
	if err = d.share(ctx); err != nil {
		return fail(err)
	}
	err = d.stream.DeleteConsumer(ctx, consumerName)
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return fail(err)
	}
	d.consumer, err = d.stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName, MemoryStorage: true, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: cmp.Or(d.config.AckWait, ackWait), MaxAckPending: mostPending, MaxDeliver: -1,
	})
	if err != nil {
		return fail(err)
	}
	d.objects.store, err = d.js.CreateOrUpdateObjectStore(ctx,
		jetstream.ObjectStoreConfig{Bucket: d.names.Bucket(), Storage: jetstream.FileStorage, Replicas: 1})
	if err != nil {
		return fail(err)
	}
	return nil
}

// share creates the stream, or gives each invited worker an equal share of it.
func (d *hubConn) share(ctx context.Context) (err error) {
	d.workers = d.ingester.Invited()
	d.stream, err = d.js.CreateOrUpdateStream(ctx, d.streamConfig())
	return err
}

// streamConfig returns the configuration of the stream of batches: one copy, in a file. Each worker
// has a share of it, so that none can fill it.
func (d *hubConn) streamConfig() jetstream.StreamConfig {
	each := d.config.Bytes / int64(d.workers+1) / fleet.MaxBatch
	return jetstream.StreamConfig{
		Name: d.names.Stream(), Subjects: []string{d.names.Games("*")},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: 1,
		MaxBytes: d.config.Bytes, MaxMsgSize: fleet.MaxBatch + 4096,
		MaxMsgsPerSubject: min(max(each, leastBatches), mostBatches),
		Discard:           jetstream.DiscardNew, DiscardNewPerSubject: true,
		Duplicates: cmp.Or(d.config.Duplicates, duplicates),
	}
}
