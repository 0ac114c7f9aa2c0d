package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// harm is something that goes wrong.
type harm struct {
	name  string
	parts int // how often it happens, compared with the others
	do    func(w *worker)
}

// list returns all harms.
func (f *field) list(ctx context.Context) []harm {
	cut := func(toHub, fromHub bool) func(w *worker) {
		return func(w *worker) { f.cut(ctx, w, toHub, fromHub) }
	}
	return []harm{
		{"kill worker", 12, func(w *worker) { w.kill(); f.note(w) }},
		{"kill ingester", 4, func(*worker) { f.ingester.kill() }},
		{"kill hub", 4, func(*worker) { f.hub.kill() }},
		{"kill trainer", 4, func(*worker) { f.trainer.kill() }},
		{"cut both ways", 4, cut(true, true)},
		{"cut to the hub", 4, cut(true, false)},
		{"cut from the hub", 4, cut(false, true)},
		{"break connections", 4, func(w *worker) { w.proxy.reset() }},
		{"slow network", 4, func(w *worker) {
			w.proxy.set(false, false, time.Duration(f.rng.IntN(300))*time.Millisecond)
		}},
		{"delete the hub's folder", 1, func(*worker) { f.hub.down(f.deleteHub) }},
		{"put back an older folder of the hub", 2, func(*worker) { f.hub.down(f.ageHub) }},
		{"cut the ends of the hub's files", 2, func(*worker) { f.hub.down(f.tearHub) }},
		{"cut the end of a spool", 2, func(w *worker) { w.down(func() { f.tearSpool(w) }) }},
	}
}

// harm does harm at random until the time is over.
func (f *field) harm(ctx context.Context) {
	var all []harm
	for _, h := range f.list(ctx) {
		all = append(all, slices.Repeat([]harm{h}, h.parts)...)
	}
	for deadline := time.Now().Add(f.length); time.Now().Before(deadline) && ctx.Err() == nil; {
		h := all[f.rng.IntN(len(all))]
		f.harms[h.name]++
		h.do(f.workers[f.rng.IntN(len(f.workers))])
		pause(ctx, 200*time.Millisecond+time.Duration(f.rng.IntN(3000))*time.Millisecond)
	}
}

// cut cuts the network of a worker for a while.
func (f *field) cut(ctx context.Context, w *worker, toHub, fromHub bool) {
	w.cut(ctx, toHub, fromHub)
	time.AfterFunc(time.Duration(1+f.rng.IntN(30))*time.Second, func() { w.cut(ctx, false, false) })
}

// hubFolder is the folder of the hub's stored data.
func (f *field) hubFolder() string { return filepath.Join(f.run, "fleet", "hub") }

func (f *field) deleteHub() { _ = os.RemoveAll(f.hubFolder()) }

// ageHub replaces the hub's folder by a copy of an earlier time, and makes another copy for the next
// time. So the hub loses everything since then, as in a power cut without any flush.
func (f *field) ageHub() {
	older, copied := filepath.Join(f.dir, "older-hub"), filepath.Join(f.dir, "hub-copy")
	_ = os.RemoveAll(copied)
	if err := os.CopyFS(copied, os.DirFS(f.hubFolder())); err != nil {
		return
	}
	if _, err := os.Stat(older); err == nil {
		f.deleteHub()
		_ = os.Rename(older, f.hubFolder())
	}
	_ = os.Rename(copied, older)
}

// tearHub cuts some of the hub's files at a random byte near their ends.
func (f *field) tearHub() {
	_ = filepath.WalkDir(f.hubFolder(), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && f.rng.IntN(3) == 0 {
			f.tear(path)
		}
		return nil
	})
}

// tear cuts a file at a random byte of its last 4,000 bytes.
func (f *field) tear(path string) {
	if info, err := os.Stat(path); err == nil && info.Size() > 0 {
		_ = os.Truncate(path, info.Size()-1-f.rng.Int64N(min(info.Size(), 4000)))
	}
}

// tearSpool cuts the end of the newest games file of a worker, as a bad disk does. The games behind the
// cut are not on the disk any more, so the run need not have them.
func (f *field) tearSpool(w *worker) {
	files, _ := filepath.Glob(filepath.Join(w.spool, "U*-*", "*.games"))
	newest, at := "", time.Time{}
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && info.ModTime().After(at) {
			newest, at = file, info.ModTime()
		}
	}
	if newest == "" {
		return
	}
	f.tear(newest)
	key, spool, _ := strings.Cut(filepath.Base(filepath.Dir(newest)), "-")
	delete(f.held, spoolID{key, spool})
	f.note(w)
}

// settle lets the fleet work until no game waits for its receipt and training continues.
func (f *field) settle(ctx context.Context) error {
	for _, w := range f.workers {
		w.cut(ctx, false, false)
	}
	before := f.step()
	deadline := time.Now().Add(f.options.settle)
	for time.Now().Before(deadline) && f.step() <= before && ctx.Err() == nil {
		pause(ctx, time.Second)
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
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%d spools are not stored: %v, %v; the logs are in %s", len(missing), missing,
				err, f.dir)
		}
		pause(ctx, time.Second)
	}
}
