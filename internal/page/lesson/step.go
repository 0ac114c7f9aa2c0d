// Package lesson teaches the rules on small boards. A step is a position with a goal, and
// the person who learns plays one move in it. The rules judge this move: the goal is a property of
// the position after it, so every legal move with that property reaches the goal. If the step has an
// opponent who answers, the answer is a legal move as well.
package lesson

import (
	"fmt"

	"epaminondas/game"
)

// Step is a step of the lesson. The person plays White.
type Step struct {
	Name  string // the page has the title, the text and the goal of the step under it
	Rules string // as in game.ParseRules
	Start string // as in game.Board.ParseState; "" for the usual start
	// Moves of the opponent before the person's move, in rear notation.
	Moves []string
	From  []string // marked stones, one of which should move
	To    []string // marked squares of the goal
	// Far is true if the step is about the far rows, so that the page shows their counts.
	Far bool
	// Answer is one of the moves that reach the goal, in rear notation. The step without an answer is a
	// game against an engine.
	Answer string
	aim    aim
}

// Steps returns the lesson.
func Steps() []Step {
	return []Step{{
		Name:  "stone",
		Rules: "epaminondas:4x6x1", Start: ".bb./..../..../..../.w../.... w",
		From: []string{"b2"}, To: []string{"c3"},
		Answer: "b2-c3", aim: reach,
	}, {
		Name:  "line",
		Rules: "epaminondas:7x7x1", Start: ".bbb.../......./......./......./..w..../.w...../w...... w",
		From: []string{"a1"}, To: []string{"d4", "e5", "f6"},
		Answer: "a1-d4", aim: reach,
	}, {
		Name:  "part",
		Rules: "epaminondas:5x7x1", Start: "..bb./...../...../.w.../.w.../.w.../.w... w",
		From: []string{"b3"}, To: []string{"b5", "b6"},
		Answer: "b3-b5", aim: reach,
	}, {
		Name:  "capture",
		Rules: "epaminondas:7x7x1", Start: "......./.b..b../.b..b../......./.w..w../.w..w../....w.. w",
		From: []string{"e1"}, To: []string{"e5", "e6"},
		Answer: "e1xe3", aim: capture,
	}, {
		Name:  "answer",
		Rules: "epaminondas:6x6x1", Start: "....../...w.b/.....b/....../..b.../ww.... b",
		Moves: []string{"c2-c1"},
		To:    []string{"c1", "a6", "b6", "c6", "d6", "e6", "f6"}, Far: true,
		Answer: "a1xb1", aim: drawLevel,
	}, {
		Name:  "crossing",
		Rules: "epaminondas:8x8x1", Start: "..bb..../w.....w./......../....b.../...w..../......../......../..w..... w",
		To:  []string{"a8", "b8", "e8", "f8", "g8", "h8"},
		Far: true, Answer: "g7-g8", aim: win,
	}, {
		Name:  "symmetry",
		Rules: "epaminondas:5x6x1", Start: "...../..w../.b.b./...../w...w/..... w",
		To: []string{"a6", "b6", "d6", "e6"}, Far: true,
		Answer: "c5-d6", aim: enter,
	}, {
		Name:  "game",
		Rules: "epaminondas:4x6x1,max_plies=60",
		To:    []string{"a6", "b6", "c6", "d6"}, Far: true,
	}}
}

// IsGame reports whether the step is a game against an engine.
func (s *Step) IsGame() bool { return s.aim == nil }

// Position returns the position in which the person moves.
func (s *Step) Position() (game.State, error) {
	var position game.State
	board, err := game.ParseBoard(s.Rules)
	if err != nil {
		return position, fmt.Errorf("lesson: %q: %w", s.Name, err)
	}
	position = board.Start()
	if s.Start != "" {
		if position, err = board.ParseState(s.Start); err != nil {
			return position, fmt.Errorf("lesson: %q: %w", s.Name, err)
		}
	}
	for _, text := range s.Moves {
		m, err := position.ParseMove(text, game.RearNotation)
		if err != nil {
			return position, fmt.Errorf("lesson: %q: %w", s.Name, err)
		}
		position.Play(m)
	}
	return position, nil
}
