package lines

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
)

// material fills data with random positions, whose value follows from the stones.
func material(t testing.TB, rules string, n int) *Data {
	t.Helper()
	b := game.MustBoard(rules)
	d, rng := NewData(b), rand.New(rand.NewPCG(5, 0))
	for s := b.Start(); d.Len() < n; {
		moves := s.AppendMoves(nil)
		if outcome, _ := s.Outcome(); outcome != game.Ongoing || len(moves) == 0 {
			s = b.Start()
			continue
		}
		s.Play(moves[rng.IntN(len(moves))])
		own, enemy := s.Stones(s.Turn()), s.Stones(s.Turn().Other())
		d.Add(&s, float32(math.Tanh(0.4*float64(own.Count()-enemy.Count()))))
	}
	return d
}

// TestLearn learns to count stones, twice in the same way.
func TestLearn(t *testing.T) {
	d := material(t, "epaminondas:4x6x1", 20_000)
	s := DefaultSettings()
	s.Batch = 128
	w, r, err := Learn(t.Context(), d, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if explained := 1 - r.Error/r.Variance; explained < 0.9 || r.Held != 1000 || r.Positions != 19_000 {
		t.Errorf("explains %.3f of the variance, %+v", explained, r)
	}
	again, _, err := Learn(t.Context(), d, s, nil)
	if err != nil || !reflect.DeepEqual(w, again) {
		t.Errorf("the second time it learns something else: %v", err)
	}
}

// TestGradients compares gradients with differences, for own rows and shared ones.
func TestGradients(t *testing.T) {
	d := material(t, "epaminondas:4x6x1", 1000)
	l := newLearner(d, DefaultSettings())
	loss := func() float64 {
		l.predict([]int{7})
		off := float64(l.value(0) - d.values[7])
		return off * off
	}
	loss()
	l.grade(1)
	l.each(func(sh *share) { sh.add(&l.batch) })
	check := func(name string, p *parameters, i int) {
		t.Helper()
		const h = 1e-2
		x := p.x[i]
		p.x[i] = x + h
		up := loss()
		p.x[i] = x - h
		down := loss()
		p.x[i] = x
		if want := (up - down) / (2 * h); math.Abs(float64(p.grad[i])-want) > 2e-3 {
			t.Errorf("%s %d: gradient %g, by differences %g", name, i, p.grad[i], want)
		}
	}
	sorts := map[string]bool{}
	for k := range l.shares {
		sh := &l.shares[k]
		for i := range laneShare {
			check("output", &sh.output, i)
			check("start", &sh.start, i)
			for _, row := range l.batch.rows {
				name := "own row"
				if int(row) >= l.geometry.rows {
					name = "shared row"
				}
				sorts[name] = true
				check(name, &sh.rows, int(row)*laneShare+i)
			}
		}
	}
	check("bias", &l.bias, 0)
	if len(sorts) != 2 {
		t.Errorf("checked only %v", sorts)
	}
}

// TestSharing holds the rows that a position selects against the definition. Each window has its own row,
// and one that only windows of its kind have too.
func TestSharing(t *testing.T) {
	for _, name := range boards() {
		d := NewData(game.MustBoard(name))
		g := d.geometry
		for _, w := range g.windows {
			d.patterns = append(d.patterns, uint16(powers[len(w.squares)]-1)) // the last of its table
		}
		d.values = []float32{0}
		var b batch
		b.fill(d, []int{0})
		kinds := map[uint32]kind{}
		for n, row := range b.rows {
			w := n / 2
			own := n%2 == 0
			if own != (int(row) < g.rows) || int(row) >= g.allRows {
				t.Fatalf("%s: window %d has row %d; own rows end at %d, all at %d", name, w, row, g.rows,
					g.allRows)
			}
			if own {
				continue
			}
			if k, ok := kinds[row]; ok && k != kindOf(g.windows[w]) {
				t.Errorf("%s: windows of the kinds %v and %v share a row", name, k, kindOf(g.windows[w]))
			}
			kinds[row] = kindOf(g.windows[w])
		}
		if len(kinds) >= len(g.classes) {
			t.Errorf("%s: %d kinds of %d classes", name, len(kinds), len(g.classes))
		}
	}
}

// TestTables holds the tables of the result against the rows that were learned: both predict the same.
func TestTables(t *testing.T) {
	d := material(t, "epaminondas:8x8", 2000)
	l := newLearner(d, DefaultSettings())
	for i := range 200 {
		l.step([]int{i, 2 * i, 3 * i, 5 * i}, 1)
	}
	for k := range l.shares { // as if enough steps had used every own row
		for row := range l.shares[k].seen {
			l.shares[k].seen[row] = enoughSteps
		}
	}
	w, err := l.weights()
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(d.geometry.board, w)
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Len() {
		l.predict([]int{i})
		var p Patterns
		d.set(&p, i)
		got := math.Tanh(float64(e.Score(&p, game.White)) / (2 * float64(w.Scale)))
		if want := float64(l.value(0)); math.Abs(got-want) > 0.1 { // the tables are rounded
			t.Errorf("position %d: the tables say %.3f, the rows %.3f", i, got, want)
		}
	}
}

// TestRareRows checks that a pattern has the numbers of both rows if enough steps used its own, and otherwise
// those of the shared one.
func TestRareRows(t *testing.T) {
	l := newLearner(material(t, "epaminondas:8x8", 2000), DefaultSettings())
	for i := range 200 { // so six steps are enough
		l.step([]int{i, 2 * i, 3 * i, 5 * i}, 1)
	}
	w, err := l.weights()
	if err != nil {
		t.Fatal(err)
	}
	g, kept, dropped := l.geometry, 0, 0
	for c, class := range g.classes {
		for p := range class.patterns() {
			own, shared := g.starts[c]+p, g.shared[class.kind]+p
			row, seen := w.row(class, c, p), l.shares[0].seen[own]
			if class.symmetric && p > reversed(p, class.squares) {
				continue
			}
			want := l.number(shared, 3)
			if seen >= 6 {
				want += l.number(own, 3)
				kept++
			} else if seen > 0 {
				dropped++
			}
			if row[3] != int32(math.Round(want*Clip)) {
				t.Fatalf("class %d, pattern %d, %d steps: %d, want %g", c, p, seen, row[3], want*Clip)
			}
		}
	}
	if kept < 100 || dropped < 100 {
		t.Errorf("%d patterns keep their own rows, and %d lose them", kept, dropped)
	}
}

func TestLearnRefuses(t *testing.T) {
	d := material(t, "epaminondas:4x6x1", 1000)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Learn(stopped, d, DefaultSettings(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped one: %v", err)
	}
	if _, _, err := Learn(t.Context(), NewData(game.MustBoard("crossings")), DefaultSettings(),
		nil); err == nil || !strings.Contains(err.Error(), "too few") {
		t.Errorf("without positions: %v", err)
	}
	for want, spoil := range map[string]func(s *Settings){
		"epochs is 0":   func(s *Settings) { s.Epochs = 0 },
		"batch is 0":    func(s *Settings) { s.Batch = 0 },
		"rate is 2":     func(s *Settings) { s.Rate = 2 },
		"decay is -1":   func(s *Settings) { s.Decay = -1 },
		"scale is 5000": func(s *Settings) { s.Scale = 5000 },
	} {
		s := DefaultSettings()
		spoil(&s)
		if _, _, err := Learn(t.Context(), d, s, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
