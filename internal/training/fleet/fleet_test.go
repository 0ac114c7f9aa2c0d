package fleet

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nkeys"

	"epaminondas/internal/base/crew"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
	"epaminondas/replay"
)

// mini is the config of a run with games that take milliseconds.
func mini() config.Config {
	c := config.Default()
	c.Rules = config.Rules{Game: "epaminondas:3x5x1", MaxPlies: 30, Limit: "draw"}
	c.Network.Blocks, c.Network.Channels, c.Network.PoolEvery, c.Network.ValueHidden = 1, 4, 1, 4
	c.Search.MaxConsidered, c.Search.MemoryMiB = 4, 16
	c.Selfplay.RandomPlies, c.Selfplay.ScatterShare, c.Selfplay.ScatterPlies = 3, 0.3, 4
	c.Selfplay.FullSimulations, c.Selfplay.FastSimulations, c.Selfplay.FullShare = 6, 2, 0.5
	return c
}

// newRun begins a run with a checkpoint of step 0.
func newRun(tb testing.TB, c config.Config) *runs.Run {
	tb.Helper()
	r, err := runs.Create(tb.Context(), tb.TempDir(), c)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { r.Close() })
	register(tb, r, 0)
	return r
}

// register adds a checkpoint to a run.
func register(tb testing.TB, r *runs.Run, step int64) runs.Checkpoint {
	tb.Helper()
	return registerIn(tb, r, step, 0)
}

// registerIn adds a checkpoint of a stage to a run.
func registerIn(tb testing.TB, r *runs.Run, step int64, stage int) runs.Checkpoint {
	tb.Helper()
	weights, err := net.NewWeights(r.Config.Network, rand.New(rand.NewPCG(1, uint64(step))))
	if err != nil {
		tb.Fatal(err)
	}
	c := runs.Checkpoint{Step: step, Phase: runs.Constant, File: runs.FileName(step, runs.Constant, 0),
		Sampler: []byte("{}"), Stage: stage}
	if err := net.SaveCheckpoint(r.Path(c), &net.Checkpoint{Weights: weights}); err != nil {
		tb.Fatal(err)
	}
	if c, err = r.Register(tb.Context(), c, nil, nil); err != nil {
		tb.Fatal(err)
	}
	return c
}

// memoryObjects is an object store in memory.
type memoryObjects struct {
	mu      sync.Mutex
	content map[string][]byte
}

func (s *memoryObjects) Put(_ context.Context, sum string, in io.Reader) error {
	content, err := io.ReadAll(in)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.content[sum] = content
	return err
}

func (s *memoryObjects) Keep(context.Context, []string) error { return nil }

// office holds an ingester with its run and objects.
type office struct {
	tb      testing.TB
	run     *runs.Run
	objects *memoryObjects

	mu sync.Mutex
	in *Ingester
}

func newOffice(tb testing.TB, c config.Config) *office {
	tb.Helper()
	o := &office{tb: tb, run: newRun(tb, c), objects: &memoryObjects{content: map[string][]byte{}}}
	o.restart()
	return o
}

