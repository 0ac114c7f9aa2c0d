package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// harm kills processes and cuts networks at random until the time is over.
func (f *field) harm(ctx context.Context) {
	deadline := time.Now().Add(f.length)
	for time.Now().Before(deadline) && ctx.Err() == nil {
		w := f.workers[f.rng.IntN(len(f.workers))]
		switch f.rng.IntN(12) {
		case 0, 1, 2:
			f.count("kill worker")
			w.kill()
			f.note(w)
		case 3:
			f.count("kill ingester")
			f.ingester.kill()
		case 4:
			f.count("kill hub")
			f.hub.kill()
		case 5:
			f.count("kill trainer")
			f.trainer.kill()
		case 6:
			f.count("cut both ways")
			f.cut(w, true, true)
		case 7:
			f.count("cut to the hub")
			f.cut(w, true, false)
		case 8:
			f.count("cut from the hub")
			f.cut(w, false, true)
		case 9:
			f.count("break connections")
			w.proxy.reset()
		case 10:
			f.count("slow network")
			w.proxy.set(false, false, time.Duration(f.rng.IntN(300))*time.Millisecond)
		case 11:
			if f.rng.IntN(4) == 0 {
				f.count("delete the hub's folder")
				f.hub.kill()
				_ = os.RemoveAll(filepath.Join(f.run, "fleet", "hub"))
				f.hub.kill() // it may have started again meanwhile
			}
		}
		select {
		case <-time.After(200*time.Millisecond + time.Duration(f.rng.IntN(3000))*time.Millisecond):
		case <-ctx.Done():
		}
	}
}

func (f *field) count(harm string) { f.harms[harm]++ }

// cut cuts the network of a worker for a while.
func (f *field) cut(w *worker, toHub, fromHub bool) {
	w.proxy.set(toHub, fromHub, 0)
	time.AfterFunc(time.Duration(1+f.rng.IntN(30))*time.Second, func() { w.proxy.set(false, false, 0) })
}

// settle lets the fleet work until no game waits for its receipt and training continues.
func (f *field) settle(ctx context.Context) error {
	for _, w := range f.workers {
		w.proxy.set(false, false, 0)
	}
	before := f.step()
	deadline := time.Now().Add(f.options.settle)
	for time.Now().Before(deadline) {
		if f.step() > before {
			break
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if f.step() <= before {
		return fmt.Errorf("training does not continue after step %d; the logs are in %s", before, f.dir)
	}
	for _, w := range f.workers {
		w.kill()
		f.note(w)
	}
	return f.drain(ctx, deadline)
}

// drain waits until all games from the workers' disks are in the run.
func (f *field) drain(ctx context.Context, deadline time.Time) error {
	for {
		missing, err := f.missing(ctx)
		if err == nil && len(missing) == 0 {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%d spools are not stored: %v, %w; the logs are in %s", len(missing), missing,
				err, f.dir)
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
