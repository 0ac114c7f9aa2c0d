package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// process is a program that starts again whenever it ends.
type process struct {
	name string
	dir  string
	path string
	args []string

	mu      sync.Mutex
	command *exec.Cmd
	done    chan struct{} // closed when the loop ends
	stop    context.CancelFunc
	starts  int
}

// keep starts the program again and again until end is called.
func (p *process) keep(ctx context.Context) {
	ctx, p.stop = context.WithCancel(ctx)
	p.done = make(chan struct{})
	go func() {
		defer close(p.done)
		for ctx.Err() == nil {
			p.once()
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
		}
	}()
}

// once runs the program to its end.
func (p *process) once() {
	log, err := os.OpenFile(filepath.Join(p.dir, p.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return
	}
	defer log.Close()
	c := exec.Command(p.path, p.args...)
	c.Stdout, c.Stderr, c.Dir = log, log, p.dir
	p.mu.Lock()
	p.starts++
	err = c.Start()
	p.command = c
	p.mu.Unlock()
	if err == nil {
		_ = c.Wait()
	}
}

// kill ends the program as kill -9 does.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.command != nil && p.command.Process != nil {
		_ = p.command.Process.Kill()
	}
}

// end stops the program for good.
func (p *process) end() {
	p.stop()
	for {
		p.kill()
		select {
		case <-p.done:
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
}
