package api

import (
	"context"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// Limits of the additional searches that a review makes before it blames a move. Values go from -1
// to 1. The page calls a loss of 0.1 or more a slip.
const (
	blame = 0.1
	// A difference between blame/2 and 2*blame is close: more nodes may reverse the verdict.
	// mostDoublings limits how often the review doubles the nodes.
	mostDoublings = 2
)

// hint returns the level of hints on a board without its time limit. Then the limit of nodes ends the
// search, so a second hint gives the same answer.
func hint(r game.Rules) engine.Level {
	l := engine.Levels(r)[engine.HintLevel-1]
	l.Time = 0
	return l
}

// verdict judges a move, and says why it is bad. The search before the move used only a part of its nodes
// for the move that it prefers. The search after the move used all of its nodes for the played move. So
// the preferred move gets a search of its own, with the same number of nodes. While the verdict is close,
// verdict doubles the nodes of both searches.
func (v reviewer) verdict(ctx context.Context, s *game.State, m game.Move, before,
	after *engine.Result) (r reviewReply, err error) {
	r = compare(before, s, m, after)
	r.Nodes, r.Reply, r.Why = v.limit.Nodes, replyTo(s, m, after), []reason{}
	if r.Loss < blame/2 {
		return r, nil
	}
	if v.limit.Nodes == 0 || before.Proof != engine.Unknown {
		lines := choice{s, continued(m, after), lineOf(before, s, r.Best.Move.Text)}
		r.Why, err = explain(ctx, lines, &r, before, after)
		return r, err
	}
	better := preferred(before, m)
	pair := comparison{by: v.by, better: *s, played: *s, limit: v.limit}
	pair.better.Play(better)
	pair.played.Play(m)
	if err := pair.run(ctx, after); err != nil {
		return r, err
	}
	r.Nodes, r.Reply = pair.limit.Nodes, replyTo(s, m, pair.afterPlayed)
	pair.settle(&r, s, better, before)
	if r.Loss < blame {
		return r, nil
	}
	lines := choice{s, continued(m, pair.afterPlayed), continued(better, pair.afterBetter)}
	if r.Why, err = explain(ctx, lines, &r, before, pair.afterPlayed); err != nil {
		return r, err
	}
	return r, v.askHint(ctx, s, m, &r)
}

// replyTo returns the first move of the search after move m in s, or nil if m ended the game.
func replyTo(s *game.State, m game.Move, after *engine.Result) *Move {
	if len(after.Lines) == 0 {
		return nil
	}
	next := *s
	next.Play(m)
	reply := DescribeMove(&next, after.Lines[0].Move)
	return &reply
}

// preferred returns the best move of a search that is not m.
func preferred(r *engine.Result, m game.Move) game.Move {
	for _, l := range r.Lines {
		if l.Move != m {
			return l.Move
		}
	}
	return m
}

// comparison compares the positions after two moves of one side by searches of equal size.
type comparison struct {
	by             engine.Engine
	better, played game.State
	limit          engine.Limit // of each search, in the end
	afterBetter    *engine.Result
	afterPlayed    *engine.Result
}

// run searches both positions. after has the results of the first search after the played move.
func (p *comparison) run(ctx context.Context, after *engine.Result) (err error) {
	p.afterPlayed = after
	if p.afterBetter, err = judge(ctx, p.by, &p.better, p.limit); err != nil {
		return err
	}
	for range mostDoublings {
		if !p.undecided() {
			return nil
		}
		p.limit.Nodes *= 2
		if p.afterBetter, err = judge(ctx, p.by, &p.better, p.limit); err != nil {
			return err
		}
		if p.afterPlayed, err = judge(ctx, p.by, &p.played, p.limit); err != nil {
			return err
		}
	}
	return nil
}

// undecided reports whether the verdict is close, and not proven.
func (p *comparison) undecided() bool {
	if p.afterBetter.Proof != engine.Unknown && p.afterPlayed.Proof != engine.Unknown {
		return false
	}
	loss := p.afterPlayed.Value - p.afterBetter.Value // values are for the opponent
	return loss > blame/2 && loss < 2*blame
}

// settle writes the results of the equal searches into the reply about s and into the result f of the
// search of s.
func (p *comparison) settle(r *reviewReply, s *game.State, better game.Move, f *engine.Result) {
	played, other := 0-p.afterPlayed.Value, 0-p.afterBetter.Value
	r.Played.Value = played
	r.Best = r.Played
	best := p.afterPlayed
	if other > played {
		r.Best, best = judged{DescribeMove(s, better), other}, p.afterBetter
	}
	if best.Proof == engine.Loss {
		f.Proof = engine.Win
	}
	f.Value, r.Loss = r.Best.Value, r.Best.Value-played
	r.Value, r.Proof = forWhite(s, f.Value), f.Proof
}

// askHint records in a reply whether a hint would name the blamed move.
func (v reviewer) askHint(ctx context.Context, s *game.State, m game.Move, r *reviewReply) error {
	c, err := v.hints.choose(ctx, s, hint(s.Board().Rules()), 0)
	if err != nil {
		return err
	}
	if r.Hinted = c.Move == m; r.Hinted {
		r.HintNodes = c.Nodes
	}
	return nil
}
