package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
)

// interruptible returns a context that ends at the first signal to stop. These signals are SIGINT
// (Ctrl-C), SIGTERM and SIGHUP, which the system sends when the terminal closes. Windows has their
// counterparts: Go reports a closed console, a logout and a shutdown as SIGTERM.
//
// The second SIGINT or SIGTERM kills the process. SIGHUP never does, because the kernel and the shell
// may both send one when a terminal closes. If SIGHUP is ignored at the start, as with nohup, it stays
// ignored.
//
// Without a reader of the output, writes to stdout and stderr fail, but they do not kill the process.
// So a command can save its work after its terminal or pipe has closed.
func interruptible() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	stops, hangups := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(stops, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(hangups, syscall.SIGHUP)
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // otherwise such a write ends the process
	go func() {                                             // until the process ends
		for {
			select {
			case <-stops:
				signal.Stop(stops) // the next signal has its default effect
			case <-hangups:
			}
			cancel()
		}
	}()
	return ctx
}

// unread reports whether err comes from a write to stdout after its reader had ended, as in
// "arena show DIR | head".
func unread(err error) bool {
	var write *fs.PathError
	return errors.Is(err, syscall.EPIPE) && errors.As(err, &write) && write.Path == os.Stdout.Name()
}
