package lines

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"epaminondas/game"
)

// randomWeights returns weights for a board, whose sums do not overflow.
func randomWeights(b *game.Board, seed uint64) *Weights {
	g, rng := newGeometry(b), rand.New(rand.NewPCG(seed, 1))
	w := &Weights{Bias: int32(rng.IntN(1000) - 500), Scale: 70}
	for i := range w.Start {
		w.Start[i] = int32(rng.IntN(600) - 100)
	}
	span := 0xFFFF / len(g.windows)
	random := func(patterns, span int) []int16 {
		table := make([]int16, patterns*Lanes)
		for i := range table {
			if i/Lanes%4 > 0 { // the other rows are zeros
				table[i] = int16(rng.IntN(span) - span/2)
			}
		}
		return table
	}
	for _, c := range g.classes {
		w.Own = append(w.Own, random(c.patterns(), span/2))
	}
	for _, squares := range g.kinds {
		w.Shared = append(w.Shared, random(powers[squares], span/2))
	}
	for i := range w.Output {
		w.Output[i] = int32(rng.IntN(40000) - 20000)
	}
	return w
}

// plainScore computes the score from the definition.
func plainScore(g *geometry, w *Weights, s *game.State) int {
	if s.Turn() == game.Black {
		turned := s.Turned()
		s = &turned
	}
	own, enemy := s.Stones(game.White), s.Stones(game.Black)
	sums := w.Start
	for _, win := range g.windows {
		pattern, power := 0, 1
		for _, at := range win.squares {
			switch {
			case own.Has(at):
				pattern += power
			case enemy.Has(at):
				pattern += 2 * power
			}
			power *= 3
		}
		for lane, x := range w.row(g.classes[win.class], win.class, pattern) {
			sums[lane] += x
		}
	}
	total := w.Bias
	for lane, x := range sums {
		total += min(max(x, 0), Clip) * w.Output[lane]
	}
	return int(total) / Unit
}

// boards are boards of all kinds.
func boards() []string {
	return []string{"epaminondas:3x3x1", "epaminondas:4x6x1", "crossings", "epaminondas:8x8", "epaminondas",
		"epaminondas:16x16", "epaminondas:5x12x2", "epaminondas:16x3x1"}
}

// scoredMoves is the number of moves on each board after which TestScore compares scores.
var scoredMoves = flag.Int("moves", 1200, "moves of each board in TestScore")

// TestScore compares scores with the plain ones in random games. Positions that are turned or mirrored have
// the same score. After a move is taken back, the patterns before it still hold.
func TestScore(t *testing.T) {
	for _, name := range boards() {
		b := game.MustBoard(name)
		w := randomWeights(b, 3)
		e, err := New(b, w)
		if err != nil {
			t.Fatal(err)
		}
		different := map[int]bool{}
		rng := rand.New(rand.NewPCG(7, 0))
		s := b.Start()
		var patterns Patterns
		e.Set(&patterns, &s)
		for range *scoredMoves {
			moves := s.AppendMoves(nil)
			if outcome, _ := s.Outcome(); outcome != game.Ongoing || len(moves) == 0 {
				s = b.Start()
				e.Set(&patterns, &s)
				continue
			}
			next, after := s, Patterns{}
			next.Play(moves[rng.IntN(len(moves))])
			e.Update(&after, &patterns, &s, &next)
			different[checkScore(t, e, w, &next, &after)] = true
			if rng.IntN(4) > 0 { // otherwise the move is taken back
				s, patterns = next, after
			}
		}
		if len(different) < 10 {
			t.Errorf("%s: only %d different scores", name, len(different))
		}
	}
}

// checkScore compares the score of a position with the plain one, and returns it.
func checkScore(t *testing.T, e *Evaluation, w *Weights, s *game.State, p *Patterns) int {
	t.Helper()
	got, mirror, turned := e.Score(p, s.Turn()), s.Mirror(), s.Turned()
	if want := plainScore(e.geometry, w, s); got != want {
		t.Fatalf("%v: score %d, plain %d", s, got, want)
	}
	same := map[string]*game.State{"nothing": s, "the mirror": &mirror, "Black's view": &turned}
	for kind, same := range same {
		if score := e.ScoreOf(same); score != got {
			t.Fatalf("%v: score %d, from %s %d", s, got, kind, score)
		}
	}
	return got
}

// TestOn moves an evaluation to a board with another ply limit, and to another game.
func TestOn(t *testing.T) {
	b := game.MustBoard("crossings")
	e, err := New(b, randomWeights(b, 1))
	if err != nil {
		t.Fatal(err)
	}
	limited := game.MustBoard("crossings,max_plies=9")
	on, err := e.On(limited)
	if err != nil || on.Board() != limited || e.Board() != b {
		t.Fatalf("%v", err)
	}
	start, same := b.Start(), limited.Start()
	if got, want := on.ScoreOf(&same), e.ScoreOf(&start); got != want {
		t.Errorf("score %d, want %d", got, want)
	}
	if _, err := e.On(game.MustBoard("epaminondas:8x8")); err == nil {
		t.Error("another game is accepted")
	}
}

