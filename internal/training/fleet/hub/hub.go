// Package hub is a NATS server within this program, for the fleet of one run. It has TLS with a
// certificate of its own. It has two accounts: one for the ingester, with the streams, and one for the
// workers. A worker reaches only its own subjects of the ingester's account. Everything that the hub
// stores can be deleted, because the workers have it in their spools.
package hub

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/wire"
)

// Config says how a hub works.
type Config struct {
	Dir   string // the fleet's folder
	Fleet string
	Addr  string // HOST:PORT; port 0 for a free one, the same as last time if that is still free
	Bytes int64  // that the streams may take on the disk
	Tell  func(text string)
}

// Hub is a running server.
type Hub struct {
	config  Config
	server  *server.Server
	door    *door
	port    int
	workers []string
	cert    tls.Certificate
}

// startTime is how long a hub may take to be ready: it reads what it had stored.
const startTime = 30 * time.Second

// Start starts a hub for some workers' keys.
func Start(c Config, workers []string) (*Hub, error) {
	if err := durable.MkdirAll(c.Dir); err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	cert, err := certificate(c.Dir)
	if err != nil {
		return nil, err
	}
	_, owner, err := Owner(c.Dir)
	if err != nil {
		return nil, err
	}
	h := &Hub{config: c, workers: slices.Clone(workers), cert: cert,
		door: &door{fleet: c.Fleet, owner: owner}}
	if err := h.door.set(workers); err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return nil, fmt.Errorf("hub: address %q: want HOST:PORT: %w", c.Addr, err)
	}
	if h.port, err = strconv.Atoi(port); err != nil || h.port < 0 || h.port > 65535 {
		return nil, fmt.Errorf("hub: address %q: want a port of 0 to 65535", c.Addr)
	}
	if h.port == 0 {
		h.port = freePort(host, lastPort(c.Dir))
	}
	options, err := h.options()
	if err != nil {
		return nil, err
	}
	if h.server, err = server.NewServer(options); err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	h.door.server = h.server
	h.server.SetLoggerV2(logger{c.Tell}, false, false, false)
	h.server.Start()
	if !h.server.ReadyForConnections(startTime) {
		h.Close()
		return nil, fmt.Errorf("hub: it does not answer on %s after %v: is another program on that port?",
			c.Addr, startTime)
	}
	return h, h.note()
}

// mostConnections is the most connections at a time, those of strangers among them.
const mostConnections = 4096

// options returns the options of the server.
func (h *Hub) options() (*server.Options, error) {
	host, _, err := net.SplitHostPort(h.config.Addr)
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	var o server.Options
	if err := o.ProcessConfigString(h.accounts()); err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	o.ServerName = "hub-" + h.config.Fleet
	o.Host, o.Port = host, h.port
	o.NoSigs = true
	o.JetStream, o.StoreDir = true, filepath.Join(h.config.Dir, "hub")
	o.SyncAlways = true // the default loses whole streams in a power cut
	o.JetStreamMaxStore, o.JetStreamMaxMemory = 2*h.config.Bytes, 64<<20
	o.MaxPayload = fleet.MaxBatch + 8192
	o.MaxConn = mostConnections
	o.CustomClientAuthentication, o.AlwaysEnableNonce = h.door, true
	o.MaxSubs = 64
	o.MaxPending = 16 << 20
	o.PingInterval, o.MaxPingsOut = 10*time.Second, 2
	o.WriteDeadline = 10 * time.Second
	o.TLS, o.TLSTimeout = true, 5
	o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{h.cert}, MinVersion: tls.VersionTLS13}
	return &o, nil
}

// The accounts of the server.
const (
	fleetAccount  = "FLEET"   // the ingester's, with the streams
	workerAccount = "WORKERS" // without streams
)

// accounts returns the part of the configuration that says what passes between the accounts. The
// workers' requests go through imports. Their answers reach nothing but the asking connection, whatever
// reply subject it names.
func (h *Hub) accounts() string {
	n := wire.Names{Fleet: h.config.Fleet}
	var exports, imports strings.Builder
	for _, s := range []string{n.Games("*"), n.Ask("*"), n.Contract("*"), n.Networks()} {
		fmt.Fprintf(&exports, "      {service: %q, response: singleton, accounts: [%s]}\n", s, workerAccount)
		fmt.Fprintf(&imports, "      {service: {account: %s, subject: %q}}\n", fleetAccount, s)
	}
	return fmt.Sprintf(`
accounts {
  %s {
    jetstream: enabled
    exports: [
%s    ]
  }
  %s {
    imports: [
%s    ]
  }
}
`, fleetAccount, exports.String(), workerAccount, imports.String())
}

