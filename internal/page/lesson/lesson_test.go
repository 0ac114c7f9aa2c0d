package lesson

import (
	"maps"
	"testing"

	"epaminondas/game"
)

// positionOf returns the position of a step.
func positionOf(t *testing.T, s *Step) game.State {
	t.Helper()
	position, err := s.Position()
	if err != nil {
		t.Fatal(err)
	}
	return position
}

// exercises returns the steps with a goal.
func exercises() []Step {
	all := Steps()
	return all[:len(all)-1]
}

// Each step is a position with White to move on a small board, and its marks are on the board.
func TestPositions(t *testing.T) {
	steps := Steps()
	if n := len(steps); n < 6 || n > 8 {
		t.Errorf("%d steps", n)
	}
	for i, s := range steps {
		position := positionOf(t, &s)
		outcome, _ := position.Outcome()
		rules := position.Board().Rules()
		if outcome != game.Ongoing || position.Turn() != game.White || s.IsGame() != (i == len(steps)-1) {
			t.Errorf("%s: %s, %v", s.Name, outcome, position.Turn())
		}
		if rules.Width < 4 || rules.Width > 8 || rules.Height < 6 || rules.Height > 8 {
			t.Errorf("%s: the board is %d x %d", s.Name, rules.Width, rules.Height)
		}
		if s.Name == "" {
			t.Errorf("step %d has no name", i+1)
		}
		for _, name := range append(s.To, s.From...) {
			if int(name[0]-'a') >= rules.Width || int(name[1]-'0') > rules.Height {
				t.Errorf("%s: %s is not on the board", s.Name, name)
			}
		}
		stones := position.Stones(game.White)
		if !covers(stones, s.From) {
			t.Errorf("%s: no white stones on %v", s.Name, s.From)
		}
	}
}

// judged returns the verdicts on all legal moves of a step, by whether they reach the goal.
func judged(t *testing.T, s *Step) (reached, missed map[string]Verdict) {
	t.Helper()
	position := positionOf(t, s)
	reached, missed = map[string]Verdict{}, map[string]Verdict{}
	for _, m := range position.AppendMoves(nil) {
		v := s.Judge(position, m)
		if v.What == "" {
			t.Errorf("%s: nothing is said about a move", s.Name)
		}
		to := missed
		if v.Reached {
			to = reached
		}
		to[position.FormatMove(m, game.RearNotation)] = v
	}
	return reached, missed
}

// The answer of each step is legal and reaches the goal, and other moves miss it. Some goals have
// several answers.
func TestGoals(t *testing.T) {
	for i, want := range [][]string{
		{"b2-c3"},
		{"a1-d4"},
		{"b3-b5"},
		{"e1xe3"},
		{"a1xb1", "d5-c6", "d5-d6", "d5-e6"},
		{"g7-g8", "g7-h8"},
		{"c5-b6", "c5-d6"},
	} {
		s := exercises()[i]
		reached, missed := judged(t, &s)
		if _, ok := reached[s.Answer]; !ok {
			t.Errorf("%s: %s does not reach the goal", s.Name, s.Answer)
		}
		for _, text := range want {
			if _, ok := reached[text]; !ok {
				t.Errorf("%s: %s does not reach the goal: %q", s.Name, text, missed[text].What)
			}
		}
		if len(reached) != len(want) || len(missed) < 3 {
			t.Errorf("%s: %d moves reach the goal, want %d, and %d miss it", s.Name, len(reached), len(want),
				len(missed))
		}
	}
}

// A move that misses a goal is told what it did.
func TestFeedback(t *testing.T) {
	for _, c := range []struct {
		step       int
		move, what string
		values     Values
	}{
		{0, "b2-b3", "stone-elsewhere", Values{"landing": "b3", "wanted": "c3"}},
		{1, "b2-c3", "fewer", Values{"n": 2, "from": "a1", "wanted": 3}},
		{1, "c3-d3", "fewer", Values{"n": 1, "from": "a1", "wanted": 3}},
		{1, "a1-c3", "front-elsewhere", Values{"landing": "e5", "wanted": "f6"}},
		{2, "b1-b3", "more", Values{"moved": 4, "from": "b3", "n": 2}},
		{2, "b4-b5", "fewer", Values{"n": 1, "from": "b3", "wanted": 2}},
		{3, "e1-e2", "no-capture", Values{"from": "e1", "wanted": "e5"}},
		{4, "d5-d4", "behind", Values{"n": 1, "own": 0, "row": 6}},
		{5, "g7-g6", "not-across", Values{"landing": "g6", "row": 8}},
		{5, "a7-b8", "lost-stone", Values{"line": 2, "landing": "b8"}},
		{5, "g7-f8", "lost-stone", Values{"line": 2, "landing": "f8"}},
		{6, "c5-c4", "not-across", Values{"landing": "c4", "row": 6}},
	} {
		s := exercises()[c.step]
		_, missed := judged(t, &s)
		if v, ok := missed[c.move]; !ok || v.What != c.what || !maps.Equal(v.Values, c.values) {
			t.Errorf("%s: %s gets %s %v, want %s %v", s.Name, c.move, v.What, v.Values, c.what, c.values)
		}
	}
}

// The symmetry rule forbids the move that the last exercise names.
func TestForbidden(t *testing.T) {
	s := exercises()[6]
	position := positionOf(t, &s)
	if _, err := position.ParseMove("c5-c6", game.RearNotation); err == nil {
		t.Error("c5-c6 is legal")
	}
}

// All stones of an unequal pair of lines stand in one file, and a shorter phalanx beside them cannot
// capture.
func TestCaptureNeedsLength(t *testing.T) {
	s := exercises()[3]
	position := positionOf(t, &s)
	if _, err := position.ParseMove("b2xb4", game.RearNotation); err == nil {
		t.Error("a line of two captures a line of two")
	}
}

// The opponent's replies are legal. After a crossing that wins, no reply at all saves Black. After any
// other crossing the shown reply draws level.
func TestReplies(t *testing.T) {
	for _, s := range exercises() {
		reached, missed := judged(t, &s)
		for text, v := range reached {
			if want := s.Far && s.Name != "symmetry"; v.HasReply != want {
				t.Errorf("%s: %s has a reply: %v", s.Name, text, v.HasReply)
			}
			if v.HasReply && !v.After.Legal(v.Reply) {
				t.Errorf("%s: the reply to %s is illegal", s.Name, text)
			}
		}
		for text, v := range missed {
			if !v.HasReply {
				continue
			}
			if !v.After.Legal(v.Reply) || v.After.LeadAfter(v.Reply) < 0 {
				t.Errorf("%s: the reply to %s does not draw level", s.Name, text)
			}
		}
		if s.Name != "crossing" {
			continue
		}
		for text, v := range reached {
			for _, m := range v.After.AppendMoves(nil) {
				next := v.After
				next.Play(m)
				if outcome, _ := next.Outcome(); outcome != game.WhiteWins {
					t.Errorf("%s does not win", text)
				}
			}
		}
	}
}
