package arena

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

var update = flag.Bool("update", false, "write the golden files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// openings draws openings as a match does.
func openings(t testing.TB, b *game.Board, n, plies int, seed uint64) []Opening {
	t.Helper()
	list, err := DrawOpenings(context.Background(), b, n, plies, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// smallMatch returns a match on a board of 24 squares.
func smallMatch(t testing.TB, a, b string, games int) *Tournament {
	return smallLadder(t, games/2, a, b)
}

// smallLadder returns a round robin on a board of 24 squares.
func smallLadder(t testing.TB, pairs int, players ...string) *Tournament {
	t.Helper()
	on := game.MustBoard("epaminondas:4x6x1,max_plies=60,limit=draw")
	m := &Tournament{Board: on, Pairings: RoundRobin(len(players)),
		Openings: openings(t, on, pairs, 4, 5), Parallel: 1, Seed: 5}
	for _, p := range players {
		m.Players = append(m.Players, factory(t, on, p))
	}
	Distinct(m.Players)
	return m
}

// play plays a tournament that must succeed.
func play(t testing.TB, m *Tournament) *Standings {
	t.Helper()
	s, err := m.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// untimed returns the standings without figures that depend on the machine.
func untimed(s *Standings) *Standings {
	s.Seconds, s.Before = 0, 0
	for i := range s.Players {
		s.Players[i].Effort.Seconds = 0
	}
	for _, r := range s.Results {
		untimedResult(r)
	}
	for _, g := range s.Games {
		forgetTimes(g)
	}
	return s
}

// untimedResult returns a result without figures that depend on the machine.
func untimedResult(r *Result) *Result {
	r.Seconds, r.EffortA.Seconds, r.EffortB.Seconds = 0, 0, 0
	if r.Test != nil {
		r.Test.Beyond = 0
	}
	for _, g := range r.Games {
		forgetTimes(g)
	}
	return r
}

func forgetTimes(g record.Game) {
	for i := range g.Plies {
		g.Plies[i].Time = 0
	}
}

func TestTournamentRepeatsWhateverParallel(t *testing.T) {
	match := smallMatch(t, "uniform,sims=30", "random", 60)
	tested := smallMatch(t, "uniform,sims=30", "random", 60)
	tested.SPRT = &result.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	ladder := smallLadder(t, 6, "random", "greedy", "uniform,sims=10", "random")
	for name, m := range map[string]*Tournament{"match": match, "with a test": tested, "ladder": ladder} {
		alone := play(t, m)
		m.Parallel, m.Cores = 4, 2
		together := play(t, m)
		if !reflect.DeepEqual(untimed(alone), untimed(together)) {
			t.Errorf("%s: with 1 game at a time: %+v\nwith 4: %+v", name, alone, together)
		}
		if m.SPRT == nil && alone.Played != m.Games() {
			t.Errorf("%s: %d games are played, want %d", name, alone.Played, m.Games())
		}
		if m.SPRT != nil && (alone.Results[0].Test.Decision == result.Undecided || alone.Played == 60) {
			t.Errorf("the test is %v after %d games: the case shows nothing",
				alone.Results[0].Test.Decision, alone.Played)
		}
		if path := alone.Results[0].Path(); m.SPRT != nil &&
			(len(path) != alone.Played/2 || path[len(path)-1] != alone.Results[0].Test.Ratio) {
			t.Errorf("the path of the test is %v, the final ratio %v", path, alone.Results[0].Test.Ratio)
		} else if m.SPRT == nil && path != nil {
			t.Errorf("%s: a path %v without a test", name, path)
		}
	}
}

// TestTogether checks that one player that gains nothing, or a clock, keeps a tournament to a game for
// each core.
func TestTogether(t *testing.T) {
	cores := runtime.GOMAXPROCS(0)
	wide, wider, other := player.Factory{Together: 8 * cores}, player.Factory{Together: 9 * cores},
		player.Factory{}
	for _, test := range []struct {
		players []player.Factory
		clock   engine.Control
		want    int
	}{
		{[]player.Factory{wider, wide}, engine.Control{}, 8 * cores},
		{[]player.Factory{wide, other}, engine.Control{}, cores},
		{[]player.Factory{wide, wide}, engine.Control{Base: time.Second}, cores},
	} {
		if got := Together(test.players, test.clock); got != test.want {
			t.Errorf("%+v: %d games, want %d", test, got, test.want)
		}
	}
}

// TestFixtures checks the order of play: each opening goes through all pairings, with both colours.
func TestFixtures(t *testing.T) {
	m := smallLadder(t, 3, "random", "random", "random")
	s := play(t, m)
	names := []string{"random", "random#2", "random#3"}
	number := 0
	for _, o := range m.Openings {
		for _, p := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
			for colour := range 2 {
				g := s.Games[number]
				want := [2]string{names[p[colour]], names[p[1-colour]]}
				if g.Number != number || g.Players != want || g.OpeningPlies != len(o.Moves) {
					t.Errorf("game %d is number %d, between %v, want %v", number, g.Number, g.Players, want)
				}
				for i, m := range o.Moves {
					if g.Plies[i].Move != m {
						t.Errorf("game %d has another opening", number)
					}
				}
				number++
			}
		}
	}
	if number != s.Played || number != m.Games() {
		t.Errorf("%d games, want %d", s.Played, number)
	}
}

// spy is a player that records its calls.
type spy struct {
	player.Player
	newGame func(seed uint64)
	choose  func(player.Turn)
	close   func()
}

func (p *spy) NewGame(ctx context.Context, seed uint64) error {
	if p.newGame != nil {
		p.newGame(seed)
	}
	return p.Player.NewGame(ctx, seed)
}

func (p *spy) Choose(ctx context.Context, turn player.Turn) (player.Choice, error) {
	if p.choose != nil {
		p.choose(turn)
	}
	return p.Player.Choose(ctx, turn)
}

func (p *spy) Close() error {
	if p.close != nil {
		p.close()
	}
	if p.Player == nil {
		return nil
	}
	return p.Player.Close()
}

// wrap wraps every new player of a factory.
func wrap(c *player.Factory, with func(player.Player) player.Player) {
	fresh := c.New
	c.New = func(ctx context.Context) (player.Player, error) {
		p, err := fresh(ctx)
		if err != nil {
			return nil, err
		}
		return with(p), nil
	}
}

func TestTournamentSeedsEveryPlayerOfEveryGame(t *testing.T) {
	m := smallMatch(t, "random", "random", 6)
	seeds := map[uint64]int{}
	for i := range m.Players {
		wrap(&m.Players[i], func(p player.Player) player.Player {
			return &spy{Player: p, newGame: func(seed uint64) { seeds[seed]++ }}
		})
	}
	play(t, m)
	if len(seeds) != 12 {
		t.Errorf("%d different seeds for 2 players in 6 games", len(seeds))
	}
	var of []uint64
	wrap(&m.Players[0], func(p player.Player) player.Player {
		return &spy{Player: p, newGame: func(seed uint64) { of = append(of, seed) }}
	})
	play(t, m)
	for number, seed := range of {
		if want := m.seeds(number)[0]; seed != want {
			t.Errorf("A has seed %d in game %d, want %d: the first seed with either colour", seed,
				number+1, want)
		}
	}
}

func TestTournamentSeedMatters(t *testing.T) {
	m := smallMatch(t, "random", "random", 2)
	one := play(t, m)
	m.Seed++
	two := play(t, m)
	if reflect.DeepEqual(untimed(one).Games[0].Plies, untimed(two).Games[0].Plies) {
		t.Error("two seeds give the same game")
	}
}

// TestTournamentTellsTheWholeTurn checks that a turn has the moves that led to the position.
func TestTournamentTellsTheWholeTurn(t *testing.T) {
	m := smallMatch(t, "random", "random", 4)
	for i := range m.Openings { // as if the openings began a ply later, with Black to move
		o := &m.Openings[i]
		o.Start.Play(o.Moves[0])
		o.Moves = o.Moves[1:]
	}
	turns := 0
	wrap(&m.Players[0], func(p player.Player) player.Player {
		return &spy{Player: p, choose: func(turn player.Turn) {
			turns++
			state := turn.Start
			for _, m := range turn.Moves {
				state.Play(m)
			}
			if state != *turn.State || len(turn.Moves) < 3 || turn.Clock != nil || turn.Start.Ply() != 1 {
				t.Errorf("got %d moves from %s, which should lead to %s", len(turn.Moves),
					turn.Start.String(), turn.State.String())
			}
			turn.State.Play(turn.State.AppendMoves(nil)[0]) // this must not change the game
		}}
	})
	first := m.Players[0].New
	m.Players[0].New = func(ctx context.Context) (player.Player, error) {
		p, err := first(ctx)
		return &forgetful{Player: p}, err
	}
	s := play(t, m)
	if effort := s.Players[0].Effort; effort.Moves != turns || turns == 0 {
		t.Errorf("%d turns, %d moves are counted", turns, effort.Moves)
	}
	for _, g := range s.Games {
		if g.Start == "" || g.OpeningPlies != 3 {
			t.Errorf("game %d begins at %q with %d plies", g.Number, g.Start, g.OpeningPlies)
		}
	}
}

// forgetful is a player that gives another player a copy of its turn.
type forgetful struct{ player.Player }

func (p *forgetful) Choose(ctx context.Context, turn player.Turn) (player.Choice, error) {
	inner := p.Player.(*spy)
	state := *turn.State
	inner.choose(turn)
	return inner.Player.Choose(ctx, player.Turn{State: &state})
}

func TestTournamentProgress(t *testing.T) {
	m := smallMatch(t, "greedy", "random", 20)
	m.Parallel = 2
	var standings []Standing
	m.Progress = func(s Standing) { standings = append(standings, s) }
	s := play(t, m)
	if len(standings) != 21 || standings[0] != (Standing{Games: 20, Expected: 20}) {
		t.Fatalf("%d reports, the first %+v", len(standings), standings[0])
	}
	for i, s := range standings {
		if s.Played != i || s.Games != 20 || s.Total.Games() != i {
			t.Errorf("report %d: %+v", i, s)
		}
	}
	if standings[20].Total != s.Results[0].Total {
		t.Errorf("the last report is %+v, the total %v", standings[20], s.Results[0].Total)
	}
}

func TestTournamentCancelled(t *testing.T) {
	m := smallMatch(t, "random", "rollout,time=20ms", 1000)
	m.Parallel = 2
	ctx, cancel := context.WithCancel(context.Background())
	var stopped time.Time
	m.Progress = func(s Standing) {
		if s.Played == 3 {
			stopped = time.Now()
			cancel()
		}
	}
	s, err := m.Play(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the error of the context", err)
	}
	if wait := time.Since(stopped); wait > 30*time.Second {
		t.Errorf("stopped %v after the cancellation", wait)
	}
	if s.Players[0].Sampled != (result.Interval{}) || s.Players[1].Elo == (result.Interval{}) {
		t.Errorf("%+v: want ratings, but no samples", s.Players)
	}
	if s == nil || s.Played < 3 || s.Played > 4 || len(s.Games) != s.Played || s.Planned != 1000 {
		t.Errorf("the standings are %+v, want the 3 games played", s)
	}
}

// TestTournamentCancelledBetweenMoves uses random players, which do not look at the context. The
// tournament must do so.
func TestTournamentCancelledBetweenMoves(t *testing.T) {
	m := smallMatch(t, "random", "random", 200)
	ctx, cancel := context.WithCancel(context.Background())
	m.Progress = func(s Standing) {
		if s.Played == 3 {
			cancel()
		}
	}
	s, err := m.Play(ctx)
	if !errors.Is(err, context.Canceled) || s == nil || s.Played != 3 {
		t.Errorf("cancelled after 3 games: %+v, %v", s, err)
	}
	if s, err := m.Play(ctx); !errors.Is(err, context.Canceled) || s != nil {
		t.Errorf("cancelled before: %+v, %v", s, err)
	}
}

func TestTournamentThrottle(t *testing.T) {
	m := smallMatch(t, "random", "random", 4)
	m.Parallel = 2
	var calls atomic.Int64
	m.Throttle = func() { calls.Add(1) }
	s := play(t, m)
	if got, want := int(calls.Load()), s.Players[0].Effort.Moves+s.Players[1].Effort.Moves; got != want {
		t.Errorf("throttled %d times in %d moves", got, want)
	}
}

func TestTournamentValidate(t *testing.T) {
	for want, change := range map[string]func(*Tournament){
		"parallel is 0": func(m *Tournament) { m.Parallel = 0 },
		"cores is -1":   func(m *Tournament) { m.Cores = -1 },
		"name of player 1 is \"\\xff\", want UTF-8": func(m *Tournament) {
			m.Players[0].Name = "\xff"
		},
		"random needs 3 cores, but cores is 2: give the player fewer threads": func(m *Tournament) {
			m.Cores, m.Players[0].Cores = 2, 3
		},
		"elo1 is 0": func(m *Tournament) { m.SPRT = &result.SPRT{} },
		"between two players, not 3": func(m *Tournament) {
			m.SPRT, m.Players = &result.SPRT{},
				append(m.Players, player.Factory{Name: "x", New: m.Players[0].New})
		},
		"needs a board":                      func(m *Tournament) { m.Board = nil },
		"at least two players":               func(m *Tournament) { m.Players = m.Players[:1] },
		"player 2 has no name":               func(m *Tournament) { m.Players[1].New = nil },
		`two players have the name "random"`: func(m *Tournament) { m.Players[1].Name = "random" },
		"there are no pairings":              func(m *Tournament) { m.Pairings = nil },
		"players 0 and 2 are paired":         func(m *Tournament) { m.Pairings = []Pairing{{0, 2}} },
		"players 1 and 1 are paired":         func(m *Tournament) { m.Pairings = []Pairing{{1, 1}} },
		"are paired twice":                   func(m *Tournament) { m.Pairings = []Pairing{{0, 1}, {1, 0}} },
		"no openings":                        func(m *Tournament) { m.Openings = nil },
		"opening 2 leads to":                 func(m *Tournament) { m.Openings[1].State = m.Board.Start() },
		"opening 1: move 2 is illegal":       func(m *Tournament) { m.Openings[0].Moves[1] = game.NoMove },
		"opening 1 is over":                  func(m *Tournament) { m.Openings[0] = decided(t, m.Board) },
		"opening 1 begins at a position that its text": func(m *Tournament) {
			for o := &m.Openings[0]; ; o.Start = o.State { // until a stone is captured
				if _, taken := o.State.LastCapture(); taken {
					o.Start, o.Moves = o.State, nil
					return
				}
				moves := o.State.AppendMoves(nil)
				best := slices.IndexFunc(moves,
					func(m game.Move) bool { return o.State.Captured(m) != game.Bits{} })
				o.State.Play(moves[max(best, 0)])
			}
		},
		"on another board": func(m *Tournament) {
			m.Openings = openings(t, game.MustBoard("crossings"), 2, 2, 1)
		},
		"clock: the time is -1s": func(m *Tournament) { m.Control = engine.Control{Base: -time.Second} },
	} {
		m := smallMatch(t, "random", "random", 10)
		change(m)
		s, err := m.Play(context.Background())
		if err == nil || s != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, error %v, want %q", s, err, want)
		}
	}
}

// decided returns an opening after which the game is over.
func decided(t *testing.T, b *game.Board) Opening {
	s := position(t, b, ".w../..../..../..../b.../.... w") // a lead on the far row
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		return Opening{Start: s, State: s}
	}
	t.Fatal("the position is not over")
	return Opening{}
}

// TestScoreCountsPairsInOrder checks that the decision of a test does not depend on the order in
// which games end.
func TestScoreCountsPairsInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	m := smallMatch(t, "random", "greedy", 100)
	m.SPRT = &result.SPRT{Elo0: 0, Elo1: 150, Alpha: 0.05, Beta: 0.05}
	outcomes := make([]game.Outcome, m.Games())
	for i := range outcomes { // A scores three quarters
		outcomes[i] = game.Win(colourOfA(i))
		if rng.IntN(4) == 0 {
			outcomes[i] = game.Win(colourOfA(i).Other())
		}
	}
	var first *Result
	for range 20 {
		reports, last := 0, Standing{}
		m.Progress = func(s Standing) {
			if last.Test != nil && last.Test.Decision != result.Undecided {
				t.Error("progress is reported after the decision")
			}
			reports, last = reports+1, s
		}
		s := newScore(m)
		for _, number := range rng.Perm(m.Games()) {
			if _, err := s.add(&record.Game{Number: number, Outcome: outcomes[number]}); err != nil {
				t.Fatal(err)
			}
		}
		standings, err := newStandings(m, s, false)
		if err != nil {
			t.Fatal(err)
		}
		r := standings.Results[0]
		if first == nil {
			first = r
		}
		if r.Test.Decision != result.Accepted || r.Total != first.Total ||
			len(r.Games) != len(first.Games) || len(r.Games) == m.Games() {
			t.Fatalf("%v after %d games, first %v after %d", r.Test.Decision, len(r.Games),
				first.Test.Decision, len(first.Games))
		}
		if n := r.Test.Beyond; n == 0 || last.Test.Beyond != n {
			t.Errorf("%d games are beyond the decision, in the last report %d", n, last.Test.Beyond)
		}
		if last.Total != r.Total || last.Played != len(r.Games) {
			t.Errorf("the last report is %+v, the total %v", last, r.Total)
		}
	}
}

