package lesson

import (
	"fmt"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// aim judges a move by the positions before and after it.
type aim func(t *try) finding

// try is a move of the person.
type try struct {
	step          *Step
	before, after game.State
	move          game.Move
}

// finding is the result of an aim.
type finding struct {
	reached  bool
	text     string
	answered bool // the opponent answers
}

// reach wants the stones of one phalanx on all marked squares.
func reach(t *try) finding {
	moved, wanted := t.before.PhalanxLength(t.move), len(t.step.To)
	first, last := t.step.From[0], t.step.To[wanted-1]
	switch {
	case covers(t.after.Stones(game.White), t.step.To) && moved == wanted:
		return finding{reached: true, text: reachedText(moved)}
	case moved < wanted:
		return finding{text: fmt.Sprintf("Only %s moved. If you choose %s, %s move.",
			noun.Count(moved, "stone"), first, noun.Count(wanted, "stone"))}
	case moved > wanted:
		return finding{text: fmt.Sprintf("%s moved. If you choose %s, only %s move, and the others stay.",
			noun.Count(moved, "stone"), first, noun.Count(wanted, "stone"))}
	case moved == 1:
		return finding{text: fmt.Sprintf("Your stone landed on %s. It should land on %s.",
			t.before.Landing(t.move), last)}
	}
	return finding{text: fmt.Sprintf("The front stone landed on %s. It should land on %s.",
		t.before.Landing(t.move), last)}
}

func reachedText(moved int) string {
	if moved == 1 {
		return "The stone is on its square."
	}
	return fmt.Sprintf("The %s moved as one.", noun.Count(moved, "stone"))
}

// covers reports whether a set has all named squares.
func covers(set game.Bits, names []string) bool {
	found := 0
	for !set.Empty() {
		if slices.Contains(names, set.Pop().String()) {
			found++
		}
	}
	return found == len(names)
}

// capture wants that no marked square has an enemy stone.
func capture(t *try) finding {
	for squares := t.after.Stones(game.Black); !squares.Empty(); {
		if slices.Contains(t.step.To, squares.Pop().String()) {
			return finding{text: fmt.Sprintf("That move captured nothing. Choose %s, and let the front stone "+
				"land on %s, the nearest black stone.", t.step.From[0], t.step.To[0])}
		}
	}
	return finding{reached: true, text: fmt.Sprintf("Your line of %d has captured a line of %d.",
		t.before.PhalanxLength(t.move), len(t.step.To))}
}

// drawLevel wants that the opponent does not lead on the far rows.
func drawLevel(t *try) finding {
	own, theirs := t.far()
	switch {
	case own < theirs:
		return finding{text: fmt.Sprintf("Black's turn begins with %s on row 1 against %d on row %d. So Black "+
			"has won.", noun.Count(theirs, "stone"), own, t.height())}
	case theirs == 0:
		return finding{reached: true, answered: true,
			text: "You have captured the stone, so nobody leads. Black has replied, and the game goes on."}
	}
	return finding{reached: true, answered: true, text: fmt.Sprintf("You have drawn level: %d to %d. Black "+
		"has replied, and the game goes on.", own, theirs)}
}

// win wants a lead on the far rows that the opponent cannot answer.
func win(t *try) finding {
	own, theirs := t.far()
	if own <= theirs {
		return finding{text: t.notYet()}
	}
	answer := reply(&t.after)
	length, taken, lead := t.after.Effect(answer)
	switch {
	case lead < 0:
		return finding{reached: true, answered: true, text: fmt.Sprintf("Black had no answer. Your turn "+
			"begins with %s on row %d against %d, so you have won.", noun.Count(own, "stone"), t.height(),
			theirs)}
	case taken > 0:
		return finding{answered: true, text: fmt.Sprintf("Black's line of %d has captured your stone on %s, "+
			"so nobody leads. Find a square that this line cannot reach.", length, t.before.Landing(t.move))}
	}
	return finding{answered: true, text: "Black has drawn level on the far rows."}
}

// enter wants another stone on the far row.
func enter(t *try) finding {
	if t.after.FarCount(game.White) <= t.before.FarCount(game.White) {
		return finding{text: t.notYet()}
	}
	return finding{reached: true,
		text: "Now the left half of the board differs from the right half, so the move is legal."}
}

// far returns the stones of White and of Black on their far rows after the move.
func (t *try) far() (own, theirs int) {
	return t.after.FarCount(game.White), t.after.FarCount(game.Black)
}

func (t *try) height() int { return t.before.Board().Rules().Height }

// notYet says that no stone has crossed.
func (t *try) notYet() string {
	return fmt.Sprintf("Your front stone landed on %s, so no stone of yours is on row %d yet.",
		t.before.Landing(t.move), t.height())
}
