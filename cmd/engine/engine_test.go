package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
)

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

// TestEval gives the classical engine other evaluations.
func TestEval(t *testing.T) {
	s := start(t, "setoption name Rules value crossings")
	features := s.ask("eval")[0]
	if answer := s.ask("setoption name Eval value lines"); len(answer) > 0 {
		t.Fatalf("the evaluation was refused: %q", answer)
	}
	if lines := s.ask("eval")[0]; lines == features {
		t.Errorf("with lines too the answer is %q", lines)
	}
	mistakes := map[string]string{"nothing.lines": "no such file", "engine_test.go": "no file of"}
	for value, want := range mistakes {
		answer := strings.Join(s.ask("setoption name Eval value "+value), "\n")
		if !strings.Contains(answer, "info string error: ") || !strings.Contains(answer, want) {
			t.Errorf("%s: answer %q, want an error with %q", value, answer, want)
		}
	}
	s.ask("setoption name Rules value epaminondas:5x5x1")
	if answer := s.ask("isready"); !strings.Contains(strings.Join(answer, " "), "readyok") {
		t.Errorf("on a board without lines: %q", answer)
	}
}

func TestModel(t *testing.T) {
	path, weights := writeModel(t)
	s := start(t, "setoption name Rules value crossings")
	without := s.ask("eval")[0]
	if answer := s.ask("setoption name Model value " + path); len(answer) > 0 {
		t.Fatalf("the model was refused: %q", answer)
	}
	with := s.ask("eval")[0]

	board := game.MustBoard("crossings")
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
