// Package fleet lets other machines play for a run. A [Worker] plays games, keeps each on its disk in
// a [Spool], and sends them in signed batches. An [Ingester] checks every game and stores it in the
// run's database, together with a receipt. The worker deletes a game only when its receipt says
// that it is stored, or refused and why. So a game that was played is lost by no crash in between,
// and it is stored once however often it arrives: its seed and number are unique.
//
// The package knows no network. [Hub] is what a worker needs of the other end, [Message] and
// [Shelf] are what the ingester needs. Package wire has them over NATS JetStream, and package hub
// has the server.
package fleet

import (
	"context"
	"errors"
	"io"
	"time"
)

// Hub is the other end as a worker sees it. All methods may fail at any time, and be tried again.
type Hub interface {
	// Contract returns what [Contract.Encode] made.
	Contract(ctx context.Context) ([]byte, error)
	// Publish hands over a batch, which is on the hub's disk when it returns. The error wraps [ErrFull]
	// if the hub has too many batches of this worker already. An id that came before may be dropped.
	Publish(ctx context.Context, id string, batch []byte) error
	// Report tells how the worker gets on and returns what it is to do.
	Report(ctx context.Context, r Report) (Orders, error)
	// Network returns the content of a checkpoint file by its SHA-256.
	Network(ctx context.Context, sum string) (io.ReadCloser, error)
}

// ErrFull says that the hub takes no more batches of a worker until some are stored.
var ErrFull = errors.New("the hub has too many batches of this worker")

// ErrRejected says that the hub does not accept the key of a worker: it was revoked, or the
// invitation is of another hub.
var ErrRejected = errors.New(
	"the hub does not accept this worker's key: it was revoked, or the invitation is of another hub")

// Message is a batch as the ingester gets it, at least once.
type Message interface {
	// Sender returns the key of the worker whose subject the message came on.
	Sender() string
	Data() []byte
	// Done says that the message needs no further delivery.
	Done() error
	// Later asks for another delivery after a time.
	Later(after time.Duration) error
}

// Shelf is where networks lie for workers.
type Shelf interface {
	// Put adds content under its SHA-256. It may be there already.
	Put(ctx context.Context, sum string, content io.Reader) error
	// Keep removes all but some.
	Keep(ctx context.Context, sums []string) error
}

// Report is what a worker says of itself, about every two seconds.
type Report struct {
	Contract     string   `json:"contract"` // digest of the one that it works under
	Cores        int      `json:"cores"`
	GamesPerHour float64  `json:"games_per_hour"`
	Step         int64    `json:"step"`    // of the network that it plays; -1 for none
	Spooled      int64    `json:"spooled"` // games without a receipt
	State        string   `json:"state"`   // playing, or why it is not
	Spools       []string `json:"spools"`  // those with such games
	Lost         []Lost   `json:"lost,omitempty"`
	Refusals     int64    `json:"refusals"` // id of the last refusal that it was told
}

// Lost is a row of games that a worker had spooled and cannot read any more, as after damage to its
// disk.
type Lost struct {
	Spool string `json:"spool"`
	From  uint64 `json:"from"`
	To    uint64 `json:"to"` // the number after the last
}

// Orders are what a worker is to do, and how its games got on.
type Orders struct {
	Contract string            `json:"contract"`       // digest of the one that holds
	Stop     string            `json:"stop,omitempty"` // why the worker is to end; empty if it is not
	Share    float64           `json:"share"`          // of the workers that play now, 0 to 1: see Active
	Network  *Network          `json:"network,omitempty"`
	Receipts map[string]uint64 `json:"receipts"` // by spool: all games below are stored or refused
	Refusals []Refusal         `json:"refusals,omitempty"`
}

// Network is a checkpoint that workers play.
type Network struct {
	File   string        `json:"file"` // its name in the records
	Step   int64         `json:"step"`
	SHA256 string        `json:"sha256"`
	Spread time.Duration `json:"spread"` // workers wait up to this long before they download it
}

// Refusal tells a worker of a game that was refused.
type Refusal struct {
	ID     int64  `json:"id"`
	Number uint64 `json:"number"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
}
