package replay

import (
	"math/rand/v2"
	"slices"

	"epaminondas/game"
)

// boards are the rules that the tests play.
var boards = []string{
	"epaminondas:4x6x1,max_plies=40,limit=draw",
	"epaminondas:5x5x1",
	"epaminondas:8x8,max_plies=150",
	"epaminondas,symmetry=rotation,max_plies=120",
	"crossings,max_plies=150",
}

// playGame returns a random game with random searches. A quarter of the plies have a full search,
// and half have a fast one. A game stops after 400 plies at most. Some games end earlier, by an
// invented proof or because they are stopped.
func playGame(b *game.Board, rng *rand.Rand, number uint64) *Game {
	s := b.Start()
	g := &Game{
		Rules: b.Rules().Name(), Seed: 7, Number: number, Model: "random", Start: s.String(),
		RandomPlies: rng.IntN(4), Outcome: game.Ongoing, Reason: game.Stopped,
	}
	last := 400
	if rng.IntN(4) == 0 {
		last = 6 + rng.IntN(30)
	}
	for {
		legal := s.AppendMoves(nil)
		ply := len(g.Moves)
		if len(legal) > 0 && ply >= g.RandomPlies && rng.IntN(4) > 0 {
			g.Searches = append(g.Searches, randomSearch(rng, ply, legal))
		}
		if len(legal) == 0 {
			outcome, reason := s.Outcome()
			g.Outcome, g.Reason = outcome, reason
			return g
		}
		if ply >= last {
			if rng.IntN(2) == 0 {
				g.Outcome, g.Reason = game.Win(s.Turn()), game.Proof
			}
			return g
		}
		g.Moves = append(g.Moves, legal[rng.IntN(len(legal))])
		s.Play(g.Moves[ply])
	}
}

// randomSearch returns a fast search, or a full one. The full one lacks some moves, and some moves
// have probability zero.
func randomSearch(rng *rand.Rand, ply int, legal []game.Move) SearchRecord {
	search := SearchRecord{Ply: ply, Value: 2*rng.Float32() - 1, Weight: 1}
	if rng.IntN(3) == 0 {
		search.Weight = rng.Float32()
	}
	if rng.IntN(3) > 0 {
		return search
	}
	search.Moves = slices.Clone(legal)
	rng.Shuffle(len(legal), func(i, j int) {
		search.Moves[i], search.Moves[j] = search.Moves[j], search.Moves[i]
	})
	search.Moves = search.Moves[:1+rng.IntN(len(legal))]
	sum := float32(0)
	for range search.Moves {
		p := float32(max(0, rng.NormFloat64()))
		search.Policy = append(search.Policy, p)
		sum += p
	}
	if sum == 0 {
		search.Policy[0], sum = 1, 1
	}
	for i := range search.Policy {
		search.Policy[i] /= sum
	}
	return search
}

// newRand returns a source for a test.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// games returns n random games on a board.
func games(b *game.Board, seed uint64, n int) []*Game {
	rng := newRand(seed)
	var played []*Game
	for i := range n {
		played = append(played, playGame(b, rng, uint64(i)))
	}
	return played
}

// opposed returns a copy of g in which an older model plays a side. Its searches have no policies.
func opposed(g *Game, side game.Colour) *Game {
	other := *g
	other.Opponent, other.OpponentSide = "older", side
	other.Searches = slices.Clone(g.Searches)
	board, err := g.board()
	if err != nil {
		panic(err)
	}
	start, err := board.ParseState(g.Start)
	if err != nil {
		panic(err)
	}
	for i := range other.Searches {
		if s := &other.Searches[i]; (s.Ply%2 == 0) == (side == start.Turn()) {
			s.Moves, s.Policy = nil, nil
		}
	}
	return &other
}
