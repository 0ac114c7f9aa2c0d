package api

import (
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/puzzle"
)

// aPuzzle returns a puzzle of several moves from the list, with its rules.
func aPuzzle(t *testing.T, d *Service, moves int) (string, puzzleInfo) {
	t.Helper()
	for _, b := range ask[puzzlesReply](t, d, "puzzles", struct{}{}).Boards {
		for _, p := range b.Puzzles {
			if p.Moves == moves {
				return b.Rules, p
			}
		}
	}
	t.Fatalf("there is no puzzle of %d moves", moves)
	return "", puzzleInfo{}
}

// The list has every puzzle that comes with the program, and the name of its board.
func TestPuzzlesAreListed(t *testing.T) {
	sets, err := puzzle.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	list := ask[puzzlesReply](t, newService(t, Config{}), "puzzles", struct{}{})
	if len(list.Boards) != len(sets) {
		t.Fatalf("%d boards, want %d", len(list.Boards), len(sets))
	}
	for i, b := range list.Boards {
		if len(b.Puzzles) != len(sets[i].Puzzles) || b.Rules != sets[i].Board.Rules().Name() ||
			!strings.HasSuffix(keysOf(b.Parts), "size") {
			t.Errorf("board %d is %s, %v with %d puzzles", i, b.Rules, b.Parts, len(b.Puzzles))
		}
	}
}

// The solution solves the puzzle against the defence, move by move.
func TestPuzzleIsSolvedByItsSolution(t *testing.T) {
	d := newService(t, Config{})
	rules, p := aPuzzle(t, d, 3)
	q := puzzleRequest{Rules: rules, ID: p.ID, Moves: []string{}}
	first := ask[puzzleReply](t, d, "puzzle", q)
	if first.State != puzzleOpen || first.Position.Last != nil || first.puzzleInfo != p {
		t.Errorf("the puzzle begins as %+v", first)
	}
	for n := 0; ; n++ {
		q.Solution = true
		line := ask[puzzleReply](t, d, "puzzle", q).Line
		if len(line) == 0 || n == puzzle.MostMoves {
			t.Fatalf("no solution after %v", q.Moves)
		}
		q.Solution, q.Moves = false, append(q.Moves, line[0].Text)
		reply := ask[puzzleReply](t, d, "puzzle", q)
		if reply.State == puzzleSolved {
			if n == 0 {
				t.Error("one move solves a puzzle of three")
			}
			return
		}
		if reply.State != puzzleOpen || reply.Answer == nil || reply.Position.Last.Text != reply.Answer.Text {
			t.Fatalf("after %v the reply is %+v", q.Moves, reply)
		}
		q.Moves = append(q.Moves, reply.Answer.Text)
	}
}

// A wrong move gets an answer, which is not played.
func TestWrongMoveOfAPuzzle(t *testing.T) {
	d := newService(t, Config{})
	rules, p := aPuzzle(t, d, 2)
	q := puzzleRequest{Rules: rules, ID: p.ID, Moves: []string{}, Solution: true}
	start := ask[puzzleReply](t, d, "puzzle", q)
	q.Solution = false
	for _, m := range start.Position.Moves {
		if m.Text == start.Line[0].Text {
			continue
		}
		q.Moves = []string{m.Text}
		reply := ask[puzzleReply](t, d, "puzzle", q)
		if reply.State != puzzleWrong || reply.Position.Last.Text != m.Text {
			t.Fatalf("after %s the reply is %+v", m.Text, reply)
		}
		if reply.Position.Outcome == game.Ongoing.String() && reply.Answer == nil {
			t.Errorf("%s gets no answer", m.Text)
		}
		return
	}
}

// The program refuses what is no puzzle.
func TestPuzzleRefusals(t *testing.T) {
	d := newService(t, Config{})
	rules, p := aPuzzle(t, d, 1)
	many := make([]string, mostPuzzleMoves+1)
	for want, q := range map[string]puzzleRequest{
		"no puzzles for the board": {Rules: "chess", ID: p.ID},
		"has no puzzle":            {Rules: rules, ID: "zzz"},
		"send at most 100":         {Rules: rules, ID: p.ID, Moves: many},
		"is not a move":            {Rules: rules, ID: p.ID, Moves: []string{"hello"}},
	} {
		_, err := callWith[puzzleReply](t, d, "puzzle", q, nil)
		if kindOf(err) != Bad || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want a refusal with %q", err, want)
		}
	}
	q := puzzleRequest{Rules: rules, ID: p.ID, Solution: true}
	q.Moves = []string{ask[puzzleReply](t, d, "puzzle", q).Line[0].Text}
	if _, err := callWith[puzzleReply](t, d, "puzzle", q, nil); kindOf(err) != Bad {
		t.Errorf("a solution for the opponent gives %v", err)
	}
}
