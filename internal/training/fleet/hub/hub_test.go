package hub

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/fleet"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/fleet/wire"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
)

// mini is the config of a run with games that take milliseconds.
func mini() config.Config {
	c := config.Default()
	c.Rules = config.Rules{Game: "epaminondas:3x5x1", MaxPlies: 30, Limit: "draw"}
	c.Network.Blocks, c.Network.Channels, c.Network.PoolEvery, c.Network.ValueHidden = 1, 4, 1, 4
	c.Search.MaxConsidered, c.Search.MemoryMiB = 4, 16
	c.Selfplay.FullSimulations, c.Selfplay.FastSimulations, c.Selfplay.FullShare = 6, 2, 0.5
	return c
}

// site holds a run with a hub and an ingester.
type site struct {
	t     testing.TB
	run   *runs.Run
	dir   string
	fleet string
	hub   *Hub
	keys  []string
	in    *fleet.Ingester
	stop  func()
	tune  func(c *wire.HubConfig) // may be nil
}

func newSite(t testing.TB) *site {
	t.Helper()
	return newSiteIn(t, t.TempDir())
}

// newSiteIn is newSite with a folder of the run, which may exist.
func newSiteIn(t testing.TB, dir string) *site {
	t.Helper()
	r, err := runs.Create(t.Context(), dir, mini())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	s := &site{t: t, run: r, dir: filepath.Join(r.Dir, "fleet")}
	if _, ok, err := r.Playing(t.Context()); err != nil {
		t.Fatal(err)
	} else if !ok {
		s.register(0)
	}
	workers, err := ledger.Workers(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range workers {
		s.keys = append(s.keys, w.Key)
	}
	if s.fleet, err = fleet.FleetID(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	s.start()
	t.Cleanup(func() { s.hub.Close() })
	return s
}

func (s *site) register(step int64) runs.Checkpoint {
	s.t.Helper()
	weights, err := net.NewWeights(s.run.Config.Network, rand.New(rand.NewPCG(1, uint64(step))))
	if err != nil {
		s.t.Fatal(err)
	}
	c := runs.Checkpoint{Step: step, Phase: runs.Constant, File: runs.FileName(step, runs.Constant, 0),
		Sampler: []byte("{}")}
	if err := net.SaveCheckpoint(s.run.Path(c), &net.Checkpoint{Weights: weights}); err != nil {
		s.t.Fatal(err)
	}
	if c, err = s.run.Register(s.t.Context(), c, nil, nil); err != nil {
		s.t.Fatal(err)
	}
	return c
}

// start starts the hub.
func (s *site) start() {
	s.t.Helper()
	var err error
	s.hub, err = Start(Config{Dir: s.dir, Fleet: s.fleet, Addr: "127.0.0.1:0", Bytes: 1 << 30,
		Tell: func(text string) {
			s.t.Log(text)
		}}, s.keys)
	if err != nil {
		s.t.Fatal(err)
	}
}

// ingest starts the ingester.
func (s *site) ingest() {
	s.t.Helper()
	in, err := fleet.NewIngester(s.t.Context(), s.run, fleet.DefaultAdmission(), func(string) {})
	if err != nil {
		s.t.Fatal(err)
	}
	s.in = in
	ctx, cancel := context.WithCancel(s.t.Context())
	done := make(chan error, 1)
	service := s.service()
	go func() {
		err := wire.Serve(ctx, service, in)
		for ctx.Err() == nil { // as fleet serve does
			s.t.Logf("the ingester connects again: %v", err)
			time.Sleep(50 * time.Millisecond)
			err = wire.Serve(ctx, service, in)
		}
		done <- err
	}()
	s.stop = func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			s.t.Logf("the ingester ended: %v", err)
		}
	}
}

func (s *site) service() wire.HubConfig {
	s.t.Helper()
	owner, _, err := Owner(s.dir)
	if err != nil {
		s.t.Fatal(err)
	}
	c := wire.HubConfig{
		Fleet: s.fleet, Key: owner, Local: s.hub.Local(), Bytes: 1 << 30,
		Offering: fleet.Offering{Every: time.Millisecond, Bandwidth: 1 << 30},
	}
	if s.tune != nil {
		s.tune(&c)
	}
	return c
}

