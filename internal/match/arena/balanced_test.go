package arena

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/match/player"
)

// hashing is a player that takes the value of a position from its hash. It calls cancel, unless it is nil.
type hashing struct {
	judged bool
	cancel func()
}

func (hashing) Name() string                          { return "hashing" }
func (hashing) NewGame(context.Context, uint64) error { return nil }
func (hashing) Close() error                          { return nil }

func (h hashing) Choose(_ context.Context, t player.Turn) (player.Choice, error) {
	if h.cancel != nil {
		h.cancel()
	}
	return player.Choice{Value: hashValue(t), Judged: h.judged}, nil
}

// opposite is a judge that finds even what hashing values at 0.7.
type opposite struct{ hashing }

func (opposite) Choose(_ context.Context, t player.Turn) (player.Choice, error) {
	return player.Choice{Value: hashValue(t) - 0.7, Judged: true}, nil
}

func hashValue(t player.Turn) float32 { return float32(t.State.Hash()%201)/100 - 1 }

func TestDrawBalancedOpenings(t *testing.T) {
	b := game.MustBoard("crossings")
	found := 0
	judged := func(most float32, judges ...player.Player) ([]Opening, error) {
		return DrawBalancedOpenings(t.Context(), b, 20, 6, rand.New(rand.NewPCG(3, 0)), judges, most,
			func() { found++ })
	}
	draw := func(judge player.Player, most float32) ([]Opening, error) { return judged(most, judge) }
	openings, err := draw(hashing{judged: true}, 0.1)
	if err != nil || len(openings) != 20 || found != 20 {
		t.Fatalf("%d openings of %d, error %v", len(openings), found, err)
	}
	var file []byte
	for i := range openings {
		file = AppendOpening(file, &openings[i])
	}
	again, err := ReadOpenings(b, bytes.NewReader(file))
	if err != nil || len(again) != len(openings) {
		t.Fatalf("the file has %d openings, error %v", len(again), err)
	}
	seen := map[uint64]bool{}
	for i, o := range openings {
		if again[i].State != o.State {
			t.Errorf("%v is read as %v", &o.State, &again[i].State)
		}
		if v := hashValue(player.Turn{State: &o.State}); v < -0.1 || v > 0.1 || len(o.Moves) != 6 {
			t.Errorf("%v: %d plies, value %v", &o.State, len(o.Moves), v)
		}
		seen[o.State.MirrorHash()] = true
	}
	if len(seen) != len(openings) {
		t.Errorf("%d of %d openings differ", len(seen), len(openings))
	}
	_, err = draw(hashing{judged: true}, -1)
	if err == nil || !strings.Contains(err.Error(), "found only 0") ||
		!strings.HasSuffix(err.Error(), ", or allow values greater than -1") {
		t.Errorf("no opening suits: error %v", err)
	}
	_, err = draw(hashing{}, 1)
	if err == nil || !strings.Contains(err.Error(), "hashing gives positions no value") {
		t.Errorf("a player without values: error %v", err)
	}
	// Every judge has to agree.
	both, err := judged(0.5, hashing{judged: true}, opposite{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range both {
		if v := hashValue(player.Turn{State: &o.State}); v < 0.2 || v > 0.5 {
			t.Errorf("%v has the value %v, want what suits both judges", &o.State, v)
		}
	}
}

// TestCancelledOpenings cancels the judgement of the last opening, which then has no value.
func TestCancelledOpenings(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	openings, err := DrawBalancedOpenings(ctx, game.MustBoard("crossings"), 1, 6,
		rand.New(rand.NewPCG(3, 0)), []player.Player{hashing{judged: true, cancel: cancel}}, 1, func() {})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v, error %v", openings, err)
	}
}
