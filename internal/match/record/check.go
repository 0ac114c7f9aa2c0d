package record

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Limits of a game in a file. Because of them even a hostile file makes the reader use memory only
// in proportion to the size of the file.
const (
	maxText = 1 << 16           // bytes of a name, a position or a verdict
	maxTime = 1e9 * time.Second // of a move, exclusive
)

// MaxPlies is the longest game in a file, including the opening.
const MaxPlies = 1 << 17

// endings has all known endings.
var endings = []game.Ending{game.FarRow, game.NoMoves, game.PlyLimit, game.Proof, game.OutOfTime,
	game.IllegalMove, game.Misconduct, game.Crash, game.Unfinished}

// First returns the first position of the game.
func (g *Game) First() (game.State, error) {
	board, err := game.NewBoard(g.Rules)
	if err != nil {
		return game.State{}, err
	}
	return g.firstOn(board)
}

// firstOn is First on a board of the game's rules.
func (g *Game) firstOn(b *game.Board) (game.State, error) {
	if g.Start == "" {
		return b.Start(), nil
	}
	return b.ParseState(g.Start)
}

// validate checks the fields that do not depend on the moves.
func (g *Game) validate() error {
	if g.Number < 0 || g.Number+1 < 1 {
		return fmt.Errorf("the game's number is %d, want 0 or more in memory, 1 or more in a file", g.Number)
	}
	for _, text := range []struct{ what, text string }{
		{"White's name", g.Players[game.White]}, {"Black's name", g.Players[game.Black]},
		{"the first position", g.Start}, {"the verdict", g.Verdict},
	} {
		if len(text.text) > maxText {
			return fmt.Errorf("%s has %s, want at most %d", text.what,
				noun.Count(len(text.text), "byte"), maxText)
		}
	}
	if !slices.Contains(endings, g.Ending) {
		return fmt.Errorf("the ending is %.40q, want one of %v", g.Ending, endings)
	}
	return nil
}

// validate checks a player's report on its move. The report must be rounded.
func (p *Ply) validate() error {
	switch {
	case !(p.Value >= -1 && p.Value <= 1): // also NaN
		return fmt.Errorf("the value is %v, want -1 to 1", p.Value)
	case p.Nodes < 0:
		return fmt.Errorf("nodes are %d, want 0 or more", p.Nodes)
	case p.Time < 0 || p.Time >= maxTime:
		return fmt.Errorf("the time is %v, want 0 or more, below %v", p.Time, maxTime)
	}
	return nil
}

// settle compares the end of the game with s, the position after its moves.
func (g *Game) settle(s *game.State) error {
	if g.OpeningPlies < 0 || g.OpeningPlies > len(g.Plies) {
		return fmt.Errorf("the opening has %s, want 0 to %d, the length of the game",
			noun.Count(g.OpeningPlies, "ply", "plies"), len(g.Plies))
	}
	outcome, reason := s.Outcome()
	if outcome != game.Ongoing {
		if g.Outcome != outcome || g.Ending != reason {
			return fmt.Errorf("the result is %v, %s, but the moves lead to %v, %v", g.Outcome,
				g.Ending, outcome, reason)
		}
		return nil
	}
	switch loss := game.Win(s.Turn().Other()); {
	case g.Outcome == game.Ongoing && g.Ending == game.Unfinished:
		return nil
	case g.Outcome == game.Ongoing:
		return errors.New("the ending says that the game is over, but the result is *")
	case g.Ending.Forfeit() && g.Outcome != loss:
		return fmt.Errorf("the result is %v, %s, but a forfeit with %v to move is %v", g.Outcome,
			g.Ending, s.Turn(), loss)
	case !g.Ending.Forfeit() && g.Ending != game.Proof:
		return fmt.Errorf("the result is %v, %s, but by the rules the game is not over after its moves",
			g.Outcome, g.Ending)
	}
	return nil
}

// play plays the next move of the game, written in rear notation, and adds the player's report on
// it.
func (g *Game) play(s *game.State, text string, p Ply) error {
	m, err := s.ParseMove(text, game.RearNotation)
	if err != nil {
		if outcome, reason := s.Outcome(); outcome != game.Ongoing {
			return fmt.Errorf("the game continues with %.20q, but the result after ply %d is already %v, %v", text,
				len(g.Plies), outcome, reason)
		}
		return fmt.Errorf("ply %d: %w", len(g.Plies)+1, err)
	}
	if len(g.Plies) >= MaxPlies {
		return fmt.Errorf("the game has more than %s", noun.Count(MaxPlies, "ply", "plies"))
	}
	p.Move = m
	g.Plies = append(g.Plies, p)
	s.Play(m)
	return nil
}

// script is a game that is ready to be written.
type script struct {
	Game             // the fields that files keep
	moves  []string  // in rear notation
	number Numbering // number of the first move
}

// script prepares g for writing. It returns an error if a reader would refuse the game.
func (g *Game) script() (*script, error) {
	s := &script{Game: *g, moves: make([]string, len(g.Plies))}
	s.Plies = slices.Clone(g.Plies)
	s.Round()
	if err := s.validate(); err != nil {
		return nil, err
	}
	if len(s.Plies) > MaxPlies {
		return nil, fmt.Errorf("the game has more than %s", noun.Count(MaxPlies, "ply", "plies"))
	}
	state, err := s.First()
	if err != nil {
		return nil, err
	}
	s.number = NumberFrom(&state)
	for i := range s.Plies {
		p := &s.Plies[i]
		if err := p.validate(); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
		if !state.Legal(p.Move) {
			return nil, fmt.Errorf("ply %d: the move from %v is illegal in %s", i+1,
				p.Move.Rear(), state.String())
		}
		s.moves[i] = state.FormatMove(p.Move, game.RearNotation)
		state.Play(p.Move)
	}
	return s, s.settle(&state)
}

// boards makes the board of a game. It makes a new one only if the rules change.
type boards struct{ last *game.Board }

// first is [Game.First] with the board that b keeps.
func (b *boards) first(g *Game) (game.State, error) {
	if b.last == nil || b.last.Rules() != g.Rules {
		board, err := game.NewBoard(g.Rules)
		if err != nil {
			return game.State{}, err
		}
		b.last = board
	}
	return g.firstOn(b.last)
}

// outcomeOf parses a result such as 1-0.
func outcomeOf(text string) (game.Outcome, bool) {
	for _, o := range []game.Outcome{game.WhiteWins, game.BlackWins, game.Draw, game.Ongoing} {
		if text == o.String() {
			return o, true
		}
	}
	return game.Ongoing, false
}
