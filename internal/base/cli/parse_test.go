package cli

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

type demo struct {
	Play playCmd `cmd:"" help:"Play games."`
	Rest restCmd `cmd:"" help:"Do nothing."`
}

type playCmd struct {
	Player string `arg:"" help:"Who plays."`
	Out    string `help:"Where." type:"path"`
	Games  int    `default:"10" help:"How many games."`
}

func (playCmd) Help() string {
	return "Plays games.\n\nExamples:\n\n  demo play random --games 3\n"
}

type restCmd struct{}

func TestParse(t *testing.T) {
	t.Setenv("COLUMNS", "")
	var grammar demo
	parsed, err := Parse("demo", "A demonstration.", &grammar,
		[]string{"play", "random", "--games", "3"}, &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	if parsed.Command() != "play <player>" || grammar.Play.Player != "random" || grammar.Play.Games != 3 {
		t.Errorf("got %q %+v", parsed.Command(), grammar.Play)
	}
}

// TestParseText checks that Parse refuses an argument that is not text, such as the path of a file
// with other bytes in its name.
func TestParseText(t *testing.T) {
	var grammar demo
	_, err := Parse("demo", "A demonstration.", &grammar, []string{"play", "a\xffb"}, &bytes.Buffer{})
	var usage *UsageError
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), `argument "a\xffb" is not valid UTF-8`) {
		t.Errorf("got %v, want the argument refused", err)
	}
}

// TestParsePath checks that a path becomes absolute, and that an empty one is refused. It is probably a
// variable of the shell without a value.
func TestParsePath(t *testing.T) {
	var grammar demo
	args := []string{"play", "x", "--out", "a"}
	_, err := Parse("demo", "A demonstration.", &grammar, args, &bytes.Buffer{})
	if want, _ := filepath.Abs("a"); err != nil || grammar.Play.Out != want {
		t.Errorf("got %q, %v, want %q", grammar.Play.Out, err, want)
	}
	for _, args := range [][]string{{"play", "x", "--out", ""}, {"play", "x", "--out="}} {
		_, err := Parse("demo", "A demonstration.", &grammar, args, &bytes.Buffer{})
		var usage *UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), "--out: the path is empty") {
			t.Errorf("%q: got %v, want the empty path refused", args, err)
		}
	}
}

func TestParseHelp(t *testing.T) {
	t.Setenv("COLUMNS", "")
	for args, want := range map[string]string{
		"--help":      "A demonstration.",
		"play --help": "\n    demo play random --games 3\n", // the example is printed as written
	} {
		var out bytes.Buffer
		_, err := Parse("demo", "A demonstration.", &demo{}, strings.Fields(args), &out)
		if !errors.Is(err, ErrHelp) {
			t.Errorf("%s: error %v, want ErrHelp", args, err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s printed %q, which lacks %q", args, out.String(), want)
		}
	}
}

func TestParseMistakes(t *testing.T) {
	for args, want := range map[string][]string{
		"":                      {"play", `Run "demo --help"`},
		"play":                  {"<player>", `Run "demo play --help"`},
		"play random --games x": {"--games", `"x"`, `Run "demo play --help"`},
		"play random --gmaes 3": {"--gmaes", `"--games"`},
		"dance":                 {"dance", `Run "demo --help"`},
	} {
		var out bytes.Buffer
		_, err := Parse("demo", "", &demo{}, strings.Fields(args), &out)
		var usage *UsageError
		if !errors.As(err, &usage) {
			t.Errorf("%q: error %v, want a UsageError", args, err)
			continue
		}
		for _, part := range want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q: error %q lacks %q", args, err, part)
			}
		}
		if out.Len() > 0 {
			t.Errorf("%q: printed %q", args, out.String())
		}
	}
}
