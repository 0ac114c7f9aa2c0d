package desk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
)

// What an analysis may ask for.
const (
	defaultLines = 3
	mostLines    = 8
	// mostSeconds end every analysis: who still listens asks again.
	mostSeconds = 60
)

// analyseRequest asks what there is in a position. It is answered in parts until its time is up, all is proven or whoever
// asked goes away.
type analyseRequest struct {
	positionRequest
	Player  string  `json:"player"`  // an id of the board, "" for its first
	Lines   int     `json:"lines"`   // best moves to tell of, 1 to 8; 3 if it is 0
	Seconds float64 `json:"seconds"` // how long, 60 at most and if it is 0
}

// analysisReply is a part of the answer; the last says that it is done. Values are for the side to move, in [-1, 1].
type analysisReply struct {
	Value        float32        `json:"value"`
	Proof        proof          `json:"proof"` // of the position
	Plies        int            `json:"plies"` // if proven and known: the winner can end the game after so many
	Lines        []analysedLine `json:"lines"` // best first; none if the game is over
	Policy       []policyMove   `json:"policy"`
	Nodes        int            `json:"nodes"` // positions, or simulations of a network
	Depth        int            `json:"depth"` // plies
	Milliseconds int64          `json:"ms"`
	Done         bool           `json:"done,omitempty"`
}

// analysedLine is what is found about a move.
type analysedLine struct {
	Move   moveInfo    `json:"move"`
	Value  float32     `json:"value"`
	Visits int         `json:"visits"` // simulations that went through the move; 0 for the classical engine
	Share  float32     `json:"share"`  // of them, in [0, 1]
	Proof  proof       `json:"proof"`
	Plies  int         `json:"plies"`
	PV     []moveTexts `json:"pv"` // what is expected, beginning with the move
}

// policyMove is a move and its probability in the policy of the network.
type policyMove struct {
	Move moveInfo `json:"move"`
	P    float32  `json:"p"`
}

// limit checks what a request wants.
func (q *analyseRequest) limit() (limit, error) {
	l := limit{lines: cmp.Or(q.Lines, defaultLines)}
	if l.lines < 1 || l.lines > mostLines {
		return l, refuse(Bad, "lines is %d: choose 1 to %d", q.Lines, mostLines)
	}
	if q.Seconds < 0 {
		return l, refuse(Bad, "seconds is %v: choose a time of up to %d", q.Seconds, mostSeconds)
	}
	seconds := min(cmp.Or(q.Seconds, mostSeconds), mostSeconds)
	l.time = max(1, time.Duration(seconds*float64(time.Second)))
	return l, nil
}

func (d *Desk) answerAnalyse(ctx context.Context, q *analyseRequest, part Part) (any, error) {
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
	last, err := analyse(ctx, &g.state, who.engine, limit, part)
	if err != nil {
		return nil, stoppedOr(ctx, fmt.Errorf("play: %s analyses: %w", who.id, err))
	}
	return last, nil
}

// overReply is all that there is to say of a game that is over.
func overReply(s *game.State, outcome game.Outcome) analysisReply {
	value := float32(outcome.For(s.Turn()))
	return analysisReply{Value: value, Proof: proofOf(value), Lines: []analysedLine{}, Policy: []policyMove{}, Done: true}
}

// analyse gives out parts as an engine finds them, and returns the last.
func analyse(ctx context.Context, s *game.State, by engine, limit limit, part Part) (any, error) {
	began := time.Now()
	likely, err := policyMoves(s, by)
	if err != nil {
		return nil, err
	}
	a, err := by.analyst(s.Board())
	if err != nil {
		return nil, err
	}
	var last analysisReply
	err = a.analyse(ctx, s, limit, func(f *findings) error {
		last = f.reply(s)
		last.Policy, last.Milliseconds = likely, time.Since(began).Milliseconds()
		return part(last)
	})
	if err != nil {
		return nil, err
	}
	if last.Proof != "" && last.Plies == 0 {
		if err := last.count(ctx, s); err != nil {
			return nil, err
		}
	}
	last.Done = true
	return last, nil
}

// reply tells the page of findings in s.
func (f *findings) reply(s *game.State) analysisReply {
	r := analysisReply{Value: f.value, Proof: f.proof, Plies: f.lines[0].plies, Nodes: f.nodes, Depth: f.depth, Lines: []analysedLine{}}
	if f.proof == "" {
		r.Plies = 0
	}
	for _, l := range f.lines {
		r.Lines = append(r.Lines, analysedLine{
			Move: describeMove(s, l.move), Value: l.value, Visits: l.visits, Share: l.share, Proof: l.proof, Plies: l.plies, PV: variationOf(s, l.variation),
		})
	}
	return r
}

func variationOf(s *game.State, moves []game.Move) []moveTexts {
	at, texts := *s, []moveTexts{}
	for _, m := range moves {
		texts = append(texts, textsOf(&at, m))
		at.Play(m)
	}
	return texts
}

// countNodes bound the search that counts plies: some milliseconds.
const countNodes = 20_000

// count asks the classical engine in how many plies a proven game can be ended: a tree search proves without counting.
func (r *analysisReply) count(ctx context.Context, s *game.State) error {
	search, err := alphabeta.New(s.Board(), alphabeta.DefaultWeights(s.Board().Rules()), 1)
	if err != nil {
		return err
	}
	found, err := search.Run(ctx, s, alphabeta.Limit{Nodes: countNodes}, 1, nil)
	if err != nil {
		return err
	}
	if best := found.Lines[0]; best.Proven && proofOf(best.Value) == r.Proof {
		r.Plies = best.Plies
	}
	return nil
}

// What of a policy is told.
const (
	maxPolicyMoves = 20
	leastPolicy    = 0.005
)

// policyMoves returns the likeliest moves of the policy of an engine, best first.
func policyMoves(s *game.State, by engine) ([]policyMove, error) {
	moves := s.AppendMoves(nil)
	policy, err := by.policy(s, moves)
	if err != nil {
		return nil, err
	}
	likely := []policyMove{}
	for i, p := range policy {
		if p >= leastPolicy {
			likely = append(likely, policyMove{describeMove(s, moves[i]), p})
		}
	}
	slices.SortStableFunc(likely, func(a, b policyMove) int { return cmp.Compare(b.P, a.P) })
	return likely[:min(maxPolicyMoves, len(likely))], nil
}
