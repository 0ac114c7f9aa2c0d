package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/game/gametest"
	"epaminondas/internal/engine/rounds"
	"epaminondas/internal/engine/ugi"
	"epaminondas/mcts"
	"epaminondas/models"
	"epaminondas/net"
)

func uniform() mcts.Evaluator { return mcts.Uniform{} }

// TestPerft compares with counts of the start positions from independent programs.
func TestPerft(t *testing.T) {
	for name, want := range map[string][]int{
		"epaminondas":     {114, 12996, 1787292, 245799684},
		"epaminondas:8x8": {60, 3600, 269278, 20039444},
		"crossings":       {60, 3600, 269278, 20039500},
	} {
		s := start(t, "setoption name Rules value "+name, "setoption name Threads value 3")
		for i, n := range want {
			if n > 100_000_000 && testing.Short() {
				continue
			}
			command := fmt.Sprintf("perft %d", i+1)
			if got, want := strings.Join(s.ask(command), "\n"),
				fmt.Sprintf("%s %d", command, n); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	}
}

// TestThreePlyWin asks for a move in a position with an unanswerable step onto the far row.
func TestThreePlyWin(t *testing.T) {
	s := start(t, "setoption name Rules value epaminondas:4x6x1",
		"setoption name Temperature value 100", "position fen ..../w.../...b/..../..../...w w")
	for _, command := range []string{"go depth 1", "go movetime 10000", "go depth 99"} {
		move, info := s.bestMove(command)
		if !strings.HasPrefix(move, "a5-") || !strings.HasSuffix(move, "6") ||
			!strings.Contains(info, "proven") {
			t.Errorf("%s: played %s with %q, want a proven win on row 6", command, move, info)
		}
	}
}

// TestThreadsProve searches the same position with one thread and with several.
func TestThreadsProve(t *testing.T) {
	state, err := gametest.Board(t, "epaminondas:4x6x1").ParseState("..../w.../...b/..../..../...w w")
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 4} {
		e, err := newEngine(mcts.Play(), uniform, threads)
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Search(t.Context(), &state, ugi.Limit{}, 1, func(*ugi.Result) {})
		if err != nil {
			t.Fatal(err)
		}
		if best := r.Lines[0]; !best.Proven || best.Value != 1 || best.Move.Rear().String() != "a5" {
			t.Errorf("%d threads: the best line is %+v, want a proven win of a5", threads, best)
		}
	}
}

// TestGame plays a game of the engine against itself. Each move comes from another kind of search.
func TestGame(t *testing.T) {
	s := start(t, "setoption name Rules value epaminondas:4x6x1", "setoption name MaxPlies value 60",
		"setoption name Temperature value 1", "setoption name Threads value 2")
	commands := []string{"go sims 40", "go depth 3", "go movetime 5", "go p1time 400 p2time 400",
		"go nodes 1"}
	position := "position startpos moves"
	for ply := range 61 {
		if answer := s.ask(position); len(answer) > 0 {
			t.Fatalf("ply %d: %q", ply, answer)
		}
		move, _ := s.bestMove(commands[ply%len(commands)])
		if move == "0000" {
			if over := s.ask("query gameover"); over[0] != "response true" {
				t.Errorf("no move at ply %d, but %q", ply, over)
			}
			return
		}
		position += " " + move
	}
	t.Errorf("no end after 60 plies: %s", position)
}

