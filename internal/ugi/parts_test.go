package ugi

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
)

// fixed builds the same engine whatever the settings.
func fixed(e Engine) Builder {
	return func(*game.Board, Settings) (Engine, error) { return e, nil }
}

func TestParseGo(t *testing.T) {
	ms := time.Millisecond
	for _, c := range []struct {
		text string
		turn game.Colour
		want order
	}{
		{"", game.White, order{Limit: Limit{Sims: 400}}},
		{"sims 7", game.White, order{Limit: Limit{Sims: 7}}},
		{"nodes 9 sims 7", game.White, order{Limit: Limit{Sims: 7}}},
		{"depth 3 movetime 50", game.White, order{Limit: Limit{Depth: 3, Time: 50 * ms}}},
		{"infinite", game.White, order{infinite: true}},
		{"p1time 10000 p2time 5000 p1inc 100 p2inc 40", game.White, order{Limit: Limit{Time: 475 * ms}}},
		{"p1time 10000 p2time 5000 p1inc 100 p2inc 40", game.Black, order{Limit: Limit{Time: 230 * ms}}},
		{"p1time 60 p1inc 9000", game.White, order{Limit: Limit{Time: 10 * ms}}},
		{"p1time 0", game.White, order{Limit: Limit{Time: ms}}},
		{"p1time 10000 movetime 20", game.White, order{Limit: Limit{Time: 20 * ms}}},
	} {
		got, err := parseGo(c.text, c.turn, 400)
		if err != nil || got != c.want {
			t.Errorf("go %s for %v: got %+v, %v, want %+v", c.text, c.turn, got, err, c.want)
		}
	}
}

func TestParseGoRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"sims":                          `sims: ""`,
		"sims 0":                        `sims: "0"`,
		"nodes -3":                      `nodes: "-3"`,
		"movetime 1e3":                  `movetime: "1e3"`,
		"movetime 0":                    `movetime: "0"`,
		"depth 5 depth 6":               `"depth" is given twice`,
		"ponder":                        `"ponder" is no limit`,
		"infinite sims 3":               "infinite goes with no other limit",
		"p2time 500":                    "p1time is missing",
		"p1inc 5":                       "p1time is missing",
		"movetime 99999999999999999999": "movetime: ",
	} {
		if _, err := parseGo(text, game.White, 400); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("go %s: got %v, want an error with %q", text, err, want)
		}
	}
}

func TestCutWord(t *testing.T) {
	for _, c := range []struct{ text, before, after string }{
		{"name Model value a b  c.file", "name Model", "a b  c.file"},
		{"  moves a1-a2", "", "a1-a2"},
		{"startpos moves", "startpos", ""},
	} {
		sep := "moves"
		if strings.Contains(c.text, "value") {
			sep = "value"
		}
		before, after, found := cutWord(c.text, sep)
		if before != c.before || after != c.after || !found {
			t.Errorf("%q: got %q, %q, %v", c.text, before, after, found)
		}
	}
	if before, after, found := cutWord("name valued", "value"); before != "name valued" || after != "" || found {
		t.Errorf("a longer word was taken for the separator: %q, %q, %v", before, after, found)
	}
}

// TestChoose draws often and compares with policy^(1/temperature).
func TestChoose(t *testing.T) {
	lines := []Line{
		{Move: 1, Policy: 0.5},
		{Move: 2, Policy: 0.25},
		{Move: 3, Policy: 0.25, Value: -1, Proven: true},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	const draws = 20000
	for temperature, want := range map[float64]float64{0: 1, 0.5: 0.8, 1: 2. / 3, 100: 0.5017} {
		n := 0
		for range draws {
			switch choose(lines, temperature, rng).Move {
			case 1:
				n++
			case 3:
				t.Fatalf("temperature %g: a proven loss was drawn", temperature)
			}
		}
		if got := float64(n) / draws; math.Abs(got-want) > 0.015 {
			t.Errorf("temperature %g: the best move was drawn %.3f of the time, want %.3f", temperature, got, want)
		}
	}
}

func TestChooseProven(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	win := []Line{{Move: 1, Value: 1, Proven: true}, {Move: 2, Policy: 1}}
	lost := []Line{{Move: 1, Value: -1, Proven: true}, {Move: 2, Policy: 1, Value: -1, Proven: true}}
	for range 100 {
		if m := choose(win, 100, rng).Move; m != 1 {
			t.Fatalf("played %d, want the proven win", m)
		}
		if m := choose(lost, 100, rng).Move; m != 1 {
			t.Fatalf("played %d, want the first of the lost moves", m)
		}
	}
}

func startState(t testing.TB, name string) game.State {
	t.Helper()
	rules, err := game.ParseRules(name)
	if err != nil {
		t.Fatal(err)
	}
	board, err := game.NewBoard(rules)
	if err != nil {
		t.Fatal(err)
	}
	return board.Start()
}

func TestPerft(t *testing.T) {
	for _, threads := range []int{1, 3, 200} {
		for depth, want := range []uint64{1, 60, 3600, 269278} {
			got, err := perft(t.Context(), startState(t, "epaminondas:8x8"), depth, threads)
			if err != nil || got != want {
				t.Errorf("perft %d with %d threads: got %d, %v, want %d", depth, threads, got, err, want)
			}
		}
	}
}

func TestPerftCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	begun := time.Now()
	if _, err := perft(ctx, startState(t, "epaminondas"), 9, 2); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the context's error", err)
	}
	if spent := time.Since(begun); spent > time.Second {
		t.Errorf("stopped after %v", spent)
	}
}

func BenchmarkPerft(b *testing.B) {
	s := startState(b, "epaminondas")
	var nodes uint64
	for b.Loop() {
		n, err := perft(b.Context(), s, 3, 1)
		if err != nil {
			b.Fatal(err)
		}
		nodes += n
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