func TestStandingExpects(t *testing.T) {
	for want, s := range map[int]Standing{
		500: {Games: 500, Played: 7},
		190: {Games: 500, Played: 7, Test: &result.Test{Games0: 190, Games1: 150,
			Decision: result.Undecided}},
		100: {Games: 100, Played: 7, Test: &result.Test{Games0: 190, Games1: 250,
			Decision: result.Undecided}},
		400: {Games: 400, Played: 251, Test: &result.Test{Games0: 190, Games1: 250,
			Decision: result.Undecided}},
		62: {Games: 400, Played: 62, Test: &result.Test{Games0: 190, Games1: 250,
			Decision: result.Rejected}},
	} {
		if got := s.expect(); got != want {
			t.Errorf("%+v expects %d games, want %d", s, got, want)
		}
	}
}

// TestTournamentStopsAtTheDecision checks that no further game begins after the decision.
func TestTournamentStopsAtTheDecision(t *testing.T) {
	m := smallMatch(t, "greedy", "random", 200)
	m.SPRT = &result.SPRT{Elo0: 0, Elo1: 200, Alpha: 0.05, Beta: 0.05}
	begun := 0
	wrap(&m.Players[0], func(p player.Player) player.Player {
		return &spy{Player: p, newGame: func(uint64) { begun++ }}
	})
	s := play(t, m)
	if s.Played >= 200 || begun != s.Played || s.Results[0].Test.Decision != result.Accepted {
		t.Errorf("%d games begin, %d count, %v", begun, s.Played, s.Results[0].Test.Decision)
	}
}

