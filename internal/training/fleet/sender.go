package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"epaminondas/internal/base/crew"
)

// publishTime is the longest time that the hub may take to store a batch.
const publishTime = 10 * time.Second

// publishPause is the pause after a batch. It keeps a worker with many batches below the rate that
// the hub treats as a flood.
const publishPause = 20 * time.Millisecond

// send sends spooled games to the hub in batches. It sends games again if their receipts do not
// arrive.
func (w *Worker) send(ctx context.Context) error {
	wait := backoff{source: newJitter(w.config.Key), most: 30 * time.Second}
	for {
		parcel, ok := w.spool.Next(time.Now(), w.config.Again)
		if !ok || len(parcel.Records) < batchGames/2 && parcel.Spool == w.spool.ID() {
			if !ok {
				select {
				case <-w.spool.Waiting():
				case <-time.After(w.config.Again / 4):
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			if err := crew.Sleep(ctx, w.config.Linger); err != nil { // more games may come for the same batch
				return err
			}
			if parcel, ok = w.spool.Next(time.Now(), w.config.Again); !ok {
				continue
			}
		}
		err := w.publish(ctx, parcel)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			w.spool.Sent(parcel, time.Now())
			wait.worked()
			if err := crew.Sleep(ctx, publishPause); err != nil {
				return err
			}
			continue
		case wait.tries == 4 && !errors.Is(err, ErrFull):
			w.tell(fmt.Sprintf("the worker cannot send games and keeps them in the spool: %v", err))
		}
		if err := wait.failed(ctx); err != nil {
			return err
		}
	}
}

// publish sends a parcel.
func (w *Worker) publish(ctx context.Context, p Parcel) error {
	batch := Batch{
		Fleet: w.contract.Fleet, Worker: w.config.Key, Spool: p.Spool, Contract: w.digest,
		First: p.First, Records: p.Records,
	}
	encoded, err := batch.Encode(w.config.Signer)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, publishTime)
	defer cancel()
	return w.hub.Publish(limited, batch.ID(), encoded)
}
