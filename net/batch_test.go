package net

import (
	"errors"
	"math"
	"slices"
	"testing"

	"epaminondas/game"
)

// TestBatchAgreesWithEvaluator compares batches with any number of requests with single
// evaluations, to the bit.
func TestBatchAgreesWithEvaluator(t *testing.T) {
	for _, cfg := range []Config{
		{Blocks: 3, Channels: 7, PoolEvery: 2, ValueHidden: 5},
		{Blocks: 2, Channels: 32, PoolEvery: 1, ValueHidden: 8, Planes: Attack},
		{Blocks: 2, Channels: 16, PoolEvery: 1, ValueHidden: 8, Pooling: PoolLines},
	} {
		network := NewNetwork(noisyWeights(t, cfg, 31))
		for _, rules := range []string{"epaminondas:4x6x1", "crossings", "epaminondas"} {
			board, list := game.MustBoard(rules), questions(t, rules)
			e, batch := network.NewEvaluator(board), network.NewBatch(board, 5)
			for n := range 12 { // none, some, and more than fit
				requests := make([]*Request, n)
				for i := range requests {
					q := &list[(n*n+i)%len(list)]
					requests[i] = &Request{State: &q.state, Moves: q.moves,
						Prior: make([]float32, len(q.moves))}
				}
				batch.Evaluate(requests)
				for i, r := range requests {
					prior := make([]float32, len(r.Moves))
					want, err := e.Predict(r.State, r.Moves, prior)
					if err != nil || r.Err != nil {
						t.Fatalf("errors %v and %v", err, r.Err)
					}
					if r.Prediction != want || !slices.Equal(r.Prior, prior) {
						t.Fatalf("%s: position %d of %d: %v, one at a time %v", rules, i, n, r.Prediction,
							want)
					}
				}
			}
		}
	}
}

// TestBatchRefusesOneAlone mixes good requests with bad ones. A bad request must not affect the
// others.
func TestBatchRefusesOneAlone(t *testing.T) {
	network := NewNetwork(noisyWeights(t, Config{Blocks: 1, Channels: 8, ValueHidden: 4}, 32))
	board, q := game.MustBoard("epaminondas:4x6x1"), questions(t, "epaminondas:4x6x1")[0]
	elsewhere := game.MustBoard("crossings").Start()
	good := func() *Request {
		return &Request{State: &q.state, Moves: q.moves, Prior: make([]float32, len(q.moves))}
	}
	requests := []*Request{
		{State: &elsewhere, Moves: elsewhere.AppendMoves(nil), Prior: make([]float32, 60)}, good(),
		{State: &q.state}, good(), {State: &q.state, Moves: q.moves, Prior: q.prior[1:]},
	}
	network.NewBatch(board, len(requests)).Evaluate(requests)
	want, err := network.NewEvaluator(board).Predict(&q.state, q.moves, q.prior)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range requests {
		if bad := i%2 == 0; bad != (r.Err != nil) {
			t.Errorf("request %d: error %v", i, r.Err)
		} else if !bad && (r.Prediction != want || !slices.Equal(r.Prior, q.prior)) {
			t.Errorf("request %d: %v, want %v", i, r.Prediction, want)
		}
	}
}

// TestBatchReportsDivergedWeights checks that outputs with NaN give an error.
func TestBatchReportsDivergedWeights(t *testing.T) {
	w := noisyWeights(t, Config{Blocks: 1, Channels: 8, ValueHidden: 4}, 33)
	w.Param("value.out.bias").Data[0] = float32(math.NaN())
	board, q := game.MustBoard("epaminondas:4x6x1"), questions(t, "epaminondas:4x6x1")[0]
	r := &Request{State: &q.state, Moves: q.moves, Prior: q.prior}
	NewNetwork(w).NewBatch(board, 1).Evaluate([]*Request{r})
	if !errors.Is(r.Err, ErrNotFinite) {
		t.Errorf("the error is %v, want %v", r.Err, ErrNotFinite)
	}
}

// TestBatchDoesNotAllocate evaluates full batches.
func TestBatchDoesNotAllocate(t *testing.T) {
	network := NewNetwork(noisyWeights(t, Config{Blocks: 1, Channels: 8, PoolEvery: 1, ValueHidden: 4}, 34))
	requests := requestsOf(questions(t, "crossings"), 4)
	batch := network.NewBatch(game.MustBoard("crossings"), len(requests))
	batch.Evaluate(requests)
	if n := testing.AllocsPerRun(5, func() { batch.Evaluate(requests) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// requestsOf returns requests for n positions, each with its own prior.
func requestsOf(list []question, n int) []*Request {
	requests := make([]*Request, n)
	for i := range requests {
		q := &list[i%len(list)]
		requests[i] = &Request{State: &q.state, Moves: q.moves, Prior: make([]float32, len(q.moves))}
	}
	return requests
}
