package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/hub"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/fleet/wire"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
)

// newRun creates a run with a checkpoint and with games that take milliseconds.
func newRun(t *testing.T) *runs.Run {
	t.Helper()
	c := config.Default()
	c.Rules = config.Rules{Game: "epaminondas:3x5x1", MaxPlies: 30, Limit: "draw"}
	c.Network.Blocks, c.Network.Channels, c.Network.PoolEvery, c.Network.ValueHidden = 1, 4, 1, 4
	c.Search.MaxConsidered, c.Search.MemoryMiB = 4, 16
	c.Selfplay.FullSimulations, c.Selfplay.FastSimulations = 6, 2
	r, err := runs.Create(t.Context(), t.TempDir(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	weights, err := net.NewWeights(c.Network, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	checkpoint := runs.Checkpoint{Phase: runs.Constant, File: runs.FileName(0, runs.Constant, 0),
		Sampler: []byte("{}")}
	if err := net.SaveCheckpoint(r.Path(checkpoint), &net.Checkpoint{Weights: weights}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Register(t.Context(), checkpoint, nil, nil); err != nil {
		t.Fatal(err)
	}
	return r
}

// do runs the command and returns what it prints.
func do(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), args, nil, &stdout, &stderr)
	return stdout.String(), err
}

// serving starts fleet serve and returns a function that stops it.
func serving(t *testing.T, dir string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		err := run(ctx, []string{"serve", "--run", dir, "--every", "1ms"}, nil, io.Discard, io.Discard)
		if !errors.Is(err, cli.ErrInterrupted) {
			t.Errorf("fleet serve ends with %v", err)
		}
	})
	return func() { cancel(); group.Wait() }
}

