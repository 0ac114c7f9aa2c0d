package sprt

import (
	"math"
	"strings"
	"testing"
)

func TestValidate(t *testing.T) {
	good := Terms{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.1}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*Terms){
		"elo0 is -2001": func(c *Terms) { c.Elo0 = -2001 },
		"elo0 is NaN":   func(c *Terms) { c.Elo0 = math.NaN() },
		"elo1 is 0":     func(c *Terms) { c.Elo1 = 0 },
		"elo1 is 2001":  func(c *Terms) { c.Elo1 = 2001 },
		"alpha is 0.5":  func(c *Terms) { c.Alpha = 0.5 },
		"alpha is 0,":   func(c *Terms) { c.Alpha = 0 },
		"beta is NaN":   func(c *Terms) { c.Beta = math.NaN() },
	} {
		c := good
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", c, err, want)
		}
	}
}
