package configs

import (
	"os"
	"slices"
	"testing"
)

func TestRead(t *testing.T) {
	if want := []string{"crossings", "epaminondas", "epaminondas8", "tiny"}; !slices.Equal(Names(), want) {
		t.Errorf("the configs are %q, want %q", Names(), want)
	}
	for _, name := range Names() {
		text, ok := Read(name)
		file, err := os.ReadFile(name + ".toml")
		if !ok || err != nil || string(text) != string(file) {
			t.Errorf("%s differs from its file, %v", name, err)
		}
	}
	for _, name := range []string{"", "tiny.toml", "../models/tiny", "large"} {
		if _, ok := Read(name); ok {
			t.Errorf("there is a config %q", name)
		}
	}
}
