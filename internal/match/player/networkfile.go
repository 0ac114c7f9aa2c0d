package player

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/mcts"
	"epaminondas/net"
)

// Network is a network to compare.
type Network struct {
	Name    string
	Network *backend.Backend
	Search  mcts.Config // for matches; [mcts.Play] is the default of all players
	Digest  string      // of its file, for the journal of a match; may be empty without a journal
}

// LoadNetwork reads the network of a checkpoint. It plays with the default search.
func LoadNetwork(name, path string) (Network, error) {
	checkpoint, err := net.LoadCheckpoint(path)
	if err != nil {
		return Network{}, err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return Network{}, fmt.Errorf("player: %w", err)
	}
	network, err := backend.Open(checkpoint.Weights, backend.Options{})
	if err != nil {
		return Network{}, err
	}
	sum := sha256.Sum256(content)
	return Network{Name: name, Network: network, Search: mcts.Play(),
		Digest: hex.EncodeToString(sum[:8])}, nil
}

// Factory returns the network as a player of a match.
func (n Network) Factory(b *game.Board, simulations int, limit time.Duration) Factory {
	c := NetFactory(n.Name, n.Network, b, n.Search,
		mcts.Limit{Simulations: simulations, Time: limit})
	c.MoveTime = limit
	return c
}
