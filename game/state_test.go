package game_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"epaminondas/game"
)

// letters has the letters of the colours in a mailbox.
var letters = map[game.Colour]byte{game.White: 'w', game.Black: 'b'}

// twinOf copies a state into a mailbox.
func twinOf(s *game.State) mailbox {
	var capturer byte
	if c, ok := s.LastCapture(); ok {
		capturer = letters[c]
	}
	return newMailbox(s.Board().Rules(), s.String(), capturer)
}

func TestStateAgreesWithTwin(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	rules := []game.Rules{ // extreme rules, then random ones
		{Width: 3, Height: 3, Rows: 1}, {Width: 16, Height: 16, Rows: 3}, {Width: 16, Height: 3, Rows: 1},
		{Width: 3, Height: 16, Rows: 2},
		{Width: 16, Height: 16, Rows: 1, Capture: game.CaptureSingle, Crossed: game.CrossedFixed,
			Behind: game.BehindLevel},
		{Width: 14, Height: 12, Rows: 2}, {Width: 4, Height: 6, Rows: 1},
		{Width: 8, Height: 8, Rows: 2, Capture: game.CaptureSingle, Crossed: game.CrossedFixed,
			Behind: game.BehindLevel, Symmetry: game.NoSymmetry},
	}
	for len(rules) < 90 {
		rules = append(rules, randomRules(rng))
	}
	for _, r := range rules {
		b := boardOf(t, r)
		game := randomGame(b, 60, rng)
		for range 6 {
			checkAgainstTwin(t, game[rng.IntN(len(game))])
			checkAgainstTwin(t, scatter(b, rng))
			checkAgainstTwin(t, ranks(b, rng))
			checkAgainstTwin(t, almostSymmetric(b, rng))
		}
		checkAgainstTwin(t, game[len(game)-1])
	}
}

// checkAgainstTwin compares all results of a state's methods with its twin.
func checkAgainstTwin(t *testing.T, s game.State) {
	t.Helper()
	if t.Failed() {
		return
	}
	twin := twinOf(&s)
	failed := func(what string, got, want any) {
		t.Helper()
		t.Errorf("%s, %v: %s is %v, the twin says %v", s.Board().Rules().Name(), &s, what, got, want)
	}
	legal := twin.allowed()
	outcome, reason := s.Outcome()
	wantOutcome, wantReason := twin.outcome(len(legal))
	if outcome != wantOutcome || reason != wantReason {
		failed("the outcome", []any{outcome, reason}, []any{wantOutcome, wantReason})
	}
	if got, want := s.Lead(), twin.leadOf(twin.turn); got != want {
		failed("the lead", got, want)
	}
	if wantOutcome != game.Ongoing {
		legal = nil
	}
	var want []game.Move
	for _, v := range legal {
		want = append(want, v.move())
		checkMoveAgainstTwin(t, s, &twin, v)
	}
	moves := s.AppendMoves(nil)
	if n := game.Perft(s, 1); n != uint64(len(want)) {
		failed("the number of moves", n, len(want))
	}
	slices.Sort(moves)
	slices.Sort(want)
	if !slices.Equal(moves, want) {
		failed("the list of moves", moves, want)
	}
	for m := range game.Move(1 << 14) {
		if _, found := slices.BinarySearch(want, m); s.Legal(m) != found {
			failed("legality of "+s.FormatMove(m, game.RearNotation), s.Legal(m), found)
			return
		}
	}
}

