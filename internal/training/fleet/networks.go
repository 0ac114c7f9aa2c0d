package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"epaminondas/internal/base/crew"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
)

// networks holds the network that a worker plays, and a cache of networks by SHA-256 in its spool
// folder.
type networks struct {
	dir  string
	hub  Hub
	tell func(text string)

	mu      sync.Mutex
	playing *Network
	model   selfplay.Player
}

// networksKept is the number of networks in the cache.
const networksKept = 4

// networkTime is the longest time of a download, and MaxNetwork the largest size of a network in bytes.
const (
	networkTime = 5 * time.Minute
	MaxNetwork  = 1 << 30
)

func openNetworks(spool string, hub Hub) (*networks, error) {
	n := &networks{dir: filepath.Join(spool, "networks"), hub: hub, tell: func(string) {}}
	return n, durable.MkdirAll(n.dir)
}

// current returns the player that uses the current network. ok is false if there is none yet.
func (n *networks) current() (m selfplay.Player, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.model, n.playing != nil
}

// step returns the step of the network that plays, or -1 if there is none yet.
func (n *networks) step() (int64, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.playing == nil {
		return -1, false
	}
	return n.playing.Step, true
}

// networkPoll is the time between two checks for a new network.
const networkPoll = 50 * time.Millisecond

// follow switches to each new network that the hub wants. Games that have begun keep their network.
func (n *networks) follow(ctx context.Context, wanted func() *Network, source *rand.Rand) error {
	wait := backoff{source: source, most: time.Minute}
	told := false
	for {
		if want := wanted(); want != nil && !n.plays(want) {
			if err := n.change(ctx, *want, source); err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if wait.tries > 0 && !told { // it tells nothing at the first failure, which is common
					n.tell("the worker cannot get the newest network. It tries again, and plays with the " +
						"one before, if any: " + err.Error())
					told = true
				}
				if err := wait.failed(ctx); err != nil {
					return err
				}
				continue
			}
			if wait.worked(); told {
				n.tell("the worker has the newest network")
				told = false
			}
		}
		if err := crew.Sleep(ctx, networkPoll); err != nil {
			return err
		}
	}
}

// plays reports whether the worker plays with the wanted network.
func (n *networks) plays(want *Network) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.playing != nil && n.playing.SHA256 == want.SHA256 && n.playing.File == want.File
}

// change loads a network and plays with it from now on.
func (n *networks) change(ctx context.Context, want Network, source *rand.Rand) error {
	content, err := n.load(ctx, want, source)
	if err != nil {
		return err
	}
	checkpoint, err := net.DecodeCheckpoint(content)
	if err != nil {
		return fmt.Errorf("fleet: network %s: %w", want.File, err)
	}
	evaluators, err := backend.Open(checkpoint.Weights, backend.Options{})
	if err != nil {
		return fmt.Errorf("fleet: network %s: %w", want.File, err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.playing = &want
	n.model = selfplay.Player{Name: want.File, Evaluators: evaluators}
	return nil
}

// load returns the content of a network from the cache, or from the hub after a random wait.
func (n *networks) load(ctx context.Context, want Network, source *rand.Rand) ([]byte, error) {
	path := filepath.Join(n.dir, want.SHA256)
	if sum, err := hex.DecodeString(want.SHA256); err != nil || len(sum) != sha256.Size {
		return nil, fmt.Errorf("fleet: network %s: the hub names the SHA-256 %.70q, want 64 hexadecimal digits",
			want.File, want.SHA256)
	}
	if content, err := os.ReadFile(path); err == nil && sumOf(content) == want.SHA256 {
		return content, nil
	}
	if _, playing := n.current(); playing && want.Spread > 0 {
		if err := crew.Sleep(ctx, time.Duration(source.Int64N(int64(want.Spread)))); err != nil {
			return nil, err
		}
	}
	content, err := n.download(ctx, want)
	if err != nil {
		return nil, fmt.Errorf("fleet: download network %s: %w", want.File, err)
	}
	if err := durable.WriteBytes(path, content); err != nil {
		return nil, fmt.Errorf("fleet: store network %s: %w", want.File, err)
	}
	return content, n.tidy()
}

func (n *networks) download(ctx context.Context, want Network) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, networkTime)
	defer cancel()
	in, err := n.hub.Network(limited, want.SHA256)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(in, MaxNetwork))
	if err = errors.Join(err, in.Close()); err != nil {
		return nil, err
	}
	if sum := sumOf(content); sum != want.SHA256 {
		return nil, fmt.Errorf("the SHA-256 of the file is %s, want %s", sum, want.SHA256)
	}
	return content, nil
}

// tidy removes the oldest networks of the cache.
func (n *networks) tidy() error {
	entries, err := os.ReadDir(n.dir)
	if err != nil || len(entries) <= networksKept {
		return err
	}
	oldest, at := "", time.Time{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && (oldest == "" || info.ModTime().Before(at)) {
			oldest, at = e.Name(), info.ModTime()
		}
	}
	return os.Remove(filepath.Join(n.dir, oldest))
}

func sumOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
