// Package fleet lets other machines play for a run. A [Worker] plays games, keeps each on its disk
// in a [Spool], and sends them in signed batches. An [Ingester] checks every game and stores it in
// the run's database, together with a receipt. The worker deletes a game only when the receipt says
// that the game is stored, or refused with a reason. So no crash loses a spooled game. A game that
// arrives twice is stored once, because its seed and number are unique.
//
// The package does not use the network. A worker works with a [Hub], and an ingester works with a
// [Message] and an [ObjectStore]. Package wire implements these interfaces over NATS JetStream, and
// package hub has the server.
package fleet

import (
	"context"
	"errors"
	"io"
	"time"
)

// Hub is a worker's view of the hub. Each method may fail at any time, and the worker may try
// again.
type Hub interface {
	// Contract returns the contract as [Contract.Encode] encoded it.
	Contract(ctx context.Context) ([]byte, error)
	// Publish sends a batch. The batch is on the hub's disk when Publish returns. The error wraps
	// [ErrFull] if the hub already has too many batches of this worker. The hub may drop a batch
	// with an id that it has seen before.
	Publish(ctx context.Context, id string, batch []byte) error
	// Report sends the worker's state and returns its orders.
	Report(ctx context.Context, r Heartbeat) (Orders, error)
	// Network returns the content of a checkpoint file by its SHA-256.
	Network(ctx context.Context, sum string) (io.ReadCloser, error)
}

// ErrFull means that the hub accepts no more batches of a worker until the ingester has stored
// some.
var ErrFull = errors.New("the hub has too many batches of this worker")

// ErrRejected means that the hub does not accept a worker. Its key was revoked, or the invitation is
// for another hub or fleet.
var ErrRejected = errors.New("the hub does not accept this worker")

// Message is a batch that the ingester receives. A batch may arrive more than once.
type Message interface {
	// Sender returns the key of the worker that owns the message's subject.
	Sender() string
	Data() []byte
	// ID returns the id with which the worker published the batch, or "" if there was none.
	ID() string
	// HeaderSize returns the number of bytes that the message has in addition to its data. They
	// count too, because the sender chooses them.
	HeaderSize() int
	// Done acknowledges the message, so that it is not delivered again.
	Done() error
	// Later requests another delivery after a delay.
	Later(after time.Duration) error
}

// ObjectStore stores networks that workers can download.
type ObjectStore interface {
	// Put adds content under its SHA-256. Put may be called again for content that the store
	// already has.
	Put(ctx context.Context, sum string, content io.Reader) error
	// Keep removes all networks except the given ones.
	Keep(ctx context.Context, sums []string) error
}

// Heartbeat describes a worker. The worker sends one about every two seconds.
type Heartbeat struct {
	Contract     string   `json:"contract"` // digest of the worker's contract
	Cores        int      `json:"cores"`
	GamesPerHour float64  `json:"games_per_hour"`
	Step         int64    `json:"step"`    // of the network that plays; -1 for none
	Spooled      int64    `json:"spooled"` // games without a receipt
	State        string   `json:"state"`   // playing, or why the worker does not play
	Spools       []string `json:"spools"`  // spools with games without a receipt
	Lost         []Lost   `json:"lost,omitempty"`
	Refusals     int64    `json:"refusals"` // id of the last refusal that the worker knows, -1 for none yet
}

// Lost is a range of spooled games that the worker can no longer read, for example after damage to
// its disk.
type Lost struct {
	Spool string `json:"spool"`
	From  uint64 `json:"from"`
	To    uint64 `json:"to"` // the number after the last
}

// Orders tell a worker what to do, and which of its games were stored or refused.
type Orders struct {
	Contract string            `json:"contract"`           // digest of the present contract
	Stop     string            `json:"stop,omitempty"`     // why the worker must stop; empty if it need not
	Share    float64           `json:"share"`              // of the workers that may play: see Active
	Training string            `json:"training,omitempty"` // why the trainer uses no games: finished, stopped
	Network  *Network          `json:"network,omitempty"`
	Receipts map[string]uint64 `json:"receipts"`           // by spool: lower numbers are stored or refused
	Refusals []Refusal         `json:"refusals,omitempty"` // those that the worker does not know yet
}

// Network is a checkpoint that workers play.
type Network struct {
	File   string        `json:"file"` // its name in the records
	Step   int64         `json:"step"`
	SHA256 string        `json:"sha256"`
	Spread time.Duration `json:"spread"` // workers wait up to this long before they download it
}

// Refusal tells a worker that the ingester refused a game.
type Refusal struct {
	ID     int64  `json:"id"`
	Number uint64 `json:"number"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
}
