package arena

import (
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/match/player"
	"epaminondas/mcts"
	"epaminondas/net"
)

// networks returns two networks with random weights, from files.
func networks(t *testing.T) []player.Network {
	t.Helper()
	var list []player.Network
	for seed, name := range []string{"first", "second"} {
		config := net.Default()
		config.Blocks, config.Channels, config.PoolEvery, config.ValueHidden = 1, 4, 1, 4
		weights, err := net.NewWeights(config, rand.New(rand.NewPCG(uint64(seed), 1)))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), name+".safetensors")
		if err := net.SaveCheckpoint(path, &net.Checkpoint{Weights: weights}); err != nil {
			t.Fatal(err)
		}
		network, err := player.LoadNetwork(name, path)
		if err != nil || network.Name != name || network.Digest == "" ||
			!reflect.DeepEqual(network.Search, mcts.Play()) {
			t.Fatalf("%+v, %v", network, err)
		}
		list = append(list, network)
	}
	return list
}

// match returns a match of a moment.
func match(t *testing.T) NetworkMatch {
	t.Helper()
	rules, err := game.ParseRules("epaminondas:3x5x1")
	if err != nil {
		t.Fatal(err)
	}
	rules.MaxPlies = 30
	board, err := game.NewBoard(rules)
	if err != nil {
		t.Fatal(err)
	}
	return NetworkMatch{MatchTerms: MatchTerms{Pairs: 4, OpeningPlies: 2, Simulations: 4}, Board: board,
		Networks: networks(t), Pairings: Duel(), Seed: 3, Parallel: 2}
}

// TestMatch plays a match with and without a folder: the games are the same. A finished match is not
// played again, and a folder refuses another match.
func TestMatch(t *testing.T) {
	m := match(t)
	plain, err := m.Play(t.Context())
	if err != nil || len(plain) != 1 || plain[0].Total.Games() != 8 || plain[0].A != "first" {
		t.Fatalf("%+v, %v", plain, err)
	}
	m.Folder = filepath.Join(t.TempDir(), "match")
	begun, ended := -1, 0
	m.Progress = func(done, total int) {
		if begun < 0 {
			begun = done
		}
		if ended = done; total != 8 {
			t.Errorf("%d of %d games", done, total)
		}
	}
	kept, err := m.Play(t.Context())
	if err != nil || kept[0].Total != plain[0].Total || kept[0].Pairs != plain[0].Pairs || begun != 0 ||
		ended != 8 {
		t.Errorf("%+v, want %+v, from %d to %d, %v", kept[0].Total, plain[0].Total, begun, ended, err)
	}
	begun = -1
	if _, err := m.Play(t.Context()); err != nil || begun != 8 {
		t.Errorf("again it begins at game %d, %v", begun, err)
	}
	m.Networks[0].Digest = "another"
	if _, err := m.Play(t.Context()); err == nil {
		t.Error("the folder accepts games of another network")
	}
}

func TestTerms(t *testing.T) {
	good := MatchTerms{Pairs: 1, Time: time.Second}
	for want, change := range map[string]func(*MatchTerms){
		"pairs is 0":                func(m *MatchTerms) { m.Pairs = 0 },
		"opening plies is -1":       func(m *MatchTerms) { m.OpeningPlies = -1 },
		"has 1s and 3 simulations":  func(m *MatchTerms) { m.Simulations = 3 },
		"has 0s and 0 simulations":  func(m *MatchTerms) { m.Time = 0 },
		"has -1s and 0 simulations": func(m *MatchTerms) { m.Time = -time.Second },
	} {
		terms := good
		change(&terms)
		if err := terms.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v gives %v, want %q", terms, err, want)
		}
	}
	if err := good.Validate(); err != nil || good.Limit() != "time=1s" ||
		(MatchTerms{Simulations: 5}).Limit() != "sims=5" {
		t.Errorf("%v, %s", err, good.Limit())
	}
}
