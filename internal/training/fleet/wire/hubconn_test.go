package wire

import (
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

// deaf is a consumer from which nothing can be received.
type deaf struct{ jetstream.Consumer }

var errDeaf = errors.New("the consumer is gone")

func (deaf) Consume(jetstream.MessageHandler, ...jetstream.PullConsumeOpt) (jetstream.ConsumeContext, error) {
	return nil, errDeaf
}

// If the connection cannot receive, its session ends with all goroutines.
func TestSessionEndsIfNothingCanBeReceived(t *testing.T) {
	d := &hubConn{consumer: deaf{}, messages: make(chan jetstream.Msg)}
	group, ctx := errgroup.WithContext(t.Context())
	group.Go(func() error { return d.ingest(ctx) })
	group.Go(func() error { return d.receive(ctx, make(losses, 1)) })
	if err := group.Wait(); !errors.Is(err, errDeaf) {
		t.Errorf("the session ends with %v", err)
	}
}

// A session that fails names the error that NATS reported.
func TestLossesNameTheCause(t *testing.T) {
	l := make(losses, 1)
	if err := l.cause(errDeaf); err != errDeaf {
		t.Errorf("without a report the cause is %v", err)
	}
	l.report(errors.New("first"))
	l.report(errors.New("second"))
	if err := l.cause(errDeaf); !errors.Is(err, errDeaf) || !strings.HasPrefix(err.Error(), "first\n") {
		t.Errorf("the cause is %v", err)
	}
}
