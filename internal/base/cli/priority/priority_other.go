//go:build !linux && !windows && !darwin && !freebsd && !netbsd && !openbsd

package priority

// lower does nothing where processes have no priority that could be set.
func lower() error { return nil }
