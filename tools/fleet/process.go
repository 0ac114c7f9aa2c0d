package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// process is a program that starts again whenever it ends.
type process struct {
	name string
	dir  string
	path string
	args []string

	halt sync.Mutex // held while the program must not start

	mu      sync.Mutex
	command *exec.Cmd // nil while the program does not run
	done    chan struct{}
	stop    context.CancelFunc
	starts  int
	used    time.Duration // processor time of the starts that have ended
}

// keep starts the program again and again until end is called.
func (p *process) keep(ctx context.Context) {
	ctx, p.stop = context.WithCancel(ctx)
	p.done = make(chan struct{})
	go func() {
		defer close(p.done)
		for ctx.Err() == nil {
			p.once(ctx)
			pause(ctx, time.Second)
		}
	}()
}

// once runs the program to its end.
func (p *process) once(ctx context.Context) {
	log, err := os.OpenFile(filepath.Join(p.dir, p.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return
	}
	defer log.Close()
	c := exec.Command(p.path, p.args...)
	c.Stdout, c.Stderr, c.Dir = log, log, p.dir
	if !p.start(ctx, c) {
		return
	}
	_ = c.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	p.command = nil
}

// start starts the program, unless end was called.
func (p *process) start(ctx context.Context, c *exec.Cmd) bool {
	p.halt.Lock()
	defer p.halt.Unlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.starts++
	if ctx.Err() != nil || c.Start() != nil {
		return false
	}
	p.command = c
	return true
}

// kill ends the program as kill -9 does. It reports whether the program was running.
func (p *process) kill() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.command == nil {
		return false
	}
	_ = p.command.Process.Kill()
	return true
}

// down kills the program, and calls do while it does not run.
func (p *process) down(do func()) {
	p.halt.Lock()
	defer p.halt.Unlock()
	for p.kill() {
		time.Sleep(10 * time.Millisecond)
	}
	do()
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

// processor returns the processor time of the program so far, over all of its starts.
func (p *process) processor() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	used := p.used
	if p.command != nil {
		used += processorOf(p.command.Process.Pid)
	}
	return used
}

// tick is the unit of the times in /proc.
const tick = 10 * time.Millisecond

// processorOf returns the processor time of a running process, or 0 where there is no /proc.
func processorOf(pid int) time.Duration {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0
	}
	_, after, _ := bytes.Cut(text, []byte(") ")) // the name of the program may contain anything else
	fields := bytes.Fields(after)
	if len(fields) < 13 {
		return 0
	}
	var used time.Duration
	for _, field := range fields[11:13] { // user and system time
		n, _ := strconv.ParseInt(string(field), 10, 64)
		used += time.Duration(n) * tick
	}
	return used
}
