//go:build linux || darwin

package serve

import "syscall"

// freeSpace returns the bytes that a program may still write to the disk of a folder. ok is false
// if the system does not say.
func freeSpace(dir string) (bytes int64, ok bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
