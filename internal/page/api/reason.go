package api

import (
	"context"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// reason says why a move is bad. It is a fact that a proof shows, or the lines after the played move and
// after the better one.
type reason struct {
	Kind reasonKind `json:"kind"`
	// Count has the captured stones, or the moves that the winner needs; 0 if that is unknown. For has
	// the stones that the capturing side loses in exchange.
	Count int         `json:"count"`
	For   int         `json:"for"`
	Moves []moveTexts `json:"moves"` // of the side that profits; empty if the game is over
}

type reasonKind string

// The reasons, from the gravest on.
const (
	letsWin     reasonKind = "lets-win"     // the opponent wins by proof
	missesWin   reasonKind = "misses-win"   // the better move wins by proof
	losesStones reasonKind = "loses-stones" // the reply captures
	letsCross   reasonKind = "lets-cross"   // the opponent reaches its far row, and stays there
	missesTake  reasonKind = "misses-take"  // the better move captures
	missesCross reasonKind = "misses-cross" // the better move reaches the far row
)

// mostReasons is the number of reasons that the page gets for a move.
const mostReasons = 2

// choice has the expected continuations of two moves in a position. Each begins with its move.
type choice struct {
	at             *game.State
	played, better []game.Move
}

// continued returns a move and the best line of the search after it.
func continued(m game.Move, after *engine.Result) []game.Move {
	line := []game.Move{m}
	if len(after.Lines) > 0 {
		line = append(line, after.Lines[0].Variation...)
	}
	return line
}

// lineOf returns the line of a search of s that begins with a move, given the move's text.
func lineOf(r *engine.Result, s *game.State, text string) []game.Move {
	for _, l := range r.Lines {
		if textsOf(s, l.Move).Text == text {
			return append([]game.Move{l.Move}, l.Variation[min(1, len(l.Variation)):]...)
		}
	}
	return nil
}

// explain returns why the played move of a choice is worse, given the judgement of the move and the
// searches before and after it.
func explain(ctx context.Context, c choice, r *reviewReply, before, after *engine.Result) ([]reason, error) {
	if r.Loss < blame || len(c.better) == 0 {
		return []reason{}, nil
	}
	played, better := followed(c.at, c.played), followed(c.at, c.better)
	list := []reason{}
	if after.Proof == engine.Win {
		next := *c.at
		next.Play(c.played[0])
		n, err := winningMoves(ctx, &next, after)
		if err != nil {
			return nil, err
		}
		list = append(list, reason{Kind: letsWin, Count: n, Moves: played.opponents(1)})
	}
	if r.Proof == engine.Win {
		n, err := winningMoves(ctx, c.at, before)
		if err != nil {
			return nil, err
		}
		list = append(list, reason{Kind: missesWin, Count: n, Moves: better.own(1)})
	}
	list = append(list, damage(played, better)...)
	if len(list) == 0 {
		list = omission(played, better)
	}
	return list[:min(mostReasons, len(list))], nil
}

// damage returns what the opponent gains after the played move, but not after the better one.
func damage(played, better *account) (list []reason) {
	if played.taken[1] > 0 && len(played.texts) > 1 && played.net() < min(0, better.net()) {
		list = append(list, reason{Kind: losesStones, Count: played.taken[1],
			For: played.taken[0] + played.taken[2], Moves: played.opponents(1)})
	}
	if n := played.crossing(1); n > 0 && better.knows(2*n) && played.lead(n) > better.lead(n) {
		list = append(list, reason{Kind: letsCross, Moves: played.opponents(n)})
	}
	return list
}

// omission returns what the better move gains at once, but not the played one.
func omission(played, better *account) []reason {
	switch {
	case better.taken[0] > 0 && better.net() > max(0, played.net()):
		return []reason{{Kind: missesTake, Count: better.taken[0], For: better.taken[1],
			Moves: better.own(1)}}
	case better.crossing(0) == 1 && played.knows(2) && better.lead(1) < played.lead(1):
		return []reason{{Kind: missesCross, Moves: better.own(1)}}
	}
	return []reason{}
}

// winningMoves returns how many moves the side to move needs for a proven win, or 0 if that is unknown. A
// tree search does not count plies, so the classical engine does.
func winningMoves(ctx context.Context, s *game.State, r *engine.Result) (int, error) {
	if len(r.Lines) > 0 && r.Lines[0].Plies > 0 {
		return movesOf(r.Lines[0].Plies), nil
	}
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		return 0, nil
	}
	plies, err := countPlies(ctx, s, engine.Win)
	return movesOf(plies), err
}

