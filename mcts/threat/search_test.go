package threat

import (
	"slices"
	"testing"
	"unsafe"

	"epaminondas/game"
)

// TestKnownPositions has positions with obvious proofs. Lines are in rear notation.
func TestKnownPositions(t *testing.T) {
	for _, test := range []struct {
		name, rules, position string
		proof                 Proof
		line                  []string
	}{
		{"nobody near", "epaminondas:8x8",
			"bbbbbbbb/......../......../......../......../......../......../wwwwwwww w", Unknown, nil},
		{"one step", "epaminondas:4x6x1", "..../w.../..../...b/..../.... w", Win, []string{"a5-a6"}},
		{"two stones cross two squares", "epaminondas:5x7x1", "...../...../w..../w..../...../....b/..... w",
			Win, nil},
		{"the only way restores", "epaminondas:5x7x1", ".w.../...../...../...../...../....b/..... b",
			Unknown, nil},
		{"too far to restore", "epaminondas:5x7x1", ".w.../...../...../....b/...../...../..... b", Loss, nil},
		{"two behind", "epaminondas:5x7x1", ".w.w./...../...../...../...../....b/..... b", Loss, nil},
		{"the last stone is taken", "epaminondas:5x7x1", "...../...../...../.ww.b/...../...../..... w", Win,
			[]string{"b4xd4"}},
		{"symmetric, so not allowed", "epaminondas:5x7x1", "...../..w../...../...../b...b/...../..... w",
			Win, []string{"c6-d7"}},
		{"asymmetric, so allowed", "epaminondas:5x7x1", "...../..w../...../...../b..../...../..... w", Win,
			[]string{"c6-c7"}},
		{"the crossing is taken", "epaminondas:5x7x1", "..bb./w..../...../...../...../...../..... w",
			Unknown, nil},
		{"the crossing is out of reach", "epaminondas:5x7x1", "...bb/w..../...../...../...../...../..... w",
			Win, []string{"a6-a7"}},
		{"the second crossing wins", "epaminondas:5x6x1", "...../w...w/...../...../.b.../..... w", Win,
			[]string{"a5-a6", "b2-b1", "e5-e6"}},
		{"the second crossing draws level", "epaminondas:5x6x1", "...../w...w/...../...../.b.b./..... w",
			Unknown, nil},
		{"behind, and ahead at once", "epaminondas:8x8",
			"w......./......../......../....b.../......../......../......../wwwbb... w", Win,
			[]string{"a1xb1"}},
		{"nobody to stop it", "epaminondas:5x7x1", "...../...../...../.w.../...../...../..... w", Win,
			[]string{"b4-b5"}},
		{"crossed stones are stuck", "crossings:5x6x1", "..w../...../.w.../...../...../..b.. w", Win, nil},
		{"the limit judges the lead", "epaminondas:5x7x1,max_plies=20",
			"...../w..../...../...../...../....b/..... w 19", Win, []string{"a6-a7"}},
		{"the limit is a draw", "epaminondas:5x7x1,max_plies=20,limit=draw",
			"...../w..../...../...../...../....b/..... w 19", Unknown, nil},
		{"just before the draw", "epaminondas:5x7x1,max_plies=20,limit=draw",
			"...../w..../...../....b/...../...../..... w 18", Win, []string{"a6-a7"}},
		{"too late for a second threat", "epaminondas:5x7x1,max_plies=20,limit=draw",
			"...../w.w../...../...../...../....b/..... w 18", Unknown, nil},
		{"the game is over", "epaminondas:5x7x1", ".w.../...../...../...../...../....b/..... w", Win, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := game.MustBoard(test.rules)
			s, err := b.ParseState(test.position)
			if err != nil {
				t.Fatal(err)
			}
			search := New()
			r := search.Prove(&s, 10_000)
			if r.Proof != test.proof {
				t.Errorf("%v, want %v", r.Proof, test.proof)
			}
			if got := text(&s, search.AppendLine(nil)); test.line != nil && !slices.Equal(got, test.line) {
				t.Errorf("line %v, want %v", got, test.line)
			}
		})
	}
}

// text writes a line in rear notation.
func text(s *game.State, line []game.Move) (texts []string) {
	next := *s
	for _, m := range line {
		texts = append(texts, next.FormatMove(m, game.RearNotation))
		next.Play(m)
	}
	return texts
}

// TestLines plays the line of every proof. Its moves must be threats and replies, it must have the
// length in the result, and it must end with the win.
func TestLines(t *testing.T) {
	lines, long := 0, 0
	eachNear(t, small, scaled(t, 1000), func(t *testing.T, s *game.State) {
		search := New()
		r := search.Prove(s, 3000)
		line := search.AppendLine(nil)
		if len(line) != r.Plies || len(line) > 0 && line[0] != r.Move ||
			len(line) == 0 && r.Move != game.NoMove {
			t.Fatalf("%v: %+v has the line %v", s, r, line)
		}
		if r.Proof == Unknown || over(s) {
			return
		}
		us := s.Turn()
		if r.Proof == Loss {
			us = us.Other()
		}
		end := *s
		for _, m := range line {
			if !end.Legal(m) || end.LeadAfter(m) < 0 {
				t.Fatalf("%v: the line %v has no use for %v", s, text(s, line), m)
			}
			end.Play(m)
		}
		if end.Turn() == us {
			t.Fatalf("%v: the line %v ends with a reply", s, text(s, line))
		}
		for _, m := range end.AppendMoves(nil) {
			if end.LeadAfter(m) >= 0 {
				t.Fatalf("%v: the line %v is answered by %v", s, text(s, line), m)
			}
		}
		if lines++; len(line) > 2 {
			long++
		}
	})
	if lines < 200 || long < 50 {
		t.Errorf("only %d lines, %d long ones", lines, long)
	}
}

