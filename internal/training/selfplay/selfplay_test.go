package selfplay

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// player returns a player on a small board with tiny budgets.
func player(t testing.TB, rules string) *Actor {
	t.Helper()
	c := Default()
	c.FullSimulations, c.FastSimulations, c.RandomPlies, c.ScatterShare = 12, 4, 4, 0.5
	return &Actor{Board: game.MustBoard(rules), Config: c, Search: mcts.Default(), Seed: 7}
}

// play plays games and returns their records, in the order in which the pool delivered them.
func play(t testing.TB, p *Actor, model Player, games int) [][]byte {
	t.Helper()
	var records [][]byte
	number := uint64(0)
	pool := Pool{
		Actor: p,
		Next: func(context.Context) (uint64, Player, bool) {
			number++
			return number - 1, model, number <= uint64(games)
		},
		Keep: func(_ context.Context, g *replay.Game) error {
			if g.Number != uint64(len(records)) {
				t.Errorf("game %d is kept as number %d", g.Number, len(records))
			}
			record, err := replay.EncodeGame(g)
			records = append(records, record)
			return err
		},
	}
	if err := pool.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(records) != games {
		t.Fatalf("%d games were kept, want %d", len(records), games)
	}
	return records
}

func TestSameGamesWithAnyNumberOfWorkers(t *testing.T) {
	for _, model := range []Player{Random, Uniform} {
		p := player(t, "epaminondas:4x6x1,max_plies=40")
		p.Config.Workers = 1
		one := play(t, p, model, 12)
		p.Config.Workers = 4
		four := play(t, p, model, 12)
		for i := range one {
			if !bytes.Equal(one[i], four[i]) {
				t.Errorf("%s: game %d differs between 1 and 4 workers", model.Name, i)
			}
		}
		p.Seed++
		if other := play(t, p, model, 1); bytes.Equal(other[0], one[0]) {
			t.Errorf("%s: another seed plays the same game", model.Name)
		}
	}
}

func TestRecordsHoldWhatTheRulesSay(t *testing.T) {
	for _, rules := range []string{"epaminondas:4x6x1,max_plies=40,limit=draw",
		"crossings:5x6x1,max_plies=60"} {
		searched, full := 0, 0
		for _, record := range play(t, player(t, rules), Uniform, 30) {
			g, err := replay.DecodeGame(record) // replays the moves and checks the end
			if err != nil {
				t.Fatalf("%s: %v", rules, err)
			}
			searched += len(g.Searches)
			full += g.Positions()
			if g.Reason == game.Stopped {
				t.Errorf("%s: game %d was stopped", rules, g.Number)
			}
		}
		if share := float64(full) / float64(searched); share < 0.15 || share > 0.35 {
			t.Errorf("%s: %.2f of the searches are full, want about 0.25", rules, share)
		}
	}
}

func TestOpeningsAreNotOver(t *testing.T) {
	p := player(t, "epaminondas:4x6x1")
	p.Config.RandomPlies = 12
	rng := rand.New(rand.NewPCG(1, 2))
	starts, lengths := map[string]bool{}, map[int]bool{}
	for range 500 {
		start, _, moves := p.opening(Uniform, rng)
		starts[start.String()], lengths[len(moves)] = true, true
		for _, m := range moves {
			if !start.Legal(m) {
				t.Fatalf("illegal move in the opening from %v", &start)
			}
			start.Play(m)
		}
		if outcome, _ := start.Outcome(); outcome != game.Ongoing {
			t.Fatalf("the opening ends in %v, which is over", &start)
		}
	}
	if len(starts) < 50 || len(lengths) != 13 {
		t.Errorf("%d different starts and %d different lengths, want at least 50 and 13", len(starts),
			len(lengths))
	}
}

// TestScatteredGamesKeepTheirShare has a board on which most scattered positions are over. No random
// moves follow the others.
func TestScatteredGamesKeepTheirShare(t *testing.T) {
	p := player(t, "epaminondas:8x8")
	p.Config.RandomPlies, p.Config.ScatterShare = 6, 0.4
	rng := rand.New(rand.NewPCG(1, 2))
	const games = 1000
	count := 0
	for range games {
		start, scattered, moves := p.opening(Uniform, rng)
		if scattered != (start != p.Board.Start()) || scattered && len(moves) > 0 {
			t.Fatalf("scattered %v, with %d random moves from %v", scattered, len(moves), &start)
		}
		if scattered {
			count++
		}
	}
	if count < games*35/100 || count > games*45/100 {
		t.Errorf("%d of %d games begin from scattered stones, want 40%%", count, games)
	}
}

