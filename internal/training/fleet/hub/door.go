package hub

import (
	"encoding/base64"
	"fmt"
	"sync"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"epaminondas/internal/training/fleet/wire"
)

// door lets the owner and the invited workers in, each with its key. The server could do this with a
// list of users in its configuration. But a client that connects while the server reads a new list can
// end in an account that nobody else is in.
type door struct {
	fleet string
	owner string // public key

	mu      sync.Mutex
	server  *server.Server
	workers map[string]bool // by public key
}

// Check implements [server.Authentication]: it says whether a client may come in, and where it goes.
func (d *door) Check(c server.ClientAuthentication) bool {
	if c.Kind() != server.CLIENT {
		return false
	}
	key := c.GetOpts().Nkey
	d.mu.Lock()
	defer d.mu.Unlock()
	if key != d.owner && !d.workers[key] || !signed(c) {
		return false
	}
	name, permissions := fleetAccount, (*server.Permissions)(nil) // the owner may do everything there
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

// set lets some workers in from now on, and throws the others out.
func (d *door) set(keys []string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.workers = map[string]bool{}
	for _, key := range keys {
		d.workers[key] = true
	}
	if d.server == nil { // nobody is in yet
		return nil
	}
	inside, err := d.server.Connz(&server.ConnzOptions{Username: true, Limit: mostConnections})
	if err != nil {
		return fmt.Errorf("hub: list who is connected: %w", err)
	}
	for _, c := range inside.Conns {
		if key := c.AuthorizedUser; key != "" && key != d.owner && !d.workers[key] {
			_ = d.server.DisconnectClientByID(c.Cid) // it fails if the client has left
		}
	}
	return nil
}
