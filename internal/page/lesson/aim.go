package lesson

import (
	"slices"

	"epaminondas/game"
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
	answered bool // the opponent answers
	what     string
	values   Values
}

// reach wants the stones of one phalanx on all marked squares.
func reach(t *try) finding {
	moved, wanted := t.before.PhalanxLength(t.move), len(t.step.To)
	first, last := t.step.From[0], t.step.To[wanted-1]
	elsewhere := Values{"landing": t.landing(), "wanted": last}
	switch {
	case covers(t.after.Stones(game.White), t.step.To) && moved == wanted:
		if moved == 1 {
			return finding{reached: true, what: "stone-there"}
		}
		return finding{reached: true, what: "as-one", values: Values{"n": moved}}
	case moved < wanted:
		return finding{what: "fewer", values: Values{"n": moved, "from": first, "wanted": wanted}}
	case moved > wanted:
		return finding{what: "more", values: Values{"moved": moved, "from": first, "n": wanted}}
	case moved == 1:
		return finding{what: "stone-elsewhere", values: elsewhere}
	}
	return finding{what: "front-elsewhere", values: elsewhere}
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
			return finding{what: "no-capture", values: Values{"from": t.step.From[0], "wanted": t.step.To[0]}}
		}
	}
	return finding{reached: true, what: "captured",
		values: Values{"line": t.before.PhalanxLength(t.move), "taken": len(t.step.To)}}
}

// drawLevel wants that the opponent does not lead on the far rows.
func drawLevel(t *try) finding {
	own, theirs := t.far()
	switch {
	case own < theirs:
		return finding{what: "behind", values: Values{"n": theirs, "own": own, "row": t.height()}}
	case theirs == 0:
		return finding{reached: true, answered: true, what: "nobody-leads"}
	}
	return finding{reached: true, answered: true, what: "level", values: Values{"own": own, "theirs": theirs}}
}

// win wants a lead on the far rows that the opponent cannot answer.
func win(t *try) finding {
	own, theirs := t.far()
	if own <= theirs {
		return t.notYet()
	}
	answer := reply(&t.after)
	length, taken, lead := t.after.Effect(answer)
	switch {
	case lead < 0:
		return finding{reached: true, answered: true, what: "won",
			values: Values{"n": own, "row": t.height(), "theirs": theirs}}
	case taken > 0:
		return finding{answered: true, what: "lost-stone",
			values: Values{"line": length, "landing": t.landing()}}
	}
	return finding{answered: true, what: "black-level"}
}

// enter wants another stone on the far row.
func enter(t *try) finding {
	if t.after.FarCount(game.White) <= t.before.FarCount(game.White) {
		return t.notYet()
	}
	return finding{reached: true, what: "unlike"}
}

// far returns the stones of White and of Black on their far rows after the move.
func (t *try) far() (own, theirs int) {
	return t.after.FarCount(game.White), t.after.FarCount(game.Black)
}

func (t *try) height() int { return t.before.Board().Rules().Height }

// landing returns the square of the front stone after the move.
func (t *try) landing() string { return t.before.Landing(t.move).String() }

// notYet says that no stone has crossed.
func (t *try) notYet() finding {
	return finding{what: "not-across", values: Values{"landing": t.landing(), "row": t.height()}}
}
