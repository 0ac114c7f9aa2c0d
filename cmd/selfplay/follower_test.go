package main

import (
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
	"epaminondas/replay"
)

// register adds a checkpoint to a run.
func register(t *testing.T, r *runs.Run, step int64) runs.Checkpoint {
	t.Helper()
	return registerWith(t, r, step, "")
}

// registerWith adds a checkpoint with an archive to a run.
func registerWith(t *testing.T, r *runs.Run, step int64, archive string) runs.Checkpoint {
	t.Helper()
	return registerAs(t, r, runs.Checkpoint{Step: step, Archive: archive})
}

// registerAs adds a checkpoint of a given step to a run.
func registerAs(t *testing.T, r *runs.Run, c runs.Checkpoint) runs.Checkpoint {
	t.Helper()
	weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4},
		rand.New(rand.NewPCG(1, uint64(c.Step))))
	if err != nil {
		t.Fatal(err)
	}
	c.Phase, c.File, c.Sampler = runs.Constant, runs.FileName(c.Step, runs.Constant, 0), []byte("{}")
	if err := net.SaveCheckpoint(r.Path(c), &net.Checkpoint{Weights: weights}); err != nil {
		t.Fatal(err)
	}
	if c, err = r.Register(t.Context(), c, nil, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

// following returns a follower of a run.
func following(t *testing.T, r *runs.Run) *follower {
	t.Helper()
	board, err := r.Config.Board()
	if err != nil {
		t.Fatal(err)
	}
	return &follower{players: runs.Players{Run: r, Board: board, Tell: func(text string) { t.Log(text) }}}
}

func TestFollowerPlaysWhomTheRunFollows(t *testing.T) {
	for _, follow := range []string{config.FollowLatest, config.FollowBest} {
		r := newRun(t)
		r.Config.Train.Follow = follow
		f := following(t, r)
		plays := func(want string) {
			t.Helper()
			f.looked = time.Time{}
			if m, err := f.model(t.Context()); m.Name != want || err != nil {
				t.Errorf("follow %s: %s plays, %v, want %s", follow, m.Name, err, want)
			}
		}
		plays("uniform")
		first, second := register(t, r, 0), register(t, r, 10)
		if follow == config.FollowLatest {
			plays(second.File)
			continue
		}
		plays(first.File)
		match := runs.Match{Candidate: second.ID, Best: first.ID, Wins: 3, Accepted: true,
			Verdict: "accepted", Detail: struct{}{}}
		if err := r.AddMatch(t.Context(), match); err != nil {
			t.Fatal(err)
		}
		register(t, r, 20)
		plays(second.File)
	}
}

func TestFollowerWaitsForTraining(t *testing.T) {
	r := newRun(t)
	f := following(t, r)
	waits := func(flow runs.Flow) bool {
		t.Helper()
		if err := r.SetFlow(t.Context(), flow); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		err := f.wait(ctx, cancel)
		return err != nil
	}
	now := time.Now()
	for name, test := range map[string]struct {
		flow runs.Flow
		want bool
	}{
		"enough":         {runs.Flow{Ready: 9, Ahead: 8, Told: now}, true},
		"not enough":     {runs.Flow{Ready: 8, Ahead: 8, Told: now}, false},
		"never enough":   {runs.Flow{Ready: 9, Ahead: 0, Told: now}, false},
		"told to wait":   {runs.Flow{Ready: 0, Ahead: 0, Told: now, Wait: true}, true},
		"nobody at work": {runs.Flow{Ready: 9, Ahead: 8, Told: now.Add(-time.Minute)}, false},
	} {
		if got := waits(test.flow); got != test.want {
			t.Errorf("%s: waits %v, want %v", name, got, test.want)
		}
	}
}

// A run that copies the games of an older run needs no other games before its trainer says so.
func TestFollowerWaitsForCopies(t *testing.T) {
	r := newRun(t)
	f := following(t, r)
	waits := func() bool {
		ctx, cancel := context.WithCancel(t.Context())
		return f.wait(ctx, cancel) != nil
	}
	if waits() {
		t.Error("it waits for a trainer that never began")
	}
	r.Config.Grow.From = "older"
	if !waits() {
		t.Error("it plays while games are copied")
	}
	if err := r.SetFlow(t.Context(), runs.Flow{Ready: 1, Ahead: 8, Told: time.Now()}); err != nil {
		t.Fatal(err)
	}
	if waits() {
		t.Error("it waits although the trainer needs games")
	}
}

// TestRunGivesItsArchive plays games for a run whose checkpoint has an archive and an older
// opponent. All games use both, except with a model of one's own.
func TestRunGivesItsArchive(t *testing.T) {
	c, err := config.Load(file(t, "c.toml", mini), []string{"selfplay.archive_share=1",
		"selfplay.older_share=1"})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	r, err := runs.Create(t.Context(), dir, c)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	older := register(t, r, 10)
	const position = "bbb/.../.../w../.ww b 1"
	registerWith(t, r, 20, position+"\n")
	play(t, "--run", dir, "--seed", "7", "--games", "3")
	play(t, "--run", dir, "--seed", "8", "--games", "3", "--model", "uniform")
	from := map[uint64]int{}
	if err := r.Games.Each(t.Context(), 1, func(_ int64, g *replay.Game) error {
		if g.Start == position && g.Opponent == older.File {
			from[g.Seed]++
		}
		return nil
	}); err != nil || from[7] != 3 || from[8] != 0 {
		t.Errorf("games from the archive: %v, %v; want 3 of the run's checkpoint", from, err)
	}
}

// TestTaskEndsWithItsGames checks that a task waits for its own games only.
func TestTaskEndsWithItsGames(t *testing.T) {
	r := newRun(t)
	seed, games := uint64(7), uint64(2)
	task, err := command{Run: r.Dir, Seed: &seed, Games: &games}.runTask(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer task.store.Close()
	var waits atomic.Int64
	task.wait = func(context.Context, func()) error {
		waits.Add(1)
		return nil
	}
	kept, err := task.play(t.Context(), games, io.Discard)
	if err != nil || kept.games != 2 || waits.Load() != 2 {
		t.Errorf("%d games after %d waits, %v, want 2 and 2", kept.games, waits.Load(), err)
	}
}

// When the run enters another stage, the games that are left have the board and the settings of that
// stage.
func TestFollowerEntersTheNextStage(t *testing.T) {
	c, err := config.Load(file(t, "c.toml", mini+`
[[stage]]
name = "small"
until = 0.5
set = ["rules.game=epaminondas:3x4x1"]
[[stage]]
name = "all"
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := runs.Create(t.Context(), t.TempDir(), c)
	if err != nil {
		t.Fatal(err)
	}
	register(t, r, 0)
	seed, workers := uint64(7), 1
	told := ""
	task, err := command{Run: r.Dir, Seed: &seed, Workers: &workers}.joinRun(t.Context(), r,
		func(text string) { told += text })
	if err != nil {
		t.Fatal(err)
	}
	defer task.store.Close()
	model, asked := task.model, 0
	task.model = func(ctx context.Context) (selfplay.Player, error) {
		if asked++; asked == 3 {
			registerAs(t, r, runs.Checkpoint{Step: 10, Stage: 1})
			time.Sleep(lookAgain)
		}
		return model(ctx)
	}
	kept, err := task.play(t.Context(), 5, io.Discard)
	if err != nil || kept.games != 5 {
		t.Fatalf("%d games, %v", kept.games, err)
	}
	if !strings.Contains(told, "stage 2 of 2, all") {
		t.Errorf("it tells %q", told)
	}
	boards := map[string]int{}
	if err := r.Games.Walk(t.Context(), 1, 100, func(_ int64, g *replay.Game, damage error) error {
		boards[g.Rules]++
		return damage
	}); err != nil {
		t.Fatal(err)
	}
	if boards[r.Board(0)] != 2 || boards[r.Board(1)] != 3 {
		t.Errorf("the games have the rules %v, want 2 of the first stage and 3 of the second", boards)
	}
}