// checkMoveAgainstTwin compares the results of a state's methods for a legal move with its twin.
func checkMoveAgainstTwin(t *testing.T, s game.State, twin *mailbox, v twinMove) {
	t.Helper()
	m := v.move()
	after, taken, _ := twin.try(v)
	failed := func(what string, got, want any) {
		t.Helper()
		t.Errorf("%s, %v, move %+v: %s is %v, the twin says %v", s.Board().Rules().Name(), &s, v, what, got,
			want)
	}
	if got, want := s.LeadAfter(m), after.leadOf(twin.turn); got != want {
		failed("the lead after it", got, want)
	}
	phalanx := twin.line(twin.turn, v.rear, v.columns, v.height)
	moved, took, lead := s.Effect(m)
	if want := []int{len(phalanx), len(taken),
		after.leadOf(twin.turn)}; !slices.Equal([]int{moved, took, lead}, want) {
		failed("the effect", []int{moved, took, lead}, want)
	}
	if got, want := s.PhalanxLength(m), len(phalanx); got != want {
		failed("the phalanx", got, want)
	}
	head := phalanx[len(phalanx)-1]
	landing := place{head.column + v.distance*v.columns, head.row + v.distance*v.height}
	if got, want := s.Landing(m), landing.square(); got != want {
		failed("the landing", got, want)
	}
	var captured game.Bits
	for _, p := range taken {
		captured.Set(p.square())
	}
	if got := s.Captured(m); got != captured {
		failed("the capture", got, captured)
	}
	next := s
	next.Play(m)
	if got, want := next.String(), after.text(); got != want {
		failed("the position after it", got, want)
	}
	if fresh := position(t, s.Board(), next.String()); next.Hash() != fresh.Hash() {
		failed("the hash after it", next.Hash(), fresh.Hash())
	}
	var capturer byte
	if c, ok := next.LastCapture(); ok {
		capturer = letters[c]
	}
	if capturer != after.capturer {
		failed("the last to capture", capturer, after.capturer)
	}
}

func TestMovesDoNotRepeat(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		s := scatter(boardOf(t, randomRules(rng)), rng)
		seen := map[string]bool{}
		for _, m := range s.AppendMoves(nil) {
			next := s
			next.Play(m)
			if text := next.String(); seen[text] {
				t.Fatalf("%v: two moves lead to %s", &s, text)
			} else {
				seen[text] = true
			}
		}
	}
}

func TestAppendMovesKeepsWhatIsThere(t *testing.T) {
	s := board(t, "epaminondas:4x6x1").Start()
	moves := s.AppendMoves([]game.Move{game.NoMove})
	if moves[0] != game.NoMove || len(moves) != 1+len(s.AppendMoves(nil)) {
		t.Errorf("AppendMoves returned %v", moves)
	}
}

func TestHashTellsStonesAndTurn(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	b := board(t, "epaminondas:5x5x1")
	seen := map[uint64]string{}
	for range 100 {
		for _, s := range randomGame(b, 40, rng) {
			if other, ok := seen[s.Hash()]; ok && other != s.Placement() {
				t.Fatalf("%s and %s have the same hash", other, s.Placement())
			}
			seen[s.Hash()] = s.Placement()
		}
	}
	white, black := position(t, b, "b..../...../...../...../w.... w"),
		position(t, b, "b..../...../...../...../w.... b 7")
	if white.Hash() == black.Hash() {
		t.Error("the turn is not part of the hash")
	}
	later := position(t, b, "b..../...../...../...../w.... w 12")
	if white.Hash() != later.Hash() {
		t.Error("the ply is part of the hash")
	}
}

func TestNothingAllocates(t *testing.T) {
	for _, name := range benchmarked {
		b := board(t, name)
		states := randomGame(b, 60, rand.New(rand.NewPCG(7, 8)))
		moves := make([]game.Move, 0, 512)
		allocated := testing.AllocsPerRun(10, func() {
			for _, s := range states {
				s.Outcome()
				moves = s.AppendMoves(moves[:0])
				for _, m := range moves {
					if !s.Legal(m) {
						t.Fatal("a listed move is illegal")
					}
					s.LeadAfter(m)
					s.Captured(m)
					next := s
					next.Play(m)
				}
			}
			game.Perft(states[0], 2)
		})
		if allocated != 0 {
			t.Errorf("%s: %v allocations a run", name, allocated)
		}
	}
}
