package desk

import (
	"context"
	"fmt"
	"time"

	"epaminondas/game"
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
}

// reviewReply is one part of the answer: the judgement of a move.
type reviewReply struct {
	Ply   int     `json:"ply"`   // index of the move in the request
	Value float32 `json:"value"` // for White, of the position before the move
	Proof proof   `json:"proof"` // of that position, for the side to move
	// Best and Played have their values for the side to move. Loss is their difference, from 0 to
	// 2.
	Best   judged  `json:"best"`
	Played judged  `json:"played"`
	Loss   float32 `json:"loss"`
	// Nodes is the number of positions or simulations for each of the two; 0 if time ended the
	// searches.
	Nodes int `json:"nodes"`
	// Hinted is true if a hint would name the played move, although the review blames it. HintNodes
	// is the size of the hint's search.
	Hinted    bool `json:"hinted"`
	HintNodes int  `json:"hint_nodes"`
}

// judged is a move and its value for the side that plays it, in [-1, 1].
type judged struct {
	Move  moveInfo `json:"move"`
	Value float32  `json:"value"`
}

// reviewEnd is the last part of the answer.
type reviewEnd struct {
	Done  bool    `json:"done"`
	Value float32 `json:"value"` // for White, of the position after the last move
}

// limit returns the search limit of a review for an engine, or a refusal of its fields.
func (q *reviewRequest) limit(by engine) (limit, error) {
	if q.Nodes < 0 || q.Nodes > mostReviewNodes {
		return limit{}, refuse(Bad, "nodes is %d: choose up to %d a position", q.Nodes, mostReviewNodes)
	}
	if q.Milliseconds < 0 || q.Milliseconds > mostReviewTime {
		return limit{}, refuse(Bad, "ms is %d: choose up to %d a position", q.Milliseconds, mostReviewTime)
	}
	l := limit{lines: 2, nodes: q.Nodes, time: time.Duration(q.Milliseconds) * time.Millisecond}
	if l.nodes == 0 && l.time == 0 {
		l.nodes = by.effort(hint())
	}
	return l, nil
}

func (d *Desk) answerReview(ctx context.Context, q *reviewRequest, part Part) (any, error) {
	g, who, err := d.open(&q.positionRequest, q.Player)
	if err != nil {
		return nil, err
	}
	limit, err := q.limit(who.engine)
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
	end, err := review(ctx, g, reviewer{who.engine, hints.engine, limit}, part)
	if err != nil {
		return nil, stoppedOr(ctx, fmt.Errorf("play: %s reviews: %w", who.id, err))
	}
	return end, nil
}

// reviewer judges the moves of a game.
type reviewer struct {
	by, hints engine
	limit     limit
}

// review judges the positions of a game from the last to the first.
func review(ctx context.Context, g *played, by reviewer, part Part) (any, error) {
	a, err := by.by.analyst(g.board)
	if err != nil {
		return nil, err
	}
	after, err := judge(ctx, a, &g.state, by.limit)
	if err != nil {
		return nil, err
	}
	end := reviewEnd{Done: true, Value: forWhite(&g.state, after.value)}
	for ply := len(g.moves) - 1; ply >= 0; ply-- {
		before, err := judge(ctx, a, &g.states[ply], by.limit)
		if err != nil {
			return nil, err
		}
		r, err := by.verdict(ctx, a, &g.states[ply], g.moves[ply], before, after)
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

// judge returns an analyst's findings for a position, or the rules' result if the game is over.
func judge(ctx context.Context, a analyst, s *game.State, limit limit) (*findings, error) {
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		value := float32(outcome.For(s.Turn()))
		return &findings{value: value, proof: proofOf(value)}, nil
	}
	var last *findings
	err := a.analyse(ctx, s, limit, func(f *findings) error {
		last = f
		return nil
	})
	if err == nil {
		err = ctx.Err() // the search may have stopped at any depth
	}
	return last, err
}

// compare judges a played move by the findings in the position after it, because the analyst has
// searched that position longer. The value of the position is the better of this value and the best
// other move's value. An estimate does not overrule a proof. A losing played move does not prove
// the position lost: the other moves were not searched.
func (f *findings) compare(s *game.State, played game.Move, after *findings) reviewReply {
	first, value := f.lines[0], 0-after.value
	if f.proof != "" && after.proof == "" {
		if value = min(value, first.value); first.move == played {
			value = first.value
		}
	}
	best := judged{describeMove(s, played), value}
	reply := reviewReply{Played: best}
	for _, l := range f.lines {
		if v := min(l.value, first.value); l.move != played && v > best.Value {
			best = judged{describeMove(s, l.move), v}
		}
	}
	if f.value = best.Value; best.Value == value && after.proof == "loss" {
		f.proof = "win"
	}
	reply.Value, reply.Proof, reply.Best, reply.Loss = forWhite(s,
		best.Value), f.proof, best, best.Value-value
	return reply
}

// forWhite returns White's value, given the value for the side to move.
func forWhite(s *game.State, value float32) float32 {
	if s.Turn() == game.Black {
		return 0 - value
	}
	return value
}
