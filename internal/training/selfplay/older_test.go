package selfplay

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// opponents returns a player for games against an older network, with its model.
func opponents(t *testing.T) (*Actor, Player) {
	t.Helper()
	p := player(t, "epaminondas:4x6x1,max_plies=40")
	p.Config.OlderShare = 0.5
	model := func(name string, channels int) Player {
		n := network(t, 1, channels)
		evaluators := source(func() mcts.Evaluator { return n.NewEvaluator(p.Board) })
		return Player{Name: name, Evaluators: evaluators}
	}
	older := model("older", 4)
	m := model("newer", 8)
	m.Older = &older
	return p, m
}

// TestOlderGames checks the share of games against the older model, its sides and its records, with
// one worker and with four.
func TestOlderGames(t *testing.T) {
	p, m := opponents(t)
	p.Config.Workers = 1
	const games = 200
	one := play(t, p, m, games)
	p.Config.Workers = 4
	against, full := [2]int{}, 0
	for i, record := range play(t, p, m, games) {
		if !bytes.Equal(record, one[i]) {
			t.Errorf("game %d differs between 1 and 4 workers", i)
		}
		g, err := replay.DecodeGame(record)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Verify(g, m); err != nil {
			t.Errorf("%v: %v", g, err)
		}
		if g.Model != "newer" {
			t.Errorf("%v is a game of %q", g, g.Model)
		}
		if g.Opponent == "" {
			continue
		}
		if want := game.Colour(1 - g.Number%2); g.Opponent != "older" || g.OpponentSide != want {
			t.Errorf("%v has the opponent %q with %v, want %v", g, g.Opponent, g.OpponentSide, want)
		}
		against[g.OpponentSide]++
		full += g.Positions()
	}
	for _, n := range against {
		if n < games*18/100 || n > games*32/100 {
			t.Errorf("%d of %d games are against the older model, by side, want a quarter each", against, games)
		}
	}
	if full == 0 {
		t.Error("games against the older model have no position for training")
	}
}

// TestOlderSearches repeats each search of games against an older model with a new search. So it
// checks which network searches for which side.
func TestOlderSearches(t *testing.T) {
	p, m := opponents(t)
	p.Config.Workers, p.Config.SettledValue, p.Config.CachePositions = 1, 1, 10
	searched := [2]int{}
	for _, record := range play(t, p, m, 20) {
		g, err := replay.DecodeGame(record)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(p.Seed, g.Number))
		state, _, moves := p.opening(m, rng)
		for _, move := range moves {
			state.Play(move)
		}
		p.opponent(m, g.Number, rng)
		source := rand.NewPCG(rng.Uint64(), rng.Uint64())
		for _, s := range g.Searches {
			model, side := m, 0
			if g.ByOpponent(state.Turn()) {
				model, side = *m.Older, 1
			}
			result := searchAgain(t, p, model, source, &state, rng.Float64() < p.Config.FullShare)
			if searched[side]++; result.Value != s.Value {
				t.Fatalf("%v: value %v at ply %d, want %v", g, s.Value, s.Ply, result.Value)
			}
			if s.Ply == len(g.Moves) {
				break
			}
			if g.Moves[s.Ply] != result.Moves[result.Best] {
				t.Fatalf("%v: move %v at ply %d", g, g.Moves[s.Ply], s.Ply)
			}
			state.Play(g.Moves[s.Ply])
		}
	}
	if searched[0] < 20 || searched[1] < 20 {
		t.Errorf("%d searches of the two models", searched)
	}
}

// searchAgain searches a position with a new search.
func searchAgain(t *testing.T, p *Actor, m Player, source rand.Source, s *game.State,
	full bool) *mcts.Result {
	t.Helper()
	eval, err := m.Evaluators.Open(t.Context(), p.Board)
	if err != nil {
		t.Fatal(err)
	}
	search, err := mcts.New(p.Search, eval, rand.New(source))
	if err != nil {
		t.Fatal(err)
	}
	result, err := search.Run(t.Context(), s, p.limit(full, false))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestVerifyKnowsTheOpponent verifies games with wrong opponents.
func TestVerifyKnowsTheOpponent(t *testing.T) {
	p, m := opponents(t)
	p.Config.OlderShare = 1
	record := play(t, p, m, 1)[0]
	other, none, local := m, m, *p
	other.Older, none.Older, local.Config = &Player{Name: "other"}, nil, p.Config.WithoutRun()
	for name, test := range map[string]struct {
		player *Actor
		model  Player
		change func(g *replay.Game)
		want   error
	}{
		"as played":             {p, m, func(*replay.Game) {}, nil},
		"another name":          {p, other, func(*replay.Game) {}, ErrOpponent},
		"no older model":        {p, none, func(*replay.Game) {}, ErrOpponent},
		"without the share":     {&local, m, func(*replay.Game) {}, ErrOpponent},
		"another side":          {p, m, func(g *replay.Game) { g.OpponentSide = game.White }, ErrOpponent},
		"as a game of one":      {p, m, func(g *replay.Game) { g.Opponent, g.OpponentSide = "", 0 }, ErrOpponent},
		"a policy too many":     {p, m, addPolicy, ErrSearches},
		"a search that is left": {p, m, func(g *replay.Game) { g.Searches = g.Searches[1:] }, ErrSearches},
	} {
		g, err := replay.DecodeGame(record)
		if err != nil {
			t.Fatal(err)
		}
		test.change(g)
		if err := test.player.Verify(g, test.model); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

// addPolicy gives every search a policy.
func addPolicy(g *replay.Game) {
	for i := range g.Searches {
		g.Searches[i].Moves, g.Searches[i].Policy = []game.Move{1}, []float32{1}
	}
}
