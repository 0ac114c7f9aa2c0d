package runs

import (
	"context"
	"io"
)

// ParseConfig reads a config as [Config.Text] writes it. A key that this program does not know is an
// error that names it.
func ParseConfig(text []byte) (Config, error) { return parseConfig(text) }

// Lock keeps other processes from locking the same file in a folder until it is closed or the
// process ends, in whichever way. The error wraps [ErrInUse] if another process has it.
func Lock(ctx context.Context, dir, name string) (io.Closer, error) { return lockFile(ctx, dir, name) }
