package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/hub"
	"epaminondas/internal/training/fleet/wire"
	"epaminondas/internal/training/runs"
)

// asOwner connects to the running hub of a fleet's folder as its owner. It waits for the hub.
func asOwner(t *testing.T, dir string) *nats.Conn {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		conn, err := dialOwner(dir)
		if err == nil {
			t.Cleanup(conn.Close)
			return conn
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

func dialOwner(dir string) (*nats.Conn, error) {
	addr, err := hub.Find(dir)
	if err != nil {
		return nil, err
	}
	pair, key, err := hub.Owner(dir)
	if err != nil {
		return nil, err
	}
	ca, err := hub.CA(dir)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(ca))
	return nats.Connect("tls://"+addr, nats.Nkey(key, pair.Sign),
		nats.Secure(&tls.Config{RootCAs: pool, ServerName: wire.TLSName}))
}

// If the hub can no longer write, fleet serve ends with an error, so that it can be started again. A
// folder stands in the place of the stream's second file.
func TestServeEndsIfTheHubCannotWrite(t *testing.T) {
	r := newRun(t)
	id, err := fleet.FleetID(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	go func() {
		ended <- run(ctx, []string{"serve", "--run", r.Dir, "--part", "hub"}, nil, io.Discard, io.Discard)
	}()
	names := wire.Names{Fleet: id}
	conn := asOwner(t, folder(r.Dir))
	streams := filepath.Join(folder(r.Dir), "hub", "jetstream", "FLEET", "streams")
	block := filepath.Join(streams, names.Stream(), "msgs", "2.blk")
	js, err := jetstream.New(conn)
	if err == nil {
		_, err = js.CreateStream(ctx, jetstream.StreamConfig{Name: names.Stream(),
			Subjects: []string{names.Games("*")}, MaxBytes: 1 << 30})
	}
	if err == nil {
		err = os.Mkdir(block, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	batch := make([]byte, fleet.MaxBatch)
	for n := 0; ; n++ {
		_, _ = conn.Request(names.Games(fmt.Sprint(n)), batch, 100*time.Millisecond)
		select {
		case err := <-ended:
			if err == nil || errors.Is(err, cli.ErrInterrupted) || !strings.Contains(err.Error(), "2.blk") {
				t.Errorf("fleet serve ends with %v", err)
			}
			return
		default:
		}
	}
}

// TestServeEndsWithoutDatabase removes the database of the run. Games that arrived later would be lost.
func TestServeEndsWithoutDatabase(t *testing.T) {
	for _, part := range []string{"all", "hub"} {
		r := newRun(t)
		ended := make(chan error, 1)
		go func() {
			args := []string{"serve", "--run", r.Dir, "--part", part}
			ended <- run(t.Context(), args, nil, io.Discard, io.Discard)
		}()
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			if _, err := hub.Find(folder(r.Dir)); err == nil {
				break
			} else if time.Now().After(deadline) {
				t.Fatal(err)
			}
		}
		if err := os.Remove(r.Database()); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-ended:
			if !errors.Is(err, runs.ErrGone) || !strings.Contains(err.Error(), "run.db.salvaged-") {
				t.Errorf("--part %s ends with %v", part, err)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("--part %s goes on without the database", part)
		}
	}
}
