package threat_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/mcts"
	"epaminondas/mcts/threat"
	"epaminondas/models"
	"epaminondas/net"
)

// endingGames is the number of games that TestEndings plays on each board; 0 skips it.
var endingGames = flag.Int("endings", 0,
	"games of the classical engine on each board whose endings are measured")

// earliest is the largest number of plies between the start of an ending and the winner's last
// move.
const earliest = 8

// A prover claims wins of the side to move.
type prover struct {
	name  string
	wins  func(s *game.State) bool
	found [earliest + 1]int
	time  [earliest + 1]time.Duration
}

// TestEndings measures which prover proves the win of decided games, and how many plies before the
// winner's last move. The provers are threats with several budgets, the tree search with the
// network of the board and 200 simulations, and the classical engine with the time of the tree
// search. The test fails if no win is proven.
func TestEndings(t *testing.T) {
	if *endingGames == 0 {
		t.Skip("run it with -endings 100")
	}
	shipped, err := models.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range shipped {
		if model.Name == "tiny" {
			continue
		}
		rules := model.Rules
		if rules.MaxPlies == 0 {
			rules.MaxPlies = 300
		}
		t.Run(rules.Name(), func(t *testing.T) {
			measureEndings(t, game.MustBoard(rules.Name()), model.Checkpoint)
		})
	}
}

func measureEndings(t *testing.T, b *game.Board, network *net.Checkpoint) {
	t.Helper()
	provers := newProvers(t, b, network)
	var count [earliest + 1]int
	for _, line := range played(t, b, *endingGames, 3000) {
		last, ok := decisive(line)
		for back := 0; ok && back <= min(last, earliest); back += 2 {
			count[back]++
			for _, p := range provers {
				start := time.Now()
				if p.wins(&line[last-back]) {
					p.found[back]++
				}
				p.time[back] += time.Since(start)
			}
		}
	}
	var report strings.Builder
	for _, p := range provers {
		fmt.Fprintf(&report, "\n%-16s", p.name)
		for back := 0; back <= earliest; back += 2 {
			n := max(1, count[back])
			fmt.Fprintf(&report, "  %5.1f%% %8v", 100*float64(p.found[back])/float64(n),
				(p.time[back] / time.Duration(n)).Round(100*time.Nanosecond))
		}
	}
	t.Logf("%d positions 0 plies before the winner's last move, then 2, 4, 6 and 8: share proven, time a position%s", count[0], &report)
	if provers[0].found[0] == 0 {
		t.Error("nothing is proven")
	}
}

// decisive returns the index of the winner's last move. ok is false if the ply limit decided the
// game.
func decisive(line []game.State) (last int, ok bool) {
	end := &line[len(line)-1]
	outcome, reason := end.Outcome()
	last = len(line) - 2
	if outcome == game.Win(end.Turn()) {
		last--
	}
	return last, reason != game.PlyLimit && last >= 0
}

// newProvers returns the provers to compare.
func newProvers(t *testing.T, b *game.Board, checkpoint *net.Checkpoint) []*prover {
	t.Helper()
	var provers []*prover
	for _, nodes := range []int{30, 100, 1000, 10_000} {
		search := threat.New()
		provers = append(provers,
			&prover{name: fmt.Sprintf("threat %d", nodes), wins: func(s *game.State) bool {
				return search.Prove(s, nodes).Proof == threat.Win
			}})
	}
	evaluator := net.NewNetwork(checkpoint.Weights).NewEvaluator(b)
	var took time.Duration
	tree := func(s *game.State) bool {
		cfg := mcts.Default()
		cfg.Noise = false
		search, err := mcts.New(cfg, evaluator, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		r, err := search.Run(context.Background(), s, mcts.Limit{Simulations: 200})
		if err != nil {
			t.Fatal(err)
		}
		took = time.Since(start)
		return r.Proof == mcts.Win
	}
	engine, err := alphabeta.New(b, alphabeta.DefaultWeights(b.Rules()), 32)
	if err != nil {
		t.Fatal(err)
	}
	classical := func(limit func() alphabeta.Limit) func(s *game.State) bool {
		return func(s *game.State) bool {
			engine.Reset()
			r, err := engine.Run(context.Background(), s, limit(), 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			return r.Lines[0].Proven && r.Lines[0].Value > 0
		}
	}
	return append(provers,
		&prover{name: "tree 200", wins: tree},
		&prover{name: "alphabeta, same", wins: classical(func() alphabeta.Limit {
			return alphabeta.Limit{Time: took}
		})},
		&prover{name: "alphabeta 1000", wins: classical(func() alphabeta.Limit {
			return alphabeta.Limit{Nodes: 1000}
		})},
	)
}
