package api

import (
	"context"
	"fmt"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// Limits of a review.
const (
	mostReviewTime  = 2000 // milliseconds
	mostReviewNodes = 100_000
	// mostReview is the longest time of a review. A review of a long game on the largest board
	// takes minutes in a browser.
	mostReview = 30 * time.Minute
)

// reviewRequest asks for the cost of each move of a game. The answer comes in parts, from the last
// move to the first, so that the consequences of a move are known when it is judged.
type reviewRequest struct {
	positionRequest
	Player string `json:"player"` // an id of the board, "" for its first
	// positions or simulations for each position of the game; 0 for no bound
	Nodes int `json:"nodes"`
	// for each position; 0 for no bound. Without nodes and time, as many nodes as a hint
	Milliseconds int `json:"ms"`
	From         int `json:"from"` // index of the first move to judge
}

// reviewReply is one part of the answer: the judgement of a move.
type reviewReply struct {
	Ply   int          `json:"ply"`   // index of the move in the request
	Value float32      `json:"value"` // for White, of the position before the move
	Proof engine.Proof `json:"proof"` // of that position, for the side to move
	// Best and Played have their values for the side to move. Loss is their difference, from 0 to
	// 2.
	Best   judged  `json:"best"`
	Played judged  `json:"played"`
	Loss   float32 `json:"loss"`
	Reply  *Move   `json:"reply"` // the opponent's best answer to the played move; null if the game is over
	// Why says why a move lost 0.1 or more, with the gravest reason first. It is empty if the searches do
	// not show why.
	Why []reason `json:"why"`
	// Nodes is the number of positions or simulations for each of the two moves; 0 if time ended
	// the searches.
	Nodes int `json:"nodes"`
	// Hinted is true if a hint would name the played move, although the review blames it. HintNodes
	// is the size of the hint's search.
	Hinted    bool `json:"hinted"`
	HintNodes int  `json:"hint_nodes"`
}

// judged is a move and its value for the side that plays it, in [-1, 1].
type judged struct {
	Move  Move    `json:"move"`
	Value float32 `json:"value"`
}

// reviewEnd is the last part of the answer.
type reviewEnd struct {
	Done  bool    `json:"done"`
	Value float32 `json:"value"` // for White, of the position after the last move
}

// limit returns the search limit of a review for an engine on a board, or a refusal of its fields.
func (q *reviewRequest) limit(by opponent, r game.Rules) (l engine.Limit, err error) {
	if q.Nodes < 0 || q.Nodes > mostReviewNodes {
		return l, refuse(Bad, "nodes is %d: choose up to %d a position", q.Nodes, mostReviewNodes)
	}
	if q.Milliseconds < 0 || q.Milliseconds > mostReviewTime {
		return l, refuse(Bad, "ms is %d: choose up to %d a position", q.Milliseconds, mostReviewTime)
	}
	l = engine.Limit{Lines: 2, Nodes: q.Nodes, Time: time.Duration(q.Milliseconds) * time.Millisecond}
	if l.Nodes == 0 && l.Time == 0 {
		l.Nodes = by.effort(hint(r))
	}
	return l, nil
}

func (d *Service) answerReview(ctx context.Context, q *reviewRequest, part Part) (any, error) {
	g, who, err := d.open(&q.positionRequest, q.Player)
	if err != nil {
		return nil, err
	}
	if q.From < 0 || q.From > len(g.moves) {
		return nil, refuse(Bad, "from is %d: choose 0 to %d, the number of moves", q.From, len(g.moves))
	}
	limit, err := q.limit(who, g.board.Rules())
	if err != nil {
		return nil, err
	}
	hints, err := d.roster.find(g.board.Rules(), "") // the first player gives hints
	if err != nil {
		return nil, err
	}
	leave, err := d.analyses.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, mostReview)
	defer cancel()
	by, err := who.open(ctx, g.board, analysisMemory())
	if err != nil {
		return nil, err
	}
	defer by.Close()
	end, err := reviewer{by, hints, limit}.review(ctx, g, q.From, part)
	if err != nil {
		return nil, stoppedOr(ctx, fmt.Errorf("api: %s reviews: %w", who.id, err))
	}
	return end, nil
}

// hinter chooses the moves of hints.
type hinter interface {
	choose(ctx context.Context, s *game.State, l engine.Level, seed uint64) (engine.LevelChoice, error)
}

// reviewer judges the moves of a game.
type reviewer struct {
	by    engine.Engine
	hints hinter
	limit engine.Limit
}

// review judges the moves of a game from the last one down to the one with index from.
func (v reviewer) review(ctx context.Context, g *played, from int, part Part) (any, error) {
	after, err := judge(ctx, v.by, &g.state, v.limit)
	if err != nil {
		return nil, err
	}
	end := reviewEnd{Done: true, Value: forWhite(&g.state, after.Value)}
	for ply := len(g.moves) - 1; ply >= from; ply-- {
		before, err := judge(ctx, v.by, &g.states[ply], v.limit)
		if err != nil {
			return nil, err
		}
		r, err := v.verdict(ctx, &g.states[ply], g.moves[ply], before, after)
		if err != nil {
			return nil, err
		}
		r.Ply = ply
		if err := part(r); err != nil {
			return nil, err
		}
		after = before
	}
	return end, nil
}

// judge returns the result of a search of a position. If the game is over, the result comes from
// the rules.
func judge(ctx context.Context, by engine.Engine, s *game.State, limit engine.Limit) (*engine.Result, error) {
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		value := float32(outcome.For(s.Turn()))
		return &engine.Result{Value: value, Proof: engine.ProofOf(value)}, nil
	}
	var last *engine.Result
	err := search(ctx, by, s, limit, func(r *engine.Result) error {
		last = r
		return nil
	})
	if err == nil {
		err = ctx.Err() // the search may have stopped at any depth
	}
	return last, err
}

// compare judges a played move in s, where a search found f. It takes the move's value from the
// search of the position after the move, because the engine has searched that position longer. The
// value of the position is the better of this value and the best other move's value. An estimate
// does not overrule a proof. A losing played move does not prove the position lost: the other moves
// were not searched.
func compare(f *engine.Result, s *game.State, played game.Move, after *engine.Result) reviewReply {
	first, value := f.Lines[0], 0-after.Value
	if f.Proof != engine.Unknown && after.Proof == engine.Unknown {
		if value = min(value, first.Value); first.Move == played {
			value = first.Value
		}
	}
	best := judged{DescribeMove(s, played), value}
	reply := reviewReply{Played: best}
	for _, l := range f.Lines {
		if v := min(l.Value, first.Value); l.Move != played && v > best.Value {
			best = judged{DescribeMove(s, l.Move), v}
		}
	}
	if f.Value = best.Value; best.Value == value && after.Proof == engine.Loss {
		f.Proof = engine.Win
	}
	reply.Value, reply.Proof, reply.Best, reply.Loss = forWhite(s,
		best.Value), f.Proof, best, best.Value-value
	return reply
}

// forWhite returns White's value, given the value for the side to move.
func forWhite(s *game.State, value float32) float32 {
	if s.Turn() == game.Black {
		return 0 - value
	}
	return value
}
