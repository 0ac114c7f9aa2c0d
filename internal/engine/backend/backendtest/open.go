// Package backendtest opens networks for tests.
package backendtest

import (
	"testing"

	"epaminondas/internal/engine/backend"
	"epaminondas/net"
)

// Open opens a network on the default device.
func Open(tb testing.TB, w *net.Weights) *backend.Backend {
	tb.Helper()
	b, err := backend.Open(w, backend.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return b
}
