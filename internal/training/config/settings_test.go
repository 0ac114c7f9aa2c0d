package config

import (
	"strings"
	"testing"
)

func TestWith(t *testing.T) {
	base := Default()
	c, err := base.With([]string{"network.channels=48", "learn.learning_rate=0.002",
		"network.planes=lines,attack"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Network.Channels != 48 || c.Learn.LearningRate != 0.002 || c.Network.Planes == base.Network.Planes {
		t.Errorf("%+v", c)
	}
	if base.Network.Channels != Default().Network.Channels {
		t.Error("With changed its receiver")
	}
	for setting, want := range map[string]string{
		"learn.speed=3":       "speed",
		"network.channels=0":  "channels is 0",
		"network.channels":    "want section.key=value",
		"learn.batch_size=ab": "learn.batch_size=ab",
	} {
		if _, err := base.With([]string{setting}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s gives %v, want %q", setting, err, want)
		}
	}
}
