package api

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/alphabeta"
)

// Limits of an analysis.
const (
	defaultLines = 3
	mostLines    = 8
	// mostSeconds is the longest time of an analysis. A browser that wants more results then asks
	// again.
	mostSeconds = 60
)

// analyseRequest asks for the best moves and the value of a position. The answer comes in parts
// until the time is up, everything is proven or the client disconnects.
type analyseRequest struct {
	positionRequest
	Player  string  `json:"player"`  // an id of the board, "" for its first
	Lines   int     `json:"lines"`   // number of best moves, 1 to 8; 0 means 3
	Seconds float64 `json:"seconds"` // search time, at most 60; 0 means 60
	// Ownership asks for the ownership of the squares, which costs two evaluations.
	Ownership bool `json:"ownership"`
}

// analysisReply is one part of the answer. Done marks the last part. Values are for the side to
// move, in [-1, 1].
type analysisReply struct {
	Value float32      `json:"value"`
	Proof engine.Proof `json:"proof"` // of the position
	// plies in which the winner can end the game, if proven and known; else 0
	Plies  int            `json:"plies"`
	Lines  []analysedLine `json:"lines"` // best first; none if the game is over
	Policy []policyMove   `json:"policy"`
	// nil if nobody asked for it, if the player has no network, or if the game is over
	Ownership    *ownership `json:"ownership,omitempty"`
	Nodes        int        `json:"nodes"` // positions, or simulations of a network
	Depth        int        `json:"depth"` // plies
	Milliseconds int64      `json:"ms"`
	Done         bool       `json:"done,omitempty"`
}

// analysedLine is the result of the search for one move.
type analysedLine struct {
	Move   Move         `json:"move"`
	Value  float32      `json:"value"`
	Visits int          `json:"visits"` // simulations through the move; 0 for the classical engine
	Share  float32      `json:"share"`  // share of all simulations, in [0, 1]
	Proof  engine.Proof `json:"proof"`
	Plies  int          `json:"plies"`
	PV     []moveTexts  `json:"pv"` // principal variation, beginning with the move
}

// policyMove is a move and its probability in the network's policy.
type policyMove struct {
	Move Move    `json:"move"`
	P    float32 `json:"p"`
}

// limit returns the search limit of a request, or a refusal of its fields.
func (q *analyseRequest) limit() (engine.Limit, error) {
	l := engine.Limit{Lines: cmp.Or(q.Lines, defaultLines)}
	if l.Lines < 1 || l.Lines > mostLines {
		return l, refuse(Bad, "lines is %d: choose 1 to %d", q.Lines, mostLines)
	}
	if q.Seconds < 0 {
		return l, refuse(Bad, "seconds is %v: choose a time of up to %d", q.Seconds, mostSeconds)
	}
	seconds := min(cmp.Or(q.Seconds, mostSeconds), mostSeconds)
	l.Time = max(1, time.Duration(seconds*float64(time.Second)))
	return l, nil
}

func (d *Service) answerAnalyse(ctx context.Context, q *analyseRequest, part Part) (any, error) {
	limit, err := q.limit()
	if err != nil {
		return nil, err
	}
	g, who, err := d.open(&q.positionRequest, q.Player)
	if err != nil {
		return nil, err
	}
	if outcome, _ := g.state.Outcome(); outcome != game.Ongoing {
		return overReply(&g.state, outcome), nil
	}
	leave, err := d.analyses.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	last, err := q.analyse(ctx, &g.state, who, limit, part)
	if err != nil {
		return nil, stoppedOr(ctx, fmt.Errorf("api: %s analyses: %w", who.id, err))
	}
	return last, nil
}

// overReply returns the analysis of a finished game.
func overReply(s *game.State, outcome game.Outcome) analysisReply {
	value := float32(outcome.For(s.Turn()))
	return analysisReply{Value: value, Proof: engine.ProofOf(value), Lines: []analysedLine{},
		Policy: []policyMove{}, Done: true}
}

// analyse passes each part of an analysis to part and returns the last one.
func (q *analyseRequest) analyse(ctx context.Context, s *game.State, who opponent, limit engine.Limit,
	part Part) (any, error) {
	began := time.Now()
	by, err := who.open(ctx, s.Board(), analysisMemory())
	if err != nil {
		return nil, err
	}
	defer by.Close()
	likely, err := policyMoves(s, by)
	if err != nil {
		return nil, err
	}
	var owners *ownership
	if q.Ownership {
		if owners, err = ownershipOf(s, who); err != nil {
			return nil, err
		}
	}
	var last analysisReply
	err = search(ctx, by, s, limit, func(r *engine.Result) error {
		last = replyOf(s, r)
		last.Policy, last.Ownership, last.Milliseconds = likely, owners, time.Since(began).Milliseconds()
		return part(last)
	})
	if err != nil {
		return nil, err
	}
	if last.Proof != engine.Unknown && last.Plies == 0 {
		if last.Plies, err = countPlies(ctx, s, last.Proof); err != nil {
			return nil, err
		}
	}
	last.Done = true
	return last, nil
}

// replyOf returns the result of a search of position s in the form for the page.
func replyOf(s *game.State, r *engine.Result) analysisReply {
	reply := analysisReply{Value: r.Value, Proof: r.Proof, Plies: r.Lines[0].Plies, Nodes: r.Nodes,
		Depth: r.Depth, Lines: []analysedLine{}}
	if r.Proof == engine.Unknown {
		reply.Plies = 0
	}
	for _, l := range r.Lines {
		line := analysedLine{Move: DescribeMove(s, l.Move), Value: l.Value, Visits: l.Visits, Proof: l.Proof,
			Plies: l.Plies, PV: variationOf(s, l.Variation)}
		if l.Visits > 0 {
			line.Share = l.Policy
		}
		reply.Lines = append(reply.Lines, line)
	}
	return reply
}

func variationOf(s *game.State, moves []game.Move) []moveTexts {
	at, texts := *s, []moveTexts{}
	for _, m := range moves {
		texts = append(texts, textsOf(&at, m))
		at.Play(m)
	}
	return texts
}

// countNodes bounds the search that counts plies. It takes some milliseconds.
const countNodes = 20_000

// countPlies asks the classical engine how many plies a proven game still takes, because a tree search
// proves a result without counting plies. It returns 0 if the engine does not find out.
func countPlies(ctx context.Context, s *game.State, proof engine.Proof) (int, error) {
	search, err := alphabeta.New(s.Board(), alphabeta.DefaultWeights(s.Board().Rules()), 1)
	if err != nil {
		return 0, err
	}
	found, err := search.Run(ctx, s, alphabeta.Limit{Nodes: countNodes}, 1, nil)
	if err != nil {
		return 0, err
	}
	if best := found.Lines[0]; best.Proven && engine.ProofOf(best.Value) == proof {
		return best.Plies, nil
	}
	return 0, nil
}

// Limits of the policy that the page gets.
const (
	maxPolicyMoves = 20
	leastPolicy    = 0.005
)

// policyMoves returns the most likely moves in an engine's policy, best first.
func policyMoves(s *game.State, by engine.Engine) ([]policyMove, error) {
	moves := s.AppendMoves(nil)
	policy, err := policyOf(by, s, moves)
	if err != nil {
		return nil, err
	}
	likely := []policyMove{}
	for i, p := range policy {
		if p >= leastPolicy {
			likely = append(likely, policyMove{DescribeMove(s, moves[i]), p})
		}
	}
	slices.SortStableFunc(likely, func(a, b policyMove) int { return cmp.Compare(b.P, a.P) })
	return likely[:min(maxPolicyMoves, len(likely))], nil
}
