package arena

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epaminondas/game"
	"epaminondas/internal/rating"
	"epaminondas/internal/record"
)

var update = flag.Bool("update", false, "write the golden files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// smallMatch is a match on a board of 24 squares.
func smallMatch(t testing.TB, a, b string, games int) Match {
	on := board(t, "epaminondas:4x6x1,max_plies=60,limit=draw")
	return Match{Board: on, A: contestant(t, on, a), B: contestant(t, on, b), Games: games, OpeningPlies: 4, Parallel: 1, Seed: 5}
}

// untimed returns the result without what depends on the machine.
func untimed(r *Result) *Result {
	r.Seconds, r.EffortA.Seconds, r.EffortB.Seconds = 0, 0, 0
	return r
}

func TestMatchRepeatsWhateverParallel(t *testing.T) {
	for _, test := range []*rating.SPRT{nil, {Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}} {
		m := smallMatch(t, "uniform,sims=30", "random", 60)
		m.SPRT = test
		alone, err := m.Play(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		m.Parallel = 4
		together, err := m.Play(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(untimed(alone), untimed(together)) {
			t.Errorf("with 1 game at a time: %+v\nwith 4: %+v", alone, together)
		}
		if test == nil && alone.Total.Games() != 60 {
			t.Errorf("%d games are played, want 60", alone.Total.Games())
		}
		if test != nil && (alone.Test.Decision == rating.Undecided || alone.Total.Games() == 60) {
			t.Errorf("the test is %v after %d games: nothing is shown", alone.Test.Decision, alone.Total.Games())
		}
	}
}

// spy notes the seeds of its games.
type spy struct {
	Player
	seeds map[uint64]int
}

func (p *spy) NewGame(ctx context.Context, seed uint64) error {
	p.seeds[seed]++
	return p.Player.NewGame(ctx, seed)
}

func TestMatchSeedsEveryPlayerOfEveryGame(t *testing.T) {
	m := smallMatch(t, "random", "random", 6)
	seeds := map[uint64]int{}
	for _, side := range []*Contestant{&m.A, &m.B} {
		fresh := side.New
		side.New = func(ctx context.Context) (Player, error) {
			p, err := fresh(ctx)
			return &spy{p, seeds}, err
		}
	}
	if _, err := m.Play(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(seeds) != 12 {
		t.Errorf("%d different seeds for 2 players in 6 games", len(seeds))
	}
}

func TestMatchSeedMatters(t *testing.T) {
	m := smallMatch(t, "random", "random", 2)
	one, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	m.Seed++
	two, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if reflect.DeepEqual(one.Games[0].Plies, two.Games[0].Plies) {
		t.Error("two seeds give one game")
	}
}

// What a result says is counted again here from its games.
func TestMatchResult(t *testing.T) {
	m := smallMatch(t, "greedy", "random", 40)
	m.Parallel = 2
	var standings []Standing
	m.Progress = func(s Standing) { standings = append(standings, s) }
	r, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var total Tally
	var points, white float64
	var pairs rating.Pairs
	var plies, halves int
	for i, g := range r.Games {
		a := game.White
		if i%2 != 0 {
			a = game.Black
		}
		if g.Number != i || g.Players[a] != "greedy" || g.Players[a.Other()] != "random" || g.OpeningPlies != 4 {
			t.Errorf("game %d: %+v", i, g)
		}
		if i%2 != 0 && !reflect.DeepEqual(g.Plies[:4], r.Games[i-1].Plies[:4]) {
			t.Errorf("games %d and %d have different openings", i, i+1)
		}
		state := m.Board.Start()
		for _, ply := range g.Plies {
			move := ply.Move
			state.Play(move)
		}
		if outcome, reason := state.Outcome(); outcome != g.Outcome || record.EndingOf(reason) != g.Ending || outcome == game.Ongoing {
			t.Errorf("%v, but its moves lead to %v, %v", &g, outcome, reason)
		}
		value := g.Outcome.For(a)
		total.add(value)
		points += float64(value+1) / 2
		white += float64(g.Outcome.For(game.White)+1) / 2
		plies += len(g.Plies)
		halves += value + 1
		if i%2 != 0 {
			pairs[halves]++
			halves = 0
		}
	}
	if len(r.Games) != 40 || r.Total != total || r.Pairs != pairs {
		t.Errorf("%d games, total %+v, pairs %v; want 40, %+v, %v", len(r.Games), r.Total, r.Pairs, total, pairs)
	}
	near(t, "score", r.Score, points/40, 1e-12)
	near(t, "first player's score", r.FirstScore, white/40, 1e-12)
	near(t, "mean plies", r.MeanPlies, float64(plies)/40, 1e-12)
	if r.AsWhite.Games() != 20 || r.AsBlack.Games() != 20 || r.AsWhite.Wins+r.AsBlack.Wins != total.Wins {
		t.Errorf("as White %+v, as Black %+v of %+v", r.AsWhite, r.AsBlack, total)
	}
	if moves := r.EffortA.Moves + r.EffortB.Moves; moves != plies-40*4 {
		t.Errorf("%d moves were chosen, want %d", moves, plies-40*4)
	}
	if last := standings[len(standings)-1]; len(standings) != 40 || last.Played != 40 || last.Games != 40 || last.Total != total {
		t.Errorf("%d reports of progress, the last %+v", len(standings), last)
	}
}

func TestDuplicates(t *testing.T) {
	a, b := []record.Ply{{Move: 1}, {Move: 2}, {Move: 3}}, []record.Ply{{Move: 1}, {Move: 2}}
	if got := duplicates([]record.Game{{Plies: a}, {Plies: b}, {Plies: a}, {Plies: a}, {Plies: b[:1]}}); got != 2 {
		t.Errorf("%d duplicates, want 2", got)
	}
	// Equal players without randomness play both games of an opening alike.
	m := smallMatch(t, "uniform,sims=8", "uniform,sims=8", 12)
	r, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if r.Duplicates != 6 || r.Score != 0.5 {
		t.Errorf("%d duplicates in 6 pairs of games between twins, score %v", r.Duplicates, r.Score)
	}
}

func TestMatchCancelled(t *testing.T) {
	m := smallMatch(t, "random", "rollout,time=20ms", 400)
	m.Parallel = 2
	ctx, cancel := context.WithCancel(context.Background())
	var stopped time.Time
	m.Progress = func(s Standing) {
		if s.Played == 3 {
			stopped = time.Now()
			cancel()
		}
	}
	r, err := m.Play(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if wait := time.Since(stopped); wait > time.Second {
		t.Errorf("stopped %v after it was told to", wait)
	}
	if r == nil || r.Total.Games() < 3 || r.Total.Games() > 4 || len(r.Games) != r.Total.Games() || r.Planned != 400 {
		t.Errorf("the result is %+v, want the 3 games played", r)
	}
}

// Random players do not look at the context: the match does.
func TestMatchCancelledBetweenMoves(t *testing.T) {
	m := smallMatch(t, "random", "random", 200)
	ctx, cancel := context.WithCancel(context.Background())
	m.Progress = func(s Standing) {
		if s.Played == 3 {
			cancel()
		}
	}
	r, err := m.Play(ctx)
	if !errors.Is(err, context.Canceled) || r == nil || r.Total.Games() != 3 {
		t.Errorf("cancelled after 3 games: %+v, %v", r, err)
	}
	if r, err := m.Play(ctx); !errors.Is(err, context.Canceled) || r != nil {
		t.Errorf("cancelled before: %+v, %v", r, err)
	}
}

// flawed is a player that does something wrong at its third move.
type flawed struct {
	Player
	move   int
	choose func(s *game.State) (Choice, error)
}

func (f *flawed) Choose(ctx context.Context, turn Turn) (Choice, error) {
	if f.move++; f.move > 2 {
		return f.choose(turn.State)
	}
	return f.Player.Choose(ctx, turn)
}

func TestMatchFlawedPlayer(t *testing.T) {
	broken := errors.New("broken")
	for want, choose := range map[string]func(*game.State) (Choice, error){
		"broken":                       func(*game.State) (Choice, error) { return Choice{}, broken },
		"random plays an illegal move": func(*game.State) (Choice, error) { return Choice{Move: game.NoMove}, nil },
	} {
		m := smallMatch(t, "random", "random", 10)
		make := m.B.New
		m.B.New = func(ctx context.Context) (Player, error) {
			p, err := make(ctx)
			return &flawed{Player: p, choose: choose}, err
		}
		_, err := m.Play(context.Background())
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "game 1") {
			t.Errorf("error %v, want %q in game 1", err, want)
		}
	}
	m := smallMatch(t, "random", "random", 10)
	m.A.New = func(context.Context) (Player, error) { return nil, broken }
	if _, err := m.Play(context.Background()); !errors.Is(err, broken) {
		t.Errorf("error %v, want that of the player's maker", err)
	}
}

func TestMatchThrottle(t *testing.T) {
	m := smallMatch(t, "random", "random", 4)
	m.Parallel = 2
	var calls atomic.Int64
	m.Throttle = func() { calls.Add(1) }
	r, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := int(calls.Load()), r.EffortA.Moves+r.EffortB.Moves; got != want {
		t.Errorf("throttled %d times in %d moves", got, want)
	}
}

func TestMatchValidate(t *testing.T) {
	for want, change := range map[string]func(*Match){
		"games is 3":             func(m *Match) { m.Games = 3 },
		"games is 0":             func(m *Match) { m.Games = 0 },
		"opening plies is -1":    func(m *Match) { m.OpeningPlies = -1 },
		"parallel is 0":          func(m *Match) { m.Parallel = 0 },
		"elo1 is 0":              func(m *Match) { m.SPRT = &rating.SPRT{} },
		"needs a board":          func(m *Match) { m.Board = nil },
		"two contestants":        func(m *Match) { m.B.New = nil },
		"found only 1 different": func(m *Match) { m.OpeningPlies = 0 },
	} {
		m := smallMatch(t, "random", "random", 10)
		change(&m)
		r, err := m.Play(context.Background())
		if err == nil || r != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, error %v, want %q", r, err, want)
		}
	}
}

// The decision of a match with a test does not depend on the order in which
// games are finished.
func TestScoreCountsPairsInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	on := board(t, "epaminondas:4x6x1")
	m := &Match{Board: on, Games: 100, SPRT: &rating.SPRT{Elo0: 0, Elo1: 150, Alpha: 0.05, Beta: 0.05}}
	outcomes := make([]game.Outcome, m.Games)
	for i := range outcomes { // A scores three quarters
		outcomes[i] = game.Win(colourOfA(i))
		if rng.IntN(4) == 0 {
			outcomes[i] = game.Win(colourOfA(i).Other())
		}
	}
	var first *Result
	for range 20 {
		decided := false
		m.Progress = func(Standing) {
			if decided {
				t.Error("progress is reported after the decision")
			}
		}
		s := newScore(m)
		for _, number := range rng.Perm(m.Games) {
			decided = s.add(&played{Game: record.Game{Number: number, Outcome: outcomes[number]}}) != rating.Undecided
		}
		r := s.result(m)
		if first == nil {
			first = r
		}
		if r.Test.Decision != rating.Accepted || r.Total != first.Total || len(r.Games) != len(first.Games) || len(r.Games) == m.Games {
			t.Fatalf("%v after %d games, first %v after %d", r.Test.Decision, len(r.Games), first.Test.Decision, len(first.Games))
		}
	}
}

// golden compares got with a file of testdata, or writes it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// sample is a result with every part filled in.
func sample() *Result {
	test := rating.SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	pairs := rating.Pairs{1, 3, 20, 6, 20}
	low, high := test.Bounds()
	return &Result{
		Rules: "crossings,max_plies=150", A: "net:models/crossings.safetensors,sims=64", B: "rollout,sims=200",
		Seed: 1, OpeningPlies: 4, Planned: 200,
		Total: Tally{64, 9, 27}, AsWhite: Tally{30, 5, 15}, AsBlack: Tally{34, 4, 12}, Score: 0.685,
		Pairs: pairs, Rating: pairs.Interval(), Superiority: pairs.Superiority(),
		Test:       &Test{SPRT: test, Ratio: test.Ratio(pairs), Low: low, High: high, Decision: test.Decide(pairs)},
		Duplicates: 2, FirstScore: 0.465, MeanPlies: 41.23,
		Reasons: map[string]int{"far-row": 88, "no-moves": 3, "ply-limit": 9},
		EffortA: Effort{Moves: 2000, Seconds: 24.6, Nodes: 128000}, EffortB: Effort{Moves: 2000, Seconds: 0.9},
		Seconds: 25.7,
	}
}

func TestResultTable(t *testing.T) {
	var out strings.Builder
	if err := sample().WriteTable(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "table.txt", []byte(out.String()))
	if err := sample().WriteTable(failing{}); err == nil {
		t.Error("a writer that fails goes unnoticed")
	}
}

func TestResultJSON(t *testing.T) {
	data, err := json.MarshalIndent(sample(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "result.json", append(data, '\n'))
	var again Result
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	if again.Total != sample().Total || again.Test.Decision != sample().Test.Decision {
		t.Errorf("read back %+v", again)
	}
}

func TestTableOfOneSidedMatch(t *testing.T) {
	for want, pairs := range map[string]rating.Pairs{
		"above +183 with 95%, from 10 pairs": {4: 10},
		"below -183 with 95%, from 10 pairs": {0: 10},
		"anything with 95%, from 0 pairs":    {},
	} {
		r := sample()
		r.Pairs, r.Rating = pairs, pairs.Interval()
		var out strings.Builder
		if err := r.WriteTable(&out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, out.String())
		}
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.4f, want %.4f within %g", what, got, want, tolerance)
	}
}
