package hub

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/wire"
)

// closedPort returns an address of this machine that nobody listens on.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// stderrOf returns what a function, and the goroutines that it starts, write to the terminal.
func stderrOf(t *testing.T, do func()) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stderr")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	was := os.Stderr
	os.Stderr = file
	defer func() { os.Stderr = was }()
	do()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A worker that cannot work with its hub says why, and what to do. It never shows a text of the
// library alone.
func TestWorkersNameTheCause(t *testing.T) {
	s, other := newSite(t), newSite(t)
	s.ingest()
	defer func() { s.stop() }()
	unknown := s.invite("unknown")
	s.keys = nil
	if err := s.hub.SetWorkers(nil); err != nil {
		t.Fatal(err)
	}
	known := s.invite("known")
	closed := closedPort(t)
	for name, test := range map[string]struct {
		change   func(i *wire.Invite)
		want     []string
		rejected bool
	}{
		"closed port": {func(i *wire.Invite) { i.URLs = []string{"tls://" + closed} },
			[]string{closed, "fleet serve", "--addr", "new invitation"}, false},
		"another hub": {func(i *wire.Invite) { i.URLs = []string{"tls://" + other.hub.Addr()} },
			[]string{other.hub.Addr(), "another hub answers", "new invitation"}, false},
		"unknown key": {func(i *wire.Invite) { i.Seed = unknown.Seed },
			[]string{"revoked", "another hub", "new invitation"}, true},
		"wrong fleet": {func(i *wire.Invite) { i.Fleet = "0123456789abcdef" },
			[]string{"fleet 0123456789abcdef", "new invitation"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			invite := known
			test.change(&invite)
			shown := stderrOf(t, func() {
				err := contractError(t, invite, test.rejected)
				for _, want := range test.want {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("the worker says %q, want %q in it", err, want)
					}
				}
				for _, raw := range []string{"outbound buffer", "nats:"} {
					if strings.Contains(err.Error(), raw) {
						t.Errorf("the worker says %q", err)
					}
				}
				t.Log(err)
			})
			if shown != "" {
				t.Errorf("the terminal shows %q", shown)
			}
		})
	}
}

// contractError asks for the contract until the hub rejects the worker, or once.
func contractError(t *testing.T, invite wire.Invite, rejected bool) error {
	t.Helper()
	link, err := wire.Join(invite)
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		_, err := link.Contract(ctx)
		if err == nil {
			t.Fatal("the worker gets a contract")
		}
		if !rejected || errors.Is(err, fleet.ErrRejected) {
			return err
		}
		if ctx.Err() != nil {
			t.Fatalf("after a minute the hub has not rejected the worker: %v", err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
