package api

import (
	"context"
	"reflect"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// oracle is an engine with fixed values of positions. It records the nodes of the last search of each
// position. Its hint is a fixed move.
type oracle struct {
	engine.Engine
	worth map[string]float32 // for the side to move, by position
	nodes map[string]int
	hint  game.Move
}

func (oracle) Attributes() engine.Attributes { return engine.Attributes{} }

func (o oracle) Search(_ context.Context, t engine.Turn, l engine.Limit,
	_ func(*engine.Result) error) (*engine.Result, error) {
	o.nodes[t.State.String()] = l.Nodes
	return &engine.Result{Value: o.worth[t.State.String()], Lines: []engine.Line{{}}}, nil
}

func (o oracle) choose(context.Context, *game.State, engine.Level, uint64) (engine.LevelChoice, error) {
	return engine.LevelChoice{Move: o.hint, Nodes: 300}, nil
}

// Before a review blames a move, it searches that move and the better one equally, and longer if
// they are close. The review marks a move that a hint would name.
func TestVerdictSearchesBothAlike(t *testing.T) {
	g, err := (&positionRequest{Rules: tiny}).game()
	if err != nil {
		t.Fatal(err)
	}
	s, moves := &g.state, g.state.AppendMoves(nil)
	played, better := *s, *s
	played.Play(moves[0])
	better.Play(moves[1])
	for _, tt := range []struct {
		name                     string
		afterPlayed, afterBetter float32 // for the opponent
		hint                     game.Move
		loss                     float32
		nodes                    int
		hinted                   bool
	}{
		{"the promise is kept", 0, -0.5, moves[1], 0.5, 100, false},
		{"the promise is not kept", 0, 0.5, moves[1], 0, 100, false},
		{"close, and better", 0, -0.125, moves[1], 0.125, 400, false},
		{"not better", 0, 0.125, moves[1], 0, 100, false},
		{"the hint errs", 0, -0.5, moves[0], 0.5, 100, true},
		{"the hint errs hardly", 0, -0.0625, moves[0], 0.0625, 400, false},
	} {
		o := oracle{nodes: map[string]int{}, worth: map[string]float32{played.String(): tt.afterPlayed,
			better.String(): tt.afterBetter}, hint: tt.hint}
		before := &engine.Result{Value: 0.5, Lines: []engine.Line{{Move: moves[1], Value: 0.5},
			{Move: moves[0], Value: 0}}}
		after := &engine.Result{Value: tt.afterPlayed}
		r, err := reviewer{o, o, engine.Limit{Lines: 2, Nodes: 100}}.verdict(t.Context(), s, moves[0], before,
			after)
		if err != nil || r.Loss != tt.loss || r.Nodes != tt.nodes || r.Hinted != tt.hinted ||
			(r.HintNodes > 0) != tt.hinted || r.Played.Value != 0-tt.afterPlayed {
			t.Errorf("%s: %+v, %v", tt.name, r, err)
		}
		if o.nodes[better.String()] != tt.nodes || tt.nodes > 100 && o.nodes[played.String()] != tt.nodes {
			t.Errorf("%s: the searches had %v nodes", tt.name, o.nodes)
		}
		if best := map[bool]game.Move{true: moves[1],
			false: moves[0]}[tt.loss > 0]; r.Best.Move.Text != DescribeMove(s, best).Text ||
			r.Value != r.Best.Value || before.Value != r.Value {
			t.Errorf("%s: %s is best, worth %v to White and %v before", tt.name, r.Best.Move.Text, r.Value,
				before.Value)
		}
	}
}

// A repeated review gives the same bits. If it blames a move that a hint names, it says so.
func TestReviewRepeats(t *testing.T) {
	for name, d := range bothEngines(t) {
		q := reviewRequest{positionRequest: positionRequest{Rules: tiny, Moves: []string{}}}
		hinted := map[int]bool{}
		for ply := range 12 {
			at := ask[positionReply](t, d, "position", q.positionRequest)
			if at.Outcome != "*" {
				break
			}
			move := at.Moves[(ply*7+5)%len(at.Moves)].Text
			if ply%3 > 0 {
				hinted[ply] = true
				move = ask[moveReply](t, d, "move",
					moveRequest{q.positionRequest, "", engine.HintLevel, 1}).Move.Text
			}
			q.Moves = append(q.Moves, move)
		}
		first, end := reviewOf(t, d, q)
		again, endAgain := reviewOf(t, d, q)
		if !reflect.DeepEqual(first, again) || end != endAgain {
			t.Errorf("%s: a review says\n%+v %+v, then\n%+v %+v", name, first, end, again, endAgain)
		}
		for _, r := range first {
			if r.Nodes == 0 {
				t.Errorf("%s: %+v was not ended by nodes", name, r)
			}
			if hinted[r.Ply] && r.Loss >= blame && !r.Hinted {
				t.Errorf("%s: the hint at ply %d is blamed without a word: %+v", name, r.Ply, r)
			}
		}
	}
}
