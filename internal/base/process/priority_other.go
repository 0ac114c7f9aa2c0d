//go:build !linux && !windows && !darwin && !freebsd && !netbsd && !openbsd

package process

// lower does nothing: processes here have no priority that a program could set.
func lower() error { return nil }
