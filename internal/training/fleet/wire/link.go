package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/fleet"
)

// Link is a worker's connection to its hub.
type Link struct {
	names   Names
	key     string
	conn    *nats.Conn
	trouble *trouble
}

// ErrRejected means that the hub does not accept a worker.
var ErrRejected = fleet.ErrRejected

// Join connects a worker. If it cannot reach the hub, it still returns a link. The link then tries
// to connect again and again. Until it succeeds, all requests fail.
func Join(i Invite) (*Link, error) {
	pair, key, err := i.Key()
	if err != nil {
		return nil, err
	}
	list, err := options(i.Name, i.CA, i.TLSName, pair)
	if err != nil {
		return nil, err
	}
	l := &Link{names: Names{i.Fleet}, key: key, trouble: newTrouble(i)}
	list = append(append(list, l.trouble.options()...), nats.RetryOnFailedConnect(true))
	if l.conn, err = nats.Connect(strings.Join(i.URLs, ","), list...); err != nil {
		return nil, fmt.Errorf("wire: join the hub at %s: %w", l.trouble.where(), err)
	}
	select {
	case <-l.trouble.outcome: // so that the error of the first request can name the cause
	case <-time.After(connectTime):
	}
	return l, nil
}

// named names the cause of an error.
func (l *Link) named(err error) error { return l.trouble.named(err, l.conn) }

// Close ends the connection.
func (l *Link) Close() { l.conn.Close() }

// firstTry is about the time after which a link sends a request again. Later waits are longer. The
// hub drops requests while it starts or stops, and reports of a worker that it does not know yet.
const firstTry = 700 * time.Millisecond

// request sends a request on a subject and returns the answer. It may send the request several
// times, because a repeated request is harmless.
func (l *Link) request(ctx context.Context, m *nats.Msg) (*nats.Msg, error) {
	limited, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	for wait := firstTry; ; wait *= 2 {
		reply, err := l.try(limited, m, wait/2+rand.N(wait))
		switch {
		case err == nil:
			return reply, nil
		case !errors.Is(err, context.DeadlineExceeded) || limited.Err() != nil:
			return nil, l.named(err)
		}
	}
}

// try sends a request once and waits for the answer.
func (l *Link) try(ctx context.Context, m *nats.Msg, wait time.Duration) (*nats.Msg, error) {
	limited, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return l.conn.RequestMsgWithContext(limited, m)
}

// Contract asks for the contract.
func (l *Link) Contract(ctx context.Context) ([]byte, error) {
	reply, err := l.request(ctx, nats.NewMsg(l.names.Contract(l.key)))
	if err != nil {
		return nil, fmt.Errorf("wire: ask for the contract: %w", err)
	}
	return reply.Data, nil
}

// Report sends the worker's report and returns its orders.
func (l *Link) Report(ctx context.Context, r fleet.Heartbeat) (o fleet.Orders, err error) {
	m := nats.NewMsg(l.names.Ask(l.key))
	if m.Data, err = json.Marshal(r); err != nil {
		return o, fmt.Errorf("wire: report: %w", err)
	}
	reply, err := l.request(ctx, m)
	if err == nil {
		err = json.Unmarshal(reply.Data, &o)
	}
	if err != nil {
		return o, fmt.Errorf("wire: report: %w", err)
	}
	return o, nil
}

// stored is JetStream's answer to a message.
type stored struct {
	Stream string `json:"stream"`
	Error  *struct {
		Code        int    `json:"code"`
		ErrorCode   int    `json:"err_code"`
		Description string `json:"description"`
	} `json:"error"`
}

// storeFailed is JetStream's code for a message that does not fit into the stream.
const storeFailed = 10077

// Publish sends a batch and waits until it is on the hub's disk.
func (l *Link) Publish(ctx context.Context, id string, batch []byte) error {
	m := nats.NewMsg(l.names.Games(l.key))
	m.Data = batch
	m.Header.Set(nats.MsgIdHdr, id)
	reply, err := l.conn.RequestMsgWithContext(ctx, m)
	if err != nil {
		return fmt.Errorf("wire: send a batch: %w", l.named(err))
	}
	var answer stored
	if err := json.Unmarshal(reply.Data, &answer); err != nil {
		return fmt.Errorf("wire: send a batch: %w", err)
	}
	switch e := answer.Error; {
	case e != nil && e.ErrorCode == storeFailed:
		return fmt.Errorf("wire: send a batch: %w: %s", fleet.ErrFull, e.Description)
	case e != nil:
		return fmt.Errorf("wire: send a batch: %s", e.Description)
	case answer.Stream == "":
		return fmt.Errorf("wire: send a batch: the hub sent an unknown answer: %.100q", reply.Data)
	}
	return nil
}

// object is the metadata of an object in the object store.
type object struct {
	NUID    string `json:"nuid"`
	Size    int    `json:"size"`
	Chunks  int    `json:"chunks"`
	Deleted bool   `json:"deleted"`
}

// partPause is the pause after a part of a network. It keeps a download below the rate that the hub
// treats as a flood.
const partPause = 4 * time.Millisecond

// Network downloads a network, part by part.
func (l *Link) Network(ctx context.Context, sum string) (io.ReadCloser, error) {
	fail := func(err error) (io.ReadCloser, error) {
		return nil, fmt.Errorf("wire: download network %s: %w", sum, err)
	}
	reply, err := l.get(ctx, fmt.Sprintf(`{"last_by_subj":%q}`, l.names.about(sum)))
	if err != nil {
		return fail(err)
	}
	var o object
	if err := json.Unmarshal(reply.Data, &o); err != nil {
		return fail(err)
	}
	if o.Deleted {
		return fail(errors.New("the hub no longer has the network"))
	}
	if o.Size > fleet.MaxNetwork {
		return fail(fmt.Errorf("the network has %s, want at most %d", noun.Count(o.Size, "byte"),
			fleet.MaxNetwork))
	}
	var content bytes.Buffer
	next := "1"
	for range o.Chunks {
		part, err := l.get(ctx, fmt.Sprintf(`{"seq":%s,"next_by_subj":%q}`, next, l.names.parts(o.NUID)))
		if err != nil {
			return fail(err)
		}
		content.Write(part.Data)
		time.Sleep(partPause)
		if next, err = after(part.Header.Get("Nats-Sequence")); err != nil {
			return fail(err)
		}
	}
	return io.NopCloser(&content), nil
}

// get requests a message of the object store.
func (l *Link) get(ctx context.Context, query string) (*nats.Msg, error) {
	m := nats.NewMsg(l.names.Networks())
	m.Data = []byte(query)
	reply, err := l.request(ctx, m)
	if err != nil {
		return nil, err
	}
	if status := reply.Header.Get("Status"); status != "" {
		return nil, fmt.Errorf("%s %s", status, reply.Header.Get("Description"))
	}
	return reply, nil
}
