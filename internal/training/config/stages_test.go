package config

import (
	"strings"
	"testing"
)

// staged is a config whose first stage plays on a smaller board.
const staged = `
[[stage]]
name = "small board"
until = 0.25
set = ["rules.game=epaminondas:6x6", "rules.max_plies=80"]

[[stage]]
name = "this board"
until = 0.5

[[stage]]
name = "long searches"
set = ["selfplay.full_simulations=64", "replay.uses=8"]
`

func TestStages(t *testing.T) {
	c, err := Parse([]byte(staged))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Parse([]byte("seed = 1"))
	if err != nil {
		t.Fatal(err)
	}
	if got := c.At(1); len(Differences(plain, got)) > 0 || got.Stages != nil {
		t.Errorf("the second stage differs from the config in %v", Differences(plain, got))
	}
	if got := c.At(0); got.Rules.Game != "epaminondas:6x6" || got.Rules.MaxPlies != 80 {
		t.Errorf("the first stage plays %+v", got.Rules)
	}
	if got := c.At(2); got.Selfplay.FullSimulations != 64 || got.Replay.Uses != 8 || got.Rules != c.Rules {
		t.Errorf("the last stage has %d simulations, %v uses, %+v", got.Selfplay.FullSimulations,
			got.Replay.Uses, got.Rules)
	}
	if c.StageCount() != 3 || plain.StageCount() != 1 || c.StageEnd(1) != 0.5 || c.StageEnd(2) != 1 ||
		plain.StageEnd(0) != 1 || c.StageName(2) != "long searches" || plain.StageName(0) != "" {
		t.Error("the stages are counted or named wrongly")
	}
	boards, err := c.Boards()
	if err != nil || len(boards) != 2 || !strings.Contains(boards[0], "6x6") {
		t.Errorf("the boards are %q, %v", boards, err)
	}
	text, err := c.Text()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse(text)
	if err != nil || len(Differences(c, again)) > 0 || len(again.Stages) != 3 {
		t.Errorf("the written config has %d stages and differs in %v, %v", len(again.Stages),
			Differences(c, again), err)
	}
	if c.Identity() == plain.Identity() {
		t.Error("stages change no identity")
	}
	changes := strings.Join(InWords(Differences(plain, c)), "\n")
	for _, want := range []string{
		`stage 1 is not there, but "small board" until 0.25 with rules.game=epaminondas:6x6, rules.max_plies=80 now`,
		`stage 3 is not there, but "long searches" with `,
	} {
		if !strings.Contains(changes, want) {
			t.Errorf("the changes are\n%s\nwant %q", changes, want)
		}
	}
}

// A config without stages keeps its identity and its text.
func TestStagesChangeNoOtherConfig(t *testing.T) {
	text, err := Default().Text()
	if err != nil || strings.Contains(string(text), "stage") {
		t.Errorf("%v, the text is\n%s", err, text)
	}
}

func TestInvalidStages(t *testing.T) {
	last := "\n[[stage]]\nname = \"last\"\n"
	const first = "[[stage]]\nname = \"a\"\nuntil = 0.5"
	for text, want := range map[string]string{
		"[[stage]]\nuntil = 0.5" + last:                      "want a name",
		"[[stage]]\nname = \"a\\u0007\"\nuntil = 0.5" + last: "want a name",
		"[[stage]]\nname = \"last\"\nuntil = 0.5" + last:     "same name",
		"[[stage]]\nname = \"a\"" + last:                     "until is 0",
		"[[stage]]\nname = \"a\"\nuntil = 0.8" + last:        "before 0.75",
		"[[stage]]\nname = \"a\"\nuntil = nan" + last:        "until is NaN",
		first + "\npatience = -1" + last:                     "patience is -1",
		first:                                                "remove until",
		first + "\nset = [\"seed=2\"]" + last:                "cannot change this",
		first + "\nset = [\"network.blocks=2\"]" + last:      "cannot change this",
		first + "\nset = [\"learn.threads=2\"]" + last:       "cannot change this",
		first + "\nset = [\"learn.optimizer=muon\"]" + last:  "cannot change this",
		first + "\nset = [\"replay.use=2\"]" + last:          "unknown key",
		first + "\nset = [\"replay.uses=0\"]" + last:         "uses is 0",
		first + "\nset = [\"rules\"]" + last:                 "cannot change this",
		first + last + "set = [\"rules.max_plies=80\"]":      "the last stage changes the rules",
		"[grow]\nfrom = \"x\"" + last:                        "cannot learn from an older run",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngives %v, want %q", text, err, want)
		}
	}
}
