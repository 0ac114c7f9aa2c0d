package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"gorgonia.org/gorgonia"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
)

// forward is the training graph without losses and gradients: the network alone.
type forward struct {
	batch   *batch
	scores  *gorgonia.Node
	machine gorgonia.VM
}

func newForward(t *testing.T, board *game.Board, weights *net.Weights, size int) *forward {
	t.Helper()
	pool := newWorkers(1, size)
	f := &forward{batch: newBatch(pool, board, weights.Config.Planes, ordered(t))}
	b := newBuilder(pool, board.Height(), board.Width(), weights)
	f.scores = b.network(weights.Config, f.batch)
	if b.err != nil {
		t.Fatal(b.err)
	}
	f.machine = gorgonia.NewTapeMachine(b.graph)
	t.Cleanup(func() { f.machine.Close() })
	return f
}

// predict runs the network and calls f for every sample with the probabilities of its moves and of
// a win, a draw and a loss.
func (f *forward) predict(t *testing.T, samples []Sample, visit func(s *Sample, policy, value []float32)) {
	t.Helper()
	if err := f.batch.fill(samples); err != nil {
		t.Fatal(err)
	}
	if err := f.machine.RunAll(); err != nil {
		t.Fatal(err)
	}
	defer f.machine.Reset()
	for i := range samples {
		scores := f.batch.scores().sample(f.scores.Value().Data().([]float32), i)
		visit(&samples[i], softmax(scores.policy[:len(samples[i].Moves)]), softmax(scores.value))
	}
}

func softmax(logits []float32) []float32 {
	var total float64
	for _, z := range logits {
		total += math.Exp(float64(z) - largest(logits))
	}
	prob := make([]float32, len(logits))
	for i, z := range logits {
		prob[i] = float32(math.Exp(float64(z)-largest(logits)) / total)
	}
	return prob
}

// TestEngineEqualsGraph compares the graph with the inference engine on positions of both colours.
func TestEngineEqualsGraph(t *testing.T) {
	for rules, shape := range map[string]net.Config{
		"epaminondas:3x4x1": {Planes: net.Attack, Pooling: net.PoolLines}, "epaminondas:4x6x1": {},
		"epaminondas:9x5": {Planes: net.Attack, Pooling: net.PoolLines}, "crossings": {Planes: net.Attack},
		"epaminondas": {Pooling: net.PoolLines},
	} {
		t.Run(rules, func(t *testing.T) {
			board := game.MustBoard(rules)
			weights := newWeights(t, net.Config{Blocks: 3, Channels: 6, PoolEvery: 2, ValueHidden: 7,
				Planes: shape.Planes, Pooling: shape.Pooling}, 11)
			engine := net.NewNetwork(weights).NewEvaluator(board)
			samples := randomSamples(t, board, 24, 12)
			colours := map[game.Colour]int{}
			newForward(t, board, weights, len(samples)).predict(t, samples,
				func(s *Sample, policy, value []float32) {
					colours[s.State.Turn()]++
					prior := make([]float32, len(s.Moves))
					got, err := engine.Evaluate(&s.State, s.Moves, prior)
					if err != nil {
						t.Fatal(err)
					}
					for i, p := range prior {
						if math.Abs(float64(p-policy[i])) > 1e-4 {
							t.Fatalf("%v: the engine gives move %d %v, the graph %v", s.State.String(), i, p,
								policy[i])
						}
					}
					if want := value[0] - value[2]; math.Abs(float64(got-want)) > 1e-4 {
						t.Fatalf("%v: the engine values it %v, the graph %v", s.State.String(), got, want)
					}
				})
			if colours[game.White] == 0 || colours[game.Black] == 0 {
				t.Fatalf("positions by colour: %v", colours)
			}
		})
	}
}

// TestMirror checks that planes, moves, replies and final stones of a mirrored sample fit together.
// A network with mirrored weights has the same losses on it.
func TestMirror(t *testing.T) {
	for _, rules := range []string{"epaminondas:5x6x1", "epaminondas:4x4x1"} {
		board := game.MustBoard(rules)
		weights := newWeights(t, net.Config{Blocks: 2, Channels: 5, PoolEvery: 2, ValueHidden: 4,
			Planes: net.Attack, Pooling: net.PoolLines}, 21)
		samples := randomSamples(t, board, 16, 22)
		mirrored := make([]Sample, len(samples))
		for i := range samples {
			mirrored[i] = mirror(board, samples[i])
		}
		want := losses(t, board, weights, samples)
		compareLosses(t, "mirrored samples under mirrored weights",
			losses(t, board, mirrorWeights(weights), mirrored), want)
		if got := losses(t, board, weights, mirrored); math.Abs(got.Policy-want.Policy) < 1e-3 {
			t.Errorf("policy loss %v of mirrored samples under the same weights: the test can not fail",
				got.Policy)
		}
	}
}

