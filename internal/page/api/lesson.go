package api

import (
	"context"
	"slices"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/page/lesson"
)

// lessonRequest asks for the lesson.
type lessonRequest struct{}

// lessonReply has the steps of the lesson in order.
type lessonReply struct {
	Steps []lessonStep `json:"steps"`
}

// lessonStep describes a step to the page.
type lessonStep struct {
	Name   string   `json:"name"` // of its texts
	Rules  string   `json:"rules"`
	Start  string   `json:"start"` // position text, "" for the usual start
	Moves  []string `json:"moves"` // of the opponent, before the person's move
	From   []string `json:"from"`  // marked stones, one of which should move
	To     []string `json:"to"`    // marked squares of the goal
	Far    bool     `json:"far"`   // the step is about the far rows
	Game   bool     `json:"game"`  // the step is a game against an engine
	Answer string   `json:"answer"`
}

func (d *Service) answerLesson(context.Context, *lessonRequest, Part) (any, error) {
	reply := lessonReply{}
	for _, s := range lesson.Steps() {
		reply.Steps = append(reply.Steps, lessonStep{Name: s.Name,
			Rules: s.Rules, Start: s.Start, Moves: listed(s.Moves), From: listed(s.From), To: listed(s.To),
			Far: s.Far, Game: s.IsGame(), Answer: s.Answer})
	}
	return reply, nil
}

// listed returns a list that JSON writes as [] if it is empty.
func listed(texts []string) []string { return append([]string{}, texts...) }

// attemptRequest asks whether a move reaches the goal of a step.
type attemptRequest struct {
	Step  int      `json:"step"`  // from 1
	Moves []string `json:"moves"` // those of the step and the person's move, in rear notation
}

// attemptReply judges the move.
type attemptReply struct {
	Reached bool `json:"reached"`
	Said
	Reply *Move `json:"reply"` // the opponent's answer, or null
}

func (d *Service) answerAttempt(_ context.Context, q *attemptRequest, _ Part) (any, error) {
	steps := lesson.Steps()
	if q.Step < 1 || q.Step > len(steps) {
		return nil, refuse(Bad, "step is %d: the lesson has %s", q.Step, noun.Count(len(steps), "step"))
	}
	step := steps[q.Step-1]
	if step.IsGame() {
		return nil, refuse(Bad, "step %d is a game, which has no goal to check", q.Step)
	}
	own := len(step.Moves)
	if len(q.Moves) != own+1 || !slices.Equal(q.Moves[:own], step.Moves) {
		return nil, refuse(Bad, "moves has %s: send one move after %q for step %d",
			noun.Count(len(q.Moves), "move"), step.Moves, q.Step)
	}
	game := positionRequest{Rules: step.Rules, Start: step.Start, Moves: q.Moves}
	g, err := game.game()
	if err != nil {
		return nil, err
	}
	v := step.Judge(g.states[own], g.moves[own])
	reply := attemptReply{Reached: v.Reached, Said: Said{v.What, v.Values}}
	if v.HasReply {
		m := DescribeMove(&v.After, v.Reply)
		reply.Reply = &m
	}
	return reply, nil
}
