package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/wire"
)

// documented returns the configuration that docs/fleet.md shows, for a fleet, its owner and the entry
// of a worker.
func documented(t *testing.T, id, owner, worker string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/fleet.md")
	if err != nil {
		t.Fatal(err)
	}
	_, config, found := strings.Cut(string(page), "\n```\njetstream {")
	config, _, ended := strings.Cut(config, "\n```\n")
	if !found || !ended {
		t.Fatal("docs/fleet.md has no configuration of a server")
	}
	fill := strings.NewReplacer("FLEET", id, "OWNER_NKEY", owner, "WORKER_ENTRIES", worker)
	return fill.Replace("jetstream {" + config)
}

// freePort returns a port that nobody listens on.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// startCluster starts a server on a port, as a user with an own cluster has it.
func startCluster(t *testing.T, config string, port int) {
	t.Helper()
	var options natsserver.Options
	if err := options.ProcessConfigString(config); err != nil {
		t.Fatal(err)
	}
	options.Host, options.Port, options.StoreDir, options.NoSigs = "127.0.0.1", port, t.TempDir(), true
	s, err := natsserver.NewServer(&options)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server is not ready")
	}
}

// TestServeOnACluster plays games for a run over a server with the configuration of docs/fleet.md.
func TestServeOnACluster(t *testing.T) {
	r := newRun(t)
	dir := t.TempDir()
	owner, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	key, _ := owner.PublicKey()
	seed, _ := owner.Seed()
	ownerFile, inviteFile := filepath.Join(dir, "owner.nk"), filepath.Join(dir, "k.invite")
	if err := os.WriteFile(ownerFile, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	url := fmt.Sprintf("nats://127.0.0.1:%d", port)
	printed, err := do(t, "invite", "--run", r.Dir, "kitchen", "--nats", "--url", url, "--out", inviteFile)
	if err != nil {
		t.Fatal(err)
	}
	_, user, found := strings.Cut(printed, "needs this user:")
	id, err := fleet.FleetID(t.Context(), r)
	if !found || err != nil {
		t.Fatalf("invite prints %q; %v", printed, err)
	}
	startCluster(t, documented(t, id, key, user), port)

	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() {
		args := []string{"serve", "--run", r.Dir, "--nats", url, "--nkey", ownerFile, "--every", "1ms"}
		served <- run(ctx, args, nil, io.Discard, io.Discard)
	}()
	playOverCluster(t, inviteFile, 10)
	cancel()
	if err := <-served; !errors.Is(err, cli.ErrInterrupted) {
		t.Errorf("fleet serve ends with %v", err)
	}
	if n, err := r.Games.Count(t.Context()); err != nil || n != 10 {
		t.Errorf("%d games are stored, %v, want 10", n, err)
	}
}

// playOverCluster lets an invited worker play until the given number of games have receipts.
func playOverCluster(t *testing.T, inviteFile string, games uint64) {
	t.Helper()
	invite, err := wire.LoadInvite(inviteFile)
	if err != nil {
		t.Fatal(err)
	}
	pair, worker, err := invite.Key()
	if err != nil {
		t.Fatal(err)
	}
	link, err := wire.Join(invite)
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()
	c := fleet.DefaultWorker()
	c.Key, c.Signer, c.Spool, c.Cores, c.Workers, c.Games = worker, pair, t.TempDir(), 1, 1, games
	c.Linger, c.Report = 20*time.Millisecond, 150*time.Millisecond
	if err := fleet.RunWorker(t.Context(), c, link, func(text string) { t.Log(text) }); err != nil {
		t.Fatal(err)
	}
}