func TestServeInviteStatusRevoke(t *testing.T) {
	r := newRun(t)
	file := filepath.Join(t.TempDir(), "k.invite")
	if _, err := do(t, "invite", "--run", r.Dir, "kitchen", "--out", file); err == nil ||
		!strings.Contains(err.Error(), "fleet serve") {
		t.Errorf("without a hub: %v", err)
	}
	stop := serving(t, r.Dir)
	defer stop()
	invited := false
	for range 200 {
		if _, err := do(t, "invite", "--run", r.Dir, "kitchen", "--out", file); err == nil {
			invited = true
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if !invited {
		t.Fatal("no invitation comes")
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the invitation is %v, %v", info.Mode(), err)
	}
	_, err := do(t, "invite", "--run", r.Dir, "kitchen", "--out", file+"2")
	if !errors.Is(err, ledger.ErrNamed) || !strings.Contains(err.Error(), "such as kitchen-2") ||
		strings.Contains(err.Error(), "revoked") {
		t.Errorf("the same name again: %v", err)
	}
	if _, err := os.Stat(file + "2"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a refused invitation leaves its file: %v", err)
	}
	for _, address := range []string{"", "foo", "http://10.0.0.5:7420", "tls://", "tls://:7420",
		"tls://10.0.0.5", "tls://10.0.0.5:0", "tls://10.0.0.5:99999", "ws://10.0.0.5:7420", "tls://[::1"} {
		_, err := do(t, "invite", "--run", r.Dir, "attic", "--url", address, "--out", file+"3")
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), fmt.Sprintf("--url %q", address)) {
			t.Errorf("the address %q: %v", address, err)
		}
	}
	if _, err := do(t, "invite", "--run", r.Dir, "attic", "--out",
		filepath.Join(t.TempDir(), "none", "a.invite")); err == nil {
		t.Error("an invitation is written to a folder that does not exist")
	}
	if workers, err := ledger.Workers(t.Context(), r); err != nil || len(workers) != 1 {
		t.Errorf("workers %+v, %v, want only the one with an invitation", workers, err)
	}
	place, err := hub.Find(folder(r.Dir))
	if err != nil {
		t.Fatal(err)
	}
	for part, want := range map[string]string{"all": "already receives", "hub": "already is the hub"} {
		limited, cancel := context.WithTimeout(t.Context(), time.Minute)
		err := run(limited, []string{"serve", "--run", r.Dir, "--part", part}, nil, io.Discard, io.Discard)
		if cancel(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a second fleet serve --part %s: %v", part, err)
		}
	}
	if now, err := hub.Find(folder(r.Dir)); err != nil || now != place {
		t.Errorf("a second fleet serve changes the address of the hub from %s to %s, %v", place, now, err)
	}
	invite, err := wire.LoadInvite(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(invite.URLs) != 1 || !strings.HasPrefix(invite.URLs[0], "tls://127.0.0.1:") {
		t.Errorf("without --addr the hub is at %s, want only this machine", invite.URLs)
	}
	pair, key, err := invite.Key()
	if err != nil {
		t.Fatal(err)
	}
	c := fleet.DefaultWorker()
	c.Key, c.Signer, c.Spool, c.Cores, c.Workers, c.Games = key, pair, t.TempDir(), 1, 1, 10
	c.Report = 150 * time.Millisecond
	time.Sleep(time.Second) // until the hub admits the worker
	link, err := wire.Join(invite)
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()
	if err := fleet.RunWorker(t.Context(), c, link, func(text string) { t.Log(text) }); err != nil {
		t.Fatal(err)
	}
	var s ledger.Status
	for range 100 { // the ingester writes it once a second
		text, err := do(t, "status", "--run", r.Dir, "--json")
		if err != nil || json.Unmarshal([]byte(text), &s) != nil {
			t.Fatalf("status %v: %s", err, text)
		}
		if len(s.Workers) == 1 && s.Workers[0].Seen != nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if s.Stored != 10 || s.Refused != 0 || len(s.Workers) != 1 || s.Workers[0].Name != "kitchen" ||
		s.Workers[0].Cores != 1 {
		t.Errorf("status %+v", s)
	}
	if text, err := do(t, "revoke", "--run", r.Dir, "kitchen"); err != nil ||
		!strings.Contains(text, "is revoked") {
		t.Errorf("revoke prints %q, %v", text, err)
	}
	for tries := 0; ; tries++ { // the hub disconnects it without a restart
		limited, cancel := context.WithTimeout(t.Context(), time.Second)
		_, err := link.Contract(limited)
		if cancel(); err != nil {
			break
		}
		if tries == 100 {
			t.Fatal("the revoked worker still gets answers")
		}
		time.Sleep(50 * time.Millisecond)
	}
	if _, err := do(t, "revoke", "--run", r.Dir, "nobody"); !errors.Is(err, ledger.ErrNoWorker) {
		t.Errorf("revoke nobody: %v", err)
	}
	if text, err := do(t, "status", "--run", r.Dir); err != nil ||
		!strings.Contains(text, "kitchen  revoked") || !strings.Contains(text, "10 stored") {
		t.Errorf("status prints %q, %v", text, err)
	}
	if err := run(t.Context(), []string{"serve", "--run", r.Dir, "--part", "ingester"}, nil, io.Discard,
		io.Discard); err == nil || !strings.Contains(err.Error(), `another process of "fleet serve"`) {
		t.Errorf("a second ingester: %v", err)
	}
}

func TestMistakesAreNamed(t *testing.T) {
	for want, args := range map[string][]string{
		"letters":     {"invite", "--run", "x", "a b", "--out", "y"},
		"--quota":     {"invite", "--run", "x", "a", "--out", "y", "--quota", "1"},
		"--url":       {"invite", "--run", "x", "a", "--out", "y", "--nats"},
		"the cluster": {"serve", "--run", "x", "--nats", "tls://a", "--part", "hub"},
		"--nkey":      {"serve", "--run", "x", "--nats", "tls://a"},
		"--disk":      {"serve", "--run", "x", "--disk", "1"},
		"--part":      {"serve", "--run", "x", "--part", "y"},
	} {
		var usage *cli.UsageError
		if _, err := do(t, args...); !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want a usage error with %q", args, err, want)
		}
	}
}
