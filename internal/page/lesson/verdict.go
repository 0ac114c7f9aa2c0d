package lesson

import (
	"cmp"
	"slices"

	"epaminondas/game"
)

// Verdict is the judgement of the person's move.
type Verdict struct {
	Reached bool // the move reaches the goal
	// What says what the move did, or what went wrong: the page has a text under this name.
	What   string
	Values Values
	// Reply is the opponent's answer in the position After, if HasReply is true.
	Reply    game.Move
	HasReply bool
	After    game.State // the position after the person's move
}

// Values are the numbers and squares in a text of the page, by their names.
type Values map[string]any

// Judge judges m, a legal move in the step's position.
func (s *Step) Judge(position game.State, m game.Move) Verdict {
	t := try{step: s, before: position, after: position, move: m}
	t.after.Play(m)
	found := s.aim(&t)
	v := Verdict{Reached: found.reached, What: found.what, Values: found.values, After: t.after}
	if outcome, _ := t.after.Outcome(); found.answered && outcome == game.Ongoing {
		v.Reply, v.HasReply = reply(&t.after), true
	}
	return v
}

// reply returns the opponent's answer: the move that leads by most on the far rows. If several moves do,
// more captured stones decide, and then more rows of advance.
func reply(s *game.State) game.Move {
	return slices.MaxFunc(s.AppendMoves(nil), func(a, b game.Move) int { return compare(s, a, b) })
}

func compare(s *game.State, a, b game.Move) int {
	movedA, takenA, leadA := s.Effect(a)
	movedB, takenB, leadB := s.Effect(b)
	return cmp.Or(cmp.Compare(leadA, leadB), cmp.Compare(takenA, takenB),
		cmp.Compare(advance(s, a)*movedA, advance(s, b)*movedB))
}

// advance returns the number of rows by which a move brings its stones nearer to their far row.
func advance(s *game.State, m game.Move) int {
	_, rows := m.Direction().Delta()
	if s.Turn() == game.Black {
		rows = -rows
	}
	return rows * m.Distance()
}
