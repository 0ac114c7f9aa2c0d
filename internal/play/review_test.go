package play

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
)

// reviewOf runs a review and returns its parts and its end.
func reviewOf(t *testing.T, d *Desk, q reviewRequest) ([]reviewReply, reviewEnd) {
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

// A review judges every move from the last to the first; it finds the move that threw the game away, and what was better.
func TestReview(t *testing.T) {
	for name, d := range bothEngines(t) {
		parts, end := reviewOf(t, d, reviewRequest{positionRequest: winningLine(t, d), Nodes: 400})
		if !end.Done || end.Value != 1 {
			t.Errorf("%s: the end is %+v", name, end)
		}
		for i, p := range parts {
			if p.Ply != len(parts)-1-i || p.Loss != p.Best.Value-p.Played.Value || p.Loss < 0 || math.Abs(float64(p.Value)) > 1 {
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
		if blunder.Loss < 0.5 || !strings.HasSuffix(blunder.Best.Move.Text, "1") || blunder.Played.Value != -1 || blunder.Proof != "" {
			t.Errorf("%s: the blunder is %+v", name, blunder)
		}
	}
}

// winningLine is a game in which Black does not cross when it should, and loses.
func winningLine(t *testing.T, d *Desk) positionRequest {
	t.Helper()
	// Each side is one step from its far row. White crosses, Black, who could draw level, does not.
	q := positionRequest{Rules: tiny, Start: "..../w.../..../..../...b/.... w", Moves: []string{"a5-a6", "d2-c2"}}
	if at := ask[positionReply](t, d, "position", q); at.Outcome != "1-0" {
		t.Fatalf("the game ends with %s: %+v", at.Outcome, at)
	}
	return q
}

// Nothing is said of a game without moves but its value.
func TestReviewOfNoMoves(t *testing.T) {
	parts, end := reviewOf(t, newDesk(t, Config{}), reviewRequest{positionRequest: positionRequest{Rules: tiny}, Nodes: 10})
	if len(parts) != 0 || !end.Done {
		t.Errorf("%+v %+v", parts, end)
	}
}

func TestReviewRefusesAndStops(t *testing.T) {
	d := newDesk(t, Config{})
	for body, want := range map[string]string{
		`{"rules":"crossings","nodes":-1}`:        "nodes is -1",
		`{"rules":"crossings","nodes":100001}`:    "nodes is 100001",
		`{"rules":"crossings","ms":-1}`:           "ms is -1",
		`{"rules":"crossings","ms":2001}`:         "ms is 2001",
		`{"rules":"crossings","player":"nobody"}`: "nobody",
		`{"rules":"crossings","moves":["a1-a9"]}`: "move 1",
	} {
		refused(t, d, "review", body, want)
	}
	body, err := json.Marshal(reviewRequest{positionRequest: positionRequest{Rules: tiny, Moves: []string{"a1-a2", "b6-b5"}}, Nodes: 10})
	if err != nil {
		t.Fatal(err)
	}
	gone := errors.New("gone")
	if _, err := d.Call(t.Context(), "review", body, func(any) error { return gone }); !errors.Is(err, gone) || len(d.analyses.taken) != 0 {
		t.Errorf("nobody listens: %v", err)
	}
}

// What came of a move counts more than what was expected of another; a better one that was seen shows what the move gave away.
func TestCompare(t *testing.T) {
	g, err := (&positionRequest{Rules: tiny}).game()
	if err != nil {
		t.Fatal(err)
	}
	moves := g.state.AppendMoves(nil)
	for _, tt := range []struct {
		best        int
		seen, after float32 // value of the best move, and of the position after the other for who moves there
		proof       proof   // of that
		want        reviewReply
	}{
		{1, 0.5, -0.75, "", reviewReply{Value: 0.75}},
		{1, 0.5, 0.25, "", reviewReply{Value: 0.5, Loss: 0.75}},
		{0, 0.5, 0.25, "", reviewReply{Value: -0.25}},
		{1, 0.5, -1, "loss", reviewReply{Value: 1, Proof: "win"}},
		{1, 0.5, 1, "win", reviewReply{Value: 0.5, Loss: 1.5}},
		{0, -1, 1, "win", reviewReply{Value: -1, Proof: "loss"}},
	} {
		f := &findings{value: tt.seen, lines: []line{{move: moves[tt.best], value: tt.seen}}}
		got := f.compare(&g.state, moves[0], &findings{value: tt.after, proof: tt.proof})
		if got.Value != tt.want.Value || got.Loss != tt.want.Loss || got.Proof != tt.want.Proof || got.Best.Value != got.Value || f.value != got.Value {
			t.Errorf("%+v: %+v", tt, got)
		}
	}
}
