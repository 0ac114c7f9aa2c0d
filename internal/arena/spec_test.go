package arena

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"epaminondas/mcts"
)

func TestParseSpec(t *testing.T) {
	for text, want := range map[string]Spec{
		"random":                       {kind: "random"},
		"greedy":                       {kind: "greedy"},
		"uniform":                      {kind: "uniform", limit: mcts.Limit{Simulations: 200}},
		"rollout,sims=50":              {kind: "rollout", limit: mcts.Limit{Simulations: 50}},
		"rollout,time=1.5s":            {kind: "rollout", limit: mcts.Limit{Time: 1500 * time.Millisecond}},
		"uniform,time=1s,sims=9":       {kind: "uniform", limit: mcts.Limit{Simulations: 9, Time: time.Second}},
		"net:a/b.safetensors":          {kind: "net", file: "a/b.safetensors", limit: mcts.Limit{Simulations: 64}},
		"net:C:\\nets\\x,time=100ms":   {kind: "net", file: "C:\\nets\\x", limit: mcts.Limit{Time: 100 * time.Millisecond}},
		"net:models/best, v2 x,sims=1": {}, // a comma begins an option
	} {
		got, err := ParseSpec(text)
		if want.kind == "" {
			if err == nil {
				t.Errorf("%q is read as %+v, want an error", text, got)
			}
			continue
		}
		want.text = text
		if err != nil || got != want {
			t.Errorf("%q is read as %+v, %v; want %+v", text, got, err, want)
		}
		if got.String() != text {
			t.Errorf("%q is written as %q", text, got)
		}
	}
}

func TestParseSpecMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `player "": unknown kind "", want net:FILE, rollout`,
		"strong":                 `unknown kind "strong", want net:FILE`,
		"net":                    "the checkpoint is missing, write net:FILE",
		"net:":                   "the checkpoint is missing",
		"net:x,sims=0":           `sims is "0", want a whole number from 1 on`,
		"net:x,sims=many":        `sims is "many"`,
		"net:x,sims=-1":          `sims is "-1"`,
		"net:x,sims=99999999999": `sims is "99999999999"`,
		"net:x,time=5":           `time is "5", want a positive duration such as 100ms`,
		"net:x,time=-1s":         `time is "-1s"`,
		"net:x,depth=3":          `unknown option "depth=3", want sims=N or time=D`,
		"net:x,":                 `unknown option ""`,
		"rollout,sims=1,sims=2":  "option sims is given twice",
		"random,sims=3":          `unknown option "sims=3", random takes none`,
		"greedy,":                `unknown option "", greedy takes none`,
		"random:x":               "random takes no file",
	} {
		_, err := ParseSpec(text)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "player") {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestContestantWithoutCheckpoint(t *testing.T) {
	b := board(t, "epaminondas:4x6x1")
	missing := filepath.Join(t.TempDir(), "missing.safetensors")
	foreign := filepath.Join(t.TempDir(), "foreign.safetensors")
	if err := os.WriteFile(foreign, []byte("not a checkpoint"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{missing, foreign} {
		spec, err := ParseSpec("net:" + file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := spec.Contestant(b); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: error %v, want one that names the file", file, err)
		}
	}
}

func FuzzParseSpec(f *testing.F) {
	for _, text := range []string{"random", "net:x,sims=3", "rollout,time=1s,sims=2", "net:,", ",,,", "uniform,sims"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := ParseSpec(text)
		if err != nil {
			return
		}
		again, err := ParseSpec(spec.String())
		if err != nil || again != spec {
			t.Errorf("%q reads as %+v, then as %+v, %v", text, spec, again, err)
		}
	})
}
