package judge

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
	"epaminondas/mcts"
	"epaminondas/net"
)

// toy is a player that chooses by a function.
type toy struct {
	name   string
	choose func(s *game.State) game.Move
}

func (p *toy) Name() string                          { return p.name }
func (p *toy) NewGame(context.Context, uint64) error { return nil }
func (p *toy) Close() error                          { return nil }
func (p *toy) Choose(_ context.Context, t player.Turn) (player.Choice, error) {
	return player.Choice{Move: p.choose(t.State)}, nil
}

func toyFactory(name string, choose func(s *game.State) game.Move) player.Factory {
	return player.Factory{Name: name,
		New: func(context.Context) (player.Player, error) { return &toy{name, choose}, nil }}
}

// extreme chooses the move with the highest judged value, times a sign.
func extreme(t *testing.T, a MoveJudge, sign float64) func(s *game.State) game.Move {
	return func(s *game.State) game.Move {
		best, choice := -2.0, game.NoMove
		for _, m := range s.AppendMoves(nil) {
			w, err := a.Judge(context.Background(), s, m)
			if err != nil {
				t.Error(err)
			}
			if sign*w.Value > best {
				best, choice = sign*w.Value, m
			}
		}
		return choice
	}
}

func firstMove(s *game.State) game.Move { return s.AppendMoves(nil)[0] }

// solved returns a trial on a board of 15 squares, without players.
func solved(t *testing.T) (Trial, Exact) {
	t.Helper()
	b := game.MustBoard("epaminondas:3x5x1")
	table, err := solve.Solve(context.Background(), b.Rules(), nil)
	if err != nil {
		t.Fatal(err)
	}
	exact := Exact{table}
	return Trial{Board: b, Positions: table.Sample(200, 1), Reference: exact, Parallel: 2}, exact
}

