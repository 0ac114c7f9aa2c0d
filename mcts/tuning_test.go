package mcts

import (
	"strings"
	"testing"
)

func TestTuning(t *testing.T) {
	if text := Play().Tuning(); text != "" {
		t.Errorf("Play has the tuning %q, want none", text)
	}
	const text = "c_puct=2.5,fpu=0.3,c_scale=0.25"
	c, err := Play().Tuned(text)
	if err != nil || c.CPUCT != 2.5 || c.FPU != 0.3 || c.CScale != 0.25 || c.CVisit != Play().CVisit {
		t.Errorf("tuned by %q: %+v, %v", text, c, err)
	}
	if got := c.Tuning(); got != text {
		t.Errorf("tuning %q, want %q", got, text)
	}
	if c, err := c.Tuned("c_puct=3"); err != nil || c.Tuning() != "c_puct=3,fpu=0.3,c_scale=0.25" {
		t.Errorf("a second tuning gives %q, %v", c.Tuning(), err)
	}
}

func TestTuningRefuses(t *testing.T) {
	for tuning, want := range map[string]string{
		"c_putc=2":            `unknown constant "c_putc", want c_puct, c_puct_base, fpu`,
		"c_puct=two":          `c_puct is "two", want a number`,
		"fpu=3":               "fpu = 3: want 0 to 2",
		"fpu=NaN":             "fpu = NaN",
		"c_puct=1,":           `unknown constant ""`,
		"root=gumbel":         "unknown constant",
		"tactical_share=0.95": "tactical_share = 0.95: want 0 to 0.9",
	} {
		if _, err := Play().Tuned(tuning); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", tuning, err, want)
		}
	}
}

func FuzzTuned(f *testing.F) {
	f.Add("c_puct=2.5,fpu=0.3")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Play().Tuned(text)
		if err != nil {
			return
		}
		again, err := Play().Tuned(c.Tuning())
		if err != nil || again != c {
			t.Errorf("%q gives %+v, its tuning %q gives %+v, %v", text, c, c.Tuning(), again, err)
		}
	})
}
