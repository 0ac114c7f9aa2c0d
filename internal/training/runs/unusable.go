package runs

import (
	"errors"
	"io/fs"

	"epaminondas/net"
	"epaminondas/replay"
)

// Damaged reports whether an error says that a part of a checkpoint is damaged or missing. Training
// then continues from an earlier checkpoint.
func Damaged(err error) bool { return isAny(err, net.ErrCorrupt, replay.ErrCorrupt, fs.ErrNotExist) }

// Unusable reports whether an error says that a part of a checkpoint is [Damaged], or that another
// program, another version or another run made it. Training must not continue over such a file
// without a decision of the user, but other programs can do without it.
func Unusable(err error) bool {
	return Damaged(err) || isAny(err, ErrSwapped, net.ErrForeign, net.ErrVersion, replay.ErrVersion)
}

func isAny(err error, kinds ...error) bool {
	for _, kind := range kinds {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
