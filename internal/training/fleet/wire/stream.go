package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
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
	mostBatches  = 64 // of one worker in the stream
	leastBatches = 4
)

// prepare creates the stream and the object store if they do not exist. If it fails because their
// files are damaged, it removes them. The next attempt then succeeds, and workers send again what
// was in the stream.
func (d *desk) prepare(ctx context.Context) error {
	var err error
	if d.js, err = jetstream.New(d.conn); err == nil {
		err = d.create(ctx)
	}
	if damaged(err) {
		err = fmt.Errorf("%w; the stored data of the hub is damaged and now removed", err)
		if removed := d.remove(ctx); removed != nil {
			err = fmt.Errorf("%w: %w", err, removed)
		}
	}
	if err != nil {
		return fmt.Errorf("wire: prepare the streams: %w", err)
	}
	return nil
}

// create creates the stream, its consumer and the object store. The consumer is always a new one, in
// memory. So every batch in the stream arrives, even if a power cut brought back a batch that an earlier
// consumer had acknowledged. It also does not wait for batches that a killed ingester had received.
func (d *desk) create(ctx context.Context) (err error) {
	if err = d.share(ctx); err != nil {
		return err
	}
	err = d.stream.DeleteConsumer(ctx, consumerName)
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	d.consumer, err = d.stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName, MemoryStorage: true, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: cmp.Or(d.config.AckWait, ackWait), MaxAckPending: mostPending, MaxDeliver: -1,
	})
	if err != nil {
		return err
	}
	d.shelf.store, err = d.js.CreateOrUpdateObjectStore(ctx,
		jetstream.ObjectStoreConfig{Bucket: d.names.Bucket(), Storage: jetstream.FileStorage, Replicas: 1})
	return err
}

// Codes of JetStream for a stream or a consumer that the server cannot create. The cause can be a
// damaged file of an earlier one.
const (
	streamFailed        = 10049
	consumerFailed      = 10012
	consumerStoreFailed = 10104
)

// damaged reports whether an error shows damage to the stored data of the hub.
func damaged(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && slices.Contains(
		[]jetstream.ErrorCode{streamFailed, consumerFailed, consumerStoreFailed}, api.ErrorCode)
}

// remove removes the stream and the object store.
func (d *desk) remove(ctx context.Context) error {
	stream, store := d.js.DeleteStream(ctx, d.names.Stream()), d.js.DeleteObjectStore(ctx, d.names.Bucket())
	for _, err := range []error{stream, store} {
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) &&
			!errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
	}
	return nil
}

// share creates the stream, or gives each invited worker an equal share of it.
func (d *desk) share(ctx context.Context) (err error) {
	d.workers = d.ingester.Invited()
	d.stream, err = d.js.CreateOrUpdateStream(ctx, d.streamConfig())
	return err
}

// streamConfig returns the configuration of the stream of batches: one copy, in a file. Each worker
// has a share of it, so that none can fill it.
func (d *desk) streamConfig() jetstream.StreamConfig {
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
