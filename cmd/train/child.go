package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"epaminondas/internal/base/crew"
	"epaminondas/internal/training/ab"
	"epaminondas/internal/training/runs"
)

// childPatience is the time that a child may take to save its work.
const childPatience = time.Minute

// trainChild trains a side in a separate process on one core. The child stops at the end of its
// standard input, so it stops even if this process is killed.
func trainChild(ctx context.Context, s ab.Side) (err error) {
	if err := waitForEarlier(ctx, s.Run); err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	log, err := os.OpenFile(s.Log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	child := exec.CommandContext(ctx, program, "--config", s.Config, "--run", s.Run, "--seed",
		fmt.Sprint(s.Seed), "--until-eof")
	child.Env = append(os.Environ(), "GOMAXPROCS=1")
	child.Stdout, child.Stderr = log, log
	leash, err := child.StdinPipe()
	if err != nil {
		return err
	}
	child.Cancel, child.WaitDelay = leash.Close, childPatience
	if err := child.Start(); err != nil {
		return err
	}
	failed := child.Wait()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case failed != nil:
		return fmt.Errorf("%w: %s; the log is %s", failed, lastLine(s.Log), s.Log)
	}
	return nil
}

// waitForEarlier waits for the child of an earlier, killed process, which saves its work.
func waitForEarlier(ctx context.Context, dir string) error {
	for began := time.Now(); time.Since(began) < childPatience; {
		busy, err := runs.InTraining(ctx, dir)
		if err != nil || !busy {
			return err
		}
		if err := crew.Sleep(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w: %s", runs.ErrInUse, dir)
}

// lastLine returns the last line of a file that is not empty.
func lastLine(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// untilEOF returns a context that also ends at the end of the input.
func untilEOF(ctx context.Context, in io.Reader) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	go func() { // ends with the input, or with the process
		defer cancel()
		_, _ = io.Copy(io.Discard, in)
	}()
	return ctx
}
