package main

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
	"epaminondas/net"
)

// register adds a checkpoint to a run.
func register(t *testing.T, r *runs.Run, step int64) runs.Checkpoint {
	t.Helper()
	weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4},
		rand.New(rand.NewPCG(1, uint64(step))))
	if err != nil {
		t.Fatal(err)
	}
	c := runs.Checkpoint{Step: step, Phase: runs.Constant, File: runs.FileName(step, runs.Constant, 0),
		Sampler: []byte("{}")}
	if err := net.SaveCheckpoint(r.Path(c), &net.Checkpoint{Weights: weights}); err != nil {
		t.Fatal(err)
	}
	if c, err = r.Register(t.Context(), c, nil, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFollowerPlaysWhomTheRunFollows(t *testing.T) {
	for _, follow := range []string{runs.FollowLatest, runs.FollowBest} {
		r := newRun(t)
		r.Config.Train.Follow = follow
		f := &follower{run: r}
		plays := func(want string) {
			t.Helper()
			f.looked = time.Time{}
			if m, err := f.model(t.Context()); m.Name != want || err != nil {
				t.Errorf("follow %s: %s plays, %v, want %s", follow, m.Name, err, want)
			}
		}
		plays("uniform")
		first, second := register(t, r, 0), register(t, r, 10)
		if follow == runs.FollowLatest {
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
	f := &follower{run: r}
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
		"nobody at work": {runs.Flow{Ready: 9, Ahead: 8, Told: now.Add(-time.Minute)}, false},
	} {
		if got := waits(test.flow); got != test.want {
			t.Errorf("%s: waits %v, want %v", name, got, test.want)
		}
	}
}
