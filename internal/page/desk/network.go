package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/level"
	"epaminondas/internal/engine/rounds"
	"epaminondas/mcts"
	"epaminondas/net"
)

// network is the engine that uses tree search with a network.
type network struct {
	net    *net.Network
	search mcts.Config
}

// newNetwork returns an engine with the search settings of the network.
func newNetwork(n *net.Network) (network, error) {
	search, err := mcts.Play().Tuned(n.Search())
	return network{n, search}, err
}

func (e network) choose(ctx context.Context, s *game.State, l level.Level,
	seed uint64) (level.Choice, error) {
	return l.Network(ctx, e.search, e.net.NewEvaluator(s.Board()), s, seed)
}

// policy returns the mean of the network's policies for the position and its mirror image. The game
// is symmetric, but the network is only nearly symmetric.
func (e network) policy(s *game.State, moves []game.Move) ([]float32, error) {
	b, eval := s.Board(), e.net.NewEvaluator(s.Board())
	policy, mirrored := make([]float32, len(moves)), make([]float32, len(moves))
	if _, err := eval.Evaluate(s, moves, policy); err != nil {
		return nil, err
	}
	reflected := make([]game.Move, len(moves))
	for i, m := range moves {
		reflected[i] = b.MirrorMove(m)
	}
	m := s.Mirror()
	if _, err := eval.Evaluate(&m, reflected, mirrored); err != nil {
		return nil, err
	}
	for i := range policy {
		policy[i] = (policy[i] + mirrored[i]) / 2
	}
	return policy, nil
}

func (network) effort(l level.Level) int {
	_, simulations := l.Nodes()
	return simulations
}

// analysisMemoryMiB bounds the tree of an analysis.
const analysisMemoryMiB = 256

func (e network) analyst(b *game.Board) (analyst, error) {
	return treeAnalyst{e.net.NewEvaluator(b), e.search}, nil
}

// treeAnalyst analyses by PUCT in rounds.
type treeAnalyst struct {
	eval   mcts.Evaluator
	search mcts.Config
}

// roundTime is the time of a search round. Five reports a second are enough.
const roundTime = 200 * time.Millisecond

func (a treeAnalyst) analyse(ctx context.Context, s *game.State, limit limit,
	tell func(*findings) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	config := rounds.Config{Search: a.search, Threads: 1, MemoryMiB: analysisMemoryMiB}
	search, err := rounds.New(config, func() mcts.Evaluator { return a.eval })
	if err != nil {
		return fmt.Errorf("play: %w", err)
	}
	within := rounds.Limit{Nodes: limit.nodes, Time: limit.time, Pace: roundTime}
	if limit.nodes > 0 && limit.time == 0 { // the result must not depend on the clock
		within.Pace = 0
	}
	last, err := search.Run(ctx, s, within, func(f *rounds.Found) error {
		return tell(found(search, f, limit.lines))
	})
	if err != nil {
		return err
	}
	return tell(found(search, last, limit.lines))
}

// found returns the result of a search as findings. They have only the moves that the search tried
// or proved.
func found(search *rounds.Search, all *rounds.Found, lines int) *findings {
	r := all.Result
	f := &findings{value: r.Value, proof: proofIn(r.Proof), nodes: all.Nodes, depth: all.Depth}
	order := ranking(r)
	for _, i := range order[:min(lines, len(order))] {
		f.lines = append(f.lines, line{
			move: r.Moves[i], value: r.Q[i], visits: int(r.Visits[i]), share: r.Policy[i],
			proof: provenMove(r, i), variation: search.AppendLine(nil, i),
		})
	}
	return f
}

// ranking returns the indices of the moves that the search tried or proved. The move to play is
// first, then proven wins, open moves by visits, and lost moves.
func ranking(r *mcts.Result) []int {
	order := []int{r.Best}
	for i := range r.Moves {
		if i != r.Best && (r.Visits[i] > 0 || provenMove(r, i) != "") {
			order = append(order, i)
		}
	}
	rank := map[proof]int{"win": 0, "": 1, "loss": 2}
	slices.SortStableFunc(order[1:], func(i, j int) int {
		return cmp.Or(
			cmp.Compare(rank[provenMove(r, i)], rank[provenMove(r, j)]),
			cmp.Compare(r.Visits[j], r.Visits[i]),
			cmp.Compare(r.Prior[j], r.Prior[i]))
	})
	return order
}

// provenMove returns the proven result of move i, or "".
func provenMove(r *mcts.Result, i int) proof { return proofIn(r.Proven[i]) }

// proofIn returns a proof of the search in the page's words.
func proofIn(p mcts.Proof) proof {
	switch p {
	case mcts.Win:
		return "win"
	case mcts.Loss:
		return "loss"
	}
	return ""
}
