package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"

	"epaminondas/internal/training/fleet"
)

// trouble records why a link does not work. NATS calls its handlers.
type trouble struct {
	fleet   string
	urls    []string
	first   sync.Once
	outcome chan struct{} // closed after the first attempt to connect

	mu        sync.Mutex
	rejected  error // why the hub does not accept the key
	forbidden error // what the hub has forbidden
	attempt   error // why the last attempt to connect failed
}

func newTrouble(i Invite) *trouble {
	return &trouble{fleet: i.Fleet, urls: i.URLs, outcome: make(chan struct{})}
}

// options returns the options that let NATS call the handlers. Without a handler of errors, NATS
// writes them to the terminal.
func (t *trouble) options() []nats.Option {
	connected := func(*nats.Conn) { t.attempted(nil, nil) }
	return []nats.Option{
		nats.ClosedHandler(t.closed), nats.ReconnectErrHandler(t.attempted),
		nats.ConnectHandler(connected), nats.ReconnectHandler(connected),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { t.failed(err) }),
	}
}

// attempted records the outcome of an attempt to connect. err is nil if it worked.
func (t *trouble) attempted(_ *nats.Conn, err error) {
	t.mu.Lock()
	t.attempt = err
	t.mu.Unlock()
	t.first.Do(func() { close(t.outcome) })
}

// failed records that the hub has forbidden something.
func (t *trouble) failed(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if errors.Is(err, nats.ErrPermissionViolation) {
		t.forbidden = err
	}
}

// closed records why the connection ended permanently.
func (t *trouble) closed(c *nats.Conn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := c.LastError(); unauthorized(err) {
		t.rejected = err
	}
}

// unauthorized reports whether an error says that the hub did not accept the key.
func unauthorized(err error) bool {
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthRevoked) ||
		errors.Is(err, nats.ErrAuthExpired)
}

// named returns the cause of an error, and what the user can do.
func (t *trouble) named(err error, conn *nats.Conn) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.rejected != nil || unauthorized(err):
		return fmt.Errorf("%w, because its key was revoked, or the invitation is for another hub: "+
			"ask for a new invitation", fleet.ErrRejected)
	case t.forbidden != nil && errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w, because the invitation is not for fleet %s (%s): "+
			"ask for a new invitation", fleet.ErrRejected, t.fleet, plain(t.forbidden))
	case errors.Is(err, nats.ErrReconnectBufExceeded): // there is no connection, and no buffer
		if last := conn.LastError(); last != nil {
			return t.disconnected(last)
		}
		return t.disconnected(t.attempt)
	case errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("the hub at %s has no ingester of fleet %s: check that \"fleet serve\" runs there",
			t.where(), t.fleet)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the hub at %s does not answer (%w): check that \"fleet serve\" runs there",
			t.where(), err)
	}
	return err
}

// disconnected returns the error of a link that has no connection. cause may be nil.
func (t *trouble) disconnected(cause error) error {
	var certificate *tls.CertificateVerificationError
	none := "there is no connection to the hub at " + t.where()
	switch {
	case errors.As(cause, &certificate):
		return fmt.Errorf("%s, because another hub answers there (%s): ask for a new invitation", none, plain(cause))
	case unauthorized(cause):
		return fmt.Errorf("%s, because the hub did not accept the key; the worker asks once more", none)
	case errors.Is(cause, nats.ErrNoServers):
		cause = errors.New("no program answers")
	case cause == nil:
		cause = errors.New("the connection broke")
	}
	return fmt.Errorf("%s (%s): check that \"fleet serve\" runs there with --addr, that this machine can "+
		"reach the address, and that no firewall is between; after a change of the address, ask for a "+
		"new invitation", none, plain(cause))
}

// where returns the addresses of the hub.
func (t *trouble) where() string { return strings.Join(t.urls, " or ") }

// plain returns the text of an error without the name of the library.
func plain(err error) string { return strings.TrimPrefix(err.Error(), "nats: ") }
