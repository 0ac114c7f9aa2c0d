package hub

import (
	"encoding/base64"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"epaminondas/internal/training/fleet/wire"
)

// authenticator admits the owner and the invited workers, each by its key. The server could do this
// with a list of users in its configuration. But then a client that connects while the server reads
// a new list could end in an account without other members.
type authenticator struct {
	fleet string
	owner string // public key

	mu      sync.Mutex
	server  *server.Server
	workers map[string]bool      // by public key
	shutOut map[string]time.Time // by public key: until when a worker may not connect
	refused map[string]bool      // keys that were already reported
	tell    func(text string)
}

// mostRefused is the largest number of unknown keys that a hub reports.
const mostRefused = 100

// Check implements [server.Authentication]. It reports whether a client may connect, and registers
// its account.
func (d *authenticator) Check(c server.ClientAuthentication) bool {
	if c.Kind() != server.CLIENT {
		return false
	}
	key := c.GetOpts().Nkey
	d.mu.Lock()
	defer d.mu.Unlock()
	if key != d.owner && !d.workers[key] {
		d.refuse(key)
		return false
	}
	if time.Now().Before(d.shutOut[key]) || !signed(c) {
		return false
	}
	name, permissions := fleetAccount, (*server.Permissions)(nil) // the owner may do everything here
	if key != d.owner {
		name, permissions = workerAccount, &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: wire.Names{Fleet: d.fleet}.Publish(key)},
			Subscribe: &server.SubjectPermission{Allow: []string{wire.Inbox(key) + ".>"}},
		}
	}
	account, err := d.server.LookupAccount(name)
	if err != nil {
		return false
	}
	c.RegisterUser(&server.User{Account: account, Permissions: permissions})
	return true
}

// refuse reports an unknown key once. Strangers choose their keys, so it reports at most
// mostRefused keys.
func (d *authenticator) refuse(key string) {
	if d.refused[key] || len(d.refused) >= mostRefused || len(key) > 2*len(d.owner) {
		return
	}
	d.refused[key] = true
	d.tell(fmt.Sprintf("hub: refused a worker with the key %q: the key was never invited, or "+
		"its invitation was revoked", key))
}

// signed reports whether a client has signed the server's nonce with the key that it names.
func signed(c server.ClientAuthentication) bool {
	options := c.GetOpts()
	signature, err := base64.RawURLEncoding.DecodeString(options.Sig)
	if err != nil {
		return false
	}
	key, err := nkeys.FromPublicKey(options.Nkey)
	nonce := c.GetNonce()
	return err == nil && len(nonce) > 0 && key.Verify(nonce, signature) == nil
}

// set admits exactly these workers from now on, and disconnects all others.
func (d *authenticator) set(keys []string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	workers := map[string]bool{}
	for _, key := range keys {
		workers[key] = true
	}
	same := maps.Equal(workers, d.workers)
	d.workers = workers
	if same || d.server == nil { // nobody has connected before the server starts
		return nil
	}
	return d.disconnect(func(key string) bool { return !d.workers[key] })
}

// shut disconnects a worker and refuses its connections until a given time.
func (d *authenticator) shut(key string, until time.Time) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shutOut[key] = until
	return d.disconnect(func(other string) bool { return other == key })
}

// disconnect closes the connections of the keys for which of returns true, but never the owner's.
func (d *authenticator) disconnect(of func(key string) bool) error {
	inside, err := connections(d.server, server.ConnOpen)
	if err != nil {
		return err
	}
	for _, c := range inside {
		if key := c.AuthorizedUser; key != "" && key != d.owner && of(key) {
			_ = d.server.DisconnectClientByID(c.Cid) // an error means that the client has left
		}
	}
	return nil
}

// connections returns the connections of a server in a state.
func connections(s *server.Server, state server.ConnState) ([]*server.ConnInfo, error) {
	list, err := s.Connz(&server.ConnzOptions{Username: true, State: state,
		Limit: mostConnections + closedKept})
	if err != nil {
		return nil, fmt.Errorf("hub: list the connections: %w", err)
	}
	return list.Conns, nil
}
