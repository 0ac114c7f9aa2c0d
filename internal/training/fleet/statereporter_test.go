package fleet

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
)

// notes keeps what a worker tells.
type notes struct {
	mu   sync.Mutex
	list []string
}

func (n *notes) tell(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = append(n.list, text)
}

// with returns the number of notes that contain a text.
func (n *notes) with(text string) (count int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, note := range n.list {
		if strings.Contains(note, text) {
			count++
		}
	}
	return count
}

// A worker tells once that a pause begins, and once that it ends. It does not tell of a short pause,
// nor of the same pause again and again.
func TestVoiceTellsOfPauses(t *testing.T) {
	var n notes
	v := newStateReporter(n.tell)
	at := time.Unix(1000, 0)
	for i, step := range []struct {
		state string
		told  string // "" for nothing
	}{
		{stateNetwork, ""},
		{statePlaying, ""},
		{statePlaying, ""},
		{stateEnough, ""},
		{statePlaying, ""},
		{stateEnough, ""},
		{stateEnough, "unused games are enough; it plays again"},
		{stateEnough, ""},
		{stateSpool, ""},
		{stateSpool, "the spool is full"},
		{statePlaying, ""},
		{statePlaying, "plays again"},
		{stateEnough, ""},
		{stateEnough, ""}, // within a minute
		{stateFinished, ""},
		{stateFinished, "larger budget"},
	} {
		before := len(n.list)
		v.enter(step.state, at.Add(time.Duration(i)*2*time.Second))
		told := strings.Join(n.list[before:], ", ")
		if (told == "") != (step.told == "") || !strings.Contains(told, step.told) {
			t.Errorf("step %d: in the state %q the worker tells %q, want %q", i, step.state, told, step.told)
		}
	}
	v.enter(stateEnough, at.Add(time.Hour))
	v.enter(stateEnough, at.Add(time.Hour+time.Second))
	if n.with("are enough") != 2 {
		t.Errorf("an hour later the worker tells %q", n.list)
	}
}

// finish registers the last checkpoint of a run.
func (o *office) finish() {
	o.tb.Helper()
	c := register(o.tb, o.run, 50)
	c.Phase, c.File = runs.Final, runs.FileName(50, runs.Constant, 0)
	if _, err := o.run.Register(o.tb.Context(), c, nil, nil); err != nil {
		o.tb.Fatal(err)
	}
}

// The hub says why the trainer uses no games. A finished run needs none, until a trainer runs again.
func TestIdleTrainingIsNamed(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("a")
	now := time.Now()
	expect := func(what, training string, share bool) {
		t.Helper()
		if err := o.ingester().Flow(t.Context(), 0, now); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Second)
		orders, err := o.ingester().Answer(t.Context(), key, Heartbeat{}, now)
		if err != nil || orders.Training != training || (orders.Share > 0) != share {
			t.Errorf("%s: the orders are %+v, %v, want %q", what, orders, err, training)
		}
	}
	tell := func(told time.Time) {
		t.Helper()
		if err := o.run.SetFlow(t.Context(), runs.Flow{Ahead: 8, Told: told}); err != nil {
			t.Fatal(err)
		}
	}
	expect("a new run", "", true)
	tell(now)
	expect("a running trainer", "", true)
	tell(now.Add(-time.Hour))
	expect("a killed trainer", trainingStopped, true)
	o.finish()
	expect("a finished run", trainingFinished, false)
	tell(now)
	expect("a longer run", "", true)
}

// A worker of a finished run that should play some games ends and says why. Without a number it tells
// what it waits for.
func TestWorkerOfAFinishedRun(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	o.finish()
	if err := o.ingester().Flow(t.Context(), 0, time.Now()); err != nil {
		t.Fatal(err)
	}
	config := quick(pair, key, t.TempDir())
	config.Games = 5
	err := RunWorker(t.Context(), config, direct{o, key}, func(string) {})
	if !errors.Is(err, errFinished) || !strings.Contains(err.Error(), "0 of 5") {
		t.Errorf("the worker ends with %v", err)
	}
	config.Games = 0
	var n notes
	work(t, config, direct{o, key}, n.tell, func() {
		eventually(t, "the worker tells that the run is finished", func() bool {
			return n.with("the run is finished") > 0
		})
	})
}

// work runs a worker while a test does something.
func work(t *testing.T, config WorkerConfig, hub Hub, tell func(string), do func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- RunWorker(ctx, config, hub, tell) }()
	defer func() { cancel(); <-ended }()
	do()
}

// A worker tells once that it cannot get a network, and once that it has it.
func TestMissingNetworksAreTold(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	var mu sync.Mutex
	broken := true
	hub := &gate{direct: direct{o, key}}
	playing := *o.ingester().playing
	hub.network = func() (io.ReadCloser, error) {
		mu.Lock()
		defer mu.Unlock()
		if broken {
			return nil, errors.New("the object store is empty")
		}
		return hub.direct.Network(t.Context(), playing.SHA256)
	}
	var n notes
	work(t, quick(pair, key, t.TempDir()), hub, n.tell, func() {
		eventually(t, "the worker tries three times", func() bool { return hub.loaded.Load() > 2 })
		mu.Lock()
		broken = false
		mu.Unlock()
		eventually(t, "the worker has the network", func() bool { return n.with("has the newest") > 0 })
	})
	if n.with("the object store is empty") != 1 || n.with(playing.File) != 1 {
		t.Errorf("the worker tells %q", n.list)
	}
}

// A worker tells the same cause once while it waits for its contract.
func TestMissingContractIsToldOnce(t *testing.T) {
	o := newOffice(t, mini())
	pair, key := o.invite("a")
	hub := &unreachable{gate: &gate{direct: direct{o, key}}}
	var n notes
	work(t, quick(pair, key, t.TempDir()), hub, n.tell, func() {
		eventually(t, "the worker asks three times", func() bool { return hub.asked.Load() > 2 })
	})
	if n.with("no contract") != 1 || !slices.ContainsFunc(n.list, func(s string) bool {
		return strings.Contains(s, errPartition.Error())
	}) {
		t.Errorf("the worker tells %q", n.list)
	}
}

// unreachable is a hub that gives no contract.
type unreachable struct {
	*gate
	asked atomic.Int32
}

func (u *unreachable) Contract(context.Context) ([]byte, error) {
	u.asked.Add(1)
	return nil, errPartition
}