// writeModel writes a small untrained network and returns its file.
func writeModel(t *testing.T) (string, *net.Weights) {
	t.Helper()
	config := net.Config{Blocks: 1, Channels: 4, PoolEvery: 1, ValueHidden: 4}
	weights, err := net.NewWeights(config, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a model.safetensors")
	if err := net.SaveCheckpoint(path, &net.Checkpoint{Weights: weights,
		Meta: net.Meta{Rules: "crossings"}}); err != nil {
		t.Fatal(err)
	}
	return path, weights
}

func TestModel(t *testing.T) {
	path, weights := writeModel(t)
	s := start(t, "setoption name Rules value crossings")
	without := s.ask("eval")[0]
	if answer := s.ask("setoption name Model value " + path); len(answer) > 0 {
		t.Fatalf("the model was refused: %q", answer)
	}
	with := s.ask("eval")[0]

	board := gametest.Board(t, "crossings")
	state := board.Start()
	moves := state.AppendMoves(nil)
	prior := make([]float32, len(moves))
	value, err := net.NewNetwork(weights).NewEvaluator(board).Evaluate(&state, moves, prior)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("eval value %.6f policy ", value); !strings.HasPrefix(with, want) ||
		with == without {
		t.Errorf("got %.60q, want it to begin with %q and to differ from %.60q", with, want, without)
	}
	for i, m := range moves {
		if want := fmt.Sprintf(" %s:%.6f", state.FormatMove(m, game.RearNotation),
			prior[i]); !strings.Contains(with+" ", want+" ") {
			t.Errorf("the policy lacks %q: %s", want, with)
		}
	}
	if move, _ := s.bestMove("go sims 20"); move == "0000" {
		t.Error("no move with a model")
	}
}

// TestModelRefused checks that the engine keeps its model if it refuses another.
func TestModelRefused(t *testing.T) {
	path, _ := writeModel(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.safetensors")
	if err := os.WriteFile(bad, data[:len(data)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "setoption name Rules value crossings", "setoption name Model value "+path)
	before := s.ask("eval")[0]
	for _, name := range []string{bad, "no such file", t.TempDir()} {
		answer := s.ask("setoption name Model value " + name)
		if len(answer) != 1 || !strings.HasPrefix(answer[0], "info string error: setoption: Model: ") {
			t.Errorf("%s: got %q, want an error", name, answer)
		}
	}
	if after := s.ask("eval")[0]; after != before {
		t.Errorf("the evaluation went from %.60q to %.60q", before, after)
	}
}

// TestThreads checks that the search is the same for any schedule of its threads.
func TestThreads(t *testing.T) {
	state := gametest.Board(t, "crossings").Start()
	for _, threads := range []int{1, 3} {
		var first *ugi.Result
		for range 3 {
			e, err := newEngine(mcts.Play(), uniform, threads)
			if err != nil {
				t.Fatal(err)
			}
			r, err := e.Search(t.Context(), &state, ugi.Limit{Nodes: 500}, 1, func(*ugi.Result) {})
			if err != nil {
				t.Fatal(err)
			}
			visits, policy := 0, 0.0
			for _, l := range r.Lines {
				visits += l.Visits
				policy += float64(l.Policy)
			}
			if r.Nodes != 500 || visits != 500 || math.Abs(policy-1) > 1e-4 {
				t.Errorf("%d threads: %d simulations, %d visits, a policy of %v, want 500, 500, 1",
					threads, r.Nodes, visits, policy)
			}
			if first == nil {
				first = r
			}
			if r.Lines[0].Move != first.Lines[0].Move || r.Lines[9].Move != first.Lines[9].Move ||
				r.Depth != first.Depth {
				t.Errorf("%d threads: the same position is searched differently", threads)
			}
		}
	}
}

// TestNewGame compares a search in the same game with a search after a new game.
func TestNewGame(t *testing.T) {
	state := gametest.Board(t, "crossings").Start()
	e, err := newEngine(mcts.Play(), uniform, 1)
	if err != nil {
		t.Fatal(err)
	}
	visits := func() int {
		r, err := e.Search(t.Context(), &state, ugi.Limit{Nodes: 100}, 1, func(*ugi.Result) {})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, l := range r.Lines {
			n += l.Visits
		}
		return n
	}
	if first, again := visits(), visits(); first != 100 || again != 200 {
		t.Errorf("%d visits, then %d in the same game, want 100 and 200", first, again)
	}
	e.NewGame()
	if n := visits(); n != 100 {
		t.Errorf("%d visits in a new game, want 100", n)
	}
}

func TestLimits(t *testing.T) {
	state := gametest.Board(t, "crossings").Start()
	e, err := newEngine(mcts.Play(), uniform, 2)
	if err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	told := 0
	search := func(ctx context.Context, limit ugi.Limit) *ugi.Result {
		e.NewGame()
		told = 0
		r, err := e.Search(ctx, &state, limit, 1, func(*ugi.Result) { told++ })
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := search(cancelled, ugi.Limit{}); r.Nodes != 1 || len(r.Lines) != 60 || told != 0 {
		t.Errorf("cancelled: %d simulations, %d lines, want 1 and 60", r.Nodes, len(r.Lines))
	}
	if r := search(t.Context(), ugi.Limit{Nodes: 333}); r.Nodes != 333 || told < 3 {
		t.Errorf("333 simulations: %d were done, with %d reports", r.Nodes, told)
	}
	if r := search(t.Context(), ugi.Limit{Depth: 4}); r.Depth < 4 {
		t.Errorf("depth 4: reached %d", r.Depth)
	}
	begun := time.Now()
	search(t.Context(), ugi.Limit{Time: 50 * time.Millisecond})
	if spent := time.Since(begun); spent < 50*time.Millisecond || spent > 30*time.Second {
		t.Errorf("50 ms: took %v", spent)
	}
}

var errBroken = errors.New("broken")

// breaking is an evaluator that fails after some evaluations.
type breaking struct{ left int }

func (b *breaking) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	if b.left--; b.left < 0 {
		return 0, errBroken
	}
	return mcts.Uniform{}.Evaluate(s, moves, prior)
}

func TestEvaluatorFails(t *testing.T) {
	state := gametest.Board(t, "crossings").Start()
	for _, left := range []int{0, 1, 40} {
		e, err := newEngine(mcts.Play(), func() mcts.Evaluator { return &breaking{left} }, 2)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Search(t.Context(), &state, ugi.Limit{Nodes: 1000}, 1,
			func(*ugi.Result) {}); !errors.Is(err, errBroken) {
			t.Errorf("after %d evaluations: got %v, want the evaluator's error", left, err)
		}
	}
}

// TestConverted checks the order of the lines: won, the move to play, open by visits, and lost.
func TestConverted(t *testing.T) {
	u, w, l := mcts.Unknown, mcts.Win, mcts.Loss
	r := &mcts.Result{Moves: []game.Move{1, 2, 3, 4}, Policy: []float32{0.3, 0.2, 0.5, 0},
		Q: []float32{0.1, 0.4, 0.2, -1}, Visits: []int32{30, 20, 50, 0}, Proven: []mcts.Proof{u, u, u, l},
		Best: 1, PV: []game.Move{2, 9}}
	check := func(want ...game.Move) {
		t.Helper()
		var got []game.Move
		for _, line := range converted(&rounds.Found{Result: r, Nodes: 7, Depth: 4}).Lines {
			got = append(got, line.Move)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the lines are %v, want %v", got, want)
		}
	}
	check(2, 3, 1, 4)
	c := converted(&rounds.Found{Result: r, Nodes: 7, Depth: 4})
	if best := c.Lines[0]; best.Visits != 20 || best.Value != 0.4 || best.Policy != 0.2 || best.Proven ||
		!slices.Equal(best.Variation, r.PV) || c.Nodes != 7 || c.Depth != 4 || !c.Visited {
		t.Errorf("the result is %+v", c)
	}
	if last := c.Lines[3]; !last.Proven || last.Value != -1 || !slices.Equal(last.Variation, []game.Move{4}) {
		t.Errorf("the last line is %+v", last)
	}
	r.Proof, r.Proven[2], r.Best, r.PV = w, w, 2, []game.Move{3}
	check(3, 1, 2, 4)
	r.Proof, r.Proven, r.Best, r.PV = l, []mcts.Proof{l, l, l, l}, 3, []game.Move{4}
	check(4, 3, 1, 2)
}

// BenchmarkSearch measures the simulations a second of the networks that come with the program.
func BenchmarkSearch(b *testing.B) {
	all, err := models.All()
	if err != nil {
		b.Fatal(err)
	}
	for _, model := range all {
		for _, threads := range []int{1, 2, 4} {
			b.Run(fmt.Sprintf("%s/threads=%d", model.Name, threads), func(b *testing.B) {
				board := gametest.Board(b, model.Rules.Name())
				network, state := net.NewNetwork(model.Checkpoint.Weights), board.Start()
				open := func() mcts.Evaluator { return network.NewEvaluator(board) }
				e, err := newEngine(mcts.Play(), open, threads)
				if err != nil {
					b.Fatal(err)
				}
				sims := 0
				for b.Loop() {
					e.NewGame()
					r, err := e.Search(b.Context(), &state, ugi.Limit{Nodes: 2000}, 1, func(*ugi.Result) {})
					if err != nil {
						b.Fatal(err)
					}
					sims += r.Nodes
				}
				b.ReportMetric(float64(sims)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}
