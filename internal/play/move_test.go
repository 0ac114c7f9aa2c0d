package play

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/alphabeta"
	"epaminondas/net"
)

// testNetwork is a small one that has learnt nothing.
func testNetwork(t testing.TB) *net.Network {
	t.Helper()
	cfg := net.Default()
	cfg.Blocks, cfg.Channels = 1, 16
	w, err := net.NewWeights(cfg, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	return net.NewNetwork(w)
}

// A whole game at level 1 goes through the API to its end, with either engine.
func TestWholeGame(t *testing.T) {
	for name, cfg := range map[string]Config{"classical": {}, "network": {Network: testNetwork(t), ModelName: "test.safetensors"}} {
		t.Run(name, func(t *testing.T) {
			h := newServer(t, cfg)
			q := moveRequest{positionRequest{Rules: presets[3].Rules, Moves: []string{}}, 1, 7}
			for {
				at := post[positionReply](t, h, "/api/position", q.positionRequest)
				if at.Outcome != "*" {
					if len(at.Moves) != 0 || len(q.Moves) < 5 || at.Reason == "unfinished" {
						t.Errorf("the game ends with %+v", at)
					}
					return
				}
				reply := post[moveReply](t, h, "/api/move", q)
				if reply.Value < -1 || reply.Value > 1 || reply.Nodes == 0 && reply.Value != 1 && reply.Value != -1 || reply.Engine == "" {
					t.Fatalf("%+v", reply)
				}
				q.Moves = append(q.Moves, reply.Move.Text)
			}
		})
	}
}

// Every level finds a legal move on every board, as the request's seed has it: the answer repeats.
func TestLevels(t *testing.T) {
	h := newServer(t, Config{})
	net := newServer(t, Config{Network: testNetwork(t), ModelName: "test"})
	boards := presets
	if testing.Short() { // the race detector is slow on the large ones
		boards = presets[3:]
	}
	for _, preset := range boards {
		for level := 1; level <= 5; level++ {
			q := moveRequest{positionRequest{Rules: preset.Rules, Moves: []string{}}, level, 3}
			one, two := post[moveReply](t, h, "/api/move", q), post[moveReply](t, h, "/api/move", q)
			if one.Move.Text != two.Move.Text || one.Nodes != two.Nodes {
				t.Errorf("%s, level %d: %s, then %s", preset.Name, level, one.Move.Text, two.Move.Text)
			}
			q.Moves = []string{post[moveReply](t, net, "/api/move", q).Move.Text}
			post[positionReply](t, h, "/api/position", q.positionRequest)
		}
	}
}

// Weak levels play different games under different seeds.
func TestSeedsDiffer(t *testing.T) {
	h := newServer(t, Config{})
	seen := map[string]bool{}
	for seed := range uint32(12) {
		q := moveRequest{positionRequest{Rules: presets[2].Rules, Moves: []string{}}, 1, seed}
		seen[post[moveReply](t, h, "/api/move", q).Move.Text] = true
	}
	if len(seen) < 4 {
		t.Errorf("12 seeds play only %v", seen)
	}
}

// A draw follows the softmax of the values, and takes the best without a spread.
func TestDrawLine(t *testing.T) {
	lines := []alphabeta.Line{{Value: 0.5}, {Value: 0.5}, {Value: -0.5}}
	rng := rand.New(rand.NewPCG(1, 1))
	var times [3]int
	for range 10_000 {
		times[drawLine(lines, 0.5, rng)]++
	}
	want := [3]float64{4683, 4683, 634} // 1, 1 and e^-2 of their sum
	for i := range times {
		if d := float64(times[i]) - want[i]; d < -150 || d > 150 {
			t.Errorf("line %d is drawn %d times of 10000, want about %.0f", i, times[i], want[i])
		}
	}
	if drawLine(lines, 0, rng) != 0 {
		t.Error("without a spread the best line is not drawn")
	}
}

// slow is an engine that thinks until it is stopped.
type slow struct{ began chan struct{} }

func (slow) name() string { return "slow" }
func (e slow) choose(ctx context.Context, _ *game.State, _ level, _ uint32) (found, error) {
	e.began <- struct{}{}
	<-ctx.Done()
	return found{}, ctx.Err()
}

// No more searches run than there are places; who comes too late is told when to come back, and a place is free again
// when a browser goes away.
func TestPlaces(t *testing.T) {
	s := newServer(t, Config{Searches: 2, SearchTime: time.Hour}).(*server)
	e := slow{make(chan struct{})}
	s.engine = e
	const body = `{"rules":"crossings","moves":[],"level":1}`
	ctx, cancel := context.WithCancel(t.Context())
	codes := make(chan int)
	for range 2 {
		go func() { codes <- answer(s, request(http.MethodPost, "/api/move", body).WithContext(ctx)).Code }()
		<-e.began
	}
	w := answer(s, request(http.MethodPost, "/api/move", body))
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "2 searches") {
		t.Errorf("a third search: %d %s", w.Code, w.Body)
	}
	if w := answer(s, request(http.MethodPost, "/api/position", `{"rules":"crossings","moves":[]}`)); w.Code != http.StatusOK {
		t.Errorf("a position beside two searches: %d", w.Code)
	}
	cancel()
	for range 2 {
		if code := <-codes; code != http.StatusServiceUnavailable {
			t.Errorf("a search that was stopped: %d", code)
		}
	}
	if len(s.places) != 0 {
		t.Errorf("%d places are still taken", len(s.places))
	}
}

// A search ends with its time.
func TestSearchTime(t *testing.T) {
	s := newServer(t, Config{SearchTime: 1}).(*server)
	e := slow{make(chan struct{}, 1)}
	s.engine = e
	if w := answer(s, request(http.MethodPost, "/api/move", `{"rules":"crossings","moves":[],"level":1}`)); w.Code != http.StatusServiceUnavailable {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