// TestTournamentClosesPlayers checks that the pool keeps its limit, closes the player that has been
// idle longest, and closes all players in the end.
func TestTournamentClosesPlayers(t *testing.T) {
	m := smallLadder(t, 2, slices.Repeat([]string{"random"}, 12)...)
	m.Parallel = 2
	var mu sync.Mutex
	made, open, most := 0, 0, 0
	for i := range m.Players {
		wrap(&m.Players[i], func(p player.Player) player.Player {
			mu.Lock()
			defer mu.Unlock()
			made++
			open++
			most = max(most, open)
			return &spy{Player: p, close: func() {
				mu.Lock()
				defer mu.Unlock()
				open--
			}}
		})
	}
	play(t, m)
	if open != 0 {
		t.Errorf("%d of %d players were not closed", open, made)
	}
	if bound := 4 * m.Parallel; most > bound {
		t.Errorf("%d players at the same time, want at most %d", most, bound)
	}
	if made >= 2*m.Games() {
		t.Errorf("%d players were made for %d games: no player was used again", made, m.Games())
	}
}

func TestBench(t *testing.T) {
	var closed []int
	fresh := func(id int) player.Factory {
		return player.Factory{New: func(context.Context) (player.Player, error) {
			return &spy{close: func() { closed = append(closed, id) }}, nil
		}}
	}
	b := &playerPool{factories: []player.Factory{fresh(0), fresh(1), fresh(2)}, room: 2}
	var taken []player.Player
	for id := range 3 {
		p, err := b.take(context.Background(), id)
		if err != nil {
			t.Fatal(err)
		}
		taken = append(taken, p)
	}
	for id, p := range taken {
		if err := b.put(id, p); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(closed, []int{0}) {
		t.Errorf("closed %v, want the first", closed)
	}
	for id, want := range map[int]bool{0: false, 1: true, 2: true} {
		if p, _ := b.take(context.Background(), id); (p == taken[id]) != want {
			t.Errorf("player %d is the old one: %v, want %v", id, !want, want)
		}
	}
}

func TestPairings(t *testing.T) {
	if got := Gauntlet(3); !slices.Equal(got, []Pairing{{0, 1}, {0, 2}}) {
		t.Errorf("gauntlet %v", got)
	}
	if got := RoundRobin(3); !slices.Equal(got, []Pairing{{0, 1}, {0, 2}, {1, 2}}) {
		t.Errorf("round robin %v", got)
	}
	players := []player.Factory{{Name: "a"}, {Name: "a"}, {Name: "a#2"}, {Name: "b"}, {Name: "a"}}
	Distinct(players)
	var names []string
	for _, p := range players {
		names = append(names, p.Name)
	}
	if !slices.Equal(names, []string{"a", "a#2", "a#2#2", "b", "a#3"}) {
		t.Errorf("names %v", names)
	}
}
