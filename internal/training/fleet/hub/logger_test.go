package hub

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/wire"
)

// The hub reports that it can no longer write, with its folder and the cause. A folder stands in the
// place of the stream's second file.
func TestLastingWriteErrorsAreReported(t *testing.T) {
	s := newSite(t)
	s.ingest()
	streams := filepath.Join(s.dir, "hub", "jetstream", fleetAccount, "streams")
	stream := filepath.Join(streams, "GAMES_"+s.fleet)
	made := func() bool { // the server writes this file after it has looked for blocks
		_, err := os.Stat(filepath.Join(stream, "meta.sum"))
		return err == nil
	}
	for deadline := time.Now().Add(time.Minute); !made(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("there is no stream")
		}
	}
	if err := os.Mkdir(filepath.Join(stream, "msgs", "2.blk"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.stop() // so that batches stay
	conn, batch := s.asOwner(), make([]byte, fleet.MaxBatch)
	for n := range 1000 {
		subject := wire.Names{Fleet: s.fleet}.Games(fmt.Sprint(n)) // of another worker each time
		_, _ = conn.Request(subject, batch, 100*time.Millisecond)
		select {
		case err := <-s.hub.Failed():
			expectCause(t, err, filepath.Join(s.dir, "hub"), "2.blk", "start \"fleet serve\" again")
			return
		default:
		}
	}
	t.Fatal("the hub reports no error")
}

// The hub tells errors that it survives from those that it does not.
func TestLoggerTellsLastingErrors(t *testing.T) {
	for text, want := range map[string]bool{
		"JetStream failed to store a msg on stream 'FLEET > G': input/output error":              true,
		"Critical write error: input/output error":                                               true,
		"JetStream out of File resources, will be DISABLED":                                      true,
		"Filesystem permission denied while writing msg, disabling JetStream: permission denied": true,
		"Slow consumer detected":                            false,
		"127.0.0.1:1 - cid:5 - authentication error - Nkey": false,
	} {
		failed := make(chan error, 1)
		l := logger{tell: func(string) {}, folder: "x", failed: failed}
		l.Warnf("%s", text)
		l.Errorf("%s", text)
		if got := len(failed) == 1; got != want {
			t.Errorf("%q: reported %v, want %v", text, got, want)
		}
	}
}

// expectCause expects some texts in an error.
func expectCause(t *testing.T, err error, list ...string) {
	t.Helper()
	for _, want := range list {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %q, want %q in it", err, want)
		}
	}
}
