package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// costRounds is the number of measurements of [field.measure].
const costRounds = 3

// cost is the processor time of a game of one measurement, in milliseconds.
type cost struct {
	Playing  float64 `json:"playing"`  // selfplay --out plays the same games
	Worker   float64 `json:"worker"`   // selfplay --join, with the play
	Hub      float64 `json:"hub"`      // the whole process while the worker ran
	Ingester float64 `json:"ingester"` // likewise
	Share    float64 `json:"share"`    // of the fleet, compared with the play

	// Idle is the time that hub and ingester together use in a second without a worker. On a busy
	// machine a game takes longer, so more of this time falls on it.
	Idle float64 `json:"idle_ms_a_second"`
}

// measure measures the processor time of games. A worker plays them, and then selfplay plays the same
// games without a fleet: same seed, same numbers, same network. Nobody trains meanwhile. It prints all
// measurements, and the one with the median share.
func (f *field) measure(ctx context.Context, out io.Writer) error {
	if err := f.train(ctx, "replay.ahead=0"); err != nil {
		return err
	}
	f.trainer.end()
	if err := f.serve(ctx); err != nil {
		return err
	}
	file, err := f.invite(ctx, "w")
	if err != nil {
		return err
	}
	if _, f.fleet, err = f.redirect(file); err != nil {
		return err
	}
	var list []cost
	for i := range costRounds {
		c, err := f.round(ctx, file, i)
		if err != nil {
			return err
		}
		list = append(list, c)
	}
	sorted := slices.SortedFunc(slices.Values(list), func(a, b cost) int {
		return int(1e9 * (a.Share - b.Share))
	})
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(map[string]any{"config": f.config, "games": f.cost,
		"processor_ms_a_game": list, "median": sorted[len(sorted)/2]})
}

// round makes one measurement.
func (f *field) round(ctx context.Context, invite string, round int) (c cost, err error) {
	games := strconv.Itoa(f.cost)
	hub, ingester := f.hub.processor(), f.ingester.processor()
	worker, err := f.processorOfRun(ctx, "selfplay", "--join", invite, "--spool",
		filepath.Join(f.dir, "spool"), "--workers", "1", "--games", games)
	if err != nil {
		return c, err
	}
	hub, ingester = f.hub.processor()-hub, f.ingester.processor()-ingester
	seed, model, err := f.lastSeed(ctx)
	if err != nil {
		return c, err
	}
	began, idle := time.Now(), f.hub.processor()+f.ingester.processor()
	playing, err := f.processorOfRun(ctx, "selfplay", "--config", filepath.Join(f.run, "run.toml"), "--out",
		filepath.Join(f.dir, fmt.Sprint(round, ".games")), "--workers", "1", "--games", games, "--first", "0",
		"--seed", strconv.FormatUint(uint64(seed), 10), "--model", filepath.Join(f.run, "checkpoints", model))
	idle = f.hub.processor() + f.ingester.processor() - idle
	of := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(f.cost) }
	return cost{of(playing), of(worker), of(hub), of(ingester),
		float64(worker+hub+ingester-playing) / float64(playing),
		1000 * idle.Seconds() / time.Since(began).Seconds()}, err
}

// processorOfRun runs a program to its end and returns its processor time.
func (f *field) processorOfRun(ctx context.Context, name string, args ...string) (time.Duration, error) {
	c := exec.CommandContext(ctx, filepath.Join(f.bin, name), args...)
	if text, err := c.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", name, err, text)
	}
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), nil
}

// lastSeed returns the seed of the newest game, and the file of its network.
func (f *field) lastSeed(ctx context.Context) (seed int64, model string, err error) {
	db, err := f.open()
	if err != nil {
		return 0, "", err
	}
	defer func(db *sql.DB) { err = errors.Join(err, db.Close()) }(db)
	err = db.QueryRowContext(ctx, `SELECT seed, model FROM games ORDER BY id DESC LIMIT 1`).Scan(
		&seed, &model)
	return seed, model, err
}
