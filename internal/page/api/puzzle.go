package api

import (
	"context"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/puzzle"
)

// puzzlesRequest asks for the list of puzzles.
type puzzlesRequest struct{}

// puzzlesReply lists the puzzles of all boards.
type puzzlesReply struct {
	Boards []puzzleBoard `json:"boards"`
}

// puzzleBoard lists the puzzles of a board, from easy to hard.
type puzzleBoard struct {
	Rules   string       `json:"rules"`
	Parts   []namePart   `json:"parts"` // of the name of the board
	Width   int          `json:"width"`
	Height  int          `json:"height"`
	Puzzles []puzzleInfo `json:"puzzles"`
}

// puzzleInfo is a puzzle in the list.
type puzzleInfo struct {
	ID     string  `json:"id"`
	Moves  int     `json:"moves"`  // that the winner needs
	Rating int     `json:"rating"` // how hard the puzzle is
	Prior  float64 `json:"prior"`  // probability of the solution in the network's policy
}

func (d *Service) answerPuzzles(context.Context, *puzzlesRequest, Part) (any, error) {
	sets, err := d.puzzles()
	if err != nil {
		return nil, err
	}
	reply := puzzlesReply{Boards: []puzzleBoard{}}
	for _, set := range sets {
		rules := set.Board.Rules()
		b := puzzleBoard{Rules: rules.Name(), Parts: puzzleNameParts(rules), Width: rules.Width,
			Height: rules.Height, Puzzles: []puzzleInfo{}}
		for i := range set.Puzzles {
			b.Puzzles = append(b.Puzzles, infoOf(&set.Puzzles[i]))
		}
		reply.Boards = append(reply.Boards, b)
	}
	return reply, nil
}

func infoOf(p *puzzle.Puzzle) puzzleInfo { return puzzleInfo{p.ID(), p.Moves, p.Rating(), p.Prior} }

// puzzleNameParts returns the name of a board in the list of boards, whose rules have a ply limit.
func puzzleNameParts(rules game.Rules) []namePart {
	for _, b := range presets {
		if preset, err := game.ParseRules(b.Rules); err == nil && preset.Unlimited() == rules {
			return nameParts(preset)
		}
	}
	return nameParts(rules)
}

// puzzleRequest is a puzzle with the moves of both sides so far.
type puzzleRequest struct {
	Rules string `json:"rules"`
	ID    string `json:"id"`
	// Moves has the person's moves and the answers in turn, in rear notation. If the person has moved
	// last, the reply judges that move.
	Moves []string `json:"moves"`
	// Solution asks for the line that wins from there, with the person to move.
	Solution bool `json:"solution"`
}

// The states of a puzzle after a move of the person.
const (
	puzzleOpen   = "open"   // the win is there, and the person is to move
	puzzleWrong  = "wrong"  // the last move does not win
	puzzleSolved = "solved" // no defence is left
)

// puzzleReply describes a puzzle.
type puzzleReply struct {
	puzzleInfo
	State string `json:"state"`
	// Position is the position after the moves, and after the best defence if the puzzle is open.
	Position positionReply `json:"position"`
	// Answer is the best defence, or the move that refutes a wrong one; null without either.
	Answer *Move  `json:"answer"`
	Loses  bool   `json:"loses"` // the answer to a wrong move wins by proof
	Line   []Move `json:"line"`  // the solution from there, with the best defence
}

// mostPuzzleMoves is the greatest number of moves in a request about a puzzle.
const mostPuzzleMoves = 100

func (d *Service) answerPuzzle(ctx context.Context, q *puzzleRequest, _ Part) (any, error) {
	p, err := d.findPuzzle(q)
	if err != nil {
		return nil, err
	}
	if len(q.Moves) > mostPuzzleMoves {
		return nil, refuse(Bad, "moves has %s: send at most %d", noun.Count(len(q.Moves), "move"),
			mostPuzzleMoves)
	}
	request := positionRequest{Rules: q.Rules, Start: p.Start.Placement(), Moves: q.Moves}
	g, err := request.game()
	if err != nil {
		return nil, err
	}
	moved := len(g.moves)%2 == 1
	if moved && q.Solution {
		return nil, refuse(Bad, "the opponent is to move: ask for the solution before the last move")
	}
	reply := puzzleReply{puzzleInfo: infoOf(p), State: puzzleOpen, Line: []Move{}}
	if moved || q.Solution {
		if err := d.prove(ctx, &reply, p, g); err != nil {
			return nil, err
		}
	}
	reply.Position = describe(g)
	return reply, nil
}

// prove judges the last move of g, or adds the solution if the person is to move.
func (d *Service) prove(ctx context.Context, reply *puzzleReply, p *puzzle.Puzzle, g *played) error {
	leave, err := d.moves.acquire(ctx)
	if err != nil {
		return err
	}
	defer leave()
	prover, err := puzzle.NewProver(g.board)
	if err != nil {
		return err
	}
	if len(g.moves)%2 == 1 {
		err = reply.judge(ctx, prover, p, g)
	} else {
		err = reply.solve(ctx, prover, g)
	}
	if err != nil {
		return stoppedOr(ctx, err)
	}
	return nil
}

// findPuzzle returns the puzzle of a request.
func (d *Service) findPuzzle(q *puzzleRequest) (*puzzle.Puzzle, error) {
	sets, err := d.puzzles()
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		if set.Board.Rules().Name() != q.Rules {
			continue
		}
		if p := set.Find(q.ID); p != nil {
			return p, nil
		}
		return nil, refuse(Bad, "this board has no puzzle %q: choose another one", Shorten(q.ID))
	}
	return nil, refuse(Bad, "the program has no puzzles for the board %q", Shorten(q.Rules))
}

// judge judges the last move of g. If the move wins, it plays the best defence.
func (r *puzzleReply) judge(ctx context.Context, prover *puzzle.Prover, p *puzzle.Puzzle, g *played) error {
	known := len(g.moves) > 1 || g.moves[0] == p.Solution
	answer, err := prover.Answer(ctx, &g.state, known)
	if err != nil {
		return err
	}
	r.Loses = answer.Loses
	if answer.Move != game.NoMove && !answer.Over {
		move := DescribeMove(&g.state, answer.Move)
		r.Answer = &move
	}
	switch {
	case answer.Over:
		r.State = puzzleSolved
	case !answer.Wins:
		r.State = puzzleWrong
	case r.Answer == nil:
		return fmt.Errorf("api: the puzzle %s has no defence", p.ID()) // a bug of ours
	default:
		g.states, g.moves = append(g.states, g.state), append(g.moves, answer.Move)
		g.state.Play(answer.Move)
	}
	return nil
}

// solve fills in the solution from the position of g.
func (r *puzzleReply) solve(ctx context.Context, prover *puzzle.Prover, g *played) error {
	line, err := prover.Line(ctx, &g.state)
	if err != nil {
		return err
	}
	if len(line) == 0 {
		return tell(Bad, Said{What: "no-proof"},
			"no win is proven from this position: go back to the start of the puzzle")
	}
	state := g.state
	for _, m := range line {
		r.Line = append(r.Line, DescribeMove(&state, m))
		state.Play(m)
	}
	return nil
}
