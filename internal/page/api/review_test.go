package api

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"epaminondas/internal/engine"
)

// reviewOf runs a review and returns its parts and its end.
func reviewOf(t *testing.T, d *Service, q reviewRequest) ([]reviewReply, reviewEnd) {
	t.Helper()
	var parts []reviewReply
	end, err := callWith[reviewEnd](t, d, "review", q, func(v any) error {
		parts = append(parts, v.(reviewReply))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return parts, end
}

// A review judges every move from the last to the first. It finds the move that lost the game, and
// a better move.
func TestReview(t *testing.T) {
	for name, d := range bothEngines(t) {
		parts, end := reviewOf(t, d, reviewRequest{positionRequest: winningLine(t, d), Nodes: 400})
		if !end.Done || end.Value != 1 {
			t.Errorf("%s: the end is %+v", name, end)
		}
		for i, p := range parts {
			if p.Ply != len(parts)-1-i || p.Loss != p.Best.Value-p.Played.Value || p.Loss < 0 ||
				math.Abs(float64(p.Value)) > 1 {
				t.Errorf("%s: part %d is %+v", name, i, p)
			}
			white := p.Best.Value
			if p.Ply%2 == 1 {
				white = 0 - white
			}
			if p.Value != white {
				t.Errorf("%s: the value is %v, but that of the best move %v", name, p.Value, white)
			}
		}
		blunder := parts[0]
		if blunder.Loss < 0.5 || !strings.HasSuffix(blunder.Best.Move.Text, "1") ||
			blunder.Played.Value != -1 || blunder.Proof != engine.Unknown {
			t.Errorf("%s: the blunder is %+v", name, blunder)
		}
	}
}

// winningLine is a game in which Black does not cross when it should, and loses.
func winningLine(t *testing.T, d *Service) positionRequest {
	t.Helper()
	// Each side is one step from its far row. White crosses. Black could draw level, but does not.
	q := positionRequest{Rules: tiny, Start: "..../w.../..../..../...b/.... w",
		Moves: []string{"a5-a6", "d2-c2"}}
	if at := ask[positionReply](t, d, "position", q); at.Outcome != "1-0" {
		t.Fatalf("the game ends with %s: %+v", at.Outcome, at)
	}
	return q
}

// A review from the last move judges only that move, and says the same as a review of the whole game.
func TestReviewOfTheLastMove(t *testing.T) {
	for name, d := range bothEngines(t) {
		q := reviewRequest{positionRequest: winningLine(t, d), Nodes: 400}
		all, _ := reviewOf(t, d, q)
		q.From = len(q.Moves) - 1
		last, _ := reviewOf(t, d, q)
		if len(last) != 1 || !reflect.DeepEqual(last[0], all[0]) {
			t.Errorf("%s: the last move is %+v, want %+v", name, last, all[0])
		}
	}
}

// The review of a game without moves has only the value.
func TestReviewOfNoMoves(t *testing.T) {
	parts, end := reviewOf(t, newService(t, Config{}),
		reviewRequest{positionRequest: positionRequest{Rules: tiny}, Nodes: 10})
	if len(parts) != 0 || !end.Done {
		t.Errorf("%+v %+v", parts, end)
	}
}

func TestReviewRefusesAndStops(t *testing.T) {
	d := newService(t, Config{})
	for body, want := range map[string]string{
		`{"rules":"crossings","nodes":-1}`:        "nodes is -1",
		`{"rules":"crossings","nodes":100001}`:    "nodes is 100001",
		`{"rules":"crossings","ms":-1}`:           "ms is -1",
		`{"rules":"crossings","ms":2001}`:         "ms is 2001",
		`{"rules":"crossings","from":-1}`:         "from is -1",
		`{"rules":"crossings","from":1}`:          "from is 1",
		`{"rules":"crossings","player":"nobody"}`: "nobody",
		`{"rules":"crossings","moves":["a1-a9"]}`: "move 1",
	} {
		refused(t, d, "review", body, want)
	}
	body, err := json.Marshal(reviewRequest{positionRequest: positionRequest{Rules: tiny,
		Moves: []string{"a1-a2", "b6-b5"}}, Nodes: 10})
	if err != nil {
		t.Fatal(err)
	}
	gone := errors.New("gone")
	if _, err := d.Call(t.Context(), "review", body, func(any) error { return gone }); !errors.Is(err,
		gone) || len(d.analyses.taken) != 0 {
		t.Errorf("nobody listens: %v", err)
	}
}

// The value after a move counts more than an earlier estimate. If the search found a better move,
// the review shows the cost of the played move. It keeps proofs, and claims no proof that it has
// not seen.
func TestCompare(t *testing.T) {
	g, err := (&positionRequest{Rules: tiny}).game()
	if err != nil {
		t.Fatal(err)
	}
	moves := g.state.AppendMoves(nil)
	type seen struct {
		move  int
		value float32
	}
	type result = engine.Result
	type reply = reviewReply
	const unknown, win, loss, draw = engine.Unknown, engine.Win, engine.Loss, engine.Draw
	for _, tt := range []struct {
		lines []seen // the played move is move 0
		proof engine.Proof
		after result // for the side to move
		want  reply
		best  int
	}{
		{[]seen{{1, 0.5}}, unknown, result{Value: -0.75}, reply{Value: 0.75}, 0},
		{[]seen{{1, 0.5}}, unknown, result{Value: 0.25}, reply{Value: 0.5, Loss: 0.75}, 1},
		{[]seen{{0, 0.5}}, unknown, result{Value: 0.25}, reply{Value: -0.25}, 0},
		{[]seen{{0, 0.5}, {1, 0.25}}, unknown, result{Value: 0.25}, reply{Value: 0.25, Loss: 0.5}, 1},
		{[]seen{{0, 0.5}, {1, 0.75}}, unknown, result{Value: 0.25}, reply{Value: 0.5, Loss: 0.75}, 1},
		{[]seen{{0, 0.5}, {1, 0.25}}, unknown, result{Value: -0.25}, reply{Value: 0.25}, 0},
		{[]seen{{1, 0.5}}, unknown, result{Value: -1, Proof: loss}, reply{Value: 1, Proof: win}, 0},
		{[]seen{{1, 0.5}}, unknown, result{Value: 1, Proof: win}, reply{Value: 0.5, Loss: 1.5}, 1},
		{[]seen{{0, 0.5}}, unknown, result{Value: 1, Proof: win}, reply{Value: -1}, 0},
		{[]seen{{0, 0.5}}, unknown, result{Value: 0, Proof: draw}, reply{Value: 0}, 0},
		{[]seen{{0, -1}}, loss, result{Value: 1, Proof: win}, reply{Value: -1, Proof: loss}, 0},
		{[]seen{{1, -1}}, loss, result{Value: 0.75}, reply{Value: -1, Proof: loss}, 0},
		{[]seen{{0, 1}}, win, result{Value: -0.5}, reply{Value: 1, Proof: win}, 0},
		{[]seen{{1, 1}}, win, result{Value: -0.5}, reply{Value: 1, Proof: win, Loss: 0.5}, 1},
		{[]seen{{1, 0}}, draw, result{Value: -0.5}, reply{Value: 0, Proof: draw}, 0},
	} {
		f := &engine.Result{Value: tt.lines[0].value, Proof: tt.proof}
		for _, l := range tt.lines {
			f.Lines = append(f.Lines, engine.Line{Move: moves[l.move], Value: l.value})
		}
		got := compare(f, &g.state, moves[0], &tt.after)
		if got.Value != tt.want.Value || got.Loss != tt.want.Loss || got.Proof != tt.want.Proof ||
			got.Best.Value != got.Value || f.Value != got.Value {
			t.Errorf("%+v: %+v", tt, got)
		}
		if played, best := DescribeMove(&g.state, moves[0]), DescribeMove(&g.state,
			moves[tt.best]); got.Played.Move.Text != played.Text || got.Best.Move.Text != best.Text {
			t.Errorf("%+v: %s is played, %s best", tt, got.Played.Move.Text, got.Best.Move.Text)
		}
	}
}