// SetWorkers lets some workers in, and no others. It throws out those who are in.
func (h *Hub) SetWorkers(keys []string) error {
	if slices.Equal(keys, h.workers) {
		return nil
	}
	h.workers = slices.Clone(keys)
	return h.door.set(keys)
}

// Close stops the server.
func (h *Hub) Close() {
	h.server.Shutdown()
	h.server.WaitForShutdown()
}

// Local returns how the ingester of this process connects.
func (h *Hub) Local() *server.Server { return h.server }

// Addr returns the address that the hub listens on.
func (h *Hub) Addr() string { return h.server.Addr().String() }

// Owner returns the key of the owner, and makes it in a new folder.
func Owner(dir string) (nkeys.KeyPair, string, error) {
	fail := func(err error) (nkeys.KeyPair, string, error) {
		return nil, "", fmt.Errorf("hub: the owner's key: %w", err)
	}
	path := filepath.Join(dir, "owner.nk")
	seed, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		pair, err := nkeys.CreateUser()
		if err != nil {
			return fail(err)
		}
		if seed, err = pair.Seed(); err != nil {
			return fail(err)
		}
		if err := durable.WriteSecret(path, seed); err != nil {
			return fail(err)
		}
	} else if err != nil {
		return fail(err)
	}
	pair, err := nkeys.FromSeed(seed)
	if err != nil {
		return fail(err)
	}
	key, err := pair.PublicKey()
	if err != nil {
		return fail(err)
	}
	return pair, key, nil
}

// place is what the fleet's folder says of the hub.
type place struct {
	Addr string `json:"addr"`
}

// placeName is the file that says where the hub is.
const placeName = "hub.json"

// note writes where the hub is.
func (h *Hub) note() error {
	text, err := json.Marshal(place{h.Addr()})
	if err == nil {
		err = durable.WriteBytes(filepath.Join(h.config.Dir, placeName), text)
	}
	if err != nil {
		return fmt.Errorf("hub: note the address: %w", err)
	}
	return nil
}

// ErrNoHub says that a fleet's folder knows no hub.
var ErrNoHub = errors.New("no hub has run for this run yet")

// Find returns the address of the hub that runs, or ran last, over a fleet's folder.
func Find(dir string) (string, error) {
	var p place
	text, err := os.ReadFile(filepath.Join(dir, placeName))
	if errors.Is(err, os.ErrNotExist) {
		return "", ErrNoHub
	}
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		return "", fmt.Errorf("hub: find the address: %w", err)
	}
	return p.Addr, nil
}

// lastPort returns the port of the hub that ran last, 0 if none did.
func lastPort(dir string) int {
	addr, err := Find(dir)
	if err != nil {
		return 0
	}
	_, port, _ := net.SplitHostPort(addr)
	n, _ := strconv.Atoi(port)
	return n
}

// freePort returns a port if it is free on a host, else -1, for which the server picks one.
func freePort(host string, port int) int {
	if port == 0 {
		return server.RANDOM_PORT
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return server.RANDOM_PORT
	}
	l.Close()
	return port
}

// Reachable reports whether something listens on an address.
func Reachable(ctx context.Context, addr string) bool {
	dialer := net.Dialer{Timeout: 2 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// logger passes on what is wrong.
type logger struct{ tell func(text string) }

func (l logger) say(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	if strings.Contains(text, "TLS handshake error") { // a stranger who connected and left
		return
	}
	l.tell("hub: " + text)
}

func (l logger) Noticef(string, ...any)         {}
func (l logger) Warnf(format string, v ...any)  { l.say(format, v...) }
func (l logger) Fatalf(format string, v ...any) { l.say(format, v...) }
func (l logger) Errorf(format string, v ...any) { l.say(format, v...) }
func (l logger) Debugf(format string, v ...any) {}
func (l logger) Tracef(format string, v ...any) {}
