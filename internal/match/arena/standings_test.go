package arena

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// mortal plays random moves, and resigns before each move with a constant probability. The odds
// that White, with chance w, resigns before Black, with chance b, are w/(1-w) to b. So over both
// colours, the strength of a player is -log(chance) + log(1-chance)/2.
type mortal struct {
	player.Player // random
	rng           *rand.Rand
	chance        float64
}

func (p *mortal) NewGame(ctx context.Context, seed uint64) error {
	p.rng = rand.New(rand.NewPCG(seed, 2))
	return p.Player.NewGame(ctx, seed)
}

func (p *mortal) elo() float64 {
	return 400 * (math.Log10(1-p.chance)/2 - math.Log10(p.chance))
}

func (p *mortal) Choose(ctx context.Context, turn player.Turn) (player.Choice, error) {
	choice, err := p.Player.Choose(ctx, turn)
	if p.rng.Float64() < p.chance {
		return choice, &player.Forfeit{Ending: game.Misconduct, Verdict: "gives up"}
	}
	return choice, err
}

// TestRatingsAreStrengths checks that the ratings of players of known strength match their
// strengths.
func TestRatingsAreStrengths(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand games")
	}
	b := game.MustBoard("crossings,max_plies=0")
	m := &Tournament{Board: b, Pairings: RoundRobin(4),
		Openings: openings(t, b, 150, 2, 1), Parallel: 2, Seed: 1}
	players := []mortal{{chance: 0.2}, {chance: 0.15}, {chance: 0.1}, {chance: 0.05}}
	for _, p := range players {
		name := fmt.Sprint(p.chance)
		m.Players = append(m.Players, player.Factory{Name: name,
			New: func(ctx context.Context) (player.Player, error) {
				plain, err := factory(t, b, player.Random).New(ctx)
				return &mortal{Player: plain, chance: p.chance}, err
			}})
	}
	s := play(t, m)
	if !slices.Equal(s.Ranking, []int{3, 2, 1, 0}) || s.Anchor != 0 {
		t.Errorf("ranking %v, anchor %d", s.Ranking, s.Anchor)
	}
	for i, p := range s.Players[1:] {
		truth := result.Elo(players[i+1].elo() - players[0].elo())
		if p.Elo.Low > truth || p.Elo.High < truth || p.Elo.High-p.Elo.Low > 120 {
			t.Errorf("%s has %v Elo, in truth %v", p.Name, p.Elo, truth)
		}
		near(t, "bootstrap, low", float64(p.Sampled.Low), float64(p.Elo.Low), 25)
		near(t, "bootstrap, high", float64(p.Sampled.High), float64(p.Elo.High), 25)
		if p.Superiority < 0.9 || p.Superiority > 1 || p.Superiority != s.Superiority[i+1][i] {
			t.Errorf("%s is better than the next with %v, than all %v", p.Name,
				p.Superiority, s.Superiority[i+1])
		}
	}
	if s.First.Elo.Estimate >= 0 || s.First.Elo.Low < -150 || s.First.Score >= 0.5 {
		t.Errorf("moving first is worth %v, and scores %v; want less than nothing",
			s.First.Elo, s.First.Score)
	}
}

// TestStandings computes the figures of the standings again from the games.
func TestStandings(t *testing.T) {
	m := smallLadder(t, 8, "random", "greedy", "alphabeta,level=1")
	m.Parallel = 2
	s := play(t, m)
	var totals [3]result.Tally
	var cross [3][3]result.Tally
	var first result.Tally
	plies, moves := 0, [3]int{}
	for _, g := range s.Games {
		var sides [2]int
		for c, name := range g.Players {
			sides[c] = slices.IndexFunc(m.Players, func(p player.Factory) bool { return p.Name == name })
		}
		for c, i := range sides {
			points := g.Outcome.For(game.Colour(c))
			totals[i].Add(points)
			cross[i][sides[1-c]].Add(points)
			moves[i] += (len(g.Plies) - 4 + 1 - c) / 2
		}
		first.Add(g.Outcome.For(game.White))
		plies += len(g.Plies)
	}
	for i, p := range s.Players {
		if p.Total != totals[i] || p.Score != totals[i].Score() || p.Effort.Moves != moves[i] ||
			p.Forfeits != 0 {
			t.Errorf("%s: %+v, want %v and %d moves", p.Name, p, totals[i], moves[i])
		}
		for j, cell := range s.Crosstable[i] {
			if (result.Tally{Wins: cell.Wins, Draws: cell.Draws, Losses: cell.Losses}) != cross[i][j] {
				t.Errorf("%s against %s: %+v, want %v", p.Name, s.Players[j].Name, cell, cross[i][j])
			}
		}
	}
	for i, p := range s.Pairings {
		if r := s.Results[i]; r.Total != cross[p.A][p.B] || r.A != m.Players[p.A].Name ||
			r.B != m.Players[p.B].Name || r.Pairs.Count() != 8 {
			t.Errorf("%s - %s: %v, want %v", r.A, r.B, r.Total, cross[p.A][p.B])
		}
	}
	if s.First.Total != first || s.Played != 48 || s.Planned != 48 ||
		s.Openings != (result.OpeningCount{Count: 8, Shortest: 4, Longest: 4}) {
		t.Errorf("%+v, want %v", s, first)
	}
	near(t, "plies", s.Plies, float64(plies)/48, 1e-9)
	if s.Players[s.Anchor].Name != "random" || s.Players[0].Elo != (result.Interval{}) {
		t.Errorf("the anchor is %d, with %v", s.Anchor, s.Players[0].Elo)
	}
}