// TestSymmetry checks that a position, its mirror image and its turned image have the same proof.
func TestSymmetry(t *testing.T) {
	compared, search := 0, New()
	eachNear(t, small, scaled(t, 1000), func(t *testing.T, s *game.State) {
		const budget = 10_000
		r := search.Prove(s, budget)
		for name, other := range map[string]game.State{"mirrored": s.Mirror(), "turned": s.Turned()} {
			got := search.Prove(&other, budget)
			if r.Nodes >= budget || got.Nodes >= budget {
				continue
			}
			if got.Proof != r.Proof {
				t.Fatalf("%v: %v, %s %v", s, r.Proof, name, got.Proof)
			}
			if r.Proof != Unknown {
				compared++
			}
		}
	})
	if compared < 200 {
		t.Errorf("only %d proofs were compared", compared)
	}
}

// TestSearchIsAFunction checks that earlier proofs change nothing and that a search keeps its
// budget.
func TestSearchIsAFunction(t *testing.T) {
	used := New()
	eachNear(t, small, scaled(t, 200), func(t *testing.T, s *game.State) {
		for _, nodes := range []int{1, 2, 10, 100} {
			want := New().Prove(s, nodes)
			if got := used.Prove(s, nodes); got != want {
				t.Fatalf("%v: %+v after other proofs, %+v without", s, got, want)
			}
			if want.Nodes > nodes+1 {
				t.Fatalf("%v: %d nodes of %d", s, want.Nodes, nodes)
			}
		}
	})
}

// TestKeysDiffer checks that the same stones at another ply, or with another side to move, have
// another key.
func TestKeysDiffer(t *testing.T) {
	s := game.MustBoard("epaminondas:8x8").Start()
	seen := map[uint64]bool{}
	for ply := range MaxPlies + 1 {
		seen[key(&s, ply, attacker)], seen[key(&s, ply, defender)] = true, true
	}
	if want := 2 * (MaxPlies + 1); len(seen) != want {
		t.Errorf("%d keys, want %d", len(seen), want)
	}
}

// TestOldEntriesAreVoid lets the counter of proofs wrap around.
func TestOldEntriesAreVoid(t *testing.T) {
	b := game.MustBoard("epaminondas:5x7x1")
	won, err := b.ParseState("...../w..../...../....b/...../...../..... w")
	if err != nil {
		t.Fatal(err)
	}
	search := New()
	first := search.Prove(&won, 100)
	search.table.age = 1<<32 - 1
	if got := search.Prove(&won, 100); got != first || search.table.age != 1 {
		t.Errorf("%+v at age %d, first %+v", got, search.table.age, first)
	}
}

func TestProveAllocatesNothing(t *testing.T) {
	search, line := New(), make([]game.Move, 0, MaxPlies)
	var states []game.State
	eachNear(t, []string{"epaminondas:8x8", "crossings"}, 300, func(_ *testing.T, s *game.State) {
		states = append(states, *s)
	})
	all := func() {
		for i := range states {
			search.Prove(&states[i], 200)
			line = search.AppendLine(line[:0])
		}
	}
	if allocations := testing.AllocsPerRun(3, all); allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

// FuzzProve plays out the proofs of any position.
func FuzzProve(f *testing.F) {
	f.Add("epaminondas:8x8", "......../w......w/......../......../......../......../b......./......b. w",
		uint16(100))
	f.Add("crossings:5x6x1", "..w../...../.w.../...../...../..b.. w", uint16(10))
	f.Add("epaminondas:5x7x1,max_plies=20,limit=draw", "...../w.w../...../...../...../....b/..... w 18",
		uint16(1000))
	f.Add("epaminondas:3x3x1", "bbb/.../www b 7", uint16(0))
	f.Fuzz(func(t *testing.T, name, position string, nodes uint16) {
		rules, err := game.ParseRules(name)
		if err != nil {
			return
		}
		b, err := game.NewBoard(rules)
		if err != nil {
			return
		}
		s, err := b.ParseState(position)
		if err != nil {
			return
		}
		search := New()
		r := search.Prove(&s, int(nodes))
		if len(search.AppendLine(nil)) != r.Plies {
			t.Fatalf("%v: %+v has another line", &s, r)
		}
		if r.Proof == Unknown {
			return
		}
		if outcome, _ := s.Outcome(); outcome != game.Ongoing {
			if want := map[Proof]int{Win: 1, Loss: -1}[r.Proof]; outcome.For(s.Turn()) != want {
				t.Fatalf("%v: %v, but the game is over: %v", &s, r.Proof, outcome)
			}
			return
		}
		us := s.Turn()
		if r.Proof == Loss {
			us = us.Other()
		}
		budget := 300
		if !forced(search, &s, us, r.Plies+1, &budget) {
			t.Fatalf("%v: %v in %d plies does not hold", &s, r.Proof, r.Plies)
		}
	})
}

// TestBytes compares the memory that Bytes states with the table of a search.
func TestBytes(t *testing.T) {
	if size := unsafe.Sizeof(entry{}); size != entryBytes {
		t.Errorf("an entry has %d bytes, want %d", size, entryBytes)
	}
	var table table
	table.begin(1000)
	if got, want := Bytes(1000), int64(len(table.entries)*entryBytes); got != want || Bytes(0) != 0 {
		t.Errorf("Bytes returns %d, and %d without a budget, want %d and 0", got, Bytes(0), want)
	}
}