// invite invites a worker and admits it to the hub.
func (s *site) invite(name string) wire.Invite {
	s.t.Helper()
	ca, err := CA(s.dir)
	if err != nil {
		s.t.Fatal(err)
	}
	invite, key, err := wire.NewInvite(name, s.fleet, ca, []string{"tls://" + s.hub.Addr()})
	if err == nil {
		err = ledger.Invite(s.t.Context(), s.run,
			ledger.Worker{Key: key, Name: name, Quota: 10 << 20, Invited: time.Now()})
	}
	s.keys = append(s.keys, key)
	if err == nil {
		err = s.hub.SetWorkers(s.keys)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return invite
}

// work runs a worker until some games have receipts.
func (s *site) work(ctx context.Context, invite wire.Invite, spool string, games uint64) error {
	s.t.Helper()
	pair, key, err := invite.Key()
	if err != nil {
		return err
	}
	link, err := wire.Join(invite)
	if err != nil {
		return err
	}
	defer link.Close()
	c := fleet.DefaultWorker()
	c.Key, c.Signer, c.Spool, c.Cores, c.Games = key, pair, spool, 1, games
	c.Linger, c.Report, c.Again = 20*time.Millisecond, 150*time.Millisecond, 2*time.Second
	return fleet.RunWorker(ctx, c, link, func(text string) { s.t.Log(invite.Name + ": " + text) })
}

func (s *site) count() int64 {
	s.t.Helper()
	n, err := s.run.Games.Count(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// Games arrive through a real server, even after its storage was deleted. Workers play a new
// network soon after its checkpoint.
func TestGamesComeThrough(t *testing.T) {
	s := newSite(t)
	s.ingest()
	invite := s.invite("a")
	spool := t.TempDir()
	if err := s.work(t.Context(), invite, spool, 20); err != nil {
		t.Fatal(err)
	}
	if n := s.count(); n != 20 {
		t.Fatalf("%d games are stored, want 20", n)
	}
	c := s.register(50)
	s.offered(invite, c)
	if err := s.work(t.Context(), invite, spool, 5); err != nil {
		t.Fatal(err)
	}
	g, err := s.run.Games.Load(t.Context(), 25)
	if err != nil || g.Model != c.File {
		t.Errorf("game 25 is %v, %v, want one of %s", g, err, c.File)
	}

	s.stop()
	s.hub.Close()
	if err := os.RemoveAll(filepath.Join(s.dir, "hub")); err != nil {
		t.Fatal(err)
	}
	s.start()
	if s.hub.Addr() != strings.TrimPrefix(invite.URLs[0], "tls://") {
		t.Errorf("the hub comes back at %s, not at %s", s.hub.Addr(), invite.URLs[0])
	}
	s.ingest()
	defer func() { s.stop() }()
	if err := s.work(t.Context(), invite, spool, 5); err != nil {
		t.Fatal(err)
	}
	if n := s.count(); n != 30 {
		t.Errorf("%d games are stored, want 30", n)
	}
}

// offered waits until the hub tells workers to play a checkpoint.
func (s *site) offered(invite wire.Invite, c runs.Checkpoint) {
	s.t.Helper()
	link, err := wire.Join(invite)
	if err != nil {
		s.t.Fatal(err)
	}
	defer link.Close()
	for range 400 {
		orders, err := link.Report(s.t.Context(), fleet.Heartbeat{})
		if err == nil && orders.Network != nil && orders.Network.File == c.File {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatalf("workers are not told to play %s", c.File)
}

// dial connects with a worker's key, for actions that our worker never takes.
func dial(i wire.Invite, more ...nats.Option) (*nats.Conn, error) {
	pair, key, err := i.Key()
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(i.CA))
	return nats.Connect(i.URLs[0], append(more, nats.Nkey(key, pair.Sign),
		nats.CustomInboxPrefix(wire.Inbox(key)),
		nats.Secure(&tls.Config{RootCAs: pool, ServerName: wire.TLSName}), nats.NoReconnect())...)
}

// raw connects with a worker's key. The errors of the connection arrive on the channel.
func raw(t testing.TB, i wire.Invite) (*nats.Conn, string, chan error) {
	t.Helper()
	wrong := make(chan error, 64)
	conn, err := dial(i, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		wrong <- err
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	_, key, err := i.Key()
	if err != nil {
		t.Fatal(err)
	}
	return conn, key, wrong
}

// A worker reaches only its own subjects. It tries others by publishing, by subscribing, and as the
// subject of an answer.
func TestWorkersReachOnlyTheirOwn(t *testing.T) {
	s := newSite(t)
	mallory, victim := s.invite("mallory"), s.invite("victim")
	s.ingest() // creates the streams
	stream := s.stream()
	s.stop() // so that messages stay in the stream
	conn, key, wrong := raw(t, mallory)
	_, victimKey, err := victim.Key()
	if err != nil {
		t.Fatal(err)
	}
	names := wire.Names{Fleet: s.fleet}
	forbidden := []string{
		names.Games(victimKey), names.Ask(victimKey), names.Contract(victimKey), wire.Inbox(victimKey) + ".x",
		"$JS.API.STREAM.PURGE." + names.Stream(), "$JS.API.STREAM.DELETE." + names.Stream(),
		"$JS.API.STREAM.NAMES", "$JS.API.INFO",
		"$JS.API.CONSUMER.MSG.NEXT." + names.Stream() + ".ingester",
		"$JS.ACK." + names.Stream() + ".ingester.1.1.1.1.1",
		"$JS.API.CONSUMER.CREATE.OBJ_" + names.Bucket() + ".x", "$O." + names.Bucket() + ".M.x",
		"$SYS.REQ.SERVER.PING", "x",
	}
	for _, subject := range forbidden {
		if err := conn.Publish(subject, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		expectViolation(t, conn, wrong, "publish to "+subject)
	}
	for _, subject := range []string{"epm.>", ">", names.Games("*"), wire.Inbox(victimKey) + ".>",
		"$JS.EVENT.>", "_R_.>"} {
		if _, err := conn.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		expectViolation(t, conn, wrong, "subscribe to "+subject)
	}
	if _, err := conn.Request(names.Games(key), []byte("junk"), 2*time.Second); err != nil {
		t.Fatal(err)
	}
	for _, reply := range append(forbidden, "_R_.abc", names.Games(key)) {
		for _, subject := range []string{names.Games(key), names.Networks(), names.Ask(key)} {
			_ = conn.PublishRequest(subject, reply, []byte(`{"last_by_subj":"x"}`))
		}
	}
	if err := conn.Flush(); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond)
	info, err := stream().Info(t.Context(), jetstream.WithSubjectFilter(">"))
	if err != nil {
		t.Fatalf("the stream is gone: %v", err)
	}
	if info.State.Subjects[names.Games(victimKey)] > 0 || info.State.FirstSeq > 1 ||
		len(info.State.Subjects) != 1 {
		t.Errorf("the stream was changed: %+v", info.State)
	}
}

func expectViolation(t *testing.T, conn *nats.Conn, wrong chan error, what string) {
	t.Helper()
	_ = conn.Flush()
	select {
	case err := <-wrong:
		if !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%s: %v", what, err)
		}
	case <-time.After(2 * time.Second):
		t.Errorf("%s is allowed", what)
	}
}

// stream waits for the stream of games, and returns a function that reads its state.
func (s *site) stream() func() jetstream.Stream {
	s.t.Helper()
	js, err := jetstream.New(s.asOwner())
	if err != nil {
		s.t.Fatal(err)
	}
	get := func() jetstream.Stream {
		st, err := js.Stream(s.t.Context(), wire.Names{Fleet: s.fleet}.Stream())
		if err != nil {
			return nil
		}
		return st
	}
	for range 100 {
		if get() != nil {
			return get
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatal("there is no stream")
	return nil
}

// The stream is in a file and flushes every message, and one worker cannot fill it.
func TestStreamIsBounded(t *testing.T) {
	s := newSite(t)
	flood, honest := s.invite("flood"), s.invite("honest")
	s.ingest()
	stream := s.stream()
	s.stop()
	c := stream().CachedInfo().Config
	if c.Storage != jetstream.FileStorage || c.Replicas != 1 || c.PersistMode != 0 ||
		!s.hub.Local().JetStreamConfig().SyncAlways {
		t.Errorf("stream %+v, synced always: %v", c, s.hub.Local().JetStreamConfig().SyncAlways)
	}
	join := func(i wire.Invite) *wire.Link {
		t.Helper()
		l, err := wire.Join(i)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(l.Close)
		return l
	}
	a, b := join(flood), join(honest)
	var err error
	sent := 0
	for ; err == nil && sent < 100; sent++ {
		err = a.Publish(t.Context(), fmt.Sprint(sent), make([]byte, 1000))
	}
	if !errors.Is(err, fleet.ErrFull) || sent > 70 {
		t.Errorf("after %d batches: %v", sent, err)
	}
	if err := b.Publish(t.Context(), "1", make([]byte, 1000)); err != nil {
		t.Errorf("the honest worker: %v", err)
	}
	if err := b.Publish(t.Context(), "2", make([]byte, fleet.MaxBatch+8000)); err == nil {
		t.Error("a batch that is too large is taken")
	}
}

// The workers share the stream. With each new one, the shares of all become smaller.
func TestInvitationsShareTheStream(t *testing.T) {
	s := newSite(t)
	s.tune = func(c *wire.HubConfig) { c.Bytes = 60 * fleet.MaxBatch }
	s.invite("a")
	s.ingest()
	defer func() { s.stop() }()
	stream := s.stream()
	for _, want := range []int64{30, 20, 15} { // of 1, 2 and 3 workers, and a reserve
		if want < 30 {
			s.invite(fmt.Sprint("w", want))
		}
		got := int64(0)
		for range 200 {
			if got = stream().CachedInfo().Config.MaxMsgsPerSubject; got == want {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if got != want {
			t.Errorf("a worker may have %d batches in the stream, want %d", got, want)
		}
	}
}

// The hub disconnects a revoked worker without a restart, and never admits a stranger.
func TestTrust(t *testing.T) {
	s := newSite(t)
	invite := s.invite("a")
	s.ingest()
	defer func() { s.stop() }()
	done := make(chan error, 1)
	go func() { done <- s.work(t.Context(), invite, t.TempDir(), 1_000_000) }()
	for deadline := time.Now().Add(20 * time.Second); s.count() == 0 && time.Now().Before(deadline); {
		time.Sleep(50 * time.Millisecond)
	}
	if err := ledger.Revoke(t.Context(), s.run, "a", time.Now()); err != nil {
		t.Fatal(err)
	}
	s.keys = nil
	if err := s.hub.SetWorkers(nil); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-done:
		if err == nil || !errors.Is(err, fleet.ErrRejected) && !strings.Contains(err.Error(), "revoked") {
			t.Errorf("the revoked worker ends with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the revoked worker works on")
	}

	pair, _ := nkeys.CreateUser()
	seed, _ := pair.Seed()
	stranger := invite
	stranger.Seed = string(seed)
	if l, err := wire.Join(stranger); err == nil {
		if _, err = l.Contract(t.Context()); err == nil {
			t.Error("a stranger gets the contract")
		}
		l.Close()
	}
	if conn, err := nats.Connect("nats://"+s.hub.Addr(), nats.Timeout(2*time.Second)); err == nil {
		conn.Close()
		t.Error("a connection without key and authority is accepted")
	}
	other := t.TempDir()
	if _, err := certificate(other); err != nil {
		t.Fatal(err)
	}
	foreign := s.invite("b")
	foreign.CA, _ = CA(other)
	if l, err := wire.Join(foreign); err == nil {
		limited, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		if _, err = l.Contract(limited); err == nil {
			t.Error("a hub with another authority is trusted")
		}
		l.Close()
	}
}

// A network of several parts arrives complete.
func TestNetworkInParts(t *testing.T) {
	s := newSite(t)
	invite := s.invite("a")
	s.ingest()
	s.stream()
	js, err := jetstream.New(s.asOwner())
	if err != nil {
		t.Fatal(err)
	}
	var store jetstream.ObjectStore
	for range 100 {
		if store, err = js.ObjectStore(t.Context(), wire.Names{Fleet: s.fleet}.Bucket()); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.stop() // the ingester would remove a network that the run does not have
	want := make([]byte, 1<<20+12345)
	for i := range want {
		want[i] = byte(i * i >> 3)
	}
	if _, err := store.Put(t.Context(), jetstream.ObjectMeta{Name: "sum"},
		bytes.NewReader(want)); err != nil {
		t.Fatal(err)
	}
	link, err := wire.Join(invite)
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()
	in, err := link.Network(t.Context(), "sum")
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(in)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes arrive, %v, want %d", len(got), err, len(want))
	}
	if _, err := link.Network(t.Context(), "none"); err == nil {
		t.Error("a network that is not there arrives")
	}
}

// newKey returns the public key of a worker that nobody invited.
func newKey(t *testing.T) string {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	key, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// An ingester and workers can connect while others are invited. The server loses clients that
// connect while it reads a new list of users, so the hub does not use such a list.
func TestConnectWhileInviting(t *testing.T) {
	s := newSite(t)
	invite := s.invite("a")
	others := [][]string{s.keys, append(slices.Clone(s.keys), newKey(t))}
	for round := range 5 {
		done := make(chan struct{})
		go func() {
			defer close(done)
			for i := range 6 {
				if err := s.hub.SetWorkers(others[i%2]); err != nil {
					t.Error(err)
				}
			}
		}()
		s.ingest()
		link, err := wire.Join(invite)
		if err != nil {
			t.Fatal(err)
		}
		<-done
		for try := 0; ; try++ { // the worker may connect before the ingester
			if _, err = link.Contract(t.Context()); err == nil {
				break
			}
			if try == 50 {
				t.Fatalf("round %d: nobody gives out the contract: %v", round, err)
			}
			time.Sleep(50 * time.Millisecond)
		}
		link.Close()
		s.stop()
	}
}

// TestFloodIsShutOut disconnects a worker that sends without waiting for answers, and nobody else.
func TestFloodIsShutOut(t *testing.T) {
	s := newSite(t)
	mallory, honest := s.invite("mallory"), s.invite("honest")
	s.ingest()
	defer func() { s.stop() }()
	conn, key, _ := raw(t, mallory)
	m := nats.NewMsg(wire.Names{Fleet: s.fleet}.Ask(key))
	for deadline := time.Now().Add(20 * time.Second); !conn.IsClosed(); {
		if time.Now().After(deadline) {
			t.Fatal("the flood goes on")
		}
		for range 100 {
			_ = conn.PublishMsg(m)
		}
		_ = conn.FlushTimeout(time.Second)
	}
	if again, err := wire.Join(mallory); err == nil {
		if _, err = again.Contract(t.Context()); err == nil {
			t.Error("the worker comes back at once")
		}
		again.Close()
	}
	if err := s.work(t.Context(), honest, t.TempDir(), 5); err != nil {
		t.Errorf("the honest worker: %v", err)
	}
}

// TestGuard checks the bounds. What a worker may send in a second passes at once, and again in each
// later second, but not more.
func TestGuard(t *testing.T) {
	g, now := newGuard(), time.Now()
	look := func(after time.Duration, messages, bytes int64) []string {
		now = now.Add(after)
		return g.look([]*server.ConnInfo{{Cid: 1, AuthorizedUser: "a", Account: workerAccount,
			InMsgs: messages - connectionMessages, InBytes: bytes}}, now)
	}
	for i, step := range []struct {
		after           time.Duration
		messages, bytes int64
		flood           bool
	}{
		{0, mostMessages, 0, false},
		{time.Second, 2 * mostMessages, 0, false},
		{time.Second, 3 * mostMessages, mostBytes, false},
		{time.Second / 2, 3*mostMessages + mostMessages/2 + 1, mostBytes, true},
		{time.Second, 4 * mostMessages, 3 * mostBytes, false},
		{time.Millisecond, 4 * mostMessages, 4 * mostBytes, true},
	} {
		if floods := look(step.after, step.messages, step.bytes); (len(floods) > 0) != step.flood {
			t.Errorf("look %d: %v", i, floods)
		}
	}
}
