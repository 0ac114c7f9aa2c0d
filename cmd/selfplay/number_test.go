package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/internal/base/cli"
)

// TestRefusesNumbers checks the limit of the number of the last game. A refusal leaves no file.
func TestRefusesNumbers(t *testing.T) {
	for _, test := range []struct {
		first, games string
		refused      bool
	}{
		{"18446744073709551614", "3", true},
		{"9223372036854775807", "2", true},
		{"9223372036854775808", "1", true},
		{"1", "18446744073709551615", true},
		{"9223372036854775807", "1", false},
	} {
		out := filepath.Join(t.TempDir(), "x.games")
		args := []string{"--config", file(t, "mini.toml", mini), "--out", out, "--model", "random",
			"--first", test.first, "--games", test.games}
		err := run(t.Context(), args, nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if test.refused != errors.As(err, &usage) || !test.refused && err != nil {
			t.Errorf("%s games from %s on: got %v, want refused %v", test.games, test.first, err,
				test.refused)
		}
		if _, err := os.Stat(out); test.refused != errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s games from %s on: the file of games: %v", test.games, test.first, err)
		}
	}
}

// TestRefusesBadPath checks that selfplay refuses a model path with invalid UTF-8.
func TestRefusesBadPath(t *testing.T) {
	args := []string{"--config", file(t, "mini.toml", mini), "--out", filepath.Join(t.TempDir(), "x.games"),
		"--model", "a\xffb.safetensors"}
	err := run(t.Context(), args, nil, io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), `argument "a\xffb.safetensors" is not valid UTF-8`) {
		t.Errorf("got %v, want the path refused", err)
	}
}
