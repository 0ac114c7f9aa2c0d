package cli

import (
	"bytes"
	"errors"
	"runtime/debug"
	"strings"
	"testing"
)

// TestVersion asks a command and one of its subcommands for the version.
func TestVersion(t *testing.T) {
	for _, args := range [][]string{{"--version"}, {"play", "--version"}} {
		var grammar demo
		var out bytes.Buffer
		_, err := Parse("demo", "A demonstration.", &grammar, args, &out)
		if !errors.Is(err, ErrHelp) || !strings.HasPrefix(out.String(), "demo (devel), revision ") ||
			strings.Count(out.String(), "\n") != 1 {
			t.Errorf("%q gives %q, %v", args, &out, err)
		}
	}
}

func TestBuildText(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.26.1", Main: debug.Module{Version: "v1.2.3"},
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "57d9ee3"}, {Key: "vcs.time", Value: "2026-11-22T04:26:19Z"},
			{Key: "vcs.modified", Value: "true"},
			{Key: "GOOS", Value: "linux"}, {Key: "GOARCH", Value: "arm64"},
		}}
	if got, want := buildText("play", info),
		"play v1.2.3, revision 57d9ee3, of 2026-11-22T04:26:19Z, modified since, go1.26.1, linux/arm64"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := buildText("play", &debug.BuildInfo{GoVersion: "go1.26.1"}),
		"play (devel), revision unknown, go1.26.1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