func run(t *testing.T, trial Trial) *Report {
	t.Helper()
	report, err := Run(context.Background(), trial)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestBestAndWorst(t *testing.T) {
	trial, exact := solved(t)
	trial.Players = []player.Factory{
		toyFactory("first", firstMove), toyFactory("best", extreme(t, exact, 1)),
		toyFactory("worst", extreme(t, exact, -1)),
	}
	r := run(t, trial)
	first, best, worst := r.Players[0], r.Players[1], r.Players[2]
	if best.Regret != (Mean{}) || best.Best.Rate != 1 || best.Blunders.Count != 0 || best.Thrown.Count != 0 {
		t.Errorf("the best player: %+v", best)
	}
	// In every position of the sample some move throws the value away.
	if worst.Best.Count != 0 || worst.Blunders.Rate != 1 || worst.Thrown.Count != worst.Thrown.Of ||
		worst.Thrown.Of == 0 {
		t.Errorf("the worst player: %+v", worst)
	}
	if !(worst.Regret.Estimate > first.Regret.Estimate && first.Regret.Estimate > 0) {
		t.Errorf("regrets: worst %v, first move %v", worst.Regret, first.Regret)
	}
	if d := best.Against; d == nil || !(d.Value.Low > 0) ||
		!closeTo(d.Value.Estimate, best.Value.Estimate-first.Value.Estimate) || first.Against != nil {
		t.Errorf("best against first: %+v", d)
	}
	if d := worst.Against; !(d.Value.High < 0 && d.Best.Estimate < 0 && d.Blunders.Estimate > 0) {
		t.Errorf("worst against first: %+v", d)
	}
}

func closeTo(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// TestPaired checks that equal choices give no difference, with an interval without width.
func TestPaired(t *testing.T) {
	trial, exact := solved(t)
	best := extreme(t, exact, 1)
	slip := trial.Positions[7]
	almost := func(s *game.State) game.Move {
		if *s == slip {
			return extreme(t, exact, -1)(s)
		}
		return best(s)
	}
	trial.Players = []player.Factory{toyFactory("best", best), toyFactory("again", best),
		toyFactory("almost", almost)}
	r := run(t, trial)
	if d := r.Players[1].Against; *d != (Difference{Same: 1}) {
		t.Errorf("the same player has a difference: %+v", d)
	}
	same := 0.0
	for _, s := range trial.Positions {
		if s == slip {
			same++
		}
	}
	if d := r.Players[2].Against; !closeTo(d.Same, 1-same/200) || d.Value.Estimate >= 0 ||
		!closeTo(d.Best.Estimate, -same/200) {
		t.Errorf("one slip: %+v", d)
	}
	// The pairing makes the interval narrow.
	if paired, alone := r.Players[2].Against.Value,
		r.Players[2].Value; paired.High-paired.Low > (alone.High-alone.Low)/2 {
		t.Errorf("the interval of the difference is %v, that of the value %v", paired, alone)
	}
}

// TestAgreesWithExact checks that on a solved board blunders are the mistakes of arena exact.
func TestAgreesWithExact(t *testing.T) {
	trial, exact := solved(t)
	weights, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, ValueHidden: 4},
		rand.New(rand.NewPCG(3, 1)))
	if err != nil {
		t.Fatal(err)
	}
	network := backend.MustOpen(weights)
	want, err := arena.MeasureExact(context.Background(), arena.ExactTrial{
		Table: exact.Table, Positions: trial.Positions,
		Model: arena.NamedNetwork{Name: "net", Evaluators: network}, Search: mcts.Default(),
		Simulations: 4, Parallel: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	trial.Players = []player.Factory{
		player.PolicyFactory("policy", network, trial.Board),
		player.NetFactory("search", network, trial.Board, mcts.Default(), mcts.Limit{Simulations: 4}),
	}
	r := run(t, trial)
	for i, of := range []solve.MistakeCounts{want.Policy, want.Search} {
		p := r.Players[i]
		if p.Blunders.Count != of.All.Mistakes || p.Thrown.Count != of.Won.Mistakes ||
			p.Thrown.Of != of.Won.Positions || of.All.Mistakes == 0 {
			t.Errorf("%s: %+v and %+v, but arena exact has %+v", p.Name, p.Blunders, p.Thrown, of)
		}
		if p.Best.Count != 200-of.All.Mistakes {
			t.Errorf("%s: %+v best moves, but arena exact has %+v", p.Name, p.Best, of)
		}
	}
}

// small returns a board that is not solved, and positions on it.
func small(t *testing.T, n int) (*game.Board, []game.State) {
	t.Helper()
	b := game.MustBoard("epaminondas:6x7x2,max_plies=80")
	rng := rand.New(rand.NewPCG(1, 2))
	var positions []game.State
	for len(positions) < n {
		pos := wander(b, rng, 6+rng.IntN(12))
		if pos.Ply() >= 6 {
			positions = append(positions, pos)
		}
	}
	return b, positions
}

func alphabetas(t *testing.T, b *game.Board, texts ...string) []player.Factory {
	t.Helper()
	var list []player.Factory
	for _, text := range texts {
		spec, err := player.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		c, err := spec.Factory(b)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// TestOrderOfAlphabeta checks that more nodes play better, and that the judge finds the order.
func TestOrderOfAlphabeta(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	b, positions := small(t, 60)
	reference, err := NewSearch(b, 20_000, 150, nil)
	if err != nil {
		t.Fatal(err)
	}
	trial := Trial{Board: b, Positions: positions, Reference: reference, Parallel: 2,
		Players: alphabetas(t, b, "alphabeta,nodes=1000", "alphabeta,nodes=100",
			"alphabeta,nodes=10000", "random")}
	r := run(t, trial)
	low, high, random := r.Players[1].Against, r.Players[2].Against, r.Players[3].Against
	if !(low.Value.High < 0 && high.Value.Estimate > 0 && random.Value.High < low.Value.Low) {
		t.Errorf("against 1,000 nodes: 100 are %+v, 10,000 %+v, random moves %+v", low.Value,
			high.Value, random.Value)
	}
	for _, p := range r.Players {
		if p.Regret.Estimate < 0 || p.Value.Estimate < -1 || p.Value.Estimate > 1 {
			t.Errorf("%+v", p)
		}
	}
}

// TestPlayersMovesAreAmongTheBest checks that a player's move can be better than the reference's
// own choice. It is the best move then.
func TestPlayersMovesAreAmongTheBest(t *testing.T) {
	b, positions := small(t, 20)
	reference, err := NewSearch(b, 40, 150, nil)
	if err != nil {
		t.Fatal(err)
	}
	arbiter, err := reference.New()
	if err != nil {
		t.Fatal(err)
	}
	own := func(s *game.State) game.Move {
		m, err := arbiter.Choose(context.Background(), s)
		if err != nil {
			t.Error(err)
		}
		return m
	}
	trial := Trial{Board: b, Positions: positions, Reference: reference, Parallel: 1}
	trial.Players = []player.Factory{toyFactory("own", own),
		toyFactory("best", extreme(t, arbiter, 1))}
	r := run(t, trial)
	if r.Players[1].Regret != (Mean{}) || r.Players[0].Regret.Estimate <= 0 {
		t.Errorf("the reference's own choice has regret %v, the best of all moves %v",
			r.Players[0].Regret, r.Players[1].Regret)
	}
}

// TestCacheChangesNothing checks that the report depends neither on the number of goroutines nor on
// earlier judgements, and that a second player costs only its moves.
func TestCacheChangesNothing(t *testing.T) {
	b, positions := small(t, 30)
	dir := t.TempDir()
	judged := func(parallel int, players ...string) (*Report, int) {
		cache, err := openCache(dir, b.Rules(), 300, "digest")
		if err != nil {
			t.Fatal(err)
		}
		before := cache.Len()
		reference, err := NewSearch(b, 300, 150, cache)
		if err != nil {
			t.Fatal(err)
		}
		r := run(t, Trial{Board: b, Positions: positions, Reference: reference, Parallel: parallel,
			Seed: 5, Players: alphabetas(t, b, players...)})
		for i := range r.Players {
			r.Players[i].Milliseconds = 0
		}
		added := cache.Len() - before
		if err := cache.Close(); err != nil {
			t.Fatal(err)
		}
		return r, added
	}
	first, asked := judged(1, "random", "alphabeta,nodes=50")
	again, more := judged(3, "random", "alphabeta,nodes=50")
	if !reflect.DeepEqual(first, again) || more != 0 || asked < 60 {
		t.Errorf("%d judgements, then %d; reports\n%+v\n%+v", asked, more, first, again)
	}
	other, more := judged(2, "random", "alphabeta,nodes=50", "greedy")
	if more == 0 || more > 30 {
		t.Errorf("another player costs %d judgements, want at most 30", more)
	}
	fresh, err := NewSearch(b, 300, 150, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := run(t, Trial{Board: b, Positions: positions, Reference: fresh, Parallel: 1, Seed: 5,
		Players: alphabetas(t, b, "random", "alphabeta,nodes=50", "greedy")})
	for i := range want.Players {
		want.Players[i].Milliseconds = 0
	}
	if !reflect.DeepEqual(want, other) {
		t.Errorf("with a cache\n%+v\nwithout\n%+v", other, want)
	}
}

// TestTogether checks that a player gets as many positions at the same time as it wants.
func TestTogether(t *testing.T) {
	b, positions := small(t, 8)
	reference, err := NewSearch(b, 10, 150, nil)
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	var mu sync.Mutex
	wide := toyFactory("wide", firstMove)
	wide.Together = 5
	open := wide.New
	wide.New = func(ctx context.Context) (player.Player, error) {
		mu.Lock()
		defer mu.Unlock()
		made++
		return open(ctx)
	}
	trial := Trial{Board: b, Positions: positions, Reference: reference, Parallel: 1,
		Players: []player.Factory{wide}}
	if _, err := Run(t.Context(), trial); err != nil || made != 5 {
		t.Errorf("%d players are made, want 5; error %v", made, err)
	}
}

func TestTrialsAreRefused(t *testing.T) {
	b, positions := small(t, 3)
	reference, err := NewSearch(b, 10, 150, nil)
	if err != nil {
		t.Fatal(err)
	}
	good := Trial{Board: b, Positions: positions, Reference: reference, Parallel: 1,
		Players: []player.Factory{toyFactory("first", firstMove)}}
	illegal := []player.Factory{toyFactory("cheat", func(*game.State) game.Move { return game.NoMove })}
	for want, change := range map[string]func(*Trial){
		"no player":           func(t *Trial) { t.Players = nil },
		"1 position,":         func(t *Trial) { t.Positions = t.Positions[:1] },
		"parallel is 0":       func(t *Trial) { t.Parallel = 0 },
		"the move is illegal": func(t *Trial) { t.Players = illegal },
	} {
		trial := good
		change(&trial)
		if _, err := Run(context.Background(), trial); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(done, good); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, f := range []func() error{
		func() error { _, err := NewSearch(b, 0, 150, nil); return err },
		func() error { _, err := NewSearch(b, 1, 0, nil); return err },
	} {
		if f() == nil {
			t.Error("NewSearch accepts an invalid reference")
		}
	}
}
