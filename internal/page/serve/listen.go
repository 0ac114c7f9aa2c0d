package serve

import (
	"context"
	"errors"
	"fmt"
	"log"
	stdnet "net"
	"net/http"
	"time"
)

// shutdownTime is the time that running requests get when the server stops. Their searches end with
// ctx.
const shutdownTime = 800 * time.Millisecond

// Run answers requests until ctx is done, which is no error. It closes the listener.
func Run(ctx context.Context, listener stdnet.Listener, handler http.Handler, logger *log.Logger) error {
	server := &http.Server{
		Handler: handler, ErrorLog: logger, MaxHeaderBytes: 16 << 10,
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		// counts from the request's first byte until the handler begins; see [Timed]
		WriteTimeout: 10*time.Second + WriteTime,
		BaseContext:  func(stdnet.Listener) context.Context { return ctx },
	}
	stopped := make(chan struct{})
	cancel := context.AfterFunc(ctx, func() {
		defer close(stopped)
		last, done := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
		defer done()
		if server.Shutdown(last) != nil {
			server.Close()
		}
	})
	err := server.Serve(listener)
	if !cancel() {
		<-stopped
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("serve: %w", err)
}
