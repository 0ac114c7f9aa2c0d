package arena

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"epaminondas/game"
)

// nearWin reports whether the side to move wins or loses by the far rows within three plies. It
// searches all moves and answers.
func nearWin(s game.State) bool {
	moves := s.AppendMoves(nil)
	holds := false // a move without an answer that wins at once
	for _, m := range moves {
		next := s
		next.Play(m)
		if outcome, _ := next.Outcome(); outcome == game.Win(next.Turn()) {
			continue
		} else if outcome == game.Win(s.Turn()) {
			return true
		}
		holds = true
		answered := false
		for _, answer := range next.AppendMoves(nil) {
			after := next
			after.Play(answer)
			outcome, _ := after.Outcome()
			answered = answered || outcome != game.Win(s.Turn())
		}
		if !answered {
			return true
		}
	}
	return !holds
}

func TestDrawOpenings(t *testing.T) {
	for _, name := range []string{"epaminondas:4x6x1", "crossings", "epaminondas"} {
		b := game.MustBoard(name)
		for _, plies := range []int{1, 2, 7} {
			n := 4
			openings, err := DrawOpenings(context.Background(), b, n, plies, rand.New(rand.NewPCG(1, 0)))
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for _, o := range openings {
				state := b.Start()
				for _, m := range o.Moves {
					if !state.Legal(m) {
						t.Fatalf("%s: illegal move in an opening", name)
					}
					state.Play(m)
				}
				if len(o.Moves) != plies || state.String() != o.State.String() {
					t.Errorf("%s: %d moves lead to %s, not %s", name, len(o.Moves),
						state.String(), o.State.String())
				}
				mirror := state.Mirror()
				if seen[state.String()] || seen[mirror.String()] {
					t.Errorf("%s: %s comes twice", name, state.String())
				}
				seen[state.String()] = true
				if outcome, _ := state.Outcome(); outcome != game.Ongoing || nearWin(state) {
					t.Errorf("%s: the opening %s is decided", name, state.String())
				}
			}
			fewer, err := DrawOpenings(context.Background(), b, n/2, plies, rand.New(rand.NewPCG(1, 0)))
			if err != nil {
				t.Fatal(err)
			}
			for i := range fewer {
				if fewer[i].State != openings[i].State {
					t.Errorf("%s: opening %d depends on the number of openings", name, i)
				}
			}
		}
	}
}

// TestDrawOpeningsLeavesOutDecided uses a tiny board, on which many positions are decided after a
// few plies. DrawOpenings must skip them.
func TestDrawOpeningsLeavesOutDecided(t *testing.T) {
	b := game.MustBoard("epaminondas:3x5x1")
	rng := rand.New(rand.NewPCG(1, 0))
	decided := 0
	for range 200 {
		if o := randomGame(b, 8, rng); len(o.Moves) < 8 || nearWin(o.State) {
			decided++
		}
	}
	if decided < 10 {
		t.Fatalf("only %d of 200 openings are decided: too few for this test", decided)
	}
	openings, err := DrawOpenings(context.Background(), b, 40, 8, rng)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range openings {
		if nearWin(o.State) {
			t.Errorf("the opening %s is decided", o.State.String())
		}
	}
}

func TestDrawOpeningsExhausted(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1") // 10 first moves, in 5 pairs of mirror images
	for plies, want := range map[int]string{
		0:    "found only 1 different opening of 0 plies, want 50",
		1:    "found only 5 different openings of 1 ply, want 50: play fewer games or longer openings",
		1000: "want 50: after so many plies most games are over or decided: play fewer games or shorter openings"} {
		_, err := DrawOpenings(context.Background(), b, 50, plies, rand.New(rand.NewPCG(1, 0)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d plies: error %v, want %q", plies, err, want)
		}
	}
	// At its ply limit the game is over.
	b = game.MustBoard("epaminondas:4x6x1,max_plies=2")
	_, err := DrawOpenings(context.Background(), b, 50, 2, rand.New(rand.NewPCG(1, 0)))
	if !errors.Is(err, errLong) {
		t.Errorf("openings up to the ply limit: error %v", err)
	}
}

// randomGame plays at most plies random plies.
func randomGame(b *game.Board, plies int, rng *rand.Rand) Opening {
	o := Opening{Start: b.Start(), State: b.Start()}
	for legal := o.State.AppendMoves(nil); len(o.Moves) < plies &&
		len(legal) > 0; legal = o.State.AppendMoves(legal[:0]) {
		o.play(legal[rng.IntN(len(legal))])
	}
	return o
}

// TestOpeningsOfGames checks that the openings are the first plies of games, without short,
// repeated, mirrored and decided ones.
func TestOpeningsOfGames(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	rng := rand.New(rand.NewPCG(1, 0))
	var games [][]game.Move
	for range 40 {
		games = append(games, randomGame(b, 60, rng).Moves)
	}
	games = append(games[:1], append([][]game.Move{nil, games[0][:3],
		games[0], mirrored(b, games[0])}, games[1:]...)...)
	read := 0
	openings, err := OpeningsOfGames(context.Background(), 10, 4,
		func() (game.State, []game.Move, bool, error) {
			read++
			return b.Start(), games[read-1], true, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	if read < 14 {
		t.Errorf("10 openings of %d games, although four games have none", read)
	}
	for _, o := range openings {
		if len(o.Moves) != 4 || nearWin(o.State) {
			t.Errorf("opening of %d plies: %s", len(o.Moves), o.State.String())
		}
	}
	read = 0
	_, err = OpeningsOfGames(context.Background(), 50, 4, func() (game.State, []game.Move, bool, error) {
		if read++; read > len(games) {
			return game.State{}, nil, false, nil
		}
		return b.Start(), games[read-1], true, nil
	})
	if err == nil || !strings.Contains(err.Error(), "different openings of 4 plies, want 50") {
		t.Errorf("too few games: error %v", err)
	}
}

func mirrored(b *game.Board, moves []game.Move) []game.Move {
	var list []game.Move
	for _, m := range moves {
		list = append(list, b.MirrorMove(m))
	}
	return list
}
