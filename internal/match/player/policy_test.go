package player

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
)

// savedNetwork returns the file and the weights of a small network.
func savedNetwork(t *testing.T, channels int) (string, *net.Weights) {
	t.Helper()
	weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: channels, ValueHidden: 4},
		rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "net.safetensors")
	if err := net.SaveCheckpoint(file, &net.Checkpoint{Weights: weights}); err != nil {
		t.Fatal(err)
	}
	return file, weights
}

// TestPolicyPlaysTheHighestPrior checks the moves of the raw policy in every position of a random
// game.
func TestPolicyPlaysTheHighestPrior(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1,max_plies=60")
	file, weights := savedNetwork(t, 4)
	eval := net.NewNetwork(weights).NewEvaluator(b)
	p := player(t, b, "net:"+file+",policy")
	rng := rand.New(rand.NewPCG(2, 2))
	state := b.Start()
	for moves := state.AppendMoves(nil); len(moves) > 0; moves = state.AppendMoves(moves[:0]) {
		prior := make([]float32, len(moves))
		value, err := eval.Evaluate(&state, moves, prior)
		if err != nil {
			t.Fatal(err)
		}
		choice, err := p.Choose(context.Background(), Turn{State: &state})
		if err != nil {
			t.Fatal(err)
		}
		chosen := float32(-1)
		highest := float32(0)
		for i, m := range moves {
			highest = max(highest, prior[i])
			if m == choice.Move {
				chosen = prior[i]
			}
		}
		if chosen != highest || choice.Value != value || !choice.Judged || choice.Nodes != 0 {
			t.Fatalf("in %s the choice %+v has prior %v, the highest is %v, the value %v",
				state.String(), choice, chosen, highest, value)
		}
		state.Play(moves[rng.IntN(len(moves))])
	}
}

// TestTogether checks that brief searches of wide networks ask for more games than cores, and no others.
func TestTogether(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1,max_plies=60")
	cores := runtime.GOMAXPROCS(0)
	for _, test := range []struct {
		channels int
		options  string
		want     int
	}{
		{96, "sims=64", 8 * cores}, {96, "policy", 8 * cores}, {96, "sims=64,threads=2", 4 * cores},
		{96, "sims=64,device=cpu", cores}, {8, "sims=64", cores},
		{96, "sims=64,time=1s", 0}, {96, "sims=10001", 0}, {96, "level=4", 0},
	} {
		file, _ := savedNetwork(t, test.channels)
		spec, err := ParseSpec("net:" + file + "," + test.options)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := spec.Factory(b); err != nil || f.Together != test.want {
			t.Errorf("%+v: %d games, error %v", test, f.Together, err)
		}
	}
}
