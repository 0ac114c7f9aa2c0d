package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
	"golang.org/x/sync/errgroup"

	"epaminondas/internal/base/crew"
	"epaminondas/internal/training/fleet"
)

// HubConfig has the settings with which an ingester uses its hub.
type HubConfig struct {
	Fleet    string
	URL      string
	CA       string // PEM; empty for the authorities of the system
	TLSName  string
	Key      nkeys.KeyPair // key pair of the hub's owner
	Local    nats.InProcessConnProvider
	Bytes    int64 // of the stream
	Offering fleet.Offering

	// Zero stands for the default.
	Duplicates time.Duration // the hub drops a repeated batch within this time
	AckWait    time.Duration // a batch without an acknowledgement arrives again after this time
}

// mostMessages is the largest number of batches in one transaction, and mostBytes is about their
// largest total size.
const (
	mostMessages = 128
	mostBytes    = 8 << 20
)

// Serve connects an ingester to the hub until ctx ends or an error occurs. After an error, call it
// again.
func Serve(ctx context.Context, c HubConfig, in *fleet.Ingester) error {
	list, err := options("ingester", c.CA, c.TLSName, c.Key)
	if err != nil {
		return err
	}
	l := make(losses, 8)
	list = append(list, nats.MaxReconnects(0), nats.NoReconnect(),
		nats.ClosedHandler(func(conn *nats.Conn) {
			l.report(fmt.Errorf("wire: the connection to the hub ended: %w",
				errors.Join(conn.LastError(), nats.ErrConnectionClosed)))
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			// Other errors, such as a flood of reports, do no lasting harm.
			if errors.Is(err, nats.ErrPermissionViolation) {
				l.report(fmt.Errorf("wire: the hub at %s does not permit the work of the ingester: %w", c.URL, err))
			}
		}))
	if c.Local != nil {
		list = append(list, nats.InProcessServer(c.Local))
	}
	conn, err := nats.Connect(c.URL, list...)
	if unauthorized(err) {
		return fmt.Errorf("wire: the hub at %s does not accept the ingester's key (%w): check the users in the "+
			"configuration of the hub", c.URL, err)
	}
	if err != nil {
		return fmt.Errorf("wire: connect to the hub at %s: %w", c.URL, err)
	}
	defer conn.Close()
	d := &hubConn{config: c, names: Names{c.Fleet}, conn: conn, ingester: in,
		messages: make(chan jetstream.Msg, mostMessages)}
	group, ctx := errgroup.WithContext(ctx)
	if err := d.prepare(ctx); err != nil {
		return l.cause(err)
	}
	if err := d.answer(ctx, group); err != nil {
		return l.cause(err)
	}
	group.Go(func() error { return d.receive(ctx, l) })
	group.Go(func() error { return d.ingest(ctx) })
	group.Go(func() error { return d.tick(ctx) })
	return group.Wait()
}

// losses gets the errors that end a session. NATS reports them at any time.
type losses chan error

// report adds an error, unless there are many already.
func (l losses) report(err error) {
	select {
	case l <- err:
	default:
	}
}

// cause adds the first reported error to an error.
func (l losses) cause(err error) error {
	select {
	case first := <-l:
		return errors.Join(first, err)
	default:
		return err
	}
}

// hubConn is an ingester with its connection.
type hubConn struct {
	config   HubConfig
	names    Names
	conn     *nats.Conn
	js       jetstream.JetStream
	ingester *fleet.Ingester
	stream   jetstream.Stream
	consumer jetstream.Consumer
	objects  objectStore
	messages chan jetstream.Msg
	workers  int // number of invited workers, which share the stream
}

