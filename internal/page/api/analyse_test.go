package api

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/treesearch"
	"epaminondas/mcts"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bothEngines returns two desks. The first player of one is a network, of the other the classical
// engine.
func bothEngines(t *testing.T) map[string]*Service {
	return map[string]*Service{
		"network": newService(t, Config{Networks: []Network{{Name: "test", Leads: true,
			Weights: testNetwork(t)}}}),
		"classical": newService(t, Config{}),
	}
}

// analysisOf runs an analysis and returns all of its parts, the last one too.
func analysisOf(t *testing.T, d *Service, q analyseRequest) []analysisReply {
	t.Helper()
	var parts []analysisReply
	last, err := callWith[analysisReply](t, d, "analyse", q, func(v any) error {
		parts = append(parts, v.(analysisReply))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return append(parts, last)
}

// Each part of an analysis contains more than the part before. The analysis ends when its time is
// over, and describes every line completely.
func TestAnalysis(t *testing.T) {
	for name, d := range bothEngines(t) {
		q := analyseRequest{positionRequest: positionRequest{Rules: presets[1].Rules,
			Moves: []string{"a2-a3"}}, Lines: 4, Seconds: 0.5}
		began := time.Now()
		parts := analysisOf(t, d, q)
		if took := time.Since(began); took > 50*time.Second {
			t.Errorf("%s: half a second took %v", name, took)
		}
		if len(parts) < 3 {
			t.Fatalf("%s: %d parts", name, len(parts))
		}
		first, last := parts[0], parts[len(parts)-1]
		if !last.Done || first.Done || first.Nodes >= last.Nodes || first.Depth > last.Depth ||
			len(last.Lines) != 4 {
			t.Errorf("%s: from %+v to %+v", name, first, last)
		}
		if (name == "network") != (len(last.Policy) > 0) {
			t.Errorf("%s: a policy of %d moves", name, len(last.Policy))
		}
		g, err := q.game()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range parts {
			checkAnalysis(t, &g.state, p)
		}
	}
}

// checkAnalysis replays all lines.
func checkAnalysis(t *testing.T, s *game.State, r analysisReply) {
	t.Helper()
	if !(math.Abs(float64(r.Value)) <= 1) || len(r.Lines) == 0 {
		t.Fatalf("%+v", r)
	}
	seen := map[string]bool{}
	for _, l := range r.Lines {
		if !(math.Abs(float64(l.Value)) <= 1) || seen[l.Move.Text] || l.PV[0] != l.Move.moveTexts ||
			(l.Proof != engine.Unknown) != (l.Value == 1 || l.Value == -1) {
			t.Fatalf("%+v", l)
		}
		seen[l.Move.Text] = true
		at := *s
		for _, text := range l.PV {
			m, err := at.ParseMove(text.Text, game.RearNotation)
			if err != nil || at.FormatMove(m, game.HeadNotation) != text.Head {
				t.Fatalf("%s: %+v: %v", l.Move.Text, text, err)
			}
			at.Play(m)
		}
	}
	for i, h := range r.Policy {
		if h.P < leastPolicy || i >= maxPolicyMoves || i > 0 && h.P > r.Policy[i-1].P {
			t.Fatalf("policy %+v", r.Policy)
		}
	}
}

// A network's policy is the same on the mirrored board, to the last bit.
func TestPolicyIsSymmetric(t *testing.T) {
	q := positionRequest{Rules: presets[2].Rules, Moves: []string{"a2-a3", "c8-c6", "b2-c3"}}
	g, err := q.game()
	if err != nil {
		t.Fatal(err)
	}
	open, _, err := openNetwork(Network{Weights: testNetwork(t)}, backend.Auto)
	if err != nil {
		t.Fatal(err)
	}
	by, err := open(t.Context(), g.board, analysisMemory())
	if err != nil {
		t.Fatal(err)
	}
	defer by.Close()
	of := func(s game.State) map[game.Move]float32 {
		moves := s.AppendMoves(nil)
		policy, err := policyOf(by, &s, moves)
		if err != nil {
			t.Fatal(err)
		}
		by := map[game.Move]float32{}
		sum := float32(0)
		for i, m := range moves {
			by[m] = policy[i]
			sum += policy[i]
		}
		if math.Abs(float64(sum)-1) > 1e-5 {
			t.Errorf("the policy's sum is %v", sum)
		}
		return by
	}
	here, there := of(g.state), of(g.state.Mirror())
	for m, p := range here {
		if there[g.board.MirrorMove(m)] != p {
			t.Fatalf("move %v: %v, in the mirror %v", g.state.FormatMove(m, game.RearNotation), p,
				there[g.board.MirrorMove(m)])
		}
	}
}

// An analysis proves wins and losses, and gives the number of plies.
func TestAnalysisProves(t *testing.T) {
	for name, d := range bothEngines(t) {
		for start, want := range map[string]analysisReply{
			// White crosses, and Black has no answer: the game ends after Black's move.
			"..../w.../..../...b/..../.... w": {Proof: engine.Win, Value: 1, Plies: 2},
			// Black, to move, is behind on the far rows, and cannot draw level.
			"w.../..../..../...b/..../.... b": {Proof: engine.Loss, Value: -1, Plies: 1},
		} {
			q := analyseRequest{positionRequest: positionRequest{Rules: "epaminondas:4x6x1", Start: start},
				Seconds: 20}
			parts := analysisOf(t, d, q)
			last := parts[len(parts)-1]
			for i, p := range parts[:len(parts)-1] {
				if i > 0 && p.Nodes == parts[i-1].Nodes {
					t.Errorf("%s: %s: part %d tells nothing new", name, start, i)
				}
			}
			if last.Proof != want.Proof || last.Value != want.Value || last.Plies == 0 ||
				last.Plies > want.Plies || last.Lines[0].Proof != want.Proof {
				t.Errorf("%s: %s: %+v", name, start, last)
			}
		}
	}
}

// The analysis of a finished game has only the result.
func TestAnalysisOfAFinishedGame(t *testing.T) {
	q := analyseRequest{positionRequest: positionRequest{Rules: "epaminondas:4x6x1",
		Start: "w..b/..../..../..../..../w... w"}}
	last := analysisOf(t, newService(t, Config{}), q)[0]
	if !last.Done || last.Value != 1 || last.Proof != engine.Win || len(last.Lines) != 0 {
		t.Errorf("%+v", last)
	}
}

// An analysis ends when its client stops listening or disconnects. Then its slot is free.
func TestAnalysisEnds(t *testing.T) {
	for name, d := range bothEngines(t) {
		body, err := json.Marshal(analyseRequest{positionRequest: positionRequest{Rules: presets[0].Rules}})
		if err != nil {
			t.Fatal(err)
		}
		gone, began := errors.New("gone"), time.Now()
		if _, err := d.Call(t.Context(), "analyse", body, func(any) error { return gone }); !errors.Is(err,
			gone) {
			t.Errorf("%s: %v", name, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := d.Call(ctx, "analyse", body, func(any) error { cancel(); return nil }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took > 50*time.Second {
			t.Errorf("%s: %v to stop", name, took)
		}
		if len(d.analyses.taken) != 0 {
			t.Errorf("%s keeps its place", name)
		}
	}
}

func TestAnalysisRefuses(t *testing.T) {
	d := newService(t, Config{})
	for body, want := range map[string]string{
		`{"rules":"crossings","lines":9}`:               "lines is 9",
		`{"rules":"crossings","lines":-1}`:              "lines is -1",
		`{"rules":"crossings","seconds":-1}`:            "seconds is -1",
		`{"rules":"crossings","seconds":1e999}`:         "number",
		`{"rules":"crossings","player":"nobody"}`:       "nobody",
		`{"rules":"crossings","level":1}`:               "unknown field",
		`{"rules":"crossings","moves":["a1-a9"]}`:       "move 1",
		`{"rules":"crossings","seconds":"a long time"}`: "seconds",
	} {
		refused(t, d, "analyse", body, want)
	}
}

// refused checks that a call is refused for a reason.
func refused(t *testing.T, d *Service, name, body, want string) {
	t.Helper()
	_, err := d.Call(t.Context(), name, []byte(body), func(any) error { return nil })
	if kindOf(err) != Bad || !strings.Contains(err.Error(), want) {
		t.Errorf("%s %s: %v, want a refusal and %q", name, body, err, want)
	}
}

// certain is an evaluator that gives one move the prior 1, and every position the value 0.
type certain struct{}

func (certain) Evaluate(_ *game.State, moves []game.Move, prior []float32) (float32, error) {
	clear(prior)
	prior[len(moves)/2] = 1
	return 0, nil
}

func (certain) Close() error { return nil }

// An analysis follows the network's policy. It adds no noise and tries no other moves.
func TestAnalysisFollowsThePolicy(t *testing.T) {
	g, err := (&positionRequest{Rules: "crossings"}).game()
	if err != nil {
		t.Fatal(err)
	}
	by, err := treesearch.New(mcts.Play(), certain{})
	if err != nil {
		t.Fatal(err)
	}
	var last *engine.Result
	err = search(t.Context(), by, &g.state, engine.Limit{Lines: 8, Nodes: 100},
		func(r *engine.Result) error {
			last = r
			return nil
		})
	if moves := g.state.AppendMoves(nil); err != nil || last.Nodes != 100 || len(last.Lines) != 1 ||
		last.Lines[0].Move != moves[len(moves)/2] {
		t.Errorf("%+v, %v", last, err)
	}
}

// opinions is an engine with a fixed policy.
type opinions struct {
	engine.Engine
	policies []float32
}

func (opinions) Attributes() engine.Attributes { return engine.Attributes{Policy: true} }

func (o opinions) Evaluate(_ *game.State, _ []game.Move, prior []float32) (float32, error) {
	copy(prior, o.policies)
	return 0, nil
}

// The page gets at most the 20 likeliest moves, and no very unlikely ones.
func TestHopes(t *testing.T) {
	g, err := (&positionRequest{Rules: "crossings"}).game()
	if err != nil {
		t.Fatal(err)
	}
	moves := g.state.AppendMoves(nil)
	policies := make([]float32, len(moves))
	policies[1], policies[4], policies[2], policies[3] = 0.0049, 0.0051, 0.5, 0.4
	likely, err := policyMoves(&g.state, opinions{policies: policies})
	if err != nil || len(likely) != 3 || likely[0].P != 0.5 || likely[1].P != 0.4 ||
		likely[2].P != 0.0051 || likely[2].Move.Text != DescribeMove(&g.state, moves[4]).Text {
		t.Errorf("%+v, %v", likely, err)
	}
	for i := range policies {
		policies[i] = 1 / float32(len(policies))
	}
	if likely, err = policyMoves(&g.state, opinions{policies: policies}); err != nil || len(likely) != 20 {
		t.Errorf("%d of %d moves, %v", len(likely), len(moves), err)
	}
}
