package api

import (
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// lineIn plays moves from s, and returns them.
func lineIn(t *testing.T, s game.State, texts string) (line []game.Move) {
	t.Helper()
	for _, text := range strings.Fields(texts) {
		m, err := s.ParseMove(text, game.RearNotation)
		if err != nil {
			t.Fatalf("%s in %s: %v", text, s.String(), err)
		}
		line = append(line, m)
		s.Play(m)
	}
	return line
}

func stateOf(t *testing.T, rules, position string) *game.State {
	t.Helper()
	g, err := (&positionRequest{Rules: rules, Start: position}).game()
	if err != nil {
		t.Fatal(err)
	}
	return &g.state
}

// The reasons come from the lines after the two moves, and only if the lines differ in them.
func TestReasonsFromLines(t *testing.T) {
	const (
		// Black's line of two on b5 and b4 can take the stone on b3.
		attacked = "..../.b../.b../.w../..../w..w w"
		// White's line on b3 and b4 can take the stone on b5.
		attacking = "..../.b../.w../.w../b.../...w w"
		// Black is one step from its far row, and White can take the stone there.
		crossing = "..../..../..../..../b..w/.w.w w"
		// White is one step from its far row.
		across = "..../w.../..../...b/...b/.... w"
	)
	for name, tt := range map[string]struct {
		position, played, better string
		want                     []reason
	}{
		"the reply captures": {attacked, "d1-d2 b5-b4 d2-d3", "b3-a3 b5-a5 a3-a4",
			[]reason{{Kind: losesStones, Count: 1, Moves: []moveTexts{{"b5xb4", "b5xb3"}}}}},
		"the better move loses the stone too": {attacked, "d1-d2 b5-b4 d2-d3", "d1-c2 b5-b4 c2-c3",
			[]reason{}},
		"the reply captures, and the line ends there": {attacked, "d1-d2 b5-b4", "b3-a3",
			[]reason{{Kind: losesStones, Count: 1, Moves: []moveTexts{{"b5xb4", "b5xb3"}}}}},
		"the reply is unknown": {attacked, "d1-d2", "b3-a3", []reason{}},
		"the better move captures": {attacking, "d1-d2 b5-a5", "b3xb4 a2-b2",
			[]reason{{Kind: missesTake, Count: 1, Moves: []moveTexts{{"b3xb4", "b3xb5"}}}}},
		"both moves capture": {attacking, "b3xb4 a2-b2", "b3xb4 a2-b2", []reason{}},
		"the reply crosses": {crossing, "d2-d3 a2-a1 b1-c2", "b1-a1 a2-b2 d2-d3",
			[]reason{{Kind: letsCross, Moves: []moveTexts{{"a2-a1", "a2-a1"}}}}},
		"the reply crosses, and nobody knows whether it stays": {crossing, "d2-d3 a2-a1", "b1-a1 a2-b2 d2-d3",
			[]reason{}},
		"the reply crosses after either move": {crossing, "d2-d3 a2-a1 b1-c2", "d2-c2 a2-a1 b1-a2",
			[]reason{}},
		"the better move crosses": {across, "a5-b5 d3-c3 b5-a5", "a5-a6 d3-c3",
			[]reason{{Kind: missesCross, Moves: []moveTexts{{"a5-a6", "a5-a6"}}}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := stateOf(t, tiny, tt.position)
			c := choice{s, lineIn(t, *s, tt.played), lineIn(t, *s, tt.better)}
			got, err := explain(t.Context(), c, &reviewReply{Loss: blame}, &engine.Result{}, &engine.Result{})
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%+v, %v, want %+v", got, err, tt.want)
			}
			if got, _ := explain(t.Context(), c, &reviewReply{Loss: blame / 2}, &engine.Result{},
				&engine.Result{}); len(got) > 0 {
				t.Errorf("a move that costs little has reasons: %+v", got)
			}
		})
	}
}

// A proof gives the number of moves, which the search or the classical engine counts.
func TestReasonsFromProofs(t *testing.T) {
	// Each side is one step from its far row.
	s := stateOf(t, tiny, "..../w.../..../..../...b/.... b")
	c := choice{s, lineIn(t, *s, "d2-c2"), lineIn(t, *s, "d2-d1")}
	after := engine.Result{Proof: engine.Win, Lines: []engine.Line{{Plies: 3}}}
	for _, tt := range []struct {
		reply  reviewReply
		before engine.Result
		after  engine.Result
		want   []reason
	}{
		{reviewReply{Loss: 1}, engine.Result{}, after,
			[]reason{{Kind: letsWin, Count: 2, Moves: []moveTexts{}}}},
		{reviewReply{Loss: 1, Proof: engine.Win}, engine.Result{Lines: []engine.Line{{Plies: 5}}},
			engine.Result{}, []reason{{Kind: missesWin, Count: 3, Moves: []moveTexts{{"d2-d1", "d2-d1"}}}}},
	} {
		got, err := explain(t.Context(), c, &tt.reply, &tt.before, &tt.after)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%+v, %v, want %+v", got, err, tt.want)
		}
	}
	if n, err := winningMoves(t.Context(), stateOf(t, tiny, "..../w.../..../..../b.../.... w"),
		&engine.Result{}); err != nil || n != 0 {
		t.Errorf("a race that White does not win is won in %d moves, %v", n, err)
	}
}