// FuzzScore compares scores of positions of all kinds with the plain ones.
func FuzzScore(f *testing.F) {
	f.Add(uint8(3), uint64(1), []byte{1, 2, 0, 1})
	f.Fuzz(func(t *testing.T, board uint8, seed uint64, squares []byte) {
		b := game.MustBoard(boards()[int(board)%len(boards())])
		w := randomWeights(b, seed)
		e, err := New(b, w)
		if err != nil {
			t.Fatal(err)
		}
		var stones [2]game.Bits
		mask := b.Mask()
		for _, kind := range squares {
			if mask.Empty() {
				break
			}
			if at := mask.Pop(); kind%3 < 2 {
				stones[kind%3].Set(at)
			}
		}
		s := b.Position(stones[game.White], stones[game.Black], game.Colour(seed%2))
		var p Patterns
		e.Set(&p, &s)
		checkScore(t, e, w, &s, &p)
	})
}

// TestWindows checks that the windows of a board cover every line, overlap, and share classes with their
// mirror images.
func TestWindows(t *testing.T) {
	for name, want := range map[string][2]int{ // windows and classes
		"epaminondas:8x8":   {38, 23},
		"epaminondas:3x3x1": {8, 6},
	} {
		g := newGeometry(game.MustBoard(name))
		if got := [2]int{len(g.windows), len(g.classes)}; got != want {
			t.Errorf("%s has %d windows of %d classes, want %v", name, got[0], got[1], want)
		}
	}
	for _, name := range boards() {
		b := game.MustBoard(name)
		g := newGeometry(b)
		if len(g.windows) > mostWindows {
			t.Errorf("%s has %d windows", name, len(g.windows))
		}
		pairs := map[[2]game.Square]bool{} // neighbours that share a window
		for _, w := range g.windows {
			if len(w.squares) != g.classes[w.class].squares {
				t.Errorf("%s: a window of %d squares is in a class of %d", name, len(w.squares),
					g.classes[w.class].squares)
			}
			for i, s := range w.squares[1:] {
				pairs[[2]game.Square{min(s, w.squares[i]), max(s, w.squares[i])}] = true
			}
		}
		for _, line := range linesOf(b) {
			for i, s := range line[1:] {
				if !pairs[[2]game.Square{min(s, line[i]), max(s, line[i])}] {
					t.Errorf("%s: no window has %v and %v", name, line[i], s)
				}
			}
		}
	}
}

// TestCut checks the windows of long lines.
func TestCut(t *testing.T) {
	line := make([]game.Square, 16)
	for i := range line {
		line[i] = game.Square(i)
	}
	for length := 3; length <= 16; length++ {
		list := cut(line[:length], 7)
		for i, w := range list {
			if mirror := list[len(list)-1-i]; int(w[0]) != length-1-int(mirror[len(mirror)-1]) {
				t.Errorf("length %d: window %d begins at %d, its mirror ends at %d", length, i, w[0],
					mirror[len(mirror)-1])
			}
			if i > 0 && int(w[0])+overlap > int(list[i-1][len(w)-1])+1 {
				t.Errorf("length %d: window %d begins at %d, but the one before ends at %d", length, i, w[0],
					list[i-1][len(w)-1])
			}
		}
	}
}

func TestNewRefuses(t *testing.T) {
	b := game.MustBoard("crossings")
	for want, spoil := range map[string]func(w *Weights){
		"have 22 tables, want 23": func(w *Weights) { w.Own = w.Own[1:] },
		"have 19 shared tables":   func(w *Weights) { w.Shared = w.Shared[1:] },
		"table 0 has 5 numbers":   func(w *Weights) { w.Own[0] = w.Own[0][:5] },
		"shared table 1 has 5":    func(w *Weights) { w.Shared[1] = w.Shared[1][:5] },
		"can differ by":           func(w *Weights) { w.Own[0][3] = 32767 },
		"the sums of lane 4":      func(w *Weights) { w.Shared[0][4] = 32767 },
		"the scale is 0":          func(w *Weights) { w.Scale = 0 },
		"the start of lane 2":     func(w *Weights) { w.Start[2] = -1 << 21 },
		"the output can reach":    func(w *Weights) { w.Output[3] = 1 << 30 },
	} {
		w := randomWeights(b, 1)
		spoil(w)
		if _, err := New(b, w); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := New(game.MustBoard("epaminondas"), randomWeights(b, 1)); err == nil {
		t.Error("weights of another board are accepted")
	}
}

func BenchmarkScore(b *testing.B) {
	for _, name := range []string{"epaminondas:4x6x1", "crossings", "epaminondas"} {
		board := game.MustBoard(name)
		e, err := New(board, randomWeights(board, 1))
		if err != nil {
			b.Fatal(err)
		}
		type step struct{ before, after game.State }
		var steps []step
		rng := rand.New(rand.NewPCG(7, 0))
		for s := board.Start(); len(steps) < 64; {
			moves := s.AppendMoves(nil)
			if outcome, _ := s.Outcome(); outcome != game.Ongoing || len(moves) == 0 {
				s = board.Start()
				continue
			}
			before := s
			s.Play(moves[rng.IntN(len(moves))])
			steps = append(steps, step{before, s})
		}
		patterns := make([]Patterns, len(steps))
		for i := range steps {
			e.Set(&patterns[i], &steps[i].before)
		}
		measure := func(b *testing.B, do func(i int)) {
			for i := 0; b.Loop(); i++ {
				do(i % len(steps))
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		}
		b.Run(name+"/nothing", func(b *testing.B) { measure(b, func(i int) { e.ScoreOf(&steps[i].after) }) })
		b.Run(name+"/move", func(b *testing.B) {
			var to Patterns
			measure(b, func(i int) {
				e.Update(&to, &patterns[i], &steps[i].before, &steps[i].after)
				e.Score(&to, steps[i].after.Turn())
			})
		})
	}
}
