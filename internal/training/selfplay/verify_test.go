package selfplay

import (
	"context"
	"errors"
	"testing"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// verified plays games with a player whose games end in all ways.
func verified(t *testing.T, n int) (*Actor, []*replay.Game) {
	t.Helper()
	rules, err := game.ParseRules("epaminondas:3x5x1")
	if err != nil {
		t.Fatal(err)
	}
	rules.MaxPlies, rules.Limit = 30, game.LimitDraw
	board, err := game.NewBoard(rules)
	if err != nil {
		t.Fatal(err)
	}
	config := Default()
	config.Workers, config.RandomPlies, config.ScatterShare, config.ScatterPlies, config.Repetitions = 1, 4,
		0.4, 5, 2
	config.FullSimulations, config.FastSimulations, config.SettledSimulations, config.FullShare = 4, 2, 2, 0.5
	config.SettledValue, config.SettledPlies = 0, 1
	player := &Actor{Board: board, Config: config, Search: mcts.Default(), Seed: 9}
	var games []*replay.Game
	number := 0
	pool := &Pool{
		Actor: player,
		Next: func(context.Context) (uint64, Player, bool) {
			number++
			return uint64(number - 1), Uniform, number <= n
		},
		Keep: func(_ context.Context, g *replay.Game) error {
			record, err := replay.EncodeGame(g)
			if err == nil {
				g, err = replay.DecodeGame(record)
			}
			games = append(games, g)
			return err
		},
	}
	if err := pool.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return player, games
}

func TestVerifyAcceptsWhatIsPlayed(t *testing.T) {
	player, games := verified(t, 300)
	reasons, weights := map[game.Ending]int{}, map[float32]int{}
	for _, g := range games {
		if err := player.Verify(g, Uniform); err != nil {
			t.Errorf("%v: %v", g, err)
		}
		reasons[g.Reason]++
		for _, s := range g.Searches {
			weights[s.Weight]++
		}
	}
	for _, reason := range []game.Ending{game.PlyLimit, game.Proof, game.Stopped, game.Repetition} {
		if reasons[reason] == 0 {
			t.Errorf("no game ends by %s: %v", reason, reasons)
		}
	}
	if len(weights) < 2 {
		t.Errorf("all weights are the same: %v", weights)
	}
}

func TestVerifyRefusesWhatIsForged(t *testing.T) {
	player, games := verified(t, 60)
	start := player.Board.Start()
	usual := start.String() // games from this start are never stopped
	for name, test := range map[string]struct {
		change func(g *replay.Game) bool // false if it does not apply
		want   error
	}{
		"another seed": {func(g *replay.Game) bool { g.Seed++; return true }, ErrOpening},
		"shorter opening": {func(g *replay.Game) bool {
			g.RandomPlies--
			return g.RandomPlies >= 0
		}, ErrOpening},
		"a fast search as a full one": {func(g *replay.Game) bool {
			s := &g.Searches[0]
			was := s.Full()
			s.Moves, s.Policy = []game.Move{1}, []float32{1}
			return !was
		}, ErrSearches},
		"a full search as a fast one": {func(g *replay.Game) bool {
			was := g.Searches[0].Full()
			g.Searches[0].Moves, g.Searches[0].Policy = nil, nil
			return was
		}, ErrSearches},
		"weight": {func(g *replay.Game) bool {
			g.Searches[len(g.Searches)-1].Weight = 0.9
			return true
		}, ErrSearches},
		"left out": {func(g *replay.Game) bool { g.Searches = g.Searches[1:]; return true }, nil},
		"given up": {func(g *replay.Game) bool {
			was := g.Reason
			g.Reason = game.Stopped
			return was == game.Proof && g.Start == usual
		}, ErrEnd},
		"false repeat": {func(g *replay.Game) bool {
			was := g.Reason
			g.Reason = game.Repetition
			return was == game.Proof
		}, ErrEnd},
	} {
		tried := 0
		for _, g := range games {
			changed := *g
			changed.Searches = append([]replay.SearchRecord(nil), g.Searches...)
			if len(changed.Searches) == 0 || !test.change(&changed) {
				continue
			}
			tried++
			err := player.Verify(&changed, Uniform)
			if err == nil || test.want != nil && !errors.Is(err, test.want) {
				t.Errorf("%s: %v gives %v, want %v", name, g, err, test.want)
			}
		}
		if tried == 0 {
			t.Errorf("%s was not tried", name)
		}
	}
}
