//go:build darwin || freebsd || netbsd || openbsd

package process

import "golang.org/x/sys/unix"

func lower() error {
	current, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil || current >= niceness {
		return err
	}
	return unix.Setpriority(unix.PRIO_PROCESS, 0, niceness)
}
