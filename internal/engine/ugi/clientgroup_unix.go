//go:build unix

package ugi

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes a command start in a new process group.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the group of a process. It is no error if the group is empty.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// describe returns how a process ended, in words.
func describe(s *os.ProcessState) string {
	if status, ok := s.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return fmt.Sprintf("was killed by signal %d (%v)", int(status.Signal()), status.Signal())
	}
	return fmt.Sprintf("ends with exit code %d", s.ExitCode())
}
