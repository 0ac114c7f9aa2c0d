//go:build !unix

package ugi

import (
	"fmt"
	"os"
	"os/exec"
)

// ownGroup does nothing: this system has no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup kills a process. The processes that it started continue.
func killGroup(p *os.Process) { _ = p.Kill() }

// describe returns how a process ended, in words.
func describe(s *os.ProcessState) string { return fmt.Sprintf("ends with exit code %d", s.ExitCode()) }
