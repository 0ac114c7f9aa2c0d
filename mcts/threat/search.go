// Package threat proves wins and losses by threats. A win in this game is counted at the start of
// the winner's next turn: a player who then leads on the far rows has won. So a move that takes the
// lead is a threat: the opponent must restore the balance at once, or loses. In a threat search the
// attacker plays only threats, and the defender plays only replies that restore the balance. Both
// are few, so the search sees far along forced lines, and its proofs are exact: every other reply
// loses at once.
//
// The search is depth-first proof-number search, df-pn (Nagai, "Df-pn algorithm for searching
// AND/OR trees and its applications", 2002). Its thresholds lie a quarter above the second best
// number (Pawlewicz and Lew, "Improving depth-first PN-search: 1+ε trick", 2006). Positions at
// different plies are different nodes. So there are no cycles, and no entry of the table is read at
// another distance from the ply limit.
package threat

import (
	"math"

	"epaminondas/game"
)

// Proof is the proven result of a position for its side to move.
type Proof uint8

// The proofs, numbered as in package mcts.
const (
	Unknown Proof = iota // nothing is proven
	Win                  // the side to move wins against every defence
	Loss                 // the side to move loses with every move
)

// String returns "unknown", "win" or "loss".
func (p Proof) String() string { return [...]string{"unknown", "win", "loss"}[p] }

// A Result is the result of [Search.Prove].
type Result struct {
	Proof Proof
	Move  game.Move // first of the line: a winning threat, the longest defence, or game.NoMove
	Plies int       // threats and replies of the longest line; the game ends at most one ply later
	Nodes int       // positions entered
}

// MaxPlies is the length of the longest line that a search looks at.
const MaxPlies = 60

// MaxNodes is the greatest budget of a search.
const MaxNodes = 1 << 20

// A Search proves positions. One goroutine owns it. It allocates nothing once its memory has grown
// to the greatest budget that it was given.
type Search struct {
	table  table
	frames [MaxPlies + 2]frame // by plies from the root
	nodes  int
	budget int
	left   int // plies from the root to the ply limit
	result Result
}

// A frame holds one ply of the line that the search follows now.
type frame struct {
	state game.State
	moves []game.Move
	slots []int32 // places in the table of the positions after the moves
}

// New returns a search.
func New() *Search { return &Search{} }

// Prove searches for a proof that the side to move wins by threats. If the side is behind on the
// far rows, it searches for a proof that each reply loses to threats. It enters about nodes
// positions at most, 1 to [MaxNodes], and returns Unknown if they do not suffice. The result is a
// function of s and nodes alone. If the game is over, the proof is its result; a draw is Unknown.
//
// Proofs use the verdict at the ply limit in one case only: under [game.LimitAdvancement] the side
// that leads on the far rows at the limit wins.
func (t *Search) Prove(s *game.State, nodes int) Result {
	t.result, t.nodes = Result{Move: game.NoMove}, 0
	if s.Lead() > 0 {
		t.result.Proof = Win
		return t.result
	}
	if !Possible(s) {
		return t.result
	}
	nodes = max(1, min(nodes, MaxNodes))
	t.table.begin(nodes)
	t.left = pliesLeft(s)
	t.frames[0].state = *s
	t.budget = nodes
	if s.Lead() < 0 {
		t.ask(defender, Loss)
	}
	if t.result.Proof == Unknown && t.nodes < t.budget {
		t.ask(attacker, Win)
	}
	t.result.Nodes = t.nodes
	return t.result
}

// pliesLeft returns the plies before the ply limit.
func pliesLeft(s *game.State) int {
	if limit := s.Board().Rules().MaxPlies; limit > 0 {
		return max(0, limit-s.Ply())
	}
	return math.MaxInt
}

// ask searches the root with the side to move as attacker or defender. If the attacker wins, it
// stores the given proof as the result.
func (t *Search) ask(mover side, proof Proof) {
	root := t.visit(0, mover)
	t.search(0, root, mover, infinite, infinite)
	if e := &t.table.entries[root]; e.won() {
		t.result.Proof, t.result.Move, t.result.Plies = proof, e.move, int(e.plies)
	}
}