// restart replaces the ingester, as after a crash.
func (o *office) restart() {
	o.tb.Helper()
	in, err := NewIngester(o.tb.Context(), o.run, DefaultAdmission(), func(string) {})
	if err == nil {
		err = in.Offer(o.tb.Context(), o.objects, offering(), true, time.Now())
	}
	if err != nil {
		o.tb.Fatal(err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.in = in
}

func (o *office) ingester() *Ingester {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.in
}

// invite returns the key of a new worker.
func (o *office) invite(name string) (nkeys.KeyPair, string) {
	o.tb.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		o.tb.Fatal(err)
	}
	key, err := pair.PublicKey()
	if err == nil {
		err = ledger.Invite(o.tb.Context(), o.run,
			ledger.Worker{Key: key, Name: name, Quota: 10 << 20, Invited: time.Now()})
	}
	if err == nil {
		err = o.ingester().Refresh(o.tb.Context())
	}
	if err != nil {
		o.tb.Fatal(err)
	}
	return pair, key
}

// note is a message in memory.
type note struct {
	sender string
	data   []byte
	id     string
	header int  // bytes
	fail   bool // Done fails
	done   bool
	later  time.Duration
}

func (n *note) Sender() string  { return n.sender }
func (n *note) Data() []byte    { return n.data }
func (n *note) ID() string      { return n.id }
func (n *note) HeaderSize() int { return n.header }

func (n *note) Done() error {
	if n.fail {
		return errors.New("the ingester is killed before it acknowledges")
	}
	n.done = true
	return nil
}

func (n *note) Later(after time.Duration) error { n.later = after; return nil }

// direct is a hub that passes each batch to the ingester at once.
type direct struct {
	office *office
	key    string
}

func (d direct) Contract(context.Context) ([]byte, error) { return d.office.ingester().Contract(), nil }

func (d direct) Publish(ctx context.Context, _ string, batch []byte) error {
	return d.office.ingester().Ingest(ctx, []Message{&note{sender: d.key, data: batch}}, time.Now())
}

func (d direct) Report(ctx context.Context, r Heartbeat) (Orders, error) {
	return d.office.ingester().Answer(ctx, d.key, r, time.Now())
}

func (d direct) Network(_ context.Context, sum string) (io.ReadCloser, error) {
	d.office.objects.mu.Lock()
	defer d.office.objects.mu.Unlock()
	return io.NopCloser(bytes.NewReader(d.office.objects.content[sum])), nil
}

// quick returns the settings of a worker with short waits.
func quick(pair nkeys.KeyPair, key, spool string) WorkerConfig {
	c := DefaultWorker()
	c.Key, c.Signer, c.Spool, c.Cores, c.Workers = key, pair, spool, 2, 2
	c.Linger, c.Report, c.Again = 5*time.Millisecond, 120*time.Millisecond, time.Second
	return c
}

// localPlayer returns the player of a spool's games.
func (o *office) localPlayer(key, spool string) *selfplay.Actor {
	board, err := o.run.Config.Board()
	if err != nil {
		o.tb.Fatal(err)
	}
	settings := o.run.Config.Selfplay
	settings.Workers = 1
	return &selfplay.Actor{
		Board: board, Config: settings, Search: o.run.Config.Search,
		Seed: Seed(o.ingester().fleet, key, spool),
	}
}

// localModel returns the network that the run plays.
func (o *office) localModel() selfplay.Player {
	c, _, err := o.run.Playing(o.tb.Context())
	if err != nil {
		o.tb.Fatal(err)
	}
	checkpoint, err := net.LoadCheckpoint(o.run.Path(c))
	if err != nil {
		o.tb.Fatal(err)
	}
	return selfplay.Player{Name: c.File,
		Evaluators: backend.MustOpen(checkpoint.Weights)}
}

// local plays n games without a fleet.
func (o *office) local(player *selfplay.Actor, model selfplay.Player, n int) []replay.Encoded {
	o.tb.Helper()
	var list []replay.Encoded
	number := uint64(0)
	pool := &selfplay.Pool{
		Actor: player,
		Next: func(context.Context) (uint64, selfplay.Player, bool) {
			number++
			return number - 1, model, number <= uint64(n)
		},
		Keep: func(_ context.Context, g *replay.Game) error {
			e, err := replay.Encode(g)
			list = append(list, e)
			return err
		},
	}
	if err := pool.Run(o.tb.Context()); err != nil {
		o.tb.Fatal(err)
	}
	return list
}

// stored returns the records of the run by seed, in the order of their numbers. The numbers must be
// 0, 1, 2 and so on.
func (o *office) stored() map[uint64][][]byte {
	o.tb.Helper()
	bySeed := map[uint64]map[uint64][]byte{}
	err := o.run.Games.Each(o.tb.Context(), 1, func(_ int64, g *replay.Game) error {
		record, err := replay.EncodeGame(g)
		if bySeed[g.Seed] == nil {
			bySeed[g.Seed] = map[uint64][]byte{}
		}
		if bySeed[g.Seed][g.Number] != nil {
			o.tb.Errorf("%v is stored twice", g)
		}
		bySeed[g.Seed][g.Number] = record
		return err
	})
	if err != nil {
		o.tb.Fatal(err)
	}
	rows := map[uint64][][]byte{}
	for seed, games := range bySeed {
		for n := range uint64(len(games)) {
			if games[n] == nil {
				o.tb.Errorf("number %d of seed %d is missing among %d", n, seed, len(games))
			}
			rows[seed] = append(rows[seed], games[n])
		}
	}
	return rows
}

// From the same seed and number, a worker and a local player make the same game, byte for byte.
func TestWorkersPlayWhatWouldBePlayedHere(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	c := quick(pair, key, t.TempDir())
	c.Games = 40
	if err := RunWorker(t.Context(), c, direct{o, key}, func(text string) { t.Log(text) }); err != nil {
		t.Fatal(err)
	}
	rows := o.stored()
	if len(rows) != 1 {
		t.Fatalf("games of %d seeds, want 1", len(rows))
	}
	left, err := filepath.Glob(filepath.Join(c.Spool, "*", "*.games"))
	if err != nil || len(left) > 0 {
		t.Errorf("the spool still has %v, %v", left, err)
	}
	for seed, games := range rows {
		player := o.localPlayer(key, "")
		player.Seed = seed
		if len(games) != 40 {
			t.Errorf("%d games, want 40", len(games))
		}
		for i, e := range o.local(player, o.localModel(), len(games)) {
			if !bytes.Equal(e.Record, games[i]) {
				t.Errorf("game %d differs from the local one", i)
			}
		}
	}
	workers, err := ledger.Workers(t.Context(), o.run)
	if err != nil || len(workers) != 1 || workers[0].Stored != 40 || len(workers[0].Refused) != 0 {
		t.Errorf("workers %+v, %v", workers, err)
	}
}

// The last file of a spool is cut at each byte. The spool then returns all games before the cut,
// and the ingester stores each once.
func TestSpoolTornAtEveryByte(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	dir := t.TempDir()
	s, err := OpenSpool(t.Context(), dir, key, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	id := s.ID()
	games := o.local(o.localPlayer(key, id), o.localModel(), 4)
	var ends []int64
	path := ""
	for _, g := range games {
		if err := s.Append(g); err != nil {
			t.Fatal(err)
		}
		path = s.own.segments[0].path
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, info.Size())
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) + 1 {
		folder := filepath.Dir(path)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		want := 0
		for want < len(ends) && ends[want] <= int64(cut) {
			want++
		}
		if edge := slices.ContainsFunc(ends, func(end int64) bool {
			return end-1 <= int64(cut) && int64(cut) <= end+1
		}); edge {
			drain(t, o, pair, key, dir, id, want)
			continue
		}
		q, err := readRow(folder, id)
		if err != nil || (q == nil) != (want == 0) || q != nil && len(q.games) != want {
			t.Fatalf("cut after %d bytes, the spool has %+v, %v, want %d games", cut, q, err, want)
		}
	}
	if n, err := o.run.Games.Count(t.Context()); n != 4 || err != nil {
		t.Errorf("%d games are stored, %v, want 4", n, err)
	}
}

// drain opens a spool, checks the number of games of the spool id, and sends all of them.
func drain(t *testing.T, o *office, pair nkeys.KeyPair, key, dir, id string, want int) {
	t.Helper()
	s, err := OpenSpool(t.Context(), dir, key, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if n := s.Games(); n != int64(want) {
		t.Fatalf("the spool has %d games, want %d", n, want)
	}
	for {
		p, ok := s.Next(time.Now(), time.Hour)
		if !ok {
			break
		}
		if p.Spool != id {
			t.Fatalf("a parcel of %s, want %s", p.Spool, id)
		}
		publish(t, o, pair, key, p)
		s.Sent(p, time.Now())
	}
	next, err := ledger.Receipt(t.Context(), o.run, ledger.SpoolID{Worker: key, Spool: id})
	if err != nil || next < uint64(want) {
		t.Fatalf("the receipt is up to %d, %v, want %d", next, err, want)
	}
	if err := s.Receive(map[string]uint64{id: next}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if n := s.Games(); n != 0 {
		t.Errorf("%d games are left", n)
	}
	if _, err := os.Stat(filepath.Join(dir, key+"-"+id)); want > 0 && !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of the spool is left: %v", err)
	}
}

// encode returns the encoded batch of a parcel.
func encode(t *testing.T, o *office, pair nkeys.KeyPair, key string, p Parcel) []byte {
	t.Helper()
	in := o.ingester()
	b := Batch{Fleet: in.fleet, Worker: key, Spool: p.Spool, Contract: in.current().digest, First: p.First,
		Records: p.Records}
	data, err := b.Encode(pair)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// publish passes a parcel to the ingester.
func publish(t *testing.T, o *office, pair nkeys.KeyPair, key string, p Parcel) {
	t.Helper()
	m := &note{sender: key, data: encode(t, o, pair, key, p)}
	if err := o.ingester().Ingest(t.Context(), []Message{m}, time.Now()); err != nil {
		t.Fatal(err)
	}
}

// The spool cannot read some games in its middle. The ingester refuses them as lost, so that the
// games after them get receipts.
func TestLostGamesDoNotHoldUpOthers(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	dir := t.TempDir()
	s := fill(t, o, dir, key, segmentGames+3)
	id, first := s.ID(), s.own.segments[0].path
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1 // the spool returns this record, and the ingester refuses it
	if err := os.WriteFile(first, content[:len(content)*3/4], 0o644); err != nil {
		t.Fatal(err)
	}
	c := quick(pair, key, dir)
	c.Games = 1
	if err := RunWorker(t.Context(), c, direct{o, key}, func(text string) { t.Log(text) }); err != nil {
		t.Fatal(err)
	}
	next, err := ledger.Receipt(t.Context(), o.run, ledger.SpoolID{Worker: key, Spool: id})
	if err != nil || next != segmentGames+3 {
		t.Errorf("the receipt is up to %d, %v, want %d", next, err, segmentGames+3)
	}
	workers, err := ledger.Workers(t.Context(), o.run)
	if err != nil {
		t.Fatal(err)
	}
	refused := workers[0].Refused
	if refused[ReasonLost] == 0 ||
		workers[0].Stored+refused[ReasonLost]+refused[ReasonRecord] != segmentGames+4 {
		t.Errorf("stored %d, refused %v, want %d together, some lost", workers[0].Stored, refused,
			segmentGames+4)
	}
}

// unruly is a hub that loses, repeats, delays and reorders deliveries. Its ingester sometimes dies
// before it acknowledges.
type unruly struct {
	direct
	mu      sync.Mutex
	rng     *rand.Rand
	waiting []*note
	down    bool // a partition
	deaf    bool // a partition in one direction: messages arrive, answers do not
}

var errPartition = errors.New("the network is partitioned")

func (u *unruly) chance(p float64) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.rng.Float64() < p
}

func (u *unruly) cut() (down, deaf bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.down, u.deaf
}

func (u *unruly) Publish(_ context.Context, _ string, batch []byte) error {
	down, deaf := u.cut()
	if down || u.chance(0.1) {
		return errPartition
	}
	u.mu.Lock()
	copies := 1 + u.rng.IntN(3)
	for range copies {
		u.waiting = append(u.waiting, &note{sender: u.key, data: bytes.Clone(batch)})
	}
	u.rng.Shuffle(len(u.waiting), func(i, j int) { u.waiting[i], u.waiting[j] = u.waiting[j], u.waiting[i] })
	u.mu.Unlock()
	if deaf || u.chance(0.1) {
		return errPartition // the batch is stored, but the worker gets no answer
	}
	return nil
}

func (u *unruly) Report(ctx context.Context, r Heartbeat) (Orders, error) {
	down, deaf := u.cut()
	if down || deaf || u.chance(0.1) {
		return Orders{}, errPartition
	}
	return u.direct.Report(ctx, r)
}

// deliver ingests some of the waiting messages. Messages without an acknowledgement stay.
func (u *unruly) deliver(ctx context.Context) {
	u.mu.Lock()
	n := 0
	if len(u.waiting) > 0 {
		n = 1 + u.rng.IntN(min(len(u.waiting), 8))
	}
	var batch []Message
	for _, m := range u.waiting[:n] {
		m.fail = u.rng.Float64() < 0.1
		batch = append(batch, m)
	}
	u.mu.Unlock()
	if n == 0 {
		return
	}
	err := u.office.ingester().Ingest(ctx, batch, time.Now())
	u.mu.Lock()
	u.waiting = slices.DeleteFunc(u.waiting, func(m *note) bool { return m.done })
	u.mu.Unlock()
	if err != nil && ctx.Err() == nil {
		u.office.restart()
	}
}

// In spite of all faults, every game on a worker's disk is stored exactly once in the end.
func TestEveryGameIsStoredOnce(t *testing.T) {
	o := newOffice(t, mini())
	const workers = 4
	length := 3 * time.Second
	var group sync.WaitGroup
	rng := rand.New(rand.NewPCG(1, 2))
	hubs := make([]*unruly, workers)
	spools := make([]string, workers)
	pairs := make([]nkeys.KeyPair, workers)
	for i := range workers {
		pair, key := o.invite(string(rune('a' + i)))
		hubs[i] = &unruly{direct: direct{o, key}, rng: rand.New(rand.NewPCG(3, uint64(i)))}
		spools[i], pairs[i] = t.TempDir(), pair
	}
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	held := make([]map[string]uint64, workers) // games on the disks when the test killed a worker
	for i := range workers {
		held[i] = map[string]uint64{}
		jitter := rand.New(rand.NewPCG(rng.Uint64(), 0))
		group.Go(func() {
			for ctx.Err() == nil {
				life, kill := context.WithTimeout(ctx,
					100*time.Millisecond+time.Duration(jitter.Int64N(int64(700*time.Millisecond))))
				c := quick(pairs[i], hubs[i].key, spools[i])
				c.Workers = 1
				if err := RunWorker(life, c, hubs[i], func(string) {}); life.Err() == nil {
					t.Errorf("worker %d ends: %v", i, err)
				}
				kill()
				noteHeld(t, spools[i], hubs[i].key, held[i])
			}
		})
		group.Go(func() {
			for ctx.Err() == nil {
				hubs[i].deliver(ctx)
				hubs[i].mu.Lock()
				hubs[i].down, hubs[i].deaf = hubs[i].rng.Float64() < 0.1, hubs[i].rng.Float64() < 0.1
				hubs[i].mu.Unlock()
				_ = crew.Sleep(ctx, 10*time.Millisecond)
			}
		})
	}
	group.Wait()
	for i := range workers { // no more faults: the remaining games arrive
		hubs[i].waiting = nil // the hub's folder is deleted
		c := quick(pairs[i], hubs[i].key, spools[i])
		c.Games = 1
		if err := RunWorker(t.Context(), c, direct{o, hubs[i].key}, func(string) {}); err != nil {
			t.Fatal(err)
		}
	}
	rows := o.stored()
	total := 0
	for i := range workers {
		for spool, games := range held[i] {
			seed := Seed(o.ingester().fleet, hubs[i].key, spool)
			if len(rows[seed]) < int(games) {
				t.Errorf("%d games of spool %s are stored, the disk had up to %d", len(rows[seed]), spool,
					games)
			}
			total += int(games)
		}
	}
	list, err := ledger.Workers(t.Context(), o.run)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range list {
		if len(w.Refused) > 0 {
			t.Errorf("games of %s are refused: %v", w.Name, w.Refused)
		}
	}
	if total == 0 {
		t.Error("no game was on the disk of a killed worker")
	}
}

// noteHeld records how many games of each spool were on a disk.
func noteHeld(t *testing.T, dir, key string, held map[string]uint64) {
	names, err := filepath.Glob(filepath.Join(dir, key+"-*"))
	if err != nil {
		t.Error(err)
	}
	for _, name := range names {
		id := filepath.Base(name)[len(key)+1:]
		q, err := readRow(name, id)
		if err != nil {
			t.Error(err)
		}
		if q != nil {
			held[id] = max(held[id], q.next())
		}
	}
}

// A receipt never covers a game that has not arrived. It covers refused games.
func TestReceiptsDoNotPassGaps(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	games := o.local(o.localPlayer(key, spoolID), o.localModel(), 5)
	id := ledger.SpoolID{Worker: key, Spool: spoolID}
	for i, step := range []struct {
		number int
		record []byte
		want   uint64
	}{
		{2, games[2].Record, 0},
		{4, games[4].Record, 0},
		{0, games[0].Record, 1},
		{1, []byte("junk"), 3},
		{1, games[1].Record, 3},
		{3, games[3].Record, 5},
	} {
		publish(t, o, pair, key, Parcel{Spool: spoolID, First: uint64(step.number),
			Records: [][]byte{step.record}})
		if next, err := ledger.Receipt(t.Context(), o.run, id); next != step.want || err != nil {
			t.Errorf("after number %d the receipt is up to %d, %v, want %d", step.number, next, err,
				step.want)
		}
		orders, err := o.ingester().Answer(t.Context(), key, Heartbeat{Spools: []string{spoolID}},
			time.Now().Add(time.Duration(i+1)*time.Hour))
		if err != nil || orders.Receipts[spoolID] != step.want {
			t.Errorf("after number %d the worker is told %v, %v, want %d", step.number, orders.Receipts,
				err, step.want)
		}
	}
}

// A report that comes too soon gets orders without receipts, so that a worker that starts again at
// once need not wait. The ingester ignores its content.
func TestEarlyReportsGetOrders(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("a")
	now := time.Now()
	first := Heartbeat{Cores: 2, Spools: []string{spoolID}}
	if orders, err := o.ingester().Answer(t.Context(), key, first, now); err != nil ||
		len(orders.Receipts) != 1 {
		t.Fatalf("orders %+v, %v, want a receipt", orders, err)
	}
	early := Heartbeat{Cores: 7, Spools: []string{spoolID}, Lost: []Lost{{Spool: spoolID, To: 9}}}
	orders, err := o.ingester().Answer(t.Context(), key, early, now.Add(shortestReport/2))
	if err != nil || orders.Network == nil || orders.Contract == "" || len(orders.Receipts) > 0 {
		t.Errorf("the early report gets %+v, %v, want orders without receipts", orders, err)
	}
	if err := o.ingester().Save(t.Context()); err != nil {
		t.Fatal(err)
	}
	workers, err := ledger.Workers(t.Context(), o.run)
	if err != nil || workers[0].Cores != 2 || len(workers[0].Refused) > 0 {
		t.Errorf("the early report changes the worker: %+v, %v", workers, err)
	}
	if _, err := o.ingester().Answer(t.Context(), "UNKNOWN", first, now); !errors.Is(err, ErrSilence) {
		t.Errorf("an unknown worker gets %v, want silence", err)
	}
}

// offering returns the default settings of fleet serve.
func offering() Offering { return Offering{Every: 10 * time.Second, Bandwidth: 20 << 20} }
