package arena

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/match/player"
)

// shippedBoards are the boards with balanced openings, and the least number of openings of each.
var shippedBoards = map[string]int{
	"epaminondas": 300, "epaminondas:8x8": 300, "crossings": 300, "epaminondas:4x6x1": 60,
}

// TestShippedOpenings checks that each trained board has enough balanced openings, which the classical
// engine judges as even: no file is of another version of the rules or of the engine.
func TestShippedOpenings(t *testing.T) {
	for rules, least := range shippedBoards {
		b := game.MustBoard(rules)
		openings, err := BalancedOpenings(b)
		if err != nil || len(openings) < least {
			t.Errorf("%s has %d balanced openings, want at least %d, %v", rules, len(openings), least, err)
			continue
		}
		spec, err := player.ParseSpec("alphabeta,nodes=5000")
		if err != nil {
			t.Fatal(err)
		}
		factory, err := spec.Factory(b)
		if err != nil {
			t.Fatal(err)
		}
		judge, err := factory.New(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		even := 0
		for _, o := range openings[:10] {
			balanced, err := isBalanced(t.Context(), judge, &o, 0.4)
			if err != nil {
				t.Fatal(err)
			}
			if balanced {
				even++
			}
		}
		if err := judge.Close(); err != nil || even < 8 {
			t.Errorf("%s: %d of 10 openings are even to a quick search, %v", rules, even, err)
		}
	}
}

// TestMatchOpenings checks where the openings of a match come from. The balanced ones come in an order of
// the random source, and the first of them do not depend on their number.
func TestMatchOpenings(t *testing.T) {
	draw := func(rules string, n, plies int, seed uint64) ([]Opening, bool, error) {
		return MatchOpenings(t.Context(), game.MustBoard(rules), n, plies, rand.New(rand.NewPCG(seed, 0)))
	}
	many, balanced, err := draw("epaminondas:8x8,max_plies=80", 50, Balanced, 1)
	if err != nil || !balanced || len(many) != 50 {
		t.Fatalf("%d openings, balanced %v, %v", len(many), balanced, err)
	}
	if few, _, err := draw("epaminondas:8x8,max_plies=80", 10, Balanced, 1); err != nil ||
		!reflect.DeepEqual(few, many[:10]) {
		t.Errorf("the first openings depend on their number, %v", err)
	}
	if others, _, err := draw("epaminondas:8x8,max_plies=80", 50, Balanced, 2); err != nil ||
		reflect.DeepEqual(others, many) {
		t.Errorf("another source gives the same openings, %v", err)
	}
	for _, test := range []struct {
		rules          string
		n, plies, want int
	}{
		{"epaminondas:8x8", 5, 3, 3}, {"epaminondas:7x8", 5, Balanced, fallbackPlies},
		{"epaminondas:8x8", 500, Balanced, fallbackPlies},
	} {
		openings, balanced, err := draw(test.rules, test.n, test.plies, 1)
		if err != nil || balanced || len(openings) != test.n || len(openings[0].Moves) != test.want {
			t.Errorf("%+v: %d openings, balanced %v, %v", test, len(openings), balanced, err)
		}
	}
}
