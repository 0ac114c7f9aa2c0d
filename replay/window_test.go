package replay

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWindowSize(t *testing.T) {
	// Computed by hand: 1000 * (1 + 0.4*(10^0.65 - 1)/0.65) and so on.
	c := WindowConfig{Min: 1000, Max: 20_000, Growth: 0.4, Exponent: 0.65}
	for total, want := range map[int]int{0: 1000, 1000: 1000, 10_000: 3133, 100_000: 12663,
		1_000_000: 20_000} {
		if got := c.Size(total); got != want {
			t.Errorf("window of %d positions: %d, want %d", total, got, want)
		}
	}
}

func TestWindowGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := WindowConfig{
			Min:      rapid.IntRange(1, 100_000).Draw(t, "min"),
			Growth:   rapid.Float64Range(0.01, 1).Draw(t, "growth"),
			Exponent: rapid.Float64Range(0.01, 1).Draw(t, "exponent"),
		}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		total := rapid.IntRange(c.Min, 1<<40).Draw(t, "total")
		more := total + rapid.IntRange(0, 1<<40).Draw(t, "more")
		size, larger := c.Size(total), c.Size(more)
		if size < c.Min || size > total || larger < size {
			t.Fatalf("window of %d is %d, of %d is %d", total, size, more, larger)
		}
		if c.Exponent == 1 && c.Growth == 1 && size != total {
			t.Fatalf("a window of everything holds %d of %d", size, total)
		}
		if added := c.Min / 1000; added > 0 { // the slope at Min
			slope := float64(c.Size(c.Min+added)-c.Min) / float64(added)
			if math.Abs(slope-c.Growth) > 0.01+1/float64(added) {
				t.Fatalf("slope %v, want %v", slope, c.Growth)
			}
		}
	})
}

func TestWindowValidate(t *testing.T) {
	if err := DefaultWindow().Validate(); err != nil {
		t.Fatal(err)
	}
	for field, change := range map[string]func(*WindowConfig){
		"min is 0":        func(c *WindowConfig) { c.Min = 0 },
		"max is 5":        func(c *WindowConfig) { c.Max = 5 },
		"growth is 1.5":   func(c *WindowConfig) { c.Growth = 1.5 },
		"growth is NaN":   func(c *WindowConfig) { c.Growth = math.NaN() },
		"exponent is 0":   func(c *WindowConfig) { c.Exponent = 0 },
		"exponent is NaN": func(c *WindowConfig) { c.Exponent = math.NaN() },
	} {
		c := DefaultWindow()
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: error %v", field, err)
		}
	}
}
