package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/config"
)

// mini is a config whose parts all take milliseconds.
func mini() config.Config {
	c := config.Default()
	c.Rules.Game, c.Rules.MaxPlies = "epaminondas:3x5x1", 30
	c.Network.Blocks, c.Network.Channels, c.Network.ValueHidden = 1, 4, 4
	c.Selfplay.Workers, c.Selfplay.FullSimulations, c.Selfplay.FastSimulations, c.Selfplay.FullShare = 2, 6,
		2, 0.5
	c.Learn.BatchSize = 8
	c.Search.MaxConsidered = 4
	return c
}

func TestExamine(t *testing.T) {
	t.Chdir(t.TempDir())
	var tasks []string
	c := mini()
	c.Stages = []config.Stage{{Name: "other", Until: 0.5, Set: []string{"rules.game=epaminondas:3x4x1"}},
		{Name: "this"}}
	r, err := Examine(t.Context(), c, 2*time.Second,
		func(task string, done, total int) { tasks = append(tasks, task) })
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(tasks, " "); got != "evaluate weigh play learn " {
		t.Errorf("it does %q", got)
	}
	for name, v := range map[string]float64{
		"evaluations in one": r.Evaluate.One, "in all": r.Evaluate.All, "learning rate": r.Learn.Rate,
		"games/h": r.Play.GamesPerHour, "positions/s": r.Play.Positions, "weight/s": r.Play.Weight,
		"plies": r.Play.Plies, "games": float64(r.Play.Games),
		"window": float64(r.Memory.Window), "reached": float64(r.Memory.Reached),
		"trainer": float64(r.Memory.Trainer), "players": float64(r.Memory.Players),
		"1000 games": float64(r.Disk.ThousandGames), "steps": r.Forecast.Steps,
		"games at the end": r.Forecast.Games,
	} {
		if !(v > 0) || math.IsInf(v, 1) {
			t.Errorf("%s: %v", name, v)
		}
	}
	if r.Rules != "epaminondas:3x5x1,max_plies=30" || r.Stage != "this" ||
		r.Network != "1 block x 4 channels" || r.Evaluate.Workers != 2 || r.Learn.Batch != 8 {
		t.Errorf("the report is of %+v", r)
	}
	if p := r.Memory.Position; p < 112 || p > 2000 {
		t.Errorf("a position in the window takes %v bytes", p)
	}
	if g := r.Play.Plies; g > 30 || r.Play.Positions*3600 > r.Play.GamesPerHour*g {
		t.Errorf("more positions are learnt from than played: %+v", r.Play)
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
		t.Errorf("it left %v, %v", entries, err)
	}
}

func TestExamineWithoutTime(t *testing.T) {
	r, err := Examine(t.Context(), mini(), time.Nanosecond, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Play.Games != 0 || r.Disk.ThousandGames != 0 || r.Learn.Batch != 1 || !(r.Forecast.Games > 0) {
		t.Errorf("with no time for a game it reports %+v", r)
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil ||
		!strings.Contains(text.String(), "no game ended in time") ||
		!strings.Contains(text.String(), "unknown amount") {
		t.Errorf("%v: %s", err, &text)
	}
	var again Report
	asJSON, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(asJSON, &again); err != nil || again.Forecast != r.Forecast ||
		again.Memory != r.Memory {
		t.Errorf("JSON gives %+v, %v", again, err)
	}
}

// TestExamineInterrupted cancels as soon as each task begins.
func TestExamineInterrupted(t *testing.T) {
	for _, when := range []string{"evaluate", "weigh", "play", "learn"} {
		ctx, cancel := context.WithCancel(t.Context())
		var cancelled time.Time
		_, err := Examine(ctx, mini(), time.Second, func(task string, _, _ int) {
			if task == when {
				cancelled = time.Now()
				cancel()
			}
		})
		cancel()
		if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), when) {
			t.Errorf("cancelled when it began to %s it returns %v", when, err)
		}
		if took := time.Since(cancelled); took > time.Minute {
			t.Errorf("cancelled when it began to %s it takes %v more", when, took)
		}
	}
}

// TestForbiddenAssemblyIsSaid runs TestSlowIsSaid in a process that must not use the assembly.
func TestForbiddenAssemblyIsSaid(t *testing.T) {
	command := exec.Command(os.Args[0], "-test.run=^TestSlowIsSaid$")
	command.Env = append(os.Environ(), "EPAMINONDAS_KERNEL=plain")
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestSlowIsSaid(t *testing.T) {
	for _, test := range []struct {
		architecture string
		able         bool
		variable     string
		want         string
	}{
		{"riscv64", false, "", "no assembly for riscv64"},
		{"arm64", true, "plain", "forbids the assembly"},
		{"amd64", false, "", "lacks AVX2"},
		{"amd64", false, "plain", "lacks AVX2"},
		{"amd64", true, "plain", "EPAMINONDAS_KERNEL=plain forbids the assembly, so plain Go does the " +
			"arithmetic: unset"},
	} {
		why := whySlow(test.architecture, test.able, test.variable)
		if !strings.Contains(why, test.want) {
			t.Errorf("%+v: %q", test, why)
		}
		var text strings.Builder
		r := &Report{Machine: Machine{Slow: why}}
		if err := r.WriteText(&text); err != nil || !strings.HasPrefix(text.String(), "SLOW: ") {
			t.Errorf("%v: %s", err, &text)
		}
	}
	m := inspect(32)
	if (m.Path == "plain") != (m.Slow != "") {
		t.Errorf("path %s, but slow is %q", m.Path, m.Slow)
	}
}

func TestAdvice(t *testing.T) {
	for _, test := range []struct {
		path, exact, best string
		channels          int
		want              string
	}{
		{"amx", "avx512", "amx", 32, "the best that this machine has"},
		{"avx2", "avx2", "avx2", 24, "the best that this machine has"},
		{"avx2", "avx2", "amx", 32, "although this machine has amx: unset EPAMINONDAS_KERNEL"},
		{"bf16", "avx512", "bf16", 24, "a network of 24 channels uses avx512: a multiple of 32"},
		{"int16", "avx2", "int16", 24, "a network of 24 channels uses avx2: a multiple of 32"},
	} {
		got := adviceOf(test.path, test.exact, test.best, test.channels)
		if !strings.Contains(got, test.want) {
			t.Errorf("%+v: %q", test, got)
		}
	}
}
