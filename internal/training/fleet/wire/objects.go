package wire

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"
)

// about returns the NATS subject of an object's metadata.
func (n Names) about(name string) string {
	return "$O." + n.Bucket() + ".M." + base64.URLEncoding.EncodeToString([]byte(name))
}

// parts returns the NATS subject of the parts of an object.
func (n Names) parts(nuid string) string { return "$O." + n.Bucket() + ".C." + nuid }

// after returns the next sequence number.
func after(sequence string) (string, error) {
	n, err := strconv.ParseUint(sequence, 10, 64)
	return strconv.FormatUint(n+1, 10), err
}

// objectStore is the object store of networks.
type objectStore struct{ store jetstream.ObjectStore }

// Put adds a network, unless the store has all of it. A part may be missing, because a power cut
// can damage the store.
func (s objectStore) Put(ctx context.Context, sum string, content io.Reader) error {
	if stored, err := s.store.GetBytes(ctx, sum); err == nil && sumOf(stored) == sum {
		return nil
	}
	if _, err := s.store.Put(ctx, jetstream.ObjectMeta{Name: sum}, content); err != nil {
		return fmt.Errorf("wire: put network %s: %w", sum, err)
	}
	return nil
}

func sumOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Keep removes all networks except the given ones.
func (s objectStore) Keep(ctx context.Context, sums []string) error {
	list, err := s.store.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("wire: list networks: %w", err)
	}
	for _, o := range list {
		if slices.Contains(sums, o.Name) {
			continue
		}
		if err := s.store.Delete(ctx, o.Name); err != nil {
			return fmt.Errorf("wire: remove network %s: %w", o.Name, err)
		}
	}
	return nil
}
