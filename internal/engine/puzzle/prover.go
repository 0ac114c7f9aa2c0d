package puzzle

import (
	"context"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/mcts/threat"
)

// Budget limits a proof.
type Budget struct {
	Threats int // positions of the threat search
	Nodes   int // positions of the search by alpha-beta, 0 for none
}

// Solving is the budget of a proof: it finds the win of every puzzle that comes with the program.
func Solving() Budget { return Budget{Threats: 20_000, Nodes: 20_000} }

// A Proof is the proven result of a position for its side to move.
type Proof struct {
	Result threat.Proof
	// Move wins, or delays the loss as long as the proof knows. It is [game.NoMove] if no move
	// matters.
	Move game.Move
	// Moves is an upper bound of the moves that the winner still makes.
	Moves int
}

// tableMiB is the size of the transposition table.
const tableMiB = 8

// A Prover proves positions of one board. One goroutine owns it. Its results depend only on the
// position and the budget.
type Prover struct {
	threats *threat.Search
	search  *alphabeta.Search
}

// NewProver returns a prover for a board.
func NewProver(b *game.Board) (*Prover, error) {
	search, err := alphabeta.New(b, alphabeta.DefaultWeights(b.Rules()), tableMiB)
	if err != nil {
		return nil, fmt.Errorf("puzzle: %w", err)
	}
	return &Prover{threat.New(), search}, nil
}

// Prove looks for a proof of s.
func (p *Prover) Prove(ctx context.Context, s *game.State, b Budget) (Proof, error) {
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		return Proof{Result: proofOf(outcome.For(s.Turn())), Move: game.NoMove}, nil
	}
	if r := p.threats.Prove(s, b.Threats); r.Proof != threat.Unknown {
		return Proof{r.Proof, r.Move, winnersMoves(r.Proof, r.Plies)}, nil
	}
	if b.Nodes == 0 {
		return Proof{Move: game.NoMove}, nil
	}
	lines, err := p.lines(ctx, s, b.Nodes, 1)
	if err != nil {
		return Proof{}, err
	}
	best := lines[0]
	if !best.Proven {
		return Proof{Move: game.NoMove}, nil
	}
	result := proofOf(int(best.Value))
	return Proof{result, best.Move, winnersMoves(result, best.Plies)}, nil
}

// lines returns the best lines of a search by alpha-beta.
func (p *Prover) lines(ctx context.Context, s *game.State, nodes, n int) ([]alphabeta.Line, error) {
	p.search.Reset()
	r, err := p.search.Run(ctx, s, alphabeta.Limit{Nodes: nodes}, n, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("puzzle: search: %w", err)
	}
	return r.Lines, nil
}

// proofOf returns the proof of a value for the side to move; a draw is no proof.
func proofOf(value int) threat.Proof {
	switch {
	case value > 0:
		return threat.Win
	case value < 0:
		return threat.Loss
	}
	return threat.Unknown
}

// winnersMoves returns how many of a number of plies the winner makes.
func winnersMoves(result threat.Proof, plies int) int {
	if result == threat.Win {
		plies++
	}
	return plies / 2
}

// Reply is the answer to a move of the person who solves a puzzle.
type Reply struct {
	// Wins means that the position after the move is won by proof.
	Wins bool
	// Over means that no defence is left, so the puzzle is solved.
	Over bool
	// Move is the best defence, or the move that refutes the try. It is [game.NoMove] if there is
	// none.
	Move game.Move
	// Loses means that the defender wins by proof after Move.
	Loses bool
}

// Answer judges the position after a move of the winning side of a puzzle. known is false if only
// the first move of the puzzle can win and another one was played. Then the answer needs no proof.
func (p *Prover) Answer(ctx context.Context, s *game.State, known bool) (Reply, error) {
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		won := outcome.For(s.Turn()) < 0
		return Reply{Wins: won, Over: won, Move: game.NoMove, Loses: !won}, nil
	}
	budget := Solving()
	if !known {
		budget.Nodes = 0
	}
	proof, err := p.Prove(ctx, s, budget)
	if err != nil {
		return Reply{}, err
	}
	if proof.Result == threat.Loss && known {
		return Reply{Wins: true, Over: Settled(s), Move: proof.Move}, nil
	}
	if proof.Result == threat.Win {
		return Reply{Move: proof.Move, Loses: true}, nil
	}
	lines, err := p.lines(ctx, s, refutingNodes, 1)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Move: lines[0].Move, Loses: lines[0].Proven && lines[0].Value > 0}, nil
}

// refutingNodes is the budget of the search for an answer to a move that does not win.
const refutingNodes = 20_000

// Line returns a win from a position of a puzzle, with the best defence: moves of the winner and
// replies in turn. It ends with a move of the winner that leaves no defence. It is empty if the win
// is not proven.
func (p *Prover) Line(ctx context.Context, s *game.State) ([]game.Move, error) {
	state := *s
	var line []game.Move
	for range 2 * MostMoves {
		attack, err := p.Prove(ctx, &state, Solving())
		if err != nil {
			return nil, err
		}
		if attack.Result != threat.Win || attack.Move == game.NoMove {
			return nil, nil
		}
		line = append(line, attack.Move)
		state.Play(attack.Move)
		if Settled(&state) {
			return line, nil
		}
		defence, err := p.Prove(ctx, &state, Solving())
		if err != nil {
			return nil, err
		}
		if defence.Result != threat.Loss || defence.Move == game.NoMove {
			return nil, nil
		}
		line = append(line, defence.Move)
		state.Play(defence.Move)
	}
	return nil, nil
}
