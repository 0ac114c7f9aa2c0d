// Package hub is a NATS server within this program, for the fleet of one run. It uses TLS with a
// certificate of its own. It has two accounts: one for the ingester, with the streams, and one for
// the workers. In the ingester's account, a worker can reach only its own subjects. The stored data
// of the hub can be deleted, because the workers have the games in their spools.
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
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/textfile"
	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/wire"
)

// Config has the settings of a hub.
type Config struct {
	Dir   string // the fleet's folder
	Fleet string
	Addr  string // HOST:PORT; port 0 picks a free port, if possible the port of the last hub
	Bytes int64  // limit of the streams on the disk
	Tell  func(text string)
}

// Hub is a running server.
type Hub struct {
	config  Config
	server  *server.Server
	access  *authenticator
	port    int
	cert    tls.Certificate
	failed  chan error    // gets an error when the server can no longer store batches
	closing chan struct{} // closed by Close
	watched chan struct{} // closed when the guard has ended
}

// startTime is the longest time of a hub's start, in which it reads its stored data.
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
	h := &Hub{config: c, cert: cert,
		access: &authenticator{fleet: c.Fleet, owner: owner, tell: c.Tell,
			shutOut: map[string]time.Time{}, refused: map[string]bool{}},
		failed: make(chan error, 1), closing: make(chan struct{}), watched: make(chan struct{})}
	if err := h.access.set(workers); err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return nil, fmt.Errorf("hub: address %q is not HOST:PORT: %w", c.Addr, err)
	}
	if h.port, err = strconv.Atoi(port); err != nil || h.port < 0 || h.port > 65535 {
		return nil, fmt.Errorf("hub: address %q: want a port of 0 to 65535", c.Addr)
	}
	if err := free(c.Addr); err != nil { // the server itself would only fail after startTime
		return nil, err
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
	h.access.server = h.server
	h.server.SetLoggerV2(logger{c.Tell, options.StoreDir, h.failed}, false, false, false)
	h.server.Start()
	go h.watch()
	if !h.server.ReadyForConnections(startTime) {
		h.Close()
		select {
		case err := <-h.failed:
			return nil, err
		default:
		}
		return nil, fmt.Errorf(
			"hub: the server does not answer on %s after %v: is another program on that port?",
			c.Addr, startTime)
	}
	return h, h.note()
}

// mostConnections is the largest number of connections, including those of strangers.
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
	o.SyncAlways = true // without it, a power cut can destroy whole streams
	o.JetStreamMaxStore, o.JetStreamMaxMemory = 2*h.config.Bytes, 64<<20
	o.MaxPayload = fleet.MaxBatch + 8192
	o.MaxConn, o.MaxClosedClients = mostConnections, closedKept
	o.CustomClientAuthentication, o.AlwaysEnableNonce = h.access, true
	o.MaxSubs = 64
	o.MaxPending = 64 << 20 // room for the bytes that a flood sends before the guard notices
	o.PingInterval, o.MaxPingsOut = 10*time.Second, 2
	o.WriteDeadline = 10 * time.Second
	o.TLS, o.TLSTimeout = true, 5
	o.TLSConfig = &tls.Config{Certificates: []tls.Certificate{h.cert}, MinVersion: tls.VersionTLS13}
	return &o, nil
}

// The accounts of the server.
const (
	fleetAccount  = "FLEET"   // of the ingester, with the streams
	workerAccount = "WORKERS" // without streams
)

// accounts returns the part of the configuration that connects the accounts. The requests of
// workers go through imports. So an answer reaches only the connection that asked, even if the
// request names a different reply subject.
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

// SetWorkers admits exactly these workers, and disconnects all others.
func (h *Hub) SetWorkers(keys []string) error { return h.access.set(keys) }

// Failed returns a channel that gets an error when the server can no longer store batches. Then
// only a restart helps.
func (h *Hub) Failed() <-chan error { return h.failed }

// Close stops the server.
func (h *Hub) Close() {
	close(h.closing)
	<-h.watched
	h.server.Shutdown()
	h.server.WaitForShutdown()
}

// Local returns the server, for the ingester of this process, which connects without a network.
func (h *Hub) Local() *server.Server { return h.server }

// Addr returns the address that the hub listens on.
func (h *Hub) Addr() string { return h.server.Addr().String() }

// Owner returns the key of the owner. In a new folder it creates the key.
func Owner(dir string) (nkeys.KeyPair, string, error) {
	fail := func(err error) (nkeys.KeyPair, string, error) {
		return nil, "", fmt.Errorf("hub: the owner's key: %w", err)
	}
	path := filepath.Join(dir, "owner.nk")
	seed, err := textfile.Read(path)
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

// place is the content of the file that has the hub's address.
type place struct {
	Addr string `json:"addr"`
}

// placeName is the name of the file that has the hub's address.
const placeName = "hub.json"

// note writes the hub's address to the fleet's folder.
func (h *Hub) note() error {
	text, err := json.Marshal(place{h.Addr()})
	if err == nil {
		err = durable.WriteBytes(filepath.Join(h.config.Dir, placeName), text)
	}
	if err != nil {
		return fmt.Errorf("hub: write the address: %w", err)
	}
	return nil
}

// ErrNoHub means that no hub has used a fleet's folder yet.
var ErrNoHub = errors.New("no hub has run for this run yet")

// Find returns the address of the hub of a fleet's folder: the hub that runs, or the last one.
func Find(dir string) (string, error) {
	var p place
	text, err := textfile.Read(filepath.Join(dir, placeName))
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

// lastPort returns the port of the last hub, or 0 if there was none.
func lastPort(dir string) int {
	addr, err := Find(dir)
	if err != nil {
		return 0
	}
	_, port, _ := net.SplitHostPort(addr)
	n, _ := strconv.Atoi(port)
	return n
}

// freePort returns a port if it is free on a host. Otherwise it returns -1, and the server picks a
// port.
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

// free returns an error if a hub cannot listen on an address.
func free(addr string) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("hub: %w: give an address of this machine and a free port", err)
	}
	return l.Close()
}

// Reachable reports whether a program listens on an address.
func Reachable(ctx context.Context, addr string) bool {
	dialer := net.Dialer{Timeout: 2 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
