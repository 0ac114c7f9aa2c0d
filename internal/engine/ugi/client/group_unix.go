//go:build unix

package client

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup has a command started as the first of a new process group.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the group of a process. That nobody is left is no error.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// describe says how a process ended.
func describe(s *os.ProcessState) string {
	if status, ok := s.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return fmt.Sprintf("is ended by signal %d (%v)", int(status.Signal()), status.Signal())
	}
	return fmt.Sprintf("ends with exit code %d", s.ExitCode())
}