func TestOpeningGivesUpOnBoardsThatEndAtOnce(t *testing.T) {
	p := player(t, "epaminondas:4x6x1,max_plies=3")
	p.Config.RandomPlies, p.Config.ScatterShare = 1<<20, 0
	start, _, moves := p.opening(Uniform, rand.New(rand.NewPCG(1, 2)))
	if start != p.Board.Start() || len(moves) > 3 {
		t.Errorf("opening of %d moves from %v", len(moves), &start)
	}
}

func TestAgreement(t *testing.T) {
	c := Default()
	c.SettledValue, c.SettledPlies, c.SettledWeight = 0.9, 3, 0.25
	type observed struct {
		turn  game.Colour
		value float32
	}
	for _, test := range []struct {
		name   string
		values []observed
		want   bool
	}{
		{"both sides see White win", []observed{{game.White, 0.95}, {game.Black, -0.93},
			{game.White, 0.99}}, true},
		{"too few moves", []observed{{game.White, 0.95}, {game.Black, -0.93}}, false},
		{"both think they win", []observed{{game.White, 0.95}, {game.Black, 0.95}, {game.White, 0.95},
			{game.Black, 0.95}}, false},
		{"one is not sure", []observed{{game.White, 0.95}, {game.Black, -0.5}, {game.White, 0.95},
			{game.Black, -0.95}}, false},
		{"reopened", []observed{{game.White, 0.95}, {game.Black, -0.93}, {game.White, 0.99},
			{game.Black, 0.1}}, false},
	} {
		a := agreement{config: c}
		for _, v := range test.values {
			a.observe(v.turn, v.value)
		}
		if a.settled() != test.want {
			t.Errorf("%s: settled is %v, want %v", test.name, a.settled(), test.want)
		}
		if weight := a.weight(); (weight == 0.25) != test.want {
			t.Errorf("%s: weight is %v", test.name, weight)
		}
	}
	c.SettledValue = 1
	a := agreement{config: c, plies: 100}
	if a.settled() {
		t.Error("settled although switched off")
	}
}

// failing is an evaluator that returns an error.
type failing struct{}

var errBroken = errors.New("broken")

func (failing) Evaluate(*game.State, []game.Move, []float32) (float32, error) { return 0, errBroken }

func TestPoolPassesErrorsOn(t *testing.T) {
	p := player(t, "epaminondas:4x6x1")
	broken := Player{Name: "broken", Evaluators: source(func() mcts.Evaluator { return failing{} })}
	endless := func(model Player) func(context.Context) (uint64, Player, bool) {
		number := uint64(0)
		return func(context.Context) (uint64, Player, bool) { number++; return number - 1, model, true }
	}
	keep := func(context.Context, *replay.Game) error { return nil }
	if err := (&Pool{Actor: p, Next: endless(broken), Keep: keep}).Run(t.Context()); !errors.Is(err,
		errBroken) {
		t.Errorf("a broken evaluator gives %v", err)
	}
	full := func(context.Context, *replay.Game) error { return errBroken }
	if err := (&Pool{Actor: p, Next: endless(Random), Keep: full}).Run(t.Context()); !errors.Is(err,
		errBroken) {
		t.Errorf("a store that fails gives %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := (&Pool{Actor: p, Next: endless(Uniform), Keep: keep}).Run(ctx); !errors.Is(err,
		context.DeadlineExceeded) {
		t.Errorf("a cancelled pool gives %v", err)
	}
	if waited := time.Since(began); waited > 30*time.Second {
		t.Errorf("a cancelled pool ends after %v", waited)
	}
}

func BenchmarkGames(b *testing.B) {
	p := player(b, "epaminondas:8x8,max_plies=150")
	p.Config.Workers = 1
	play(b, p, Uniform, b.N)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// TestScatterIsUniform checks the number of stones against the number of placements.
func TestScatterIsUniform(t *testing.T) {
	b := player(t, "epaminondas:3x3x1").Board
	rng := rand.New(rand.NewPCG(3, 4))
	const draws = 40_000
	var counts [4][4]float64
	for range draws {
		s := scatter(b, rng)
		white, black := s.Stones(game.White), s.Stones(game.Black)
		if both := white.And(black); !both.Empty() {
			t.Fatal("two stones on one square")
		}
		counts[white.Count()][black.Count()]++
	}
	choose := func(n, k int) float64 {
		c := 1.0
		for i := range k {
			c = c * float64(n-i) / float64(i+1)
		}
		return c
	}
	total := 0.0
	for w := 1; w <= 3; w++ {
		for k := 1; k <= 3; k++ {
			total += choose(9, w) * choose(9-w, k)
		}
	}
	for w := 1; w <= 3; w++ {
		for k := 1; k <= 3; k++ {
			want := draws * choose(9, w) * choose(9-w, k) / total
			if got := counts[w][k]; math.Abs(got-want) > 5*math.Sqrt(want) {
				t.Errorf("%d and %d stones %v times, want about %.0f", w, k, got, want)
			}
		}
	}
}
