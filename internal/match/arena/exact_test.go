package arena

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/result"
	"epaminondas/mcts"
	"epaminondas/net"
)

// exactTrial returns a trial of an untrained network on a board of 15 squares.
func exactTrial(t *testing.T) ExactTrial {
	t.Helper()
	rules, err := game.ParseRules("epaminondas:3x5x1")
	if err != nil {
		t.Fatal(err)
	}
	table, err := solve.Solve(context.Background(), rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	return ExactTrial{
		Table:       table,
		Positions:   table.Sample(150, 1),
		Model:       NamedNetwork{"untrained", backend.MustOpen(weights(t, 3))},
		Search:      mcts.Default(),
		Simulations: 16,
		Parallel:    1,
	}
}

func TestMeasureExact(t *testing.T) {
	trial := exactTrial(t)
	last := 0
	trial.Progress = func(done, total int) { last = max(last, done) }
	got, err := MeasureExact(context.Background(), trial)
	if err != nil {
		t.Fatal(err)
	}
	if last != 150 {
		t.Errorf("progress ends at %d of 150", last)
	}
	// Compute the policy's result without MeasureExact.
	eval := net.NewNetwork(weights(t, 3)).NewEvaluator(trial.Positions[0].Board())
	thrown := 0
	for _, s := range trial.Positions {
		moves := s.AppendMoves(nil)
		prior := make([]float32, len(moves))
		if _, err := eval.Evaluate(&s, moves, prior); err != nil {
			t.Fatal(err)
		}
		best := 0
		for i := range prior {
			if prior[i] > prior[best] {
				best = i
			}
		}
		if trial.Table.Throws(&s, moves[best]) {
			thrown++
		}
	}
	if got.Policy.All.Mistakes != thrown || got.Policy.All.Positions != 150 {
		t.Errorf("the policy throws away %d of %d positions, want %d of 150", got.Policy.All.Mistakes,
			got.Policy.All.Positions, thrown)
	}
	// On such a small board, exact proofs avoid most mistakes.
	if got.Search.All.Mistakes >= thrown {
		t.Errorf("the search throws away %d positions, the policy %d", got.Search.All.Mistakes, thrown)
	}
	t.Logf("policy %+v, search %+v", got.Policy.All, got.Search.All)

	// A second sample must not change the result of the first. The same sample must give the same
	// result twice.
	if got.Played != nil {
		t.Errorf("without a second sample there is %+v", got.Played)
	}
	trial.Played = PlayedSample{Positions: trial.Positions[:90], Fixed: true}
	both, err := MeasureExact(context.Background(), trial)
	if err != nil || !reflect.DeepEqual(both.Policy, got.Policy) ||
		!reflect.DeepEqual(both.Search, got.Search) {
		t.Errorf("beside another sample %+v, %v; alone %+v", both, err, got)
	}
	trial.Positions, trial.Played = trial.Positions[:90], PlayedSample{}
	part, err := MeasureExact(context.Background(), trial)
	if err != nil || !reflect.DeepEqual(*both.Played,
		result.ExactPlayed{Fixed: true, Policy: part.Policy, Search: part.Search}) {
		t.Errorf("the second sample %+v, %v; alone %+v", both.Played, err, part)
	}
	trial.Positions = trial.Table.Sample(150, 1)

	trial.Parallel, trial.Progress = 3, nil
	again, err := MeasureExact(context.Background(), trial)
	if err != nil || !reflect.DeepEqual(got, again) {
		t.Errorf("with 3 positions at a time %+v, %v; with one %+v", again, err, got)
	}
}

func TestMeasureExactFails(t *testing.T) {
	trial := exactTrial(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := MeasureExact(ctx, trial); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the error of the context", err)
	}
	trial.Positions = nil
	if _, err := MeasureExact(context.Background(), trial); err == nil ||
		!strings.Contains(err.Error(), "0 positions") {
		t.Errorf("error %v without positions", err)
	}
}

func TestExactTable(t *testing.T) {
	share := func(positions, mistakes int, low, high float64) solve.Share {
		return solve.Share{Positions: positions, Mistakes: mistakes,
			Rate: float64(mistakes) / float64(positions), Low: low, High: high}
	}
	e := result.Exact{
		Model: "net",
		Policy: solve.MistakeCounts{All: share(2000, 620, 0.29, 0.331),
			Won: share(1500, 500, 0.31, 0.358), Drawn: share(500, 120, 0.205, 0.279)},
		Search: solve.MistakeCounts{All: share(2000, 90, 0.0367, 0.055),
			Won: share(1500, 80, 0.043, 0.066), Drawn: share(500, 10, 0.0109, 0.0364)},
		Simulations: 32,
	}
	var out strings.Builder
	if err := WriteExact(&out, &e); err != nil {
		t.Fatal(err)
	}
	golden(t, "exact.txt", []byte(out.String()))
	e.Played = &result.ExactPlayed{Fixed: true, Policy: e.Policy, Search: e.Search}
	out.Reset()
	if err := WriteExact(&out, &e); err != nil {
		t.Fatal(err)
	}
	golden(t, "exact-played.txt", []byte(out.String()))
	if err := WriteExact(failing{}, &e); err == nil {
		t.Error("WriteExact ignores a writer that fails")
	}
	if data, err := json.Marshal(e); err != nil ||
		!strings.Contains(string(data), `"policy":{"all":{"positions":2000,"mistakes":620,`) {
		t.Errorf("%s, %v", data, err)
	}
}

// failing is a writer that fails.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }
