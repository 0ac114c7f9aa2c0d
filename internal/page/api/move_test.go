package api

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/net"
)

// testNetwork is a small untrained network.
func testNetwork(t testing.TB) *net.Weights { return tunedNetwork(t, "") }

// tunedNetwork is testNetwork with constants of the search.
func tunedNetwork(t testing.TB, search string) *net.Weights {
	t.Helper()
	cfg := net.Default()
	cfg.Blocks, cfg.Channels = 1, 16
	w, err := net.NewWeights(cfg, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	w.Search = search
	return w
}

// A whole game at level 1 goes through the API to its end, with either engine.
func TestWholeGame(t *testing.T) {
	for name, cfg := range map[string]Config{"classical": {},
		"network": {Networks: []Network{{Name: "test", Leads: true, Weights: testNetwork(t)}}}} {
		t.Run(name, func(t *testing.T) {
			d := newService(t, cfg)
			q := moveRequest{positionRequest{Rules: presets[3].Rules, Moves: []string{}}, "", 1, 7}
			for {
				at := ask[positionReply](t, d, "position", q.positionRequest)
				if at.Outcome != "*" {
					if len(at.Moves) != 0 || len(q.Moves) < 5 || at.Reason == "unfinished" {
						t.Errorf("the game ends with %+v", at)
					}
					return
				}
				reply := ask[moveReply](t, d, "move", q)
				if reply.Value < -1 || reply.Value > 1 ||
					reply.Nodes == 0 && reply.Value != 1 && reply.Value != -1 || reply.Player == "" {
					t.Fatalf("%+v", reply)
				}
				q.Moves = append(q.Moves, reply.Move.Text)
			}
		})
	}
}

// Every level finds a legal move on every board. The same seed gives the same move.
func TestLevels(t *testing.T) {
	d := newService(t, Config{})
	net := newService(t, Config{Networks: []Network{{Name: "test", Leads: true, Weights: testNetwork(t)}}})
	boards := presets
	if testing.Short() { // the race detector is slow on the large ones
		boards = presets[3:]
	}
	for _, preset := range boards {
		for level := 1; level <= 5; level++ {
			q := moveRequest{positionRequest{Rules: preset.Rules, Moves: []string{}}, "", level, 3}
			one, two := ask[moveReply](t, d, "move", q), ask[moveReply](t, d, "move", q)
			if one.Move.Text != two.Move.Text || one.Nodes != two.Nodes {
				t.Errorf("%s, level %d: %s, then %s", preset.Rules, level, one.Move.Text, two.Move.Text)
			}
			q.Moves = []string{ask[moveReply](t, net, "move", q).Move.Text}
			ask[positionReply](t, d, "position", q.positionRequest)
		}
	}
}

// Weak levels play different games under different seeds.
func TestSeedsDiffer(t *testing.T) {
	d := newService(t, Config{})
	seen := map[string]bool{}
	for seed := range uint32(12) {
		q := moveRequest{positionRequest{Rules: presets[2].Rules, Moves: []string{}}, "", 1, seed}
		seen[ask[moveReply](t, d, "move", q).Move.Text] = true
	}
	if len(seen) < 4 {
		t.Errorf("12 seeds play only %v", seen)
	}
}

// slow is an engine that searches until it is stopped.
type slow struct {
	engine.Engine
	began chan struct{}
}

func (slow) Attributes() engine.Attributes { return engine.Attributes{} }

func (slow) NewGame(context.Context, uint64) error { return nil }

func (slow) Close() error { return nil }

func (e slow) Search(ctx context.Context, _ engine.Turn, _ engine.Limit,
	_ func(*engine.Result) error) (*engine.Result, error) {
	e.began <- struct{}{}
	<-ctx.Done()
	return nil, ctx.Err()
}

// slowService returns a service with slow as its only player, and with short waits for a slot.
func slowService(t *testing.T) (*Service, slow) {
	d, e := newService(t, Config{}), slow{began: make(chan struct{}, 8)}
	open := func(context.Context, *game.Board, memory) (engine.Engine, error) { return e, nil }
	d.roster = roster{{id: "slow", everywhere: true, open: open}}
	d.moves.patience, d.analyses.patience = 20*time.Millisecond, 20*time.Millisecond
	return d, e
}

// Searches never exceed their slots. A late client gets an error. A slot is free again when its
// client disconnects. Analyses take no slot from moves.
func TestPlaces(t *testing.T) {
	d, e := slowService(t)
	bodies := map[string][]byte{"move": []byte(`{"rules":"crossings","moves":[],"level":1}`),
		"analyse": []byte(`{"rules":"crossings","moves":[]}`)}
	ctx, cancel := context.WithCancel(t.Context())
	errs := make(chan error)
	for name, body := range bodies {
		for range 2 {
			go func() {
				_, err := d.Call(ctx, name, body, nil)
				errs <- err
			}()
			<-e.began
		}
	}
	for name, body := range bodies {
		if _, err := d.Call(ctx, name, body, nil); kindOf(err) != Busy ||
			!strings.Contains(err.Error(), "2 searches") {
			t.Errorf("a third %s: %v", name, err)
		}
	}
	if _, err := d.Call(ctx, "position", []byte(`{"rules":"crossings","moves":[]}`), nil); err != nil {
		t.Errorf("a position beside the searches: %v", err)
	}
	cancel()
	for range 4 {
		if err := <-errs; kindOf(err) != Stopped {
			t.Errorf("a search that was stopped: %v", err)
		}
	}
	if len(d.moves.taken) != 0 || len(d.analyses.taken) != 0 {
		t.Errorf("%d and %d places are still taken", len(d.moves.taken), len(d.analyses.taken))
	}
}

// A waiting client gets a slot that becomes free.
func TestPatience(t *testing.T) {
	d, e := slowService(t)
	d.moves = searchSlots{make(chan struct{}, 1), time.Hour}
	body := []byte(`{"rules":"crossings","moves":[],"level":1}`)
	errs := make(chan error)
	var stop []context.CancelFunc
	for range 2 {
		ctx, cancel := context.WithCancel(t.Context())
		stop = append(stop, cancel)
		go func() {
			_, err := d.Call(ctx, "move", body, nil)
			errs <- err
		}()
	}
	<-e.began // one of them searches
	stop[0]()
	stop[1]()
	for range 2 {
		if err := <-errs; kindOf(err) != Stopped {
			t.Error(err)
		}
	}
	leave, err := d.moves.acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d.moves.patience = time.Minute
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := d.moves.acquire(ctx); kindOf(err) != Stopped {
		t.Errorf("who goes away while it waits: %v", err)
	}
	time.AfterFunc(10*time.Millisecond, leave)
	if leave, err = d.moves.acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	leave()
}

// A board has the leading networks, the networks that were trained on it, and the classical engine.
// Ids are unique.
func TestRoster(t *testing.T) {
	w := testNetwork(t)
	r, err := newRoster(Config{Networks: []Network{
		{Name: "crossings", Rules: "crossings,max_plies=150",
			Weights: w},
		{Name: "tiny", Title: "Thebes", Rules: "epaminondas:4x6x1,max_plies=60", Weights: w},
		{Name: "Crossings", Rules: "crossings", Leads: true,
			Weights: w}, {Name: "classical", Leads: true, Weights: w}, {Name: "é/", Leads: true, Weights: w},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"crossings":                       "[crossings-2 classical-2 net crossings classical]",
		"epaminondas:4x6x1,limit=draw":    "[crossings-2 classical-2 net tiny classical]",
		"epaminondas:4x6x1,symmetry=none": "[crossings-2 classical-2 net classical]",
		"epaminondas:9x9,max_plies=10":    "[crossings-2 classical-2 net classical]",
	} {
		rules, err := game.ParseRules(name)
		if err != nil {
			t.Fatal(err)
		}
		if ids := fmt.Sprint(r.of(rules).ids()); ids != want {
			t.Errorf("%s: %s, want %s", name, ids, want)
		}
		if e, err := r.find(rules, "classical"); err != nil || e.kind != "classical" {
			t.Errorf("%s: %v, %v", name, e, err)
		}
		if _, err := r.find(rules, "nobody"); kindOf(err) != Bad ||
			!strings.Contains(err.Error(), "crossings-2") {
			t.Errorf("%s: nobody is %v", name, err)
		}
	}
	small, err := game.ParseRules("epaminondas:4x6x1")
	if err != nil {
		t.Fatal(err)
	}
	if e, err := r.find(small, "tiny"); err != nil || e.name != "Thebes" {
		t.Errorf("tiny is called %s, %v", e.name, err)
	}
	if odd, err := newRoster(Config{Networks: []Network{{Name: "x", Leads: true,
		Weights: tunedNetwork(t, "c_puct=high")}}}); err == nil || !strings.Contains(err.Error(), "c_puct") {
		t.Errorf("a network whose search cannot be read is taken as %v, %v", odd, err)
	}
	if _, err := newRoster(Config{Networks: []Network{{Name: "x", Rules: "chess", Weights: w}}}); err == nil {
		t.Error("a network for chess is taken")
	}
}
