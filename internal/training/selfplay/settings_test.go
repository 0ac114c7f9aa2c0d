package selfplay

import (
	"strings"
	"testing"
)

func TestConfigNamesTheKey(t *testing.T) {
	for key, spoil := range map[string]func(*Config){
		"workers":             func(c *Config) { c.Workers = -2 },
		"random_plies":        func(c *Config) { c.RandomPlies = -1 },
		"scatter_share":       func(c *Config) { c.ScatterShare = 2 },
		"archive_share":       func(c *Config) { c.ArchiveShare = -0.1 },
		"older_share":         func(c *Config) { c.OlderShare = 1.1 },
		"full_simulations":    func(c *Config) { c.FullSimulations = 0 },
		"fast_simulations":    func(c *Config) { c.FastSimulations = 0 },
		"fast_considered":     func(c *Config) { c.FastConsidered = -1 },
		"full_share":          func(c *Config) { c.FullShare = -0.1 },
		"cache_positions":     func(c *Config) { c.CachePositions = -1 },
		"settled_value":       func(c *Config) { c.SettledValue = 1.5 },
		"settled_plies":       func(c *Config) { c.SettledPlies = 0 },
		"settled_simulations": func(c *Config) { c.SettledSimulations = 0 },
		"settled_weight":      func(c *Config) { c.SettledWeight = -1 },
	} {
		c := Default()
		spoil(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), key+" is ") {
			t.Errorf("%s: error %v", key, err)
		}
	}
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
}

// TestSharesOfStarts checks that the shares of two kinds of starts fit together.
func TestSharesOfStarts(t *testing.T) {
	c := Default()
	c.ScatterShare, c.ArchiveShare = 0.75, 0.25
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	c.ArchiveShare, c.OlderShare = 0.5, 0.5
	want := "archive_share is 0.5, want at most 0.25, because scatter_share is 0.75"
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
	if got := c.WithoutRun(); got.ArchiveShare != 0 || got.OlderShare != 0 || got.ScatterShare != 0.75 {
		t.Errorf("without a run, the shares are %v, %v and %v", got.ArchiveShare, got.OlderShare,
			got.ScatterShare)
	}
}