func TestAnchor(t *testing.T) {
	for want, names := range [][]string{{"greedy", "rollout"},
		{"greedy", "random", "random#2"}, {"a", "b", "random"}} {
		var players []player.Factory
		for _, name := range names {
			players = append(players, player.Factory{Name: name})
		}
		if got := anchor(players); got != want {
			t.Errorf("the anchor of %v is %d, want %d", names, got, want)
		}
	}
}

func TestRepeatedOpenings(t *testing.T) {
	m := smallMatch(t, "greedy", "random", 8)
	mirrored := m.Openings[1]
	mirrored.Start, mirrored.State, mirrored.Moves = mirrored.Start.Mirror(), mirrored.State.Mirror(),
		slices.Clone(mirrored.Moves)
	for i := range mirrored.Moves {
		mirrored.Moves[i] = m.Board.MirrorMove(mirrored.Moves[i])
	}
	m.Openings = append(m.Openings, m.Openings[0], mirrored)
	s := play(t, m)
	if text := fmt.Sprint(s.Warnings); !strings.Contains(text,
		"2 of 6 openings repeat another opening, or its mirror image") {
		t.Errorf("warnings %s", text)
	}
}

// sampleStandings returns standings with a value in every field. The games are invented.
func sampleStandings(t *testing.T, pairings []Pairing) *Standings {
	t.Helper()
	b := game.MustBoard("crossings,max_plies=150")
	names := []string{"net:runs/a/checkpoints/step-00004000.safetensors,sims=64",
		"net:runs/a/checkpoints/step-00002000.safetensors,sims=64", "alphabeta,nodes=2000",
		"greedy", "random"}
	m := &Tournament{Board: b, Pairings: pairings, Openings: openings(t, b, 20, 4, 1), Parallel: 1, Seed: 1,
		Control: engine.Control{Base: time.Minute, Increment: 500 * time.Millisecond}}
	for _, name := range names {
		m.Players = append(m.Players, player.Factory{Name: name, New: factory(t, b, player.Random).New})
	}
	rng := rand.New(rand.NewPCG(1, 2))
	strength := []float64{500, 350, 380, 100, -400}
	score := newScore(m)
	for number := range m.Games() - 3 { // as if somebody had stopped the tournament
		f := m.fixture(number)
		g := m.blank(f)
		g.Outcome, g.Ending = game.WhiteWins, game.FarRow
		if rng.Float64() > result.Elo(strength[f.sides[0]]-strength[f.sides[1]]-20).Score() {
			g.Outcome = game.BlackWins
		}
		for ply := range 20 + rng.IntN(30) {
			g.Plies = append(g.Plies, record.Ply{Move: game.Move(rng.IntN(1000)),
				Time: time.Duration(1+f.sides[ply%2]) * 7 * time.Millisecond, Nodes: 64})
		}
		if number == 11 {
			g.Ending, g.Verdict = game.Crash, "ends"
		}
		if _, err := score.add(g); err != nil {
			t.Fatal(err)
		}
	}
	s, err := newStandings(m, score, true)
	if err != nil {
		t.Fatal(err)
	}
	s.Seconds = 754.3
	return s
}

func TestStandingsTable(t *testing.T) {
	for name, pairings := range map[string][]Pairing{"ladder.txt": RoundRobin(5),
		"gauntlet.txt": Gauntlet(5)} {
		s := sampleStandings(t, pairings)
		var out strings.Builder
		if err := s.WriteTable(&out); err != nil {
			t.Fatal(err)
		}
		golden(t, name, []byte(out.String()))
		if err := s.WriteTable(failing{}); err == nil {
			t.Error("WriteTable ignores a writer that fails")
		}
	}
}

func TestStandingsJSON(t *testing.T) {
	s := sampleStandings(t, RoundRobin(5))
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	rounded := regexp.MustCompile(`(\.\d{3})\d+`).ReplaceAll(data, []byte("$1"))
	golden(t, "standings.json", append(rounded, '\n'))
	var again Standings
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again.Ranking, s.Ranking) || again.Players[1].Total != s.Players[1].Total ||
		again.Control != s.Control {
		t.Errorf("read back %+v", again)
	}
}

// TestPlayed checks that the time belongs to the games of this session.
func TestPlayed(t *testing.T) {
	for before, want := range map[int]string{0: "6 of 8 games in 12.5s",
		4: "6 of 8 games, the last 2 in 12.5s", 6: "6 of 8 games"} {
		s := Standings{Planned: 8, Played: 6, Before: before, Seconds: 12.5}
		if got := s.played(); got != want {
			t.Errorf("%d before: %q, want %q", before, got, want)
		}
	}
}

func TestScale(t *testing.T) {
	inf := result.Elo(math.Inf(1))
	axis := scale{-100, 360} // 20 points a column
	for want, i := range map[string]result.Interval{
		"●·······················": {Estimate: -100, Low: -100, High: -100},
		"━━━━━●━━━━━·············": {Estimate: 0, Low: -100, High: 100},
		"·····━━●━━━━━━━━━━━━━━━▸": {Estimate: 40, Low: 0, High: inf},
		"◂━━━━●··················": {Estimate: 0, Low: -inf, High: 0},
	} {
		if got := axis.draw(i); got != want {
			t.Errorf("%v is drawn\n%s, want\n%s", i, got, want)
		}
	}
	if got := axis.header(); got != "-100                +360" {
		t.Errorf("header %q", got)
	}
	if got := (scale{}).draw(result.Interval{}); !strings.HasPrefix(got, "●·") {
		t.Errorf("nothing is drawn %s", got)
	}
	s := Standings{Players: []Rank{{Elo: result.Interval{Estimate: 100, Low: -80, High: inf}},
		{Elo: result.Interval{Estimate: 720, Low: 600, High: 700}}}}
	if got := s.scale(); got != (scale{-80, 820}) {
		t.Errorf("the axis is %v", got)
	}
}
