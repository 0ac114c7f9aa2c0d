package main

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/internal/base/cli"
)

func TestJoinMistakesAreNamed(t *testing.T) {
	invite := file(t, "a.invite", "{}")
	for want, args := range map[string][]string{
		"--join needs --spool": {"--join", invite},
		"without --join":       {"--spool", "x"},
		"--join and --out":     {"--join", invite, "--spool", "x", "--out", "y"},
		"--join and --seed":    {"--join", invite, "--spool", "x", "--seed", "1"},
		"--games 0":            {"--join", invite, "--spool", "x", "--games", "0"},
	} {
		err := run(t.Context(), args, nil, io.Discard, io.Discard)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want a usage error with %q", args, err, want)
		}
	}
	err := run(t.Context(), []string{"--join", invite, "--spool", filepath.Join(t.TempDir(), "s")}, nil,
		io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "invitation") {
		t.Errorf("an empty invitation gives %v", err)
	}
}