// receive receives batches until ctx ends or an error is reported.
func (d *hubConn) receive(ctx context.Context, l losses) error {
	queue := func(m jetstream.Msg) {
		select {
		case d.messages <- m:
		case <-ctx.Done():
		}
	}
	consuming, err := d.consumer.Consume(queue, jetstream.PullMaxMessages(4*mostMessages),
		jetstream.ConsumeErrHandler(func(_ jetstream.ConsumeContext, err error) {
			if !errors.Is(err, jetstream.ErrConnectionClosed) {
				l.report(fmt.Errorf("wire: receive batches: %w", err))
			}
		}))
	if err != nil {
		return fmt.Errorf("wire: receive batches: %w", err)
	}
	defer consuming.Stop()
	select {
	case err := <-l:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// delivery is a batch that JetStream delivered.
type delivery struct {
	jetstream.Msg
	sender string
}

func (d delivery) Sender() string                  { return d.sender }
func (d delivery) ID() string                      { return d.Headers().Get(nats.MsgIdHdr) }
func (d delivery) Done() error                     { return d.Ack() }
func (d delivery) Later(after time.Duration) error { return d.NakWithDelay(after) }

// HeaderSize returns the bytes of the header, as NATS sends it.
func (d delivery) HeaderSize() (bytes int) {
	for key, values := range d.Headers() {
		for _, value := range values {
			bytes += len(key) + len(": ") + len(value) + len("\r\n")
		}
	}
	return bytes
}

// ingest stores batches. One transaction takes all batches that have arrived.
func (d *hubConn) ingest(ctx context.Context) error {
	prefix := d.names.Games("")
	for {
		var batch []fleet.Message
		bytes := 0
		add := func(m jetstream.Msg) {
			d := delivery{m, strings.TrimPrefix(m.Subject(), prefix)}
			bytes += len(d.Data()) + d.HeaderSize()
			batch = append(batch, d)
		}
		select {
		case m := <-d.messages:
			add(m)
		case <-ctx.Done():
			return ctx.Err()
		}
		for more := true; more && len(batch) < mostMessages && bytes < mostBytes; {
			select {
			case m := <-d.messages:
				add(m)
			default:
				more = false
			}
		}
		if err := d.ingester.Ingest(ctx, batch, time.Now()); err != nil {
			return err
		}
	}
}

// answering is the number of reports that the hub answers at once. waiting is the number of
// reports in the queue.
const (
	answering = 4
	waiting   = 4096
)

// answer answers reports and requests for the contract.
func (d *hubConn) answer(ctx context.Context, group *errgroup.Group) error {
	reports := make(chan *nats.Msg, waiting)
	for _, subject := range []string{d.names.Ask("*"), d.names.Contract("*")} {
		if _, err := d.conn.Subscribe(subject, queue(reports)); err != nil {
			return fmt.Errorf("wire: answer reports: %w", err)
		}
	}
	for range answering {
		group.Go(func() error {
			for {
				select {
				case m := <-reports:
					d.reply(ctx, m)
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		})
	}
	return nil
}

// leastBetween is the shortest time between two messages of a worker that both get an answer.
const leastBetween = 20 * time.Millisecond

// queue returns the handler of a subscription. It drops a message that comes too soon after the
// last message of the same worker, so that no worker can fill the queue. NATS calls it for one
// message after another.
func queue(reports chan<- *nats.Msg) nats.MsgHandler {
	heard := map[string]time.Time{}
	return func(m *nats.Msg) {
		key, now := sender(m), time.Now()
		if now.Sub(heard[key]) < leastBetween {
			return
		}
		heard[key] = now
		select {
		case reports <- m:
		default: // the worker asks again
		}
	}
}

// sender returns the key of the worker on whose subject a message came.
func sender(m *nats.Msg) string { return m.Subject[strings.LastIndexByte(m.Subject, '.')+1:] }

// reply answers one report. If it fails, it sends no answer, and the worker asks again.
func (d *hubConn) reply(ctx context.Context, m *nats.Msg) {
	key := sender(m)
	// The sender names the subject of the reply. Only the sender's own inbox is allowed, because
	// otherwise a worker could make us publish on the subjects of others. The server itself uses
	// the second prefix for replies between accounts.
	if !strings.HasPrefix(m.Reply, Inbox(key)+".") && !strings.HasPrefix(m.Reply, "_R_.") {
		return
	}
	if m.Subject == d.names.Contract(key) {
		_ = m.Respond(d.ingester.Contract())
		return
	}
	var r fleet.Heartbeat
	if json.Unmarshal(m.Data, &r) != nil {
		return
	}
	orders, err := d.ingester.Answer(ctx, key, r, time.Now())
	if err != nil {
		return
	}
	if text, err := json.Marshal(orders); err == nil {
		_ = m.Respond(text)
	}
}

// tickEvery is the time between two ticks.
const tickEvery = 500 * time.Millisecond

// tick offers networks, updates the flow, and saves the reports of workers, at regular times.
func (d *hubConn) tick(ctx context.Context) error {
	anew := true // the object store may be empty
	for n := 0; ; n++ {
		now := time.Now()
		if err := d.ingester.Offer(ctx, d.objects, d.config.Offering, anew, now); err != nil {
			return err
		}
		anew = false
		if n%2 == 0 {
			if err := d.around(ctx, now); err != nil {
				return err
			}
		}
		if err := crew.Sleep(ctx, tickEvery); err != nil {
			return err
		}
	}
}

// around does the work of one tick: it offers networks, updates the flow and saves the reports.
func (d *hubConn) around(ctx context.Context, now time.Time) error {
	if err := d.ingester.Refresh(ctx); err != nil {
		return err
	}
	if d.ingester.Invited() != d.workers {
		if err := d.share(ctx); err != nil {
			return fmt.Errorf("wire: share the stream among the workers: %w", err)
		}
	}
	info, err := d.stream.Info(ctx)
	if err != nil {
		return fmt.Errorf("wire: read the state of the stream: %w", err)
	}
	if err := d.ingester.Flow(ctx, int(info.State.Msgs), now); err != nil {
		return err
	}
	return d.ingester.Save(ctx)
}