// TestTurned checks that the network does not depend on the colours. A sample must have the same
// losses upside down with the colours exchanged.
func TestTurned(t *testing.T) {
	board := game.MustBoard("epaminondas:4x5x1")
	weights := newWeights(t, net.Config{Blocks: 2, Channels: 5, PoolEvery: 2, ValueHidden: 4,
		Planes: net.Attack, Pooling: net.PoolLines}, 23)
	samples := randomSamples(t, board, 16, 24)
	turned := make([]Sample, len(samples))
	for i := range samples {
		turned[i] = turnSample(board, samples[i])
	}
	compareLosses(t, "turned samples", losses(t, board, weights, turned), losses(t, board, weights, samples))
}

// losses returns the losses of one batch without a step.
func losses(t *testing.T, board *game.Board, weights *net.Weights, samples []Sample) Losses {
	t.Helper()
	cfg := hyper.Default()
	cfg.BatchSize = len(samples)
	tr := newTrainer(t, cfg, board, weights)
	if err := tr.batch.fill(samples); err != nil {
		t.Fatal(err)
	}
	l, err := tr.run()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func compareLosses(t *testing.T, what string, got, want Losses) {
	t.Helper()
	type pair struct {
		name      string
		got, want float64
	}
	pairs := []pair{{"policy", got.Policy, want.Policy}, {"value", got.Value, want.Value}}
	for i, h := range net.Heads() {
		pairs = append(pairs, pair{h.Name, got.Heads[i], want.Heads[i]})
	}
	for _, l := range pairs {
		if math.Abs(l.got-l.want) > 1e-5*(1+l.want) {
			t.Errorf("%s: %s loss %v, want %v", what, l.name, l.got, l.want)
		}
	}
}

// mirror returns the mirror image of a sample.
func mirror(board *game.Board, s Sample) Sample {
	s.State, s.ReplyState = s.State.Mirror(), s.ReplyState.Mirror()
	s.Moves, s.Reply = mapMoves(s.Moves, board.MirrorMove), mapMoves(s.Reply, board.MirrorMove)
	s.Final = [2]game.Bits{board.MirrorBits(s.Final[0]), board.MirrorBits(s.Final[1])}
	return s
}

// turnSample returns a sample upside down with the colours exchanged.
func turnSample(board *game.Board, s Sample) Sample {
	s.State, s.ReplyState = s.State.Turned(), s.ReplyState.Turned()
	s.Moves, s.Reply = mapMoves(s.Moves, board.FlipMove), mapMoves(s.Reply, board.FlipMove)
	s.Final = [2]game.Bits{board.FlipBits(s.Final[1]), board.FlipBits(s.Final[0])}
	return s
}

func mapMoves(moves []game.Move, f func(game.Move) game.Move) []game.Move {
	mapped := make([]game.Move, len(moves))
	for i, m := range moves {
		mapped[i] = f(m)
	}
	return mapped
}

// mirrorWeights returns the weights of a network that computes on a mirrored board what w computes
// on the board.
func mirrorWeights(w *net.Weights) *net.Weights {
	m := w.Clone()
	for i, p := range w.Params {
		to := m.Params[i].Data
		last := p.Shape[len(p.Shape)-1]
		for j, v := range p.Data {
			switch {
			case len(p.Shape) == 4: // columns of the 3x3 kernel
				in := p.Shape[2]
				row, column, c, out := j/(3*in*last), j/(in*last)%3, j/last%in, j%last
				if in == w.Config.Planes.Count() {
					c = mirrorPlane(c)
				}
				to[((row*3+2-column)*in+c)*last+out] = v
			case last == net.MovePlanes:
				to[j/last*last+mirrorMovePlane(j%last)] = v
			}
		}
	}
	return m
}

// mirrorPlane returns the input plane that corresponds to plane p on the mirrored board.
func mirrorPlane(p int) int {
	if p < 2 || p >= 34 {
		return p
	}
	d := game.Direction((p - 2) / 4)
	return 2 + 4*int(d.FlipColumns()) + (p-2)%4
}

// mirrorMovePlane returns the plane of the move logits that corresponds to a plane on the mirrored
// board.
func mirrorMovePlane(p int) int {
	if p >= 64 {
		return 64 + int(game.Direction(p-64).FlipColumns())
	}
	return int(game.Direction(p/8).FlipColumns())*8 + p%8
}

// TestMostMoves compares mostMoves with the counts of other programs.
func TestMostMoves(t *testing.T) {
	for rules, want := range map[string]int{"epaminondas": 3616, "epaminondas:8x8": 848} {
		if got := mostMoves(game.MustBoard(rules)); got != want {
			t.Errorf("%s: %d, want %d", rules, got, want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	board := game.MustBoard("epaminondas:4x6x1")
	for range 200 {
		state := randomState(board, rng)
		if n := len(state.AppendMoves(nil)); n > mostMoves(board) {
			t.Fatalf("%s has %d moves", state.String(), n)
		}
	}
}
