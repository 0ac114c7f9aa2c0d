//go:build !unix

package client

import (
	"fmt"
	"os"
	"os/exec"
)

// ownGroup does nothing where there are no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup ends a process; what it started lives on.
func killGroup(p *os.Process) { _ = p.Kill() }

// describe says how a process ended.
func describe(s *os.ProcessState) string { return fmt.Sprintf("ends with exit code %d", s.ExitCode()) }