// movesOf returns the moves of the winner in a number of plies.
func movesOf(plies int) int { return (plies + 1) / 2 }

// linePlies is the longest part of a line that gives reasons: two moves of the opponent, and the answer
// to the second one.
const linePlies = 5

// account describes a line of moves.
type account struct {
	texts []moveTexts
	// taken has the stones captured by each of the first three plies. After the end of the line, it has
	// the most that the side to move could capture. So no reason depends on a line that ends in the
	// middle of an exchange.
	taken [3]int
	// far has the stones on the far rows before the line and after each of its plies: those of the side
	// that begins, and those of its opponent.
	far     [][2]int
	over    bool // the line ends the game
	settled bool // no answer can take a stone from its far row, by the rules or because the game is over
}

// followed plays a line from s.
func followed(s *game.State, line []game.Move) *account {
	a, at := &account{}, *s
	sides := [2]game.Colour{s.Turn(), s.Turn().Other()}
	count := func() { a.far = append(a.far, [2]int{at.FarCount(sides[0]), at.FarCount(sides[1])}) }
	count()
	for ply, m := range line[:min(linePlies, len(line))] {
		if ply < len(a.taken) {
			captured := at.Captured(m)
			a.taken[ply] = captured.Count()
		}
		a.texts = append(a.texts, textsOf(&at, m))
		at.Play(m)
		count()
	}
	outcome, _ := at.Outcome()
	a.over = outcome != game.Ongoing
	a.settled = a.over || s.Board().Rules().Crossed == game.CrossedFixed
	if ply := len(line); ply < len(a.taken) {
		a.taken[ply] = mostTaken(&at)
	}
	return a
}

// mostTaken returns the most stones that a move in s captures.
func mostTaken(s *game.State) int {
	most := 0
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		return most
	}
	for _, m := range s.AppendMoves(nil) {
		captured := s.Captured(m)
		most = max(most, captured.Count())
	}
	return most
}

// net returns the stones that the first side wins in three plies.
func (a *account) net() int { return a.taken[0] - a.taken[1] + a.taken[2] }

// own and opponents return the first n moves of the side that begins, and of its opponent.
func (a *account) own(n int) []moveTexts       { return a.every(0, n) }
func (a *account) opponents(n int) []moveTexts { return a.every(1, n) }

func (a *account) every(first, n int) []moveTexts {
	list := []moveTexts{}
	for i := first; i < len(a.texts) && len(list) < n; i += 2 {
		list = append(list, a.texts[i])
	}
	return list
}

// crossing returns after how many of its moves a side (0 begins) has more stones on its far row, and
// keeps more although its opponent has answered. It returns 0 if that does not happen.
func (a *account) crossing(side int) int {
	before, end := a.far[0][side], len(a.far)-1
	if a.far[end][side] <= before {
		return 0
	}
	reached := slices.IndexFunc(a.far, func(far [2]int) bool { return far[side] > before })
	if reached == end && !a.settled {
		return 0
	}
	return (reached + 1 - side) / 2
}

// knows reports whether the line has so many plies, or ends with the game.
func (a *account) knows(plies int) bool { return len(a.far) > plies || a.over }

// lead returns by how many stones on the far row the opponent leads after n moves of each side, or
// after the whole line if it is shorter.
func (a *account) lead(n int) int {
	far := a.far[min(2*n, len(a.far)-1)]
	return far[1] - far[0]
}
