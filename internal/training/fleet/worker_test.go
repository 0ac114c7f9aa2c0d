package fleet

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// gate is a hub that a test can change.
type gate struct {
	direct
	cut      atomic.Bool                   // nothing passes
	orders   func(o *Orders)               // changes answers; may be nil
	contract func(encoded []byte) []byte   // changes the contract; may be nil
	network  func() (io.ReadCloser, error) // replaces downloads; may be nil
	loaded   atomic.Int32                  // downloads
}

func (g *gate) Contract(ctx context.Context) ([]byte, error) {
	encoded, err := g.direct.Contract(ctx)
	if g.contract != nil {
		encoded = g.contract(encoded)
	}
	return encoded, err
}

func (g *gate) Publish(ctx context.Context, id string, batch []byte) error {
	if g.cut.Load() {
		return errPartition
	}
	return g.direct.Publish(ctx, id, batch)
}

func (g *gate) Report(ctx context.Context, r Heartbeat) (Orders, error) {
	if g.cut.Load() {
		return Orders{}, errPartition
	}
	o, err := g.direct.Report(ctx, r)
	if g.orders != nil {
		g.orders(&o)
	}
	return o, err
}

func (g *gate) Network(ctx context.Context, sum string) (io.ReadCloser, error) {
	g.loaded.Add(1)
	if g.network != nil {
		return g.network()
	}
	return g.direct.Network(ctx, sum)
}

// spooled returns the number of the next game in the newest spool of a folder.
func spooled(t *testing.T, dir, key string) (next uint64) {
	t.Helper()
	held := map[string]uint64{}
	noteHeld(t, dir, key, held)
	for _, n := range held {
		next = max(next, n)
	}
	return next
}

// eventually waits until a condition is true.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never happens that %s", what)
		}
	}
}

// In a partition the worker plays on for a while with the network that it has. Then it pauses. When the
// partition ends, its games arrive and it plays again.
func TestWorkerPlaysOnInAPartition(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	hub := &gate{direct: direct{o, key}}
	config := quick(pair, key, t.TempDir())
	config.Workers, config.Patience = 1, 800*time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- RunWorker(ctx, config, hub, func(string) {}) }()
	defer func() { cancel(); <-ended }()
	eventually(t, "a game is stored", func() bool { return o.count() > 0 })
	hub.cut.Store(true)
	before := spooled(t, config.Spool, key)
	eventually(t, "the worker plays on", func() bool { return spooled(t, config.Spool, key) > before+3 })
	eventually(t, "the worker pauses", func() bool {
		n := spooled(t, config.Spool, key)
		time.Sleep(300 * time.Millisecond)
		return spooled(t, config.Spool, key) == n
	})
	paused := int64(spooled(t, config.Spool, key))
	hub.cut.Store(false)
	eventually(t, "all games are stored and more follow", func() bool { return o.count() > paused })
}

// The worker pauses when the hub has enough games, and when its spool is full.
func TestWorkerPauses(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("a")
	spool, err := OpenSpool(t.Context(), t.TempDir(), key, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer spool.Close()
	w := &Worker{config: DefaultWorker(), spool: spool, heard: time.Now()}
	w.config.Key, w.orders.Share = key, 1
	if state := w.pause(); state != "" {
		t.Errorf("the worker is %q, want playing", state)
	}
	w.orders.Share = 0
	if state := w.pause(); state != stateEnough {
		t.Errorf("with a share of 0 the worker is %q", state)
	}
	w.orders.Share = 1
	spool.bytes = 1 << 20
	if state := w.pause(); state != stateSpool {
		t.Errorf("with a full spool the worker is %q", state)
	}
	w.heard = time.Now().Add(-w.config.Patience - time.Second)
	if state := w.pause(); state != stateDetached {
		t.Errorf("without word from the hub the worker is %q", state)
	}
}

// A worker stops with the reason when the hub gets a contract that it cannot honour.
func TestWorkerRefusesANewContract(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	var changed atomic.Bool
	hub := &gate{direct: direct{o, key}}
	hub.contract = func(encoded []byte) []byte {
		if changed.Load() {
			return bytes.Replace(encoded, []byte(`"record":1`), []byte(`"record":2`), 1)
		}
		return encoded
	}
	hub.orders = func(o *Orders) {
		if changed.Store(true); o.Contract != "" {
			o.Contract = "another"
		}
	}
	err := RunWorker(t.Context(), quick(pair, key, t.TempDir()), hub, func(string) {})
	if !errors.Is(err, ErrContract) || !strings.Contains(err.Error(), "records of version 2") {
		t.Errorf("the worker ends with %v", err)
	}
}

// A worker does not play a network with other content than the hub announced. It downloads a network
// once, and finds it in its cache after that.
func TestNetworksAreVerifiedAndCached(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("a")
	hub := &gate{direct: direct{o, key}}
	dir := t.TempDir()
	n, err := openNetworks(dir, hub)
	if err != nil {
		t.Fatal(err)
	}
	want, source := *o.ingester().playing, newJitter(key)
	hub.network = func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("another network")), nil
	}
	if err := n.change(t.Context(), want, source); err == nil || !strings.Contains(err.Error(), "SHA-256") {
		t.Errorf("a false network: %v", err)
	}
	if _, ok := n.current(); ok {
		t.Error("a false network plays")
	}
	hub.network = nil
	if err := n.change(t.Context(), want, source); err != nil {
		t.Fatal(err)
	}
	again, err := openNetworks(dir, hub)
	if err == nil {
		err = again.change(t.Context(), want, source)
	}
	if m, ok := again.current(); err != nil || !ok || m.Name != want.File || hub.loaded.Load() != 2 {
		t.Errorf("model %s after %d downloads, %v, want 2 with the false one", m.Name, hub.loaded.Load(), err)
	}
	if files, err := os.ReadDir(n.dir); err != nil || len(files) != 1 {
		t.Errorf("the cache has %v, %v", files, err)
	}
}
