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
func material(t *testing.T, rules string, n int) *Data {
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

// TestGradients compares gradients with differences.
func TestGradients(t *testing.T) {
	d := material(t, "epaminondas:4x6x1", 1000)
	l := newLearner(d, DefaultSettings())
	rows := d.rows(nil, 7)
	l.add(rows, d.values[7], 1)
	var sums, clipped [Lanes]float32
	loss := func() float64 {
		off := float64(l.predict(rows, &sums, &clipped) - d.values[7])
		return off * off
	}
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
	for i := range Lanes {
		check("output", &l.output, i)
		check("start", &l.start, i)
		for _, row := range rows[:5] {
			check("row", &l.rows, int(row)*Lanes+i)
		}
	}
	check("bias", &l.output, Lanes)
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
