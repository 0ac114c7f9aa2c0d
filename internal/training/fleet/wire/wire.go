// Package wire connects a fleet over NATS JetStream. A worker sends batches to a stream on its own
// subject, and uses requests for everything else. An object store holds the networks. All data in
// NATS are also in the run or in the spools of the workers.
package wire

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/textfile"
)

// Names has the names of a fleet in NATS.
type Names struct{ Fleet string }

// Games returns the subject on which a worker sends its batches. The key * stands for all workers.
func (n Names) Games(key string) string { return "epm." + n.Fleet + ".games." + key }

// Ask returns the subject on which a worker reports.
func (n Names) Ask(key string) string { return "epm." + n.Fleet + ".ask." + key }

// Contract returns the subject on which a worker asks for the contract.
func (n Names) Contract(key string) string { return "epm." + n.Fleet + ".contract." + key }

// Stream returns the name of the stream of batches.
func (n Names) Stream() string { return "GAMES_" + n.Fleet }

// Bucket returns the name of the object store of networks.
func (n Names) Bucket() string { return "epm-" + n.Fleet }

// Networks returns the subject for requests of networks.
func (n Names) Networks() string { return "$JS.API.DIRECT.GET.OBJ_" + n.Bucket() }

// Inbox returns the prefix of the subjects on which a worker gets answers.
func Inbox(key string) string { return "_INBOX_" + key }

// Publish returns all subjects on which a worker may publish.
func (n Names) Publish(key string) []string {
	return []string{n.Games(key), n.Ask(key), n.Contract(key), n.Networks()}
}

// TLSName is the name in the certificate of every hub. It is constant, so that a hub may have any
// address.
const TLSName = "hub.fleet.epaminondas"

// inviteVersion is the version of invitations.
const inviteVersion = 1

// Invite has all the data that a worker needs to join a fleet. Anybody who has it can join in the
// worker's name.
type Invite struct {
	Version int      `json:"version"`
	Name    string   `json:"name"`
	Fleet   string   `json:"fleet"`
	URLs    []string `json:"urls"`
	CA      string   `json:"ca"`       // PEM; empty for the authorities of the system
	TLSName string   `json:"tls_name"` // name in the hub's certificate; empty for the host name
	Seed    string   `json:"seed"`     // nkey
}

// NewInvite creates a random key for a worker, and returns the invitation with the public part of
// the key.
func NewInvite(name, fleet, ca string, urls []string) (Invite, string, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return Invite{}, "", fmt.Errorf("wire: create a key: %w", err)
	}
	key, err := pair.PublicKey()
	if err != nil {
		return Invite{}, "", fmt.Errorf("wire: create a key: %w", err)
	}
	seed, err := pair.Seed()
	if err != nil {
		return Invite{}, "", fmt.Errorf("wire: create a key: %w", err)
	}
	invite := Invite{Version: inviteVersion, Name: name, Fleet: fleet, URLs: urls, CA: ca, Seed: string(seed)}
	if ca != "" {
		invite.TLSName = TLSName
	}
	return invite, key, nil
}

// Save writes the invitation to a file that only its owner can read.
func (i Invite) Save(path string) error {
	text, err := json.MarshalIndent(i, "", "  ")
	if err == nil {
		err = durable.WriteSecret(path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("wire: save invitation: %w", err)
	}
	return nil
}

// LoadInvite reads an invitation.
func LoadInvite(path string) (Invite, error) {
	var i Invite
	text, err := textfile.Read(path)
	if err == nil {
		err = json.Unmarshal(text, &i)
	}
	switch {
	case err != nil:
	case i.Version != inviteVersion:
		err = fmt.Errorf("the version of the file is %d, but this program reads %d", i.Version, inviteVersion)
	case len(i.URLs) == 0 || i.Fleet == "":
		err = errors.New("the file lacks the address or the fleet: ask for a new invitation")
	}
	if err != nil {
		return i, fmt.Errorf("wire: read invitation %s: %w", path, err)
	}
	return i, nil
}

// Key returns the worker's key pair and its public part.
func (i Invite) Key() (nkeys.KeyPair, string, error) {
	pair, err := nkeys.FromSeed([]byte(i.Seed))
	if err != nil {
		return nil, "", fmt.Errorf("wire: the invitation's key: %w", err)
	}
	key, err := pair.PublicKey()
	if err != nil {
		return nil, "", fmt.Errorf("wire: the invitation's key: %w", err)
	}
	return pair, key, nil
}

// Times of connections. Both ends notice a partition within half a minute. Many workers do not
// reconnect at the same moment.
const (
	pingEvery     = 8 * time.Second
	connectTime   = 5 * time.Second
	reconnectWait = time.Second
	reconnectMore = 3 * time.Second
)

// options returns the options of a connection with a key.
func options(name, caPEM, tlsName string, pair nkeys.KeyPair) ([]nats.Option, error) {
	key, err := pair.PublicKey()
	if err != nil {
		return nil, fmt.Errorf("wire: key: %w", err)
	}
	list := []nats.Option{
		nats.Name(name), nats.Nkey(key, pair.Sign), nats.CustomInboxPrefix(Inbox(key)),
		nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait),
		nats.ReconnectJitter(reconnectMore, reconnectMore),
		nats.ReconnectBufSize(-1), // a request is not sent after its caller has given up
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2), nats.Timeout(connectTime),
	}
	if caPEM != "" {
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM([]byte(caPEM)) {
			return nil, errors.New("wire: the certificate of the authority is not in PEM format")
		}
		list = append(list, nats.Secure(&tls.Config{RootCAs: pool, ServerName: tlsName,
			MinVersion: tls.VersionTLS13}))
	}
	return list, nil
}
