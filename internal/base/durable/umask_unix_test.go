//go:build unix

package durable_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"epaminondas/internal/base/durable"
)

// TestUmaskDecidesPermissions checks that new files and folders have the permissions that the user's
// umask leaves. A file keeps its permissions when its content is replaced. Nobody else may read a secret.
func TestUmaskDecidesPermissions(t *testing.T) {
	for umask, want := range map[int]struct{ folder, file os.FileMode }{
		0o022: {0o755, 0o644},
		0o002: {0o775, 0o664},
		0o077: {0o700, 0o600},
		0o027: {0o750, 0o640},
	} {
		func() {
			root := t.TempDir()
			defer syscall.Umask(syscall.Umask(umask))
			folder := filepath.Join(root, "a")
			file, kept := filepath.Join(folder, "file"), filepath.Join(folder, "kept")
			secret := filepath.Join(folder, "secret")
			try := func(err error) {
				if err != nil {
					t.Fatal(err)
				}
			}
			try(durable.MkdirAll(folder))
			try(durable.WriteBytes(file, nil))
			for _, path := range []string{kept, secret} {
				try(os.WriteFile(path, nil, 0o600))
				try(os.Chmod(path, 0o646))
			}
			try(durable.WriteBytes(kept, []byte("new")))
			try(durable.WriteSecret(secret, []byte("new")))
			for path, want := range map[string]os.FileMode{
				folder: want.folder, file: want.file, kept: 0o646, secret: 0o600,
			} {
				if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
					t.Errorf("umask %03o: %s has %v (%v), want %v", umask, filepath.Base(path), info.Mode(),
						err, want)
				}
			}
		}()
	}
}
