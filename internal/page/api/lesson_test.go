package api

import (
	"slices"
	"strings"
	"testing"

	"epaminondas/internal/page/lesson"
)

// The page gets each step, can show its position, and gets a verdict on its answer and on a miss.
func TestLesson(t *testing.T) {
	d := newService(t, Config{})
	got := ask[lessonReply](t, d, "lesson", lessonRequest{})
	if len(got.Steps) != len(lesson.Steps()) {
		t.Fatalf("%d steps", len(got.Steps))
	}
	for i, s := range got.Steps {
		view := ask[positionReply](t, d, "position", positionRequest{Rules: s.Rules, Start: s.Start,
			Moves: s.Moves})
		if view.Turn != "white" || view.Outcome != "*" || s.Game != (i == len(got.Steps)-1) {
			t.Errorf("%s: %s to move, %s", s.Name, view.Turn, view.Outcome)
		}
		if s.Game {
			continue
		}
		judge := func(move string) attemptReply {
			return ask[attemptReply](t, d, "attempt", attemptRequest{Step: i + 1,
				Moves: append(slices.Clone(s.Moves), move)})
		}
		if v := judge(s.Answer); !v.Reached || v.What == "" {
			t.Errorf("%s: the answer %s gets %+v", s.Name, s.Answer, v)
		}
		missed := slices.ContainsFunc(view.Moves, func(m Move) bool { return !judge(m.Text).Reached })
		if !missed {
			t.Errorf("%s: every move reaches the goal", s.Name)
		}
	}
}

// The opponent's answer continues the game of the step.
func TestLessonReply(t *testing.T) {
	d := newService(t, Config{})
	step := lesson.Steps()[4]
	moves := append(slices.Clone(step.Moves), "d5-d6")
	v := ask[attemptReply](t, d, "attempt", attemptRequest{Step: 5, Moves: moves})
	if v.Reply == nil {
		t.Fatal("no reply")
	}
	view := ask[positionReply](t, d, "position", positionRequest{Rules: step.Rules, Start: step.Start,
		Moves: append(moves, v.Reply.Text)})
	if view.Turn != "white" || view.Outcome != "*" {
		t.Errorf("after the reply: %s, %s", view.Turn, view.Outcome)
	}
}

func TestLessonRefusals(t *testing.T) {
	d := newService(t, Config{})
	for body, want := range map[string]string{
		`{"step":0,"moves":["b2-c3"]}`:         "the lesson has 8 steps",
		`{"step":9,"moves":["b2-c3"]}`:         "the lesson has 8 steps",
		`{"step":8,"moves":["a1-a2"]}`:         "is a game",
		`{"step":1,"moves":[]}`:                "send one move after",
		`{"step":1,"moves":["b2-c3","c6-c5"]}`: "send one move after",
		`{"step":1,"moves":["b2-b4"]}`:         "the rules do not allow this move here",
		`{"step":5,"moves":["a1xb1"]}`:         "send one move after",
		`{"step":5,"moves":["c2-b1","d5-d6"]}`: "send one move after",
		`{"step":7,"moves":["c5-c6"]}`:         "the rules do not allow this move here",
	} {
		_, err := d.Call(t.Context(), "attempt", []byte(body), nil)
		if kindOf(err) != Bad || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", body, err, want)
		}
	}
}
