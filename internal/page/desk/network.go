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

// network thinks by tree search with a network.
type network struct {
	net    *net.Network
	search mcts.Config
}

// newNetwork returns a network that thinks with the search that suits it.
func newNetwork(n *net.Network) (network, error) {
	search, err := mcts.Play().Tuned(n.Search())
	return network{n, search}, err
}

func (e network) choose(ctx context.Context, s *game.State, l level.Level, seed uint64) (level.Choice, error) {
	return l.Network(ctx, e.search, e.net.NewEvaluator(s.Board()), s, seed)
}

// policy is the mean of what the network says of the position and of its mirror image: the game is the same in a mirror, a
// network nearly so.
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

// roundTime is how long a round of a search takes: five times a second is often enough to tell of it.
const roundTime = 200 * time.Millisecond

func (a treeAnalyst) analyse(ctx context.Context, s *game.State, limit limit, tell func(*findings) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	config := rounds.Config{Search: a.search, Threads: 1, MemoryMiB: analysisMemoryMiB} // nothing is drawn without noise
	search, err := rounds.New(config, func() mcts.Evaluator { return a.eval })
	if err != nil {
		return fmt.Errorf("play: %w", err)
	}
	within := rounds.Limit{Nodes: limit.nodes, Time: limit.time, Pace: roundTime}
	if limit.nodes > 0 && limit.time == 0 { // the clock must have no part in it
		within.Pace = 0
	}
	last, err := search.Run(ctx, s, within, func(f *rounds.Found) error { return tell(found(search, f, limit.lines)) })
	if err != nil {
		return err
	}
	return tell(found(search, last, limit.lines))
}

// found is the result of a search as findings: of the moves that the search tried, or knows to win or lose.
func found(search *rounds.Search, all *rounds.Found, lines int) *findings {
	r := all.Results[0]
	f := &findings{value: r.Value, proof: proofIn(r.Proof), nodes: all.Nodes, depth: all.Depth}
	order := ranking(r)
	for _, i := range order[:min(lines, len(order))] {
		f.lines = append(f.lines, line{
			move: r.Moves[i], value: r.Q[i], visits: int(r.Visits[i]), share: r.Policy[i], proof: provenMove(r, i), variation: search.AppendLine(nil, 0, i),
		})
	}
	return f
}

// ranking lists the moves that the search knows something about: the one to play first, then the open ones by visits,
// then those that lose.
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

// provenMove tells what playing move i brings, if there is a proof.
func provenMove(r *mcts.Result, i int) proof { return proofIn(r.Proven[i]) }

// proofIn is a proof of a search in the words of the page.
func proofIn(p mcts.Proof) proof {
	switch p {
	case mcts.Win:
		return "win"
	case mcts.Loss:
		return "loss"
	}
	return ""
}
