package replay

import (
	"fmt"
	"slices"

	"epaminondas/game"
)

// visitor receives one position of a game: its ply, all legal moves in the order of
// game.State.AppendMoves, and its search, or nil if there was none. The slices are valid until
// visitor returns.
type visitor func(ply int, s *game.State, legal []game.Move, search *SearchRecord) error

// board returns the board of g.
func (g *Game) board() (*game.Board, error) {
	rules, err := game.ParseRules(g.Rules)
	if err != nil {
		return nil, err
	}
	if name := rules.Name(); name != g.Rules {
		return nil, fmt.Errorf("the rules are written %q, want %q", g.Rules, name)
	}
	return game.NewBoard(rules)
}

// walk plays g from its first position on b, calls visit for every position and returns the last.
// Its error is the first violation of the rules.
func (g *Game) walk(b *game.Board, visit visitor) (game.State, error) {
	s, err := b.ParseState(g.Start)
	if err != nil {
		return s, err
	}
	var legal []game.Move
	var hashes []uint64 // hashes of all positions before the last
	searches := g.Searches
	for ply := 0; ply <= len(g.Moves); ply++ {
		legal = s.AppendMoves(legal[:0])
		var search *SearchRecord
		if len(searches) > 0 && searches[0].Ply == ply {
			search, searches = &searches[0], searches[1:]
			if len(legal) == 0 {
				return s, fmt.Errorf("ply %d: there is a search, but the game is over", ply)
			}
			if search.Full() && g.ByOpponent(s.Turn()) {
				return s, fmt.Errorf("ply %d: the search of the opponent has a policy, want none", ply)
			}
		}
		if err := visit(ply, &s, legal, search); err != nil {
			return s, fmt.Errorf("ply %d: %w", ply, err)
		}
		if ply == len(g.Moves) {
			break
		}
		if !slices.Contains(legal, g.Moves[ply]) {
			return s, &breach{fmt.Errorf("ply %d: the move %#04x is illegal in %q", ply, g.Moves[ply],
				s.String()), ErrIllegal}
		}
		hashes = append(hashes, s.Hash())
		s.Play(g.Moves[ply])
	}
	if g.Reason == game.Repetition && !slices.Contains(hashes, s.Hash()) {
		return s, fmt.Errorf("the record ends by repetition in %q, but the game had no such position before", s.String())
	}
	if err := g.checkEnd(&s); err != nil {
		return s, &breach{err, ErrOutcome}
	}
	return s, nil
}
