// Package lesson teaches the rules on small boards. A step is a position with a text and a goal, and
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
	Title string
	Text  string // what the step teaches
	Goal  string // what the person should do
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
		Title: "One stone",
		Text:  "You play White. A single stone moves one square, in any of the eight directions.",
		Goal:  "Move your stone to the marked square.",
		Rules: "epaminondas:4x6x1", Start: ".bb./..../..../..../.w../.... w",
		From: []string{"b2"}, To: []string{"c3"},
		Answer: "b2-c3", aim: reach,
	}, {
		Title: "A line moves together",
		Text: "Stones in an unbroken straight line are a phalanx. A phalanx of three moves up to three " +
			"squares along its line. Choose its hindmost stone, and then the square where its front " +
			"stone lands.",
		Goal:  "Bring all three stones to the marked squares.",
		Rules: "epaminondas:7x7x1", Start: ".bbb.../......./......./......./..w..../.w...../w...... w",
		From: []string{"a1"}, To: []string{"d4", "e5", "f6"},
		Answer: "a1-d4", aim: reach,
	}, {
		Title: "Part of a line",
		Text: "A line may split. If you choose a stone inside it, only this stone and the stones in front " +
			"of it move. A part of two moves up to two squares.",
		Goal:  "Move the two front stones to the marked squares. The other two stay behind.",
		Rules: "epaminondas:5x7x1", Start: "..bb./...../...../.w.../.w.../.w.../.w... w",
		From: []string{"b3"}, To: []string{"b5", "b6"},
		Answer: "b3-b5", aim: reach,
	}, {
		Title: "Capture",
		Text: "A phalanx captures an enemy line in its way if that line is shorter. The front stone lands " +
			"on the nearest stone of the line, and the whole line leaves the board.",
		Goal:  "Capture the two marked stones.",
		Rules: "epaminondas:7x7x1", Start: "......./.b..b../.b..b../......./.w..w../.w..w../....w.. w",
		From: []string{"e1"}, To: []string{"e5", "e6"},
		Answer: "e1xe3", aim: capture,
	}, {
		Title: "Answer at once",
		Text: "Your far row is row 6, and Black's is row 1. Black has just reached row 1 and leads by 1 to " +
			"0. A side that begins its turn in the lead has won, so you must draw level with this move.",
		Goal:  "Capture the stone on row 1, or reach row 6 yourself.",
		Rules: "epaminondas:6x6x1", Start: "....../...w.b/.....b/....../..b.../ww.... b",
		Moves: []string{"c2-c1"},
		To:    []string{"c1", "a6", "b6", "c6", "d6", "e6", "f6"}, Far: true,
		Answer: "a1xb1", aim: drawLevel,
	}, {
		Title: "A crossing that wins",
		Text: "If you take the lead on the far rows, the opponent has one move to draw level. So look for " +
			"a crossing that Black cannot capture. Black's line of two moves up to two squares.",
		Goal:  "Reach row 8 so that Black has no answer.",
		Rules: "epaminondas:8x8x1", Start: "..bb..../w.....w./......../....b.../...w..../......../......../..w..... w",
		To:  []string{"a8", "b8", "e8", "f8", "g8", "h8"},
		Far: true, Answer: "g7-g8", aim: win,
	}, {
		Title: "The symmetry rule",
		Text: "No stone may enter its far row by a move that makes the whole board its own mirror image, " +
			"left to right. Here this rule forbids c6.",
		Goal:  "Reach row 6 on another square.",
		Rules: "epaminondas:5x6x1", Start: "...../..w../.b.b./...../w...w/..... w",
		To: []string{"a6", "b6", "d6", "e6"}, Far: true,
		Answer: "c5-d6", aim: enter,
	}, {
		Title: "Your first game",
		Text: "You know all the rules. Now play on a small board against level 1, which often makes " +
			"mistakes. You win if your turn begins with more stones on row 6 than Black has on row 1.",
		Goal:  "Bring your stones across to row 6.",
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
		return position, fmt.Errorf("lesson: %q: %w", s.Title, err)
	}
	position = board.Start()
	if s.Start != "" {
		if position, err = board.ParseState(s.Start); err != nil {
			return position, fmt.Errorf("lesson: %q: %w", s.Title, err)
		}
	}
	for _, text := range s.Moves {
		m, err := position.ParseMove(text, game.RearNotation)
		if err != nil {
			return position, fmt.Errorf("lesson: %q: %w", s.Title, err)
		}
		position.Play(m)
	}
	return position, nil
}
